package api

import (
	"net/http"

	"vitrine/internal/account"
	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/people"
)

var accountRoutes = []route{
	read(member, "GET /api/account", mine(people.Account), single(http.StatusOK, accountOf)),
	write(owner, "PUT /api/account", catalog.AccountUpdated, create(accountInput, people.UpdateAccount), single(http.StatusOK, accountOf)),
	use(owner, "DELETE /api/account", "", erasure, done((*account.Accounts).EraseAccount), nothing),
}

func accountInput(b *body) catalog.AccountInput {
	return catalog.AccountInput{
		Name:                b.text("name"),
		CurrencyCode:        b.optional("currency_code"),
		TrashRetentionDays:  b.integer("trash_retention_days"),
		PhotoPlace:          b.optional("photo_place"),
		PublicSharing:       b.boolean("public_sharing"),
		UninsuredAbove:      b.reference("uninsured_above"),
		UnderInsuredPercent: b.integer("under_insured_percent"),
		AttentionDays:       b.integer("attention_days"),
	}
}

func erasure(b *body) identity.Erasure {
	return identity.Erasure{Password: b.secret("password"), Code: b.text("code")}
}

func accountOf(r *request, a catalog.Account) resource {
	var limit *int64
	if most := a.StorageLimit(r.quota); most > 0 {
		limit = &most
	}
	return resource{kind: "account", id: a.ID, self: "/api/account", attributes: attributes{
		{"uuid", a.UUID},
		{"name", a.Name},
		{"currency_code", a.CurrencyCode},
		{"trash_retention_days", a.TrashRetentionDays},
		{"photo_place", a.PhotoPlace},
		{"public_sharing", a.PublicSharing},
		{"uninsured_above", a.UninsuredAbove},
		{"under_insured_percent", a.UnderInsuredPercent},
		{"attention_days", a.AttentionDays},
		{"items_used", a.ItemsUsed},
		{"item_limit", nil},
		{"storage_used", a.StorageUsed},
		{"storage_limit", limit},
		{"created_at", a.CreatedAt},
		{"updated_at", a.UpdatedAt},
	}}
}
