package api

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

var search = []route{
	read(member, "GET /api/search", findAll, single(http.StatusOK, searchResults)),
}

func findAll(ctx context.Context, r postgres.Reader, req *request) (catalog.SearchResults, error) {
	query := req.query()
	in := catalog.SearchInput{Query: query.Get("q")}
	for kind := range strings.SplitSeq(query.Get("type"), ",") {
		if kind = strings.TrimSpace(kind); kind != "" {
			in.Kinds = append(in.Kinds, kind)
		}
	}
	if given := strings.TrimSpace(query.Get("limit")); given != "" {
		n, err := strconv.ParseInt(given, 10, 64)
		if err != nil {
			return catalog.SearchResults{}, fault.On("limit", "The limit parameter must be a whole number.")
		}
		in.Limit = &n
	}
	if err := in.Validate(); err != nil {
		return catalog.SearchResults{}, err
	}
	return inventory.Search(ctx, r, in)
}

// foundGroup and foundHit are results as the API shows them.
type (
	foundGroup struct {
		Type      string     `json:"type"`
		Total     int64      `json:"total"`
		Truncated bool       `json:"truncated"`
		Results   []foundHit `json:"results"`
	}
	foundHit struct {
		Type         string            `json:"type"`
		ID           string            `json:"id"`
		Title        string            `json:"title"`
		Context      *string           `json:"context"`
		CollectionID *string           `json:"collection_id"`
		Links        map[string]string `json:"links"`
	}
)

func searchResults(r *request, found catalog.SearchResults) resource {
	groups := make([]foundGroup, len(found.Groups))
	for i, g := range found.Groups {
		groups[i] = foundGroup{g.Kind, g.Total, g.Truncated, []foundHit{}}
		for _, h := range g.Hits {
			groups[i].Results = append(groups[i].Results, foundHit{g.Kind, strconv.FormatInt(h.ID, 10), h.Title, h.Context, idText(h.CollectionID),
				map[string]string{"self": r.Base + foundPath(g.Kind, h)}})
		}
	}
	return resource{kind: "search_results", name: "search", self: "/api/search", attributes: attributes{
		{"query", found.Query},
		{"groups", groups},
	}}
}

func idText(id *int64) *string {
	if id == nil {
		return nil
	}
	return new(strconv.FormatInt(*id, 10))
}

// foundPath is the address of an object that was found.
func foundPath(kind string, h catalog.Hit) string {
	id := strconv.FormatInt(h.ID, 10)
	switch kind {
	case "item":
		return itemPath(catalog.Item{ID: h.ID, CollectionID: *h.CollectionID})
	case "copy":
		return "/api/items/" + strconv.FormatInt(*h.ItemID, 10) + "/copies/" + id
	case "photo":
		return "/api/items/" + strconv.FormatInt(*h.ItemID, 10) + "/photos/" + id
	case "category":
		return "/api/collections/" + strconv.FormatInt(*h.CollectionID, 10) + "/categories/" + id
	case "loan":
		return "/api/copies/" + strconv.FormatInt(*h.CopyID, 10) + "/loans/" + id
	case "series":
		return "/api/series/" + id
	case "collection", "location", "set", "tag", "document":
		return "/api/" + kind + "s/" + id
	case catalog.TypeKind:
		return "/api/collection-types/" + id
	}
	return "" // TestEveryKindHasAPath finds a kind without one
}
