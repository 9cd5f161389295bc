package api

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/mail"
)

// invite creates one more invitation.
func invite(t *testing.T, u *person, headers ...string) response {
	t.Helper()
	return u.Send(t, "POST", "/api/account/invitations", M{"email": address(), "role": "viewer"}, headers...)
}

// An account has at most 50 pending invitations, even by concurrent requests,
// careful or not.
func TestPendingInvitationsAreBounded(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	var all sync.WaitGroup
	var mu sync.Mutex
	counts := map[int]int{}
	for i := range 64 {
		all.Go(func() {
			var headers []string
			if i%2 == 0 {
				headers = []string{"Idempotency-Key", address()}
			}
			r := patiently(func() response { return invite(t, u, headers...) })
			mu.Lock()
			defer mu.Unlock()
			counts[r.StatusCode]++
		})
	}
	all.Wait()
	same(t, "statuses", counts, map[int]int{http.StatusCreated: 50, http.StatusUnprocessableEntity: 14})
	refused := invite(t, u).Want(t, http.StatusUnprocessableEntity)
	if says, _ := refused.Dig(t, "errors.email.0").(string); !strings.Contains(says, "50 pending") || !strings.Contains(says, "Delete") {
		t.Errorf("it says %q", says)
	}
	made := scalar[int](t, h, `select count(*) from invitations i join users u using (account_id) where u.email = $1`, u.Email)
	same(t, "invitations", made, 50)

	list := u.Send(t, "GET", "/api/account/invitations", nil)
	u.Send(t, "DELETE", "/api/account/invitations/"+list.Dig(t, "data.0.id").(string), nil).Want(t, http.StatusNoContent)
	invite(t, u).Want(t, http.StatusCreated)
	invite(t, u).Want(t, http.StatusUnprocessableEntity)
	apitest.Exec(t, h, `update invitations set expires_at = now() - interval '1 second' where account_id = (select account_id from users where email = '`+u.Email+`')`)
	invite(t, u).Want(t, http.StatusCreated)
	invite(t, h.Owner(t)).Want(t, http.StatusCreated)
}

// An account creates at most 100 invitations per day, including deleted ones.
func TestInvitationsOfADayAreBounded(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	day := func(set string) {
		apitest.Exec(t, h, `update accounts set `+set+` where id = (select account_id from users where email = '`+u.Email+`')`)
	}
	id := invite(t, u).Want(t, http.StatusCreated).ID(t)
	u.Send(t, "DELETE", "/api/account/invitations/"+id, nil).Want(t, http.StatusNoContent)
	if made := scalar[int](t, h, `select invited from accounts where id = (select account_id from users where email = $1)`, u.Email); made != 1 {
		t.Fatalf("%d are counted, want 1", made)
	}
	day(`invited = 98`)
	var all sync.WaitGroup
	var mu sync.Mutex
	counts := map[int]int{}
	for range 8 {
		all.Go(func() {
			r := invite(t, u)
			mu.Lock()
			defer mu.Unlock()
			counts[r.StatusCode]++
		})
	}
	all.Wait()
	same(t, "statuses", counts, map[int]int{http.StatusCreated: 2, http.StatusUnprocessableEntity: 6})
	refused := invite(t, u).Want(t, http.StatusUnprocessableEntity)
	if says, _ := refused.Dig(t, "errors.email.0").(string); !strings.Contains(says, "100") || !strings.Contains(says, "tomorrow") {
		t.Errorf("it says %q", says)
	}
	day(`invited_on = invited_on - 1`)
	invite(t, u).Want(t, http.StatusCreated)
}

// An invitation is to an account, which is called by its name, and by whom. A name that looks
// like a link is not mailed to strangers.
func TestInvitationsNameTheAccount(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	u := p.Owner(t)
	for name, shown := range map[string]bool{"Aalto family": true, "Win at www.evil.example/now": false} {
		u.Send(t, "PATCH", "/api/account", M{"name": name}).Want(t, http.StatusOK)
		p.came(t)
		u.Send(t, "POST", "/api/account/invitations", M{"email": address(), "role": "viewer"}).Want(t, http.StatusCreated)
		mails := p.came(t)
		if len(mails) != 1 {
			t.Fatalf("%d mails came", len(mails))
		}
		same(t, "the account", mails[0].Data["account"], name)
		same(t, "whether the inviter is another name", mails[0].Data["inviter"] != name && mails[0].Data["inviter"] != "", true)
		subject, text, page, err := mail.Render(mails[0])
		if err != nil {
			t.Fatal(err)
		}
		for what, said := range map[string]string{"subject": subject, "text": text, "page": page} {
			same(t, what+" with "+name, strings.Contains(said, name), shown)
		}
	}
}
