package web

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
	"vitrine/internal/web/view"
)

// shareLinks are how a collection is shown to people without an account. What they see is
// in showcases.
var shareLinkPages = []row{
	edit("GET /settings/links", "GET /api/share-links", allLinks),
	edit("GET /collections/{collection}/share", "GET /api/collections/{collection}/share-links", sharingPage),
	edit("POST /collections/{collection}/share", "PATCH /api/collections/{collection}", chooseVisibility),
	at("POST /collections/{collection}/share/links", identity.Share, "POST /api/collections/{collection}/share-links", createShareLink),
	edit("GET /collections/{collection}/share/links/{shareLink}/revoke", "GET /api/collections/{collection}/share-links/{shareLink}", askRevokeLink),
	edit("POST /collections/{collection}/share/links/{shareLink}/revoke", "DELETE /api/collections/{collection}/share-links/{shareLink}", revokeShareLink),
}

// allLinks lists the links of all collections, so that none is forgotten.
func allLinks(v *visit) error {
	f, err := v.setting("sharing.links")
	if err != nil {
		return err
	}
	all := view.Links{Now: time.Now()}
	err = v.together(func(r postgres.Reader) (err error) {
		all.Page, err = sharing.SharedCollections(v.Context(), r, v.paging())
		return err
	}, func(r postgres.Reader) error {
		a, err := people.Account(v.Context(), r)
		all.Allowed = a.PublicSharing
		return err
	})
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, view.AllLinks(f, all))
}

func sharingPage(v *visit) error {
	return v.shared(http.StatusOK, view.Sharing{Form: view.Form{Values: view.UsualShows()}})
}

// shared shows the page of sharing, after a new link with its address.
func (v *visit) shared(status int, s view.Sharing) error {
	id, err := v.number("collection")
	if err != nil {
		return err
	}
	err = v.together(func(r postgres.Reader) (err error) {
		s.Collection, err = inventory.Collection(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		s.Links, err = sharing.ShareLinks(v.Context(), r, id, v.paging())
		return err
	}, func(r postgres.Reader) error {
		a, err := people.Account(v.Context(), r)
		s.Allowed = a.PublicSharing
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.frame("", view.CurrentCollection(id))
	if err != nil {
		return err
	}
	f.Title, f.Saved, s.Now = f.T("sharing.title", "name", s.Collection.Name), v.URL.Query().Has("saved"), time.Now()
	return v.render(status, view.SharingPage(f, s))
}

// chooseVisibility changes nothing but the visibility.
func chooseVisibility(v *visit) error {
	id, err := v.number("collection")
	if err != nil {
		return err
	}
	err = v.rewrite(id, func(now catalog.Collection) catalog.CollectionInput {
		return catalog.CollectionInput{Name: now.Name, Description: now.Description, Emoji: now.Emoji, Visibility: v.text("visibility"), Currency: &now.Currency}
	})
	return v.answer(err, func(form view.Form) error {
		form.Values = view.UsualShows()
		return v.shared(http.StatusUnprocessableEntity, view.Sharing{Form: form})
	}, func() error { return v.redirect(view.SharePath(id) + "?saved") })
}

// shareLinkInput reads the form. A day that cannot be read must not mean forever.
func (v *visit) shareLinkInput() (catalog.ShareLinkInput, error) {
	var wrong fault.Invalid
	in := catalog.ShareLinkInput{Name: v.text("name"), Shows: []string{}}
	for _, what := range catalog.Shows {
		if v.text(view.ShowBox(what)) != "" {
			in.Shows = append(in.Shows, what)
		}
	}
	if days := v.integer(&wrong, "expires_at"); days != nil {
		in.ExpiresAt = new(time.Now().AddDate(0, 0, int(min(*days, 1_000_000))))
	}
	if err := wrong.Err(); err != nil {
		return in, err
	}
	return in, in.Validate()
}

// createShareLink makes a link. Its address is shown this once: only its hash is kept.
func createShareLink(v *visit) error {
	id, err := v.number("collection")
	if err != nil {
		return err
	}
	in, err := v.shareLinkInput()
	var made catalog.ShareLink
	token := identity.NewShareToken()
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.ShareLinkCreated, func(change postgres.Sharer) (err error) {
			made, err = sharing.CreateShareLink(v.Context(), change, id, in, token)
			return err
		})
	}
	return v.answer(err, func(form view.Form) error {
		return v.shared(http.StatusUnprocessableEntity, view.Sharing{Form: form.AsNotice("account")})
	}, func() error {
		return v.shared(http.StatusOK, view.Sharing{Form: view.Form{Values: view.UsualShows()}, Made: made, Address: v.Base + identity.SharePath(token)})
	})
}

// linkOf are the ids of the path.
func (v *visit) linkOf() (collection, link int64, err error) {
	if collection, err = v.number("collection"); err == nil {
		link, err = v.number("shareLink")
	}
	return collection, link, err
}

func askRevokeLink(v *visit) error {
	collection, id, err := v.linkOf()
	if err != nil {
		return err
	}
	var link catalog.ShareLink
	err = v.together(func(r postgres.Reader) (err error) {
		link, err = sharing.ShareLink(v.Context(), r, collection, id)
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.frame("", view.CurrentCollection(collection))
	if err != nil {
		return err
	}
	f.Title = f.T("keys.revoke.title", "name", link.Name)
	return v.render(http.StatusOK, view.RevokeShareLink(f, link))
}

func revokeShareLink(v *visit) error {
	collection, id, err := v.linkOf()
	if err != nil {
		return err
	}
	err = postgres.Change(v.Context(), v.Scope, catalog.ShareLinkDeleted, func(change postgres.Writer) error {
		return sharing.DeleteShareLink(v.Context(), change, collection, id)
	})
	if err != nil {
		return err
	}
	return v.redirect(view.SharePath(collection) + "?saved")
}
