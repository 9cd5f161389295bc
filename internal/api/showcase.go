package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/files/picture"
	"vitrine/internal/httpserver"
	"vitrine/internal/postgres/sharing"
)

// showcases are the routes for visitors: public collections and share links.
var showcases = slices.Concat(showing("/api/public/collections/{uuid}"), showing("/api/shared/{token}"))

func showing(under string) []route {
	return []route{
		visiting("GET "+under, showCollection),
		visiting("GET "+under+"/items", listShownItems),
		visiting("GET "+under+"/items/{item}", showItem),
		visitingBytes("GET "+under+"/photos/{photo}/file", showPhoto),
	}
}

// visiting is a route that shows a collection to anybody.
func visiting(pattern string, show func(*Server, *request, sharing.Showcase) (answer, error)) route {
	rt := newRoute(pattern, anybody, 0, "")
	rt.visits = true
	rt.handle = func(s *Server, r *request) (answer, error) {
		in, err := s.Visit(r.Request)
		if err != nil {
			return answer{}, err
		}
		return show(s, r, in)
	}
	return rt
}

func visitingBytes(pattern string, show func(*Server, *request, sharing.Showcase) (answer, error)) route {
	rt := visiting(pattern, show)
	rt.bytes = true
	return rt
}

// under is the path of the shared collection.
func (r *request) under() string {
	if token := r.PathValue("token"); token != "" {
		return "/api/shared/" + token
	}
	return "/api/public/collections/" + r.PathValue("uuid")
}

// open sets how long visitors may cache an answer.
func (r *request) open(a answer) answer {
	a.caching = httpserver.OpenCaching(r.Request)
	return a
}

func showCollection(s *Server, r *request, in sharing.Showcase) (answer, error) {
	c, err := in.ShownCollection(r.Context())
	if err != nil {
		return answer{}, err
	}
	s.Viewed(r.Request, in)
	return r.open(one(func(c catalog.ShownCollection) resource { return shownCollection(r, in, c) })(r, c)), nil
}

func listShownItems(_ *Server, r *request, in sharing.Showcase) (answer, error) {
	f := filter{query: r.query()}
	search := catalog.NewSearch(&f.wrong, "q", f.text("q"))
	if err := f.wrong.Err(); err != nil {
		return answer{}, err
	}
	items, err := in.ShownItems(r.Context(), search, r.page())
	if err != nil {
		return answer{}, err
	}
	return r.open(many(func(i catalog.ShownItem) resource { return shownItem(r, in, i) })(r, items)), nil
}

func showItem(_ *Server, r *request, in sharing.Showcase) (answer, error) {
	i, err := in.ShownItem(r.Context(), r.nth(0))
	if err != nil {
		return answer{}, err
	}
	return r.open(one(func(i catalog.ShownItem) resource { return shownItem(r, in, i) })(r, i)), nil
}

// showPhoto sends a rendition, never the original, which may contain the place. Its ETag reveals
// nothing of the original either.
func showPhoto(s *Server, r *request, in sharing.Showcase) (answer, error) {
	f := filter{query: r.query()}
	size := f.oneOf("size", []string{"thumb", "medium", "large", "original"})
	if err := f.wrong.Err(); err != nil {
		return answer{}, err
	}
	if size == "" {
		size = "large"
	}
	if !attachment.IsRendition(size) {
		return answer{}, fault.ErrNotFound
	}
	c, err := in.ShownPhoto(r.Context(), r.nth(0))
	if err != nil {
		return answer{}, err
	}
	id := strconv.FormatInt(r.nth(0), 10)
	sum := sha256.Sum256([]byte("photo " + id))
	a := &content{etag: etagOf(catalog.Content{SHA256: sum[:]}, size+renditions), caching: httpserver.OpenCaching(r.Request)}
	if a.known = matches(r.Header.Values("If-None-Match"), a.etag); a.known {
		return answer{content: a}, nil
	}
	made, err := s.attachments.Rendition(r.Context(), c, size)
	if err != nil {
		return answer{}, err
	}
	a.ReadSeeker, a.kind = bytes.NewReader(made), picture.Kind(made)
	a.disposition = attachment.Disposition("photo-"+id+"."+strings.TrimPrefix(a.kind, "image/"), true)
	return answer{content: a}, nil
}

// shownAttributes are the attributes that the collection shows.
func shownAttributes(in sharing.Showcase, all ...shownAttribute) (shown attributes) {
	for _, a := range all {
		if a.of == "" || in.Shows(a.of) {
			shown = append(shown, attribute{a.name, a.value})
		}
	}
	return shown
}

// shownAttribute is an attribute with the content it belongs to; empty means always shown.
type shownAttribute struct {
	of, name string
	value    any
}

func shownCollection(r *request, in sharing.Showcase, c catalog.ShownCollection) resource {
	return resource{kind: "public_collection", id: c.ID, self: r.under(), attributes: shownAttributes(in,
		shownAttribute{"", "name", c.Name},
		shownAttribute{catalog.ShowDescriptions, "description", c.Description},
		shownAttribute{"", "emoji", c.Emoji},
		shownAttribute{"", "items", c.Items},
		shownAttribute{catalog.ShowPhotos, "photo_id", ref{c.PhotoID}},
	)}
}

func shownItem(r *request, in sharing.Showcase, i catalog.ShownItem) resource {
	values, photos, copies := make([]nested, len(i.CustomFields)), make([]nested, len(i.Photos)), make([]nested, len(i.Copies))
	for n, v := range i.CustomFields {
		values[n] = nested{{"name", v.Name}, {"value", json.RawMessage(v.Value)}}
	}
	for n, p := range i.Photos {
		photos[n] = nested{{"id", strconv.FormatInt(p.ID, 10)}, {"caption", p.Caption}, {"alt_text", p.AltText}, {"width", p.Width}, {"height", p.Height}}
	}
	for n, c := range i.Copies {
		copies[n] = nested{{"condition", c.Condition}, {"quantity", c.Quantity}}
	}
	var value any
	if i.Value != nil {
		value = money(*i.Value)
	}
	return resource{kind: "public_item", id: i.ID, self: r.under() + "/items/" + strconv.FormatInt(i.ID, 10), attributes: shownAttributes(in,
		shownAttribute{"", "name", i.Name},
		shownAttribute{catalog.ShowDescriptions, "description", i.Description},
		shownAttribute{"", "type", i.Type},
		shownAttribute{"", "category", i.Category},
		shownAttribute{"", "set", i.Set},
		shownAttribute{"", "series", i.Series},
		shownAttribute{catalog.ShowTags, "tags", i.Tags},
		shownAttribute{catalog.ShowCustomFields, "custom_fields", values},
		shownAttribute{catalog.ShowPhotos, "photos", photos},
		shownAttribute{catalog.ShowCopies, "copies", copies},
		shownAttribute{catalog.ShowValues, "value", value},
	)}
}
