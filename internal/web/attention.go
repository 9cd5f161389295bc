package web

import (
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/figures"
	"vitrine/internal/web/view"
)

var attentionPages = []row{
	show("GET /attention", "GET /api/attention", attention),
}

// attention shows what needs attention, the most urgent first, or one kind of it.
func attention(v *visit) error {
	list := view.AttentionList{Kind: v.asked("kind")}
	if list.Kind != "" {
		var wrong fault.Invalid
		wrong.OneOf("kind", list.Kind, catalog.AttentionKinds)
		if err := wrong.Err(); err != nil {
			return err
		}
	}
	err := v.together(func(r postgres.Reader) (err error) {
		list.Found, err = figures.Attention(v.Context(), r, catalog.AttentionFilter{Kind: list.Kind}, v.paging())
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.frame("", "home")
	if err != nil {
		return err
	}
	f.Title = f.T("attention.title")
	return v.render(http.StatusOK, view.Attention(f, list))
}
