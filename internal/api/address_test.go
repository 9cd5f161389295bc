package api

import (
	"net/http"
	"sync"
	"testing"

	"vitrine/internal/apitest"
)

// follow returns the status of the request behind a mailed link.
func (p *post) follow(t *testing.T, path, token string) int {
	t.Helper()
	return p.Nobody().Send(t, "POST", "/api/email/"+path, M{"token": token}).StatusCode
}

// resetGoesTo is where a password link is mailed.
func (p *post) resetGoesTo(t *testing.T, email string) []string {
	t.Helper()
	p.later(t)
	p.Nobody().Send(t, "POST", "/api/password/forgot", M{"email": email}).Want(t, http.StatusAccepted)
	return wrote(p.came(t))
}

// A new address can log in at once. Password links go to the previous one until
// the new one is confirmed.
func TestANewAddressIsConfirmed(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"PUT", "PATCH"} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			p := newPost(t)
			u := p.Owner(t)
			old, new := u.Email, address()
			same(t, "address", moveTo(t, u, method, new).Want(t, http.StatusOK).Dig(t, "data.attributes.email"), new)
			mails := p.came(t)
			same(t, "mails", wrote(mails), []string{"address_changed to " + old, "address_confirmation to " + new})
			u.Email = new
			same(t, "login", logInWith(t, u, ""), http.StatusOK)
			same(t, "before", p.resetGoesTo(t, new), []string{"password_reset to " + old})
			same(t, "by the old address", p.resetGoesTo(t, old), []string{})

			token := tokenIn(t, mails, "address_confirmation")
			same(t, "confirming", p.follow(t, "confirm", token), http.StatusNoContent)
			same(t, "after", p.resetGoesTo(t, new), []string{"password_reset to " + new})
			same(t, "confirming again", p.follow(t, "confirm", token), http.StatusUnprocessableEntity)
			logged := scalar[int](t, p.harness, `select count(*) from logs where action = 'email_confirmed' and parameters->>'email' = $1`, new)
			same(t, "entries", logged, 1)
		})
	}
}

// Only the newest address can be confirmed, and returning needs no confirmation.
func TestConfirmationsAreForOneAddress(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	u := p.Owner(t)
	home, second, third := u.Email, address(), address()
	moveTo(t, u, "PUT", second).Want(t, http.StatusOK)
	stale := tokenIn(t, p.came(t), "address_confirmation")
	moveTo(t, u, "PUT", third).Want(t, http.StatusOK)
	same(t, "mails", wrote(p.came(t)), []string{"address_changed to " + home, "address_confirmation to " + third})
	same(t, "confirming the address before", p.follow(t, "confirm", stale), http.StatusUnprocessableEntity)
	same(t, "resets", p.resetGoesTo(t, third), []string{"password_reset to " + home})
	moveTo(t, u, "PUT", home).Want(t, http.StatusOK)
	same(t, "mails after going back", wrote(p.came(t)), []string{})
	same(t, "resets after going back", p.resetGoesTo(t, home), []string{"password_reset to " + home})
	moveTo(t, u, "PUT", home).Want(t, http.StatusOK)
	same(t, "mails without a change", wrote(p.came(t)), []string{})
}

// The reader of the old address undoes a change: the address is restored, and
// whoever changed it has no key, password or link left.
func TestAChangeOfAddressIsTakenBack(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	u := p.Owner(t)
	old, thief := u.Email, address()
	moveTo(t, u, "PUT", thief).Want(t, http.StatusOK)
	mails := p.came(t)
	back := tokenIn(t, mails, "address_changed")
	same(t, "confirming", p.follow(t, "confirm", tokenIn(t, mails, "address_confirmation")), http.StatusNoContent)
	u.Email = thief
	link := p.forget(t, u)

	same(t, "taking back", p.follow(t, "take-back", back), http.StatusNoContent)
	mails = p.came(t)
	same(t, "mails", wrote(mails), []string{"address_restored to " + old, "address_withdrawn to " + thief})
	u.Send(t, "GET", "/api/me", nil).Want(t, http.StatusUnauthorized)
	same(t, "a link from before", p.reset(t, link), http.StatusUnprocessableEntity)
	same(t, "taking back again", p.follow(t, "take-back", back), http.StatusUnprocessableEntity)
	u.Email = old
	same(t, "login with the password from before", logInWith(t, u, ""), http.StatusUnauthorized)
	same(t, "the new password", p.reset(t, tokenIn(t, mails, "address_restored")), http.StatusNoContent)
	p.came(t)
	same(t, "login", logInWith(t, u, ""), http.StatusOK)
	same(t, "resets", p.resetGoesTo(t, old), []string{"password_reset to " + old})
	logged := scalar[int](t, p.harness, `select count(*) from logs where action = 'email_restored' and parameters->>'email' = $1`, old)
	same(t, "entries", logged, 1)
}

// An earlier address outranks a later one: moving on to a third cannot keep the
// first owner from restoring the first.
func TestTheEarlierAddressOutranks(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	u := p.Owner(t)
	first, second, third := u.Email, address(), address()
	moveTo(t, u, "PUT", second).Want(t, http.StatusOK)
	mails := p.came(t)
	fromFirst := tokenIn(t, mails, "address_changed")
	p.follow(t, "confirm", tokenIn(t, mails, "address_confirmation"))
	moveTo(t, u, "PUT", third).Want(t, http.StatusOK)
	mails = p.came(t)
	same(t, "mails", wrote(mails), []string{"address_changed to " + second, "address_confirmation to " + third})
	fromSecond := tokenIn(t, mails, "address_changed")
	same(t, "back to the second", p.follow(t, "take-back", fromSecond), http.StatusNoContent)
	same(t, "back to the first", p.follow(t, "take-back", fromFirst), http.StatusNoContent)
	same(t, "back to the second once more", p.follow(t, "take-back", fromSecond), http.StatusUnprocessableEntity)
	same(t, "users", scalar[int](t, p.harness, `select count(*) from users where email = $1 and confirmed_email is null`, first), 1)
}

// If another user has the old address, the login keeps the new one, but
// everything else is restored.
func TestATakenAddressIsTakenBackForMail(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	u := p.Owner(t)
	old, thief := u.Email, address()
	moveTo(t, u, "PUT", thief).Want(t, http.StatusOK)
	mails := p.came(t)
	back, confirm := tokenIn(t, mails, "address_changed"), tokenIn(t, mails, "address_confirmation")
	moveTo(t, p.Owner(t), "PUT", old).Want(t, http.StatusOK)
	p.came(t)
	same(t, "taking back", p.follow(t, "take-back", back), http.StatusNoContent)
	same(t, "confirming after that", p.follow(t, "confirm", confirm), http.StatusUnprocessableEntity)
	mails = p.came(t)
	same(t, "mails", wrote(mails), []string{"address_restored to " + old, "address_withdrawn to " + thief})
	same(t, "the new password", p.reset(t, tokenIn(t, mails, "address_restored")), http.StatusNoContent)
	p.came(t)
	same(t, "resets", p.resetGoesTo(t, thief), []string{"password_reset to " + old})
}

// A link works once and for seven days, independent of the other kind.
func TestAddressLinksEnd(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	u := p.Owner(t)
	moveTo(t, u, "PUT", address()).Want(t, http.StatusOK)
	mails := p.came(t)
	back, confirm := tokenIn(t, mails, "address_changed"), tokenIn(t, mails, "address_confirmation")
	same(t, "confirming by the other", p.follow(t, "confirm", back), http.StatusUnprocessableEntity)
	same(t, "taking back by the other", p.follow(t, "take-back", confirm), http.StatusUnprocessableEntity)
	days := scalar[float64](t, p.harness, `select min(extract(epoch from expires_at - now()) / 86400)::float8 from address_links`)
	if days < 6.9 || days > 7 {
		t.Errorf("links are good for %f days, want 7", days)
	}
	apitest.Exec(t, p.harness, `update address_links set expires_at = now() - interval '1 second'`)
	same(t, "confirming too late", p.follow(t, "confirm", confirm), http.StatusUnprocessableEntity)
	same(t, "taking back too late", p.follow(t, "take-back", back), http.StatusUnprocessableEntity)
}

// A token cannot mail confirmations to strangers without limit, not even by
// concurrent requests; every change is notified.
func TestChangesOfAddressAreBounded(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	u := p.Owner(t)
	var all sync.WaitGroup
	var mu sync.Mutex
	counts := map[int]int{}
	for range 16 {
		all.Go(func() {
			r := moveTo(t, u, "PUT", address())
			mu.Lock()
			defer mu.Unlock()
			counts[r.StatusCode]++
		})
	}
	all.Wait()
	same(t, "statuses", counts, map[int]int{http.StatusOK: 10, http.StatusUnprocessableEntity: 6})
	same(t, "mails", len(p.came(t)), 20)
	u.Send(t, "PATCH", "/api/me", M{"nickname": "Countess"}).Want(t, http.StatusOK)
	moveTo(t, u, "PUT", u.Email).Want(t, http.StatusOK) // returning is never refused
}

// Without mail, an address changes at once.
func TestAddressesChangeWithoutMail(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	for range 12 {
		moveTo(t, u, "PUT", address()).Want(t, http.StatusOK)
	}
	id := atoi(t, u.Send(t, "GET", "/api/me", nil).ID(t))
	same(t, "links", scalar[int](t, h, `select count(*) from address_links where user_id = $1`, id), 0)
	same(t, "unconfirmed", scalar[int](t, h, `select count(*) from users where id = $1 and confirmed_email is not null`, id), 0)
}
