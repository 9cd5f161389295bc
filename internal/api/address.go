package api

import (
	"vitrine/internal/account"
	"vitrine/internal/catalog"
	"vitrine/internal/identity"
)

var addresses = []route{
	visit("POST /api/email/confirm", catalog.EmailConfirmed, addressLink, done((*account.Accounts).ConfirmAddress), nothing),
	visit("POST /api/email/take-back", catalog.EmailRestored, addressLink, done((*account.Accounts).TakeBackAddress), nothing),
}

func addressLink(b *body) identity.AddressLink { return identity.AddressLink{Token: b.text("token")} }
