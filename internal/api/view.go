package api

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

var views = []route{
	read(member, "GET /api/views", listNamed(inventory.SavedViews), many(view)),
	read(member, "GET /api/views/{view}", get(inventory.SavedView), one(view)),
	write(self, "POST /api/views", catalog.ViewCreated, saving(func(ctx context.Context, o postgres.Own, _ *request, in catalog.ViewInput) (catalog.View, error) {
		return inventory.CreateView(ctx, o, in)
	}), created(view)),
	write(self, "PUT /api/views/{view}", catalog.ViewUpdated, ofTheirs(saving(func(ctx context.Context, o postgres.Own, req *request, in catalog.ViewInput) (catalog.View, error) {
		return inventory.UpdateView(ctx, o, req.nth(0), in)
	})), one(view)),
	write(self, "DELETE /api/views/{view}", catalog.ViewDeleted, remove(inventory.DeleteView), nothing),
}

func viewInput(b *body) catalog.ViewInput {
	in := catalog.ViewInput{Name: b.text("name"), Resource: b.text("resource"), Query: b.text("query")}
	if shared := b.boolean("shared"); shared != nil {
		in.Shared = *shared
	}
	return in
}

func view(v catalog.View) resource {
	return resource{kind: "view", id: v.ID, self: "/api/views/" + strconv.FormatInt(v.ID, 10), attributes: attributes{
		{"name", v.Name},
		{"resource", v.Resource},
		{"query", v.Query},
		{"shared", v.Shared},
		{"user_name", v.UserName},
		{"created_at", v.CreatedAt},
		{"updated_at", v.UpdatedAt},
	}}
}

// saving writes a view after checking its query against its list.
func saving(do func(context.Context, postgres.Own, *request, catalog.ViewInput) (catalog.View, error)) changing[postgres.Own, catalog.View] {
	return with(viewInput, func(ctx context.Context, o postgres.Own, req *request, in catalog.ViewInput) (catalog.View, error) {
		if err := req.tries(o.Reader, in); err != nil {
			return catalog.View{}, err
		}
		return do(ctx, o, req, in)
	})
}

// ofTheirs answers non-owners 404 before any validation error.
func ofTheirs(change changing[postgres.Own, catalog.View]) changing[postgres.Own, catalog.View] {
	return func(req *request) (func(context.Context, postgres.Own) (catalog.View, error), error) {
		do, err := change(req)
		if err != nil {
			reader, missing := req.View(identity.Own)
			if missing == nil {
				missing = inventory.ChangesView(req.Context(), reader, req.nth(0))
			}
			return nil, cmp.Or(missing, err)
		}
		return func(ctx context.Context, o postgres.Own) (catalog.View, error) {
			done, err := do(ctx, o)
			if err != nil {
				err = cmp.Or(inventory.ChangesView(ctx, o.Reader, req.nth(0)), err)
			}
			return done, err
		}, nil
	}
}

// viewed is the route of the list that a view is of.
func viewed(resource string) route {
	all := map[string][]route{"items": items, "copies": copies, "loans": loans, "photos": photos}[resource]
	return all[slices.IndexFunc(all, func(rt route) bool { return rt.pattern == "GET /api/"+resource })]
}

// tries runs the list of a view, and reports the parameters that it refuses.
func (r *request) tries(reader postgres.Reader, in catalog.ViewInput) error {
	list, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "/api/"+in.Resource, nil)
	if err != nil {
		return err
	}
	list.URL.RawQuery = in.Query
	_, err = viewed(in.Resource).show(&request{Request: list, Member: r.Member, values: in.Values, now: r.now}, reader)
	return onQuery(err)
}

// onQuery moves the errors of a list to the query field. Fields named in beside keep theirs.
func onQuery(err error, beside ...string) error {
	var refused *fault.Invalid
	if !errors.As(err, &refused) {
		return err
	}
	var wrong fault.Invalid
	for _, field := range refused.Fields {
		if slices.Contains(beside, field.Name) {
			return err
		}
		wrong.Add("query", "The list refuses this query: %s", field.Messages[0].String())
	}
	return wrong.Err()
}

// byView applies a view to a list; parameters of the request win. If a custom field of the view is
// gone or changed its kind, its filter matches nothing and its order is ignored.
func byView[T any](resource string, get reading[catalog.Page[T]]) reading[catalog.Page[T]] {
	return func(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[T], error) {
		if req.URL.RawQuery == "" || strings.TrimSpace(req.query().Get("view")) == "" {
			return get(ctx, r, req)
		}
		found := catalog.Page[T]{}
		nothing, err := req.obeying(ctx, r, resource, func() (err error) {
			found, err = get(ctx, r, req)
			return err
		})
		if nothing {
			return catalog.Page[T]{Paging: req.page()}, nil
		}
		return found, err
	}
}

// obeying runs a list with the parameters of a view. Nothing matches if the view filters by a field
// that is gone.
func (r *request) obeying(ctx context.Context, reader postgres.Reader, resource string, get func() error) (nothing bool, err error) {
	v, err := findView(ctx, reader, r, resource)
	if err != nil {
		return false, err
	}
	r.obeyed = v.Merged(r.query())
	err = get()
	if outlived(r, err, "sort") {
		r.obeyed.Del("sort")
		err = get()
	}
	return outlived(r, err, "custom_fields"), err
}

func findView(ctx context.Context, r postgres.Reader, req *request, resource string) (catalog.View, error) {
	f := filter{query: req.query()}
	id := f.id("view")
	if err := f.wrong.Err(); err != nil {
		return catalog.View{}, err
	}
	v, err := inventory.SavedView(ctx, r, *id)
	if errors.Is(err, fault.ErrNotFound) || err == nil && v.Resource != resource {
		return v, fault.On("view", "The selected view is invalid.")
	}
	return v, err
}

// outlived reports whether a list refuses a parameter that comes from the view only.
func outlived(req *request, err error, parameter string) bool {
	var refused *fault.Invalid
	if !errors.As(err, &refused) {
		return false
	}
	sent := slices.Collect(maps.Keys(req.query()))
	return slices.ContainsFunc(refused.Fields, func(field fault.Field) bool {
		name, id, _ := strings.Cut(field.Name, ".")
		id, _, _ = strings.Cut(id, ".")
		return name == parameter && !slices.ContainsFunc(sent, func(given string) bool {
			return given == name || id != "" && strings.HasPrefix(given, name+"["+id+"]")
		})
	})
}

// parameters are those of the request merged with those of its view.
func (r *request) parameters() url.Values {
	if r.obeyed != nil {
		return r.obeyed
	}
	return r.query()
}
