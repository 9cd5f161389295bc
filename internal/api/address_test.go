package api

import (
	"net/http"
	"sync"
	"testing"
)

// follow is the status of what the page behind a mailed link sends.
func (p *post) follow(t *testing.T, path, token string) int {
	t.Helper()
	return p.nobody().send(t, "POST", "/api/email/"+path, M{"token": token}).StatusCode
}

// resetGoesTo is where a link to a new password is mailed.
func (p *post) resetGoesTo(t *testing.T, email string) []string {
	t.Helper()
	p.later(t)
	p.nobody().send(t, "POST", "/api/password/forgot", M{"email": email}).want(t, http.StatusAccepted)
	return wrote(p.came(t))
}

// A new address counts at once for logging in. Links to a new password go to
// the one before until whoever reads the new one has said so.
func TestANewAddressIsConfirmed(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"PUT", "PATCH"} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			p := newPost(t)
			u := p.owner(t)
			old, new := u.email, address()
			same(t, "address", u.move(t, method, new).want(t, http.StatusOK).dig(t, "data.attributes.email"), new)
			mails := p.came(t)
			same(t, "mails", wrote(mails), []string{"address_changed to " + old, "address_confirmation to " + new})
			u.email = new
			same(t, "login", u.login(t, ""), http.StatusOK)
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

// Only the newest address can be confirmed, and going back needs no words.
func TestConfirmationsAreForOneAddress(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	u := p.owner(t)
	home, second, third := u.email, address(), address()
	u.move(t, "PUT", second).want(t, http.StatusOK)
	stale := tokenIn(t, p.came(t), "address_confirmation")
	u.move(t, "PUT", third).want(t, http.StatusOK)
	same(t, "mails", wrote(p.came(t)), []string{"address_changed to " + home, "address_confirmation to " + third})
	same(t, "confirming the address before", p.follow(t, "confirm", stale), http.StatusUnprocessableEntity)
	same(t, "resets", p.resetGoesTo(t, third), []string{"password_reset to " + home})
	u.move(t, "PUT", home).want(t, http.StatusOK)
	same(t, "mails after going back", wrote(p.came(t)), []string{})
	same(t, "resets after going back", p.resetGoesTo(t, home), []string{"password_reset to " + home})
	u.move(t, "PUT", home).want(t, http.StatusOK)
	same(t, "mails without a change", wrote(p.came(t)), []string{})
}

// Whoever reads the old address takes a change back: the address is as it was,
// and who changed it has neither a key nor a password nor a link left.
func TestAChangeOfAddressIsTakenBack(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	u := p.owner(t)
	old, thief := u.email, address()
	u.move(t, "PUT", thief).want(t, http.StatusOK)
	mails := p.came(t)
	back := tokenIn(t, mails, "address_changed")
	same(t, "confirming", p.follow(t, "confirm", tokenIn(t, mails, "address_confirmation")), http.StatusNoContent)
	u.email = thief
	link := p.forget(t, u)

	same(t, "taking back", p.follow(t, "take-back", back), http.StatusNoContent)
	mails = p.came(t)
	same(t, "mails", wrote(mails), []string{"address_restored to " + old, "address_withdrawn to " + thief})
	u.send(t, "GET", "/api/me", nil).want(t, http.StatusUnauthorized)
	same(t, "a link from before", p.reset(t, link), http.StatusUnprocessableEntity)
	same(t, "taking back again", p.follow(t, "take-back", back), http.StatusUnprocessableEntity)
	u.email = old
	same(t, "login with the password from before", u.login(t, ""), http.StatusUnauthorized)
	same(t, "the new password", p.reset(t, tokenIn(t, mails, "address_restored")), http.StatusNoContent)
	p.came(t)
	same(t, "login", u.login(t, ""), http.StatusOK)
	same(t, "resets", p.resetGoesTo(t, old), []string{"password_reset to " + old})
	logged := scalar[int](t, p.harness, `select count(*) from logs where action = 'email_restored' and parameters->>'email' = $1`, old)
	same(t, "entries", logged, 1)
}

// An earlier address outranks a later one: who goes on to a third address
// cannot keep the first owner from taking back the first.
func TestTheEarlierAddressOutranks(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	u := p.owner(t)
	first, second, third := u.email, address(), address()
	u.move(t, "PUT", second).want(t, http.StatusOK)
	mails := p.came(t)
	fromFirst := tokenIn(t, mails, "address_changed")
	p.follow(t, "confirm", tokenIn(t, mails, "address_confirmation"))
	u.move(t, "PUT", third).want(t, http.StatusOK)
	mails = p.came(t)
	same(t, "mails", wrote(mails), []string{"address_changed to " + second, "address_confirmation to " + third})
	fromSecond := tokenIn(t, mails, "address_changed")
	same(t, "back to the second", p.follow(t, "take-back", fromSecond), http.StatusNoContent)
	same(t, "back to the first", p.follow(t, "take-back", fromFirst), http.StatusNoContent)
	same(t, "back to the second once more", p.follow(t, "take-back", fromSecond), http.StatusUnprocessableEntity)
	same(t, "users", scalar[int](t, p.harness, `select count(*) from users where email = $1 and confirmed_email is null`, first), 1)
}

// If somebody else has the old address by now, the login keeps the new one, but
// all else comes back.
func TestATakenAddressIsTakenBackForMail(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	u := p.owner(t)
	old, thief := u.email, address()
	u.move(t, "PUT", thief).want(t, http.StatusOK)
	mails := p.came(t)
	back, confirm := tokenIn(t, mails, "address_changed"), tokenIn(t, mails, "address_confirmation")
	p.owner(t).move(t, "PUT", old).want(t, http.StatusOK)
	p.came(t)
	same(t, "taking back", p.follow(t, "take-back", back), http.StatusNoContent)
	same(t, "confirming after that", p.follow(t, "confirm", confirm), http.StatusUnprocessableEntity)
	mails = p.came(t)
	same(t, "mails", wrote(mails), []string{"address_restored to " + old, "address_withdrawn to " + thief})
	same(t, "the new password", p.reset(t, tokenIn(t, mails, "address_restored")), http.StatusNoContent)
	p.came(t)
	same(t, "resets", p.resetGoesTo(t, thief), []string{"password_reset to " + old})
}

// A link is good once and for seven days, whatever the other kind may be.
func TestAddressLinksEnd(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	u := p.owner(t)
	u.move(t, "PUT", address()).want(t, http.StatusOK)
	mails := p.came(t)
	back, confirm := tokenIn(t, mails, "address_changed"), tokenIn(t, mails, "address_confirmation")
	same(t, "confirming by the other", p.follow(t, "confirm", back), http.StatusUnprocessableEntity)
	same(t, "taking back by the other", p.follow(t, "take-back", confirm), http.StatusUnprocessableEntity)
	days := scalar[float64](t, p.harness, `select min(extract(epoch from expires_at - now()) / 86400)::float8 from address_links`)
	if days < 6.9 || days > 7 {
		t.Errorf("links are good for %f days, want 7", days)
	}
	run(t, p.harness, `update address_links set expires_at = now() - interval '1 second'`)
	same(t, "confirming too late", p.follow(t, "confirm", confirm), http.StatusUnprocessableEntity)
	same(t, "taking back too late", p.follow(t, "take-back", back), http.StatusUnprocessableEntity)
}

// A token does not mail confirmations to strangers without end, also not by
// many requests at once; and every change is told.
func TestChangesOfAddressAreBounded(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	u := p.owner(t)
	var all sync.WaitGroup
	var mu sync.Mutex
	counts := map[int]int{}
	for range 16 {
		all.Go(func() {
			r := u.move(t, "PUT", address())
			mu.Lock()
			defer mu.Unlock()
			counts[r.StatusCode]++
		})
	}
	all.Wait()
	same(t, "statuses", counts, map[int]int{http.StatusOK: 10, http.StatusUnprocessableEntity: 6})
	same(t, "mails", len(p.came(t)), 20)
	u.send(t, "PATCH", "/api/me", M{"nickname": "Countess"}).want(t, http.StatusOK)
	u.move(t, "PUT", u.email).want(t, http.StatusOK) // home again is never refused
}

// Where no mail is sent, an address changes as it ever did.
func TestAddressesChangeWithoutMail(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.owner(t)
	for range 12 {
		u.move(t, "PUT", address()).want(t, http.StatusOK)
	}
	id := atoi(t, u.send(t, "GET", "/api/me", nil).id(t))
	same(t, "links", scalar[int](t, h, `select count(*) from address_links where user_id = $1`, id), 0)
	same(t, "unconfirmed", scalar[int](t, h, `select count(*) from users where id = $1 and confirmed_email is not null`, id), 0)
}
