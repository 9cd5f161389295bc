package api

import (
	"net/http"
	"strings"
	"sync"
	"testing"
)

// invite is the status of one more invitation.
func (u *person) invite(t *testing.T, headers ...string) response {
	t.Helper()
	return u.send(t, "POST", "/api/account/invitations", M{"email": address(), "role": "viewer"}, headers...)
}

// An account has at most 50 invitations pending, however many are made at once,
// carefully or not.
func TestPendingInvitationsAreBounded(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.owner(t)
	var all sync.WaitGroup
	var mu sync.Mutex
	counts := map[int]int{}
	for i := range 64 {
		all.Go(func() {
			var headers []string
			if i%2 == 0 {
				headers = []string{"Idempotency-Key", address()}
			}
			r := u.invite(t, headers...)
			mu.Lock()
			defer mu.Unlock()
			counts[r.StatusCode]++
		})
	}
	all.Wait()
	same(t, "statuses", counts, map[int]int{http.StatusCreated: 50, http.StatusUnprocessableEntity: 14})
	refused := u.invite(t).want(t, http.StatusUnprocessableEntity)
	if says, _ := refused.dig(t, "errors.email.0").(string); !strings.Contains(says, "50 pending") || !strings.Contains(says, "Delete") {
		t.Errorf("it says %q", says)
	}
	made := scalar[int](t, h, `select count(*) from invitations i join users u using (account_id) where u.email = $1`, u.email)
	same(t, "invitations", made, 50)

	list := u.send(t, "GET", "/api/account/invitations", nil)
	u.send(t, "DELETE", "/api/account/invitations/"+list.dig(t, "data.0.id").(string), nil).want(t, http.StatusNoContent)
	u.invite(t).want(t, http.StatusCreated)
	u.invite(t).want(t, http.StatusUnprocessableEntity)
	run(t, h, `update invitations set expires_at = now() - interval '1 second' where account_id = (select account_id from users where email = '`+u.email+`')`)
	u.invite(t).want(t, http.StatusCreated)
	h.owner(t).invite(t).want(t, http.StatusCreated)
}

// An account makes at most 100 invitations a day, also if they are deleted.
func TestInvitationsOfADayAreBounded(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.owner(t)
	day := func(set string) {
		run(t, h, `update accounts set `+set+` where id = (select account_id from users where email = '`+u.email+`')`)
	}
	id := u.invite(t).want(t, http.StatusCreated).id(t)
	u.send(t, "DELETE", "/api/account/invitations/"+id, nil).want(t, http.StatusNoContent)
	if made := scalar[int](t, h, `select invited from accounts where id = (select account_id from users where email = $1)`, u.email); made != 1 {
		t.Fatalf("%d are counted, want 1", made)
	}
	day(`invited = 98`)
	var all sync.WaitGroup
	var mu sync.Mutex
	counts := map[int]int{}
	for range 8 {
		all.Go(func() {
			r := u.invite(t)
			mu.Lock()
			defer mu.Unlock()
			counts[r.StatusCode]++
		})
	}
	all.Wait()
	same(t, "statuses", counts, map[int]int{http.StatusCreated: 2, http.StatusUnprocessableEntity: 6})
	refused := u.invite(t).want(t, http.StatusUnprocessableEntity)
	if says, _ := refused.dig(t, "errors.email.0").(string); !strings.Contains(says, "100") || !strings.Contains(says, "tomorrow") {
		t.Errorf("it says %q", says)
	}
	day(`invited_on = invited_on - 1`)
	u.invite(t).want(t, http.StatusCreated)
}
