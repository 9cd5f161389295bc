package api

import (
	"crypto/rand"
	"net/http"
	"testing"

	"vitrine/internal/identity"
)

// examples puts into the example of an operation what cannot stand in a
// document: ids that exist, addresses that are free. What is nil is left out.
// A new operation needs a row only if its example does not work as it is; a PATCH
// without one takes that of its PUT.
var examples = map[string]func(t testing.TB, w *world) M{
	"POST /api/register":            func(testing.TB, *world) M { return M{"email": address()} },
	"POST /api/login":               func(_ testing.TB, w *world) M { return M{"email": w.email, "password": password} },
	"PUT /api/me":                   func(_ testing.TB, w *world) M { return M{"email": w.email} },
	"POST /api/locations":           func(_ testing.TB, w *world) M { return M{"parent_id": w.ids["location"]} },
	"PUT /api/locations/{location}": func(t testing.TB, w *world) M { return M{"parent_id": w.make(t, "/api/locations", M{"name": "House"})} },

	"POST /api/collection-types/{collectionType}/custom-fields":                func(_ testing.TB, w *world) M { return M{"group_id": w.ids["group"]} },
	"PATCH /api/collection-types/{collectionType}/custom-fields/{customField}": func(testing.TB, *world) M { return M{"field_type": "select"} }, // the kind that has options
	"POST /api/collections/{collection}/items":                                 itemExample,
	"PUT /api/collections/{collection}/items/{item}":                           itemExample,
	"POST /api/items/{item}/copies":                                            func(_ testing.TB, w *world) M { return M{"location_id": w.ids["location"]} },
	"PUT /api/items/{item}/copies/{copy}":                                      func(_ testing.TB, w *world) M { return M{"location_id": w.ids["location"]} },
	"POST /api/copies/{copy}/insurance-records":                                func(testing.TB, *world) M { return M{"policy_number": rand.Text()} }, // one active record each

	"POST /api/account/invitations":        func(testing.TB, *world) M { return M{"email": address()} },
	"POST /api/invitations/{token}/accept": inviteExample,
	"PUT /api/me/password": func(testing.TB, *world) M {
		return M{"current_password": password, "password": password, "password_confirmation": password}
	},
	"POST /api/password/reset":               resetExample,
	"POST /api/email/confirm":                func(t testing.TB, w *world) M { return addressExample(t, w, "confirm", identity.ConfirmPrefix) },
	"POST /api/email/take-back":              func(t testing.TB, w *world) M { return addressExample(t, w, "take_back", identity.TakeBackPrefix) },
	"POST /api/me/two-factor":                func(testing.TB, *world) M { return M{"password": password} },
	"POST /api/me/two-factor/confirm":        func(t testing.TB, w *world) M { return M{"code": codeAt(t, w.enrol(t), 0)} },
	"POST /api/me/two-factor/recovery-codes": proofExample,
	"DELETE /api/me/two-factor":              proofExample,
}

// inviteExample needs an invitation of its own each time: it may be accepted.
func inviteExample(t testing.TB, w *world) M {
	r := w.send(t, "POST", "/api/account/invitations", M{"email": address(), "role": "viewer"}).want(t, http.StatusCreated)
	w.ids["token"], _ = r.dig(t, "token").(string)
	return nil
}

// resetExample needs a link of its own each time, such as a mail has.
func resetExample(t testing.TB, w *world) M {
	token := identity.NewSecret(identity.ResetPrefix)
	scalar[int](t, w.harness, `with r as (
			insert into password_resets (account_id, user_id, token_hash, expires_at) select account_id, id, $2, now() + interval '1 hour' from users where email = $1
			on conflict (account_id, user_id) do update set token_hash = excluded.token_hash returning 1
		) select count(*)::int from r`, w.email, identity.HashToken(token))
	return M{"token": token}
}

// addressExample needs a link of its own each time, such as a mail has.
func addressExample(t testing.TB, w *world, kind, prefix string) M {
	token := identity.NewSecret(prefix)
	scalar[int](t, w.harness, `with l as (
			insert into address_links (account_id, user_id, kind, address, token_hash, expires_at)
			select account_id, id, $2, email, $3, now() + interval '7 days' from users where email = $1 returning 1
		) select count(*)::int from l`, w.email, kind, identity.HashToken(token))
	return M{"token": token}
}

// proofExample proves by a recovery code, which is good at any time.
func proofExample(t testing.TB, w *world) M {
	confirmed := w.send(t, "POST", "/api/me/two-factor/confirm", M{"code": codeAt(t, w.enrol(t), 0)}).want(t, http.StatusOK)
	return M{"password": password, "code": confirmed.dig(t, "data.attributes.recovery_codes.0")}
}

// enrol begins a second factor, whatever there was before, and tells its secret.
func (w *world) enrol(t testing.TB) string {
	t.Helper()
	scalar[int](t, w.harness, `with u as (update users set totp_enabled = false, totp_seed = null, code_failures = 0, code_blocked_until = null where email = $1 returning 1)
		select count(*)::int from u`, w.email)
	secret, _ := w.send(t, "POST", "/api/me/two-factor", M{"password": password}).want(t, http.StatusOK).dig(t, "data.attributes.secret").(string)
	return secret
}

// itemExample answers a field that takes any text.
func itemExample(t testing.TB, w *world) M {
	return M{"collection_type_id": w.ids["collectionType"], "custom_fields": M{w.textField(t): "Hergé"}}
}

// textField is a custom field of the world's type for texts, made when first
// asked for.
func (w *world) textField(t testing.TB) string {
	t.Helper()
	const name = "a text field"
	if w.ids[name] == "" {
		w.ids[name] = w.make(t, w.fill("/api/collection-types/{collectionType}/custom-fields"), M{"field_type": "text"})
	}
	return w.ids[name]
}
