package shelf

import (
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/figures"
	"vitrine/internal/web/page"
)

var attentionPages = []page.Row{
	page.Show("GET /attention", "GET /api/attention", attention),
}

// attention shows what needs attention, the most urgent first, or one kind of it.
func attention(v *page.Visit) error {
	list := AttentionList{Kind: v.Param("kind")}
	if list.Kind != "" {
		var wrong fault.Invalid
		wrong.OneOf("kind", list.Kind, catalog.AttentionKinds)
		if err := wrong.Err(); err != nil {
			return err
		}
	}
	err := v.Together(func(r postgres.Reader) (err error) {
		list.Found, err = figures.Attention(v.Context(), r, catalog.AttentionFilter{Kind: list.Kind}, v.Paging())
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.Frame("", "home")
	if err != nil {
		return err
	}
	f.Title = f.T("attention.title")
	return v.Render(http.StatusOK, Attention(f, list))
}
