package apitest

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"vitrine/internal/identity"
	"vitrine/test/fixture"
)

// Example is the documented body, adapted to a world. A PATCH uses the
// declarations of its PUT unless it has its own.
func (o *Operation) Example(t testing.TB, w *World) M {
	t.Helper()
	body := M{}
	maps.Copy(body, o.Body().Example.(M))
	maps.Copy(body, w.declared(t, o.Pattern))
	mend := Examples[o.Pattern]
	if mend == nil {
		mend = Examples[AsPut(o.Pattern)]
	}
	if mend != nil {
		maps.Copy(body, mend(t, w))
	}
	maps.DeleteFunc(body, func(_ string, v any) bool { return v == nil })
	return body
}

// declared is what the fixtures add to an example.
func (w *World) declared(t testing.TB, pattern string) M {
	t.Helper()
	method, path, _ := strings.Cut(pattern, " ")
	for _, r := range fixture.All {
		flat := strings.HasSuffix(path, "}") && slices.ContainsFunc(r.Routes, func(rt fixture.Route) bool { return rt.Pattern == "PUT "+path })
		if r.Path == "" || method == "POST" && path != r.Path || method != "POST" && path != r.Object() && !flat {
			continue
		}
		for name := range r.Spares() {
			w.Spare(t, name)
		}
		example := r.Example[method]
		if example == nil && method == "PATCH" {
			example = r.Example["PUT"]
		}
		return w.FillBody(t, example)
	}
	return nil
}

// Examples adds what neither document nor fixture can know: a mailed link, a
// currently valid code. Nil members are removed.
var Examples = map[string]func(t testing.TB, w *World) M{
	"POST /api/register": func(testing.TB, *World) M { return M{"email": Address()} },
	"POST /api/login":    func(_ testing.TB, w *World) M { return M{"email": w.Email, "password": Password} },
	"PUT /api/me":        func(_ testing.TB, w *World) M { return M{"email": w.Email} },

	"POST /api/invitations/{token}/accept": inviteExample,
	"DELETE /api/photos":                   photosExample,
	"POST /api/trash/{entry}/restore": func(t testing.TB, w *World) M {
		trashExample(t, w)
		return M{"parent_id": nil}
	},
	"PUT /api/trash":       trashExample,
	"POST /api/items/move": moveExample,
	"PUT /api/me/password": func(testing.TB, *World) M {
		return M{"current_password": Password, "password": Password, "password_confirmation": Password}
	},
	"POST /api/password/reset":               resetExample,
	"POST /api/email/confirm":                func(t testing.TB, w *World) M { return addressExample(t, w, "confirm", identity.ConfirmPrefix) },
	"POST /api/email/take-back":              func(t testing.TB, w *World) M { return addressExample(t, w, "take_back", identity.TakeBackPrefix) },
	"POST /api/me/two-factor":                func(testing.TB, *World) M { return M{"password": Password} },
	"POST /api/me/two-factor/confirm":        func(t testing.TB, w *World) M { return M{"code": CodeAt(t, w.Enrol(t), time.Now())} },
	"POST /api/me/two-factor/recovery-codes": proofExample,
	"DELETE /api/me/two-factor":              proofExample,
}

// inviteExample needs a new invitation each time: it may be accepted.
func inviteExample(t testing.TB, w *World) M {
	r := w.Send(t, "POST", "/api/account/invitations", M{"email": Address(), "role": "viewer"}).Want(t, http.StatusCreated)
	w.IDs["token"], _ = r.Dig(t, "token").(string)
	return nil
}

// photosExample needs a new photo each time, of an item that has room for it.
func photosExample(t testing.TB, w *World) M {
	item := w.Make(t, w.Fill("/api/collections/{collection}/items"), M{"name": "Shown"})
	return M{"photo_ids": []any{w.Make(t, "/api/items/"+item+"/photos", w.FillBody(t, M{"sha256": "FILE"}))}}
}

// trashExample needs a new entry each time: it may be restored.
func trashExample(t testing.TB, w *World) M {
	w.IDs["discarded"], w.IDs["entry"] = w.discard(t)
	return M{"type": "location", "id": w.IDs["discarded"]}
}

// moveExample needs a new item each time, in another collection.
func moveExample(t testing.TB, w *World) M {
	elsewhere := w.Make(t, "/api/collections", M{"name": "Elsewhere", "visibility": "private"})
	return M{"item_ids": []any{w.Make(t, "/api/collections/"+elsewhere+"/items", M{"name": "Moved"})}, "collection_id": w.IDs["collection"]}
}

// resetExample needs a new link each time, as in a mail.
func resetExample(t testing.TB, w *World) M {
	token := identity.NewSecret(identity.ResetPrefix)
	Scalar[int](t, w.Harness, `with r as (
			insert into password_resets (account_id, user_id, token_hash, expires_at) select account_id, id, $2, now() + interval '1 hour' from users where email = $1
			on conflict (account_id, user_id) do update set token_hash = excluded.token_hash returning 1
		) select count(*)::int from r`, w.Email, identity.HashToken(token))
	return M{"token": token}
}

// addressExample needs a new link each time, as in a mail.
func addressExample(t testing.TB, w *World, kind, prefix string) M {
	token := identity.NewSecret(prefix)
	Scalar[int](t, w.Harness, `with l as (
			insert into address_links (account_id, user_id, kind, address, token_hash, expires_at)
			select account_id, id, $2, email, $3, now() + interval '7 days' from users where email = $1 returning 1
		) select count(*)::int from l`, w.Email, kind, identity.HashToken(token))
	return M{"token": token}
}

// proofExample uses a recovery code, which is valid at any time.
func proofExample(t testing.TB, w *World) M {
	confirmed := w.Send(t, "POST", "/api/me/two-factor/confirm", M{"code": CodeAt(t, w.Enrol(t), time.Now())}).Want(t, http.StatusOK)
	return M{"password": Password, "code": confirmed.Dig(t, "data.attributes.recovery_codes.0")}
}

// Enrol begins a second factor, replacing any earlier one, and returns its
// secret.
func (w *World) Enrol(t testing.TB) string {
	t.Helper()
	Scalar[int](t, w.Harness, `with u as (update users set totp_enabled = false, totp_seed = null, code_failures = 0, code_blocked_until = null where email = $1 returning 1)
		select count(*)::int from u`, w.Email)
	secret, _ := w.Send(t, "POST", "/api/me/two-factor", M{"password": Password}).Want(t, http.StatusOK).Dig(t, "data.attributes.secret").(string)
	return secret
}

// CodeAt is the code of a second factor at a time.
func CodeAt(t testing.TB, secret string, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, at)
	if err != nil {
		t.Fatal(err)
	}
	return code
}
