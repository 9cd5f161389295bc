package settings

import (
	"net/http"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/people"
	"vitrine/internal/postgres/sharing"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// shareLinkPages manage how a collection is shared. The visitors' pages are in package showcase.
var shareLinkPages = []page.Row{
	page.Edit("GET /settings/links", "GET /api/share-links", allLinks),
	page.Edit("GET /collections/{collection}/share", "GET /api/collections/{collection}/share-links", sharingPage),
	page.Edit("POST /collections/{collection}/share", "PATCH /api/collections/{collection}", chooseVisibility),
	page.Edit("POST /collections/{collection}/share/fields", "PATCH /api/collection-types/{collectionType}/custom-fields/{customField}", chooseFields),
	page.At("POST /collections/{collection}/share/links", identity.Share, "POST /api/collections/{collection}/share-links", createShareLink),
	page.Edit("GET /collections/{collection}/share/links/{shareLink}/revoke", "GET /api/collections/{collection}/share-links/{shareLink}", askRevokeLink),
	page.Edit("POST /collections/{collection}/share/links/{shareLink}/revoke", "DELETE /api/collections/{collection}/share-links/{shareLink}", revokeShareLink),
}

// allLinks lists the links of all collections, so that none is forgotten.
func allLinks(v *page.Visit) error {
	f, err := page.Setting(v, "sharing.links")
	if err != nil {
		return err
	}
	all := Links{Now: time.Now()}
	err = v.Together(func(r postgres.Reader) (err error) {
		all.Page, err = sharing.SharedCollections(v.Context(), r, v.Paging())
		return err
	}, func(r postgres.Reader) error {
		a, err := people.Account(v.Context(), r)
		all.Allowed = a.PublicSharing
		return err
	})
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, AllLinks(f, all))
}

func sharingPage(v *page.Visit) error {
	return shared(v, http.StatusOK, Sharing{Form: ui.Form{Values: UsualShows()}})
}

// shared shows the sharing page; a new link with its address.
func shared(v *page.Visit, status int, s Sharing) error {
	id, err := v.Number("collection")
	if err != nil {
		return err
	}
	err = v.Together(func(r postgres.Reader) (err error) {
		s.Collection, err = inventory.Collection(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		s.Links, err = sharing.ShareLinks(v.Context(), r, id, v.Paging())
		return err
	}, func(r postgres.Reader) error {
		a, err := people.Account(v.Context(), r)
		s.Allowed = a.PublicSharing
		return err
	}, func(r postgres.Reader) (err error) {
		s.Types, err = sharedTypes(v, r, id)
		return err
	})
	if err == nil {
		err = readFields(v, s.Types)
	}
	if err != nil {
		return err
	}
	f, err := v.Frame("", ui.CurrentCollection(id))
	if err != nil {
		return err
	}
	f.Title, f.Saved, s.Now = f.T("sharing.title", "name", s.Collection.Name), v.URL.Query().Has("saved"), time.Now()
	return v.Render(status, SharingPage(f, s))
}

// chooseVisibility changes nothing but the visibility.
func chooseVisibility(v *page.Visit) error {
	id, err := v.Number("collection")
	if err != nil {
		return err
	}
	err = v.Rewrite(id, func(now catalog.Collection) catalog.CollectionInput {
		return catalog.CollectionInput{Name: now.Name, Description: now.Description, Emoji: now.Emoji, Visibility: v.Text("visibility"), Currency: &now.Currency}
	})
	return v.Answer(err, func(form ui.Form) error {
		form.Values = UsualShows()
		return shared(v, http.StatusUnprocessableEntity, Sharing{Form: form})
	}, func() error { return v.Redirect(ui.SharePath(id) + "?saved") })
}

// shareLinkInput reads the form. An invalid day is an error: it must not mean forever.
func shareLinkInput(v *page.Visit) (catalog.ShareLinkInput, error) {
	var wrong fault.Invalid
	in := catalog.ShareLinkInput{Name: v.Text("name"), Shows: []string{}}
	for _, what := range catalog.Shows {
		if v.Text(ui.ShowBox(what)) != "" {
			in.Shows = append(in.Shows, what)
		}
	}
	if days := v.Integer(&wrong, "expires_at"); days != nil {
		in.ExpiresAt = new(time.Now().AddDate(0, 0, int(min(*days, 1_000_000))))
	}
	if err := wrong.Err(); err != nil {
		return in, err
	}
	return in, in.Validate()
}

// createShareLink creates a link. Its address is shown once: only its hash is stored.
func createShareLink(v *page.Visit) error {
	id, err := v.Number("collection")
	if err != nil {
		return err
	}
	in, err := shareLinkInput(v)
	var made catalog.ShareLink
	token := identity.NewShareToken()
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.ShareLinkCreated, func(change postgres.Sharer) (err error) {
			made, err = sharing.CreateShareLink(v.Context(), change, id, in, token)
			return err
		})
	}
	return v.Answer(err, func(form ui.Form) error {
		return shared(v, http.StatusUnprocessableEntity, Sharing{Form: form.AsNotice("account")})
	}, func() error {
		return shared(v, http.StatusOK, Sharing{Form: ui.Form{Values: UsualShows()}, Made: made, Address: v.Base + identity.SharePath(token)})
	})
}

// linkOf reads the ids of the path.
func linkOf(v *page.Visit) (collection, link int64, err error) {
	if collection, err = v.Number("collection"); err == nil {
		link, err = v.Number("shareLink")
	}
	return collection, link, err
}

func askRevokeLink(v *page.Visit) error {
	collection, id, err := linkOf(v)
	if err != nil {
		return err
	}
	var link catalog.ShareLink
	err = v.Together(func(r postgres.Reader) (err error) {
		link, err = sharing.ShareLink(v.Context(), r, collection, id)
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.Frame("", ui.CurrentCollection(collection))
	if err != nil {
		return err
	}
	f.Title = f.T("keys.revoke.title", "name", link.Name)
	return v.Render(http.StatusOK, RevokeShareLink(f, link))
}

func revokeShareLink(v *page.Visit) error {
	collection, id, err := linkOf(v)
	if err != nil {
		return err
	}
	err = postgres.Change(v.Context(), v.Scope, catalog.ShareLinkDeleted, func(change postgres.Writer) error {
		return sharing.DeleteShareLink(v.Context(), change, collection, id)
	})
	if err != nil {
		return err
	}
	return v.Redirect(ui.SharePath(collection) + "?saved")
}
