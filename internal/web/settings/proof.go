package settings

import (
	"errors"
	"net/http"

	"vitrine/internal/identity"
	"vitrine/internal/postgres/people"
	"vitrine/internal/web/page"
)

// proven is a change that needs a proof of the user at most five minutes old. Without one, it asks and
// keeps the form, so that the change can continue.
func proven(p page.Row) page.Row {
	handle := p.Handle
	p.Handle = func(v *page.Visit) error {
		if ok, err := proof(v); !ok {
			return err
		}
		return handle(v)
	}
	return p
}

// proof reports whether there is a proof. If not, it has asked for one.
func proof(v *page.Visit) (bool, error) {
	reader, err := v.Reader()
	if err != nil {
		return false, err
	}
	if ok, err := people.Proven(v.Context(), reader); ok || err != nil {
		return ok, err
	}
	state, err := people.TwoFactor(v.Context(), reader)
	if err != nil {
		return false, err
	}
	f, err := v.Frame("", "settings")
	if err != nil {
		return false, err
	}
	form, status := v.FormOf(nil), http.StatusOK
	if v.PostForm.Has("proof") {
		in := identity.FullCheck{Password: v.PostFormValue("password"), Code: v.Text("code")}
		err := v.Web.Accounts.Settle(v.Context(), v.Actor, v.Web.Accounts.Confirm(v.Context(), &v.Member, in))
		if err == nil {
			return true, nil
		}
		if !errors.As(err, &form.Invalid) {
			return false, err
		}
		status = http.StatusUnprocessableEntity
	}
	for _, name := range []string{"password", "code", "proof"} {
		delete(form.Values, name)
	}
	f.Title = f.T("proof.title")
	return false, v.Render(status, Proof(f, form, v.URL.Path, state.Enabled))
}
