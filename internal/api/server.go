// Package api is the JSON API. Its route tables read like the specification; a
// resource is one file with its routes, handlers, body and presentation. Handlers
// get a Reader or Writer of the caller's account, never the database.
package api

import (
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"vitrine/internal/account"
	"vitrine/internal/attachment"
	"vitrine/internal/export"
	"vitrine/internal/httpserver"
	"vitrine/internal/openapi"
	"vitrine/internal/postgres"
	"vitrine/internal/reference"
	"vitrine/internal/typeset"
)

// Server holds the API's routes on an HTTP server.
type Server struct {
	*httpserver.Server
	accounts *account.Accounts
	log      *slog.Logger

	attachments *attachment.Attachments
	lists       *export.Lists
	fonts       *typeset.Fonts // of packs
	batchTime   time.Duration  // for all of a batch, with waiting

	routes   []route
	table    map[string]route // the routes by their patterns
	endings  map[string]ending
	subjects map[string]route // the GET route of what a change concerns, by the change's pattern
}

// New mounts the API and its reference. Refuse renders the server's refusals.
func New(front *httpserver.Server, accounts *account.Accounts, attachments *attachment.Attachments, version string, log *slog.Logger) *Server {
	s := &Server{Server: front, accounts: accounts, attachments: attachments, lists: export.NewLists(export.AtOnce, export.Patience), fonts: typeset.Plain(), batchTime: batchTime, log: log, table: map[string]route{}, subjects: map[string]route{}}
	var err error
	if s.endings, err = endings(openapi.JSON); err != nil {
		panic(err) // tests read the document, too
	}
	s.routes = slices.Concat(session, me, apiKeys, logs, locations, itemConditions, tags, categories, sets, series, policies, proposals, collections, shareLinks, collectionTypes, customFieldGroups, customFields,
		items, photos, copies, documents, fileRoutes, signed, showcases, insuranceRecords, insuredCopies, valuations, transactions, locationHistory, loans, maintenanceRecords, provenanceEvents, timeline, search, haveRoutes, views, typeTemplates, accountRoutes, exchangeRates, exports, verifications, valueRoutes, statisticsRoutes, attentionRoutes, trash, batches, imports, members, invitations, passwords, reminders, calendars, twoFactor, addresses)
	s.routes = append(s.routes, patches(s.routes)...)
	for _, rt := range s.routes {
		s.HandleTraced(rt.pattern, s.serve(rt))
		s.table[rt.pattern] = rt
		if subject, ok := s.subject(rt); ok {
			s.subjects[rt.pattern] = subject
		}
	}
	s.Mux().HandleFunc("PATCH /api/collection-types/import", func(w http.ResponseWriter, r *http.Request) { // import is not a type, so it cannot be patched
		w.Header().Set("Allow", http.MethodPost)
		send(w, r, notAllowed)
	})
	reference.Mount(s.Mux(), reference.Options{Version: version, Base: s.BaseURL, Under: s.Subpath()})
	return s
}

// UseFonts replaces the fonts for packs.
func (s *Server) UseFonts(fonts *typeset.Fonts) { s.fonts = fonts }

// Lists is the writer of lists, which pages share.
func (s *Server) Lists() *export.Lists { return s.lists }

// Refuse renders a refusal as JSON.
func Refuse(w http.ResponseWriter, r *http.Request, status int) {
	send(w, r, map[int]answer{http.StatusNotFound: notFound, http.StatusMethodNotAllowed: notAllowed, http.StatusInternalServerError: serverError}[status])
}

// subject finds the GET route of the object that a route changes or whose contents it lists: the path
// up to the last id.
func (s *Server) subject(rt route) (route, bool) {
	method, path, _ := strings.Cut(rt.pattern, " ")
	if rt.access == anybody || method == http.MethodPut && rt.prepare != nil || method == http.MethodGet && (len(rt.ids) == 0 || strings.HasSuffix(path, "}")) {
		return route{}, false
	}
	if len(rt.ids) > 0 {
		path = path[:strings.LastIndex(path, "}")+1]
	}
	i := slices.IndexFunc(s.routes, func(other route) bool { return other.pattern == "GET "+path && other.show != nil })
	switch {
	case i >= 0:
		return s.routes[i], method != http.MethodPost || len(rt.ids) > 0
	case rt.pattern == "DELETE /api/items/{item}/tags/{tag}": // a tag of an item has no GET
		return route{}, false
	case len(rt.ids) > 0:
		panic("api: no route GET " + path + ", which " + rt.pattern + " needs to see whether its object is there")
	}
	return route{}, false
}

// serve runs a route.
func (s *Server) serve(rt route) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		r := &request{Request: req, now: s.Now(), quota: s.attachments.Quota(), Member: account.Member{Visitor: account.Visitor{Address: s.ClientAddress(req), Base: s.BaseURL(req)}}}
		w.Header()["Cache-Control"] = notStored // unless the answer has an ETag
		if e, ends := s.endings[rt.pattern]; ends {
			e.say(w.Header(), r.Base)
		}
		if rt.visits {
			httpserver.Open(w.Header())
		}
		if rt.prepare != nil {
			patient(w)
		}
		if rt.lasts() {
			_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(postgres.LongestChange)) // only the tests' writers have no deadline
			r.Request = req.WithContext(postgres.Lasting(req.Context()))
		}
		a, err := s.answer(w, rt, r)
		if err != nil {
			a.close()
			a = s.failed(w.Header(), rt, err)
		}
		send(w, req, a)
	}
}

func (s *Server) answer(w http.ResponseWriter, rt route, r *request) (answer, error) {
	if rt.access != anybody {
		return s.admit(w, rt, r)
	}
	if err := s.LimitAddress(w, r.Request, rt.bucket()); err != nil {
		return answer{}, err
	}
	if err := r.readIDs(rt.ids); err != nil {
		return answer{}, err
	}
	if err := r.strictly(w.Header(), rt); err != nil {
		return answer{}, err
	}
	end, err := s.whole(rt, r)
	if err != nil {
		return answer{}, err
	}
	defer end()
	return rt.handle(s, r)
}

func (s *Server) failed(h http.Header, rt route, err error) answer {
	a, unknown := fail(h, err)
	if unknown {
		s.log.Error("request failed", "request_id", h.Get("X-Request-Id"), "route", rt.pattern, "error", err)
	}
	return a
}
