package web

import (
	"net/http"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"vitrine/internal/account"
	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/people"
	"vitrine/internal/web/view"
)

var apiKeyPages = []row{
	show("GET /settings/keys", "GET /api/administration/api", func(v *visit) error { return v.keys(nil) }),
	show("GET /settings/keys/new", "", newKey),
	proven(own("POST /settings/keys", "POST /api/administration/api", createKey)),
	show("GET /settings/keys/{key}/revoke", "GET /api/administration/api/{id}", askRevoke),
	own("POST /settings/keys/{key}/revoke", "DELETE /api/administration/api/{id}", revokeKey),
}

// keys lists the keys, after a new one with its token.
func (v *visit) keys(made *account.NewAPIKey) error {
	f, err := v.setting("keys.title")
	if err != nil {
		return err
	}
	reader, err := v.reader()
	if err != nil {
		return err
	}
	all, err := people.APIKeys(v.Context(), reader)
	if err != nil {
		return err
	}
	shown := view.Keys{All: all}
	if made != nil {
		shown.NewID, shown.Name, shown.Token, shown.Base = made.ID, made.Name, made.Token, v.Base
	}
	return v.render(http.StatusOK, view.APIKeys(f, shown))
}

func newKey(v *visit) error {
	f, err := v.setting("keys.new")
	if err != nil {
		return err
	}
	all, err := v.collectionLinks()
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, view.NewAPIKey(f, view.Form{}, all))
}

func createKey(v *visit) error {
	all, err := v.collectionLinks()
	if err != nil {
		return err
	}
	in := identity.APIKeyInput{Label: v.text("label")}
	if verbs := v.text("scopes"); verbs != "" {
		in.Scopes = []string{verbs}
	}
	if days, err := strconv.Atoi(v.text("expires_at")); err == nil {
		in.ExpiresAt = new(time.Now().AddDate(0, 0, days))
	}
	for _, c := range all {
		if v.text(view.KeyCollection(c.ID)) != "" {
			in.CollectionIDs = append(in.CollectionIDs, c.ID)
		}
	}
	var made account.NewAPIKey
	err = in.Validate()
	if err == nil {
		made, err = v.web.accounts.CreateAPIKey(v.Context(), &v.Member, in)
	}
	return v.answer(err, v.again("keys.new", func(f view.Frame, form view.Form) templ.Component { return view.NewAPIKey(f, form, all) }), func() error { return v.keys(&made) })
}

// collectionLinks are all collections, to choose from.
func (v *visit) collectionLinks() ([]catalog.CollectionLink, error) {
	reader, err := v.reader()
	if err != nil {
		return nil, err
	}
	return inventory.CollectionLinks(v.Context(), reader)
}

func askRevoke(v *visit) error {
	id, err := v.number("key")
	if err != nil {
		return err
	}
	f, err := v.setting("keys.revoke")
	if err != nil {
		return err
	}
	reader, err := v.reader()
	if err != nil {
		return err
	}
	key, err := people.APIKey(v.Context(), reader, id)
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, view.Sure(f, "keys", f.T("keys.revoke.title", "name", key.Name), f.T("keys.revoke.lead"), v.URL.Path, f.T("keys.revoke"), "/settings/keys"))
}

func revokeKey(v *visit) error {
	id, err := v.number("key")
	if err != nil {
		return err
	}
	if err := v.deleteKey(id); err != nil {
		return err
	}
	return v.redirect("/settings/keys?saved")
}
