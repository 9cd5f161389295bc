package settings

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
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var apiKeyPages = []page.Row{
	page.Show("GET /settings/keys", "GET /api/administration/api", func(v *page.Visit) error { return keys(v, nil) }),
	page.Show("GET /settings/keys/new", "", newKey),
	proven(page.Own("POST /settings/keys", "POST /api/administration/api", createKey)),
	page.Show("GET /settings/keys/{key}/revoke", "GET /api/administration/api/{id}", askRevoke),
	page.Own("POST /settings/keys/{key}/revoke", "DELETE /api/administration/api/{id}", revokeKey),
}

// keys lists the keys; a new one with its token.
func keys(v *page.Visit, made *account.NewAPIKey) error {
	f, err := page.Setting(v, "keys.title")
	if err != nil {
		return err
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	all, err := people.APIKeys(v.Context(), reader)
	if err != nil {
		return err
	}
	shown := Keys{All: all}
	if made != nil {
		shown.NewID, shown.Name, shown.Token, shown.Base = made.ID, made.Name, made.Token, v.Base
	}
	return v.Render(http.StatusOK, APIKeys(f, shown))
}

func newKey(v *page.Visit) error {
	f, err := page.Setting(v, "keys.new")
	if err != nil {
		return err
	}
	all, err := collectionLinks(v)
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, NewAPIKey(f, ui.Form{}, all))
}

func createKey(v *page.Visit) error {
	all, err := collectionLinks(v)
	if err != nil {
		return err
	}
	in := identity.APIKeyInput{Label: v.Text("label")}
	if verbs := v.Text("scopes"); verbs != "" {
		in.Scopes = []string{verbs}
	}
	if days, err := strconv.Atoi(v.Text("expires_at")); err == nil {
		in.ExpiresAt = new(time.Now().AddDate(0, 0, days))
	}
	for _, c := range all {
		if v.Text(KeyCollection(c.ID)) != "" {
			in.CollectionIDs = append(in.CollectionIDs, c.ID)
		}
	}
	var made account.NewAPIKey
	err = in.Validate()
	if err == nil {
		made, err = v.Web.Accounts.CreateAPIKey(v.Context(), &v.Member, in)
	}
	return v.Answer(err, again(v, "keys.new", func(f ui.Frame, form ui.Form) templ.Component { return NewAPIKey(f, form, all) }), func() error { return keys(v, &made) })
}

// collectionLinks are all collections, to choose from.
func collectionLinks(v *page.Visit) ([]catalog.CollectionLink, error) {
	reader, err := v.Reader()
	if err != nil {
		return nil, err
	}
	return inventory.CollectionLinks(v.Context(), reader)
}

func askRevoke(v *page.Visit) error {
	id, err := v.Number("key")
	if err != nil {
		return err
	}
	f, err := page.Setting(v, "keys.revoke")
	if err != nil {
		return err
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	key, err := people.APIKey(v.Context(), reader, id)
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, Sure(f, "keys", f.T("keys.revoke.title", "name", key.Name), f.T("keys.revoke.lead"), v.URL.Path, f.T("keys.revoke"), "/settings/keys"))
}

func revokeKey(v *page.Visit) error {
	id, err := v.Number("key")
	if err != nil {
		return err
	}
	if err := deleteKey(v, id); err != nil {
		return err
	}
	return v.Redirect("/settings/keys?saved")
}
