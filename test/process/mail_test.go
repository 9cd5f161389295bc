package process

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"vitrine/internal/pgtest"
)

// The mailed link lets the invited person in.
func TestInvitationIsMailed(t *testing.T) {
	t.Parallel()
	box, database := newPostbox(t), pgtest.Migrated(t)
	v := serve(t, database, box.settings()...)
	owner, invited := newcomer(t, v), address()
	invitations := v.url + "/api/account/invitations"
	in := M{"email": invited, "role": "editor"}
	owner.must(t, http.StatusCreated, "POST", invitations, in, "Idempotency-Key", "k-1")
	mail := box.one(t, database, invited, "Ada Byron invites you to “Ada Byron” on Vitrine")
	if !strings.Contains(mail.text, "Role: editor") {
		t.Errorf("it does not name the role:\n%s", mail.text)
	}
	member := accept(t, v, mail.find(t, `https://vitrine\.example/\S*(vti_\w+)`))
	if got := member.must(t, http.StatusOK, "GET", v.url+"/api/me", nil).text(t, "data", "attributes", "email"); got != invited {
		t.Errorf("the member is %s, want %s", got, invited)
	}
	member.must(t, http.StatusCreated, "POST", v.url+"/api/locations", M{"name": "Attic"})
	box.none(t, database, "accepting")

	open := address()
	owner.must(t, http.StatusCreated, "POST", invitations, M{"email": open, "role": "viewer"})
	box.one(t, database, open, "Ada Byron invites you to “Ada Byron” on Vitrine")
	for what, refused := range map[string]func(){
		"a repeated request": func() { owner.must(t, http.StatusConflict, "POST", invitations, in, "Idempotency-Key", "k-1") },
		"a second invitation": func() {
			owner.must(t, http.StatusUnprocessableEntity, "POST", invitations, M{"email": open, "role": "viewer"})
		},
		"an address with a user": func() {
			owner.must(t, http.StatusUnprocessableEntity, "POST", invitations, M{"email": invited, "role": "viewer"})
		},
		"no role": func() { owner.must(t, http.StatusUnprocessableEntity, "POST", invitations, M{"email": address()}) },
		"an editor's invitation": func() {
			member.must(t, http.StatusNotFound, "POST", invitations, M{"email": address(), "role": "viewer"})
		},
	} {
		refused()
		box.none(t, database, what)
	}
}

// Users are notified, in their language, of everything that gives access to their
// account.
func TestUsersAreToldOfChanges(t *testing.T) {
	t.Parallel()
	box, database := newPostbox(t), pgtest.Migrated(t)
	v := serve(t, database, box.settings("VITRINE_SECRET_KEY="+keygen(t), "VITRINE_TRUSTED_PROXIES=127.0.0.1/32")...)
	user := newcomer(t, v)
	speak(t, v, user, "de_DE")

	user.login(t, v)
	box.none(t, database, "a login from where they registered")
	user.login(t, v, "X-Forwarded-For", "198.51.100.1")
	box.one(t, database, user.email, "Neue Anmeldung bei Vitrine")
	user.login(t, v, "X-Forwarded-For", "198.51.100.1")
	box.none(t, database, "a login from the same address")
	user.login(t, v, "X-Forwarded-For", "2001:db8::1")
	mail := box.one(t, database, user.email, "Neue Anmeldung bei Vitrine")
	if !strings.Contains(mail.text, "Gerät: Laptop") || !strings.Contains(mail.text, "IP-Adresse: 2001:db8::") || !strings.HasPrefix(mail.text, "Guten Tag Ada Byron,") {
		t.Errorf("the mail says:\n%s", mail.text)
	}
	user.login(t, v, "X-Forwarded-For", "2001:db8::2")
	box.none(t, database, "a login from the same network")

	user.must(t, http.StatusCreated, "POST", v.url+"/api/administration/api", M{"label": "Backup"})
	mail = box.one(t, database, user.email, "Ein neuer API-Schlüssel wurde erstellt")
	if !strings.Contains(mail.text, "Name des Schlüssels: Backup") || strings.Contains(mail.text, "vtr_") {
		t.Errorf("the mail says:\n%s", mail.text)
	}
	user.must(t, http.StatusNoContent, "PUT", v.url+"/api/me/password", M{"current_password": password, "password": password, "password_confirmation": password})
	box.one(t, database, user.email, "Ihr Passwort wurde geändert")

	a := user.must(t, http.StatusOK, "POST", v.url+"/api/me/two-factor", M{"password": password})
	box.none(t, database, "a second factor that is not confirmed")
	code, err := totp.GenerateCode(a.text(t, "data", "attributes", "secret"), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	a = user.must(t, http.StatusOK, "POST", v.url+"/api/me/two-factor/confirm", M{"code": code})
	box.one(t, database, user.email, "Zwei-Faktor-Authentifizierung eingeschaltet")
	wrong := M{"email": user.email, "password": password, "code": "000000"}
	(&client{}).must(t, http.StatusUnauthorized, "POST", v.url+"/api/login", wrong, "X-Forwarded-For", "192.0.2.9")
	box.none(t, database, "a login without the right code")
	recovery := a.text(t, "data", "attributes", "recovery_codes", 0)
	user.must(t, http.StatusNoContent, "DELETE", v.url+"/api/me/two-factor", M{"password": password, "code": recovery})
	box.one(t, database, user.email, "Zwei-Faktor-Authentifizierung ausgeschaltet")
}

// Refused requests send no mail.
func TestNobodyIsToldOfRefusals(t *testing.T) {
	t.Parallel()
	box, database := newPostbox(t), pgtest.Migrated(t)
	v := serve(t, database, box.settings("VITRINE_SECRET_KEY="+keygen(t), "VITRINE_TRUSTED_PROXIES=127.0.0.1/32")...)
	user := newcomer(t, v)
	user.login(t, v)
	user.must(t, http.StatusOK, "POST", v.url+"/api/me/two-factor", M{"password": password})
	for _, c := range []struct {
		status       int
		method, path string
		body         M
	}{
		{http.StatusUnauthorized, "POST", "/api/login", M{"email": user.email, "password": "another-horse-battery"}},
		{http.StatusUnprocessableEntity, "POST", "/api/administration/api", M{"label": ""}},
		{http.StatusUnprocessableEntity, "POST", "/api/administration/api", M{"label": "x", "expires_at": 1}},
		{http.StatusUnprocessableEntity, "PUT", "/api/me/password", M{"current_password": "wrong", "password": password, "password_confirmation": password}},
		{http.StatusUnprocessableEntity, "PUT", "/api/me/password", M{"current_password": password, "password": "12345678", "password_confirmation": "12345678"}},
		{http.StatusUnprocessableEntity, "POST", "/api/me/two-factor/confirm", M{"code": "000000"}},
		{http.StatusUnprocessableEntity, "DELETE", "/api/me/two-factor", M{"password": password, "code": "000000"}},
	} {
		user.must(t, c.status, c.method, v.url+c.path, c.body, "X-Forwarded-For", "192.0.2.9")
	}
	if n := scalar[int](t, database, `select count(*) from river_job where kind not in ('reminders', 'purge_trash')`); n > 0 {
		t.Errorf("%d jobs are queued", n)
	}
	box.none(t, database, "refusals")
}

// Mails are in the language the user chose.
func TestMailSpeaksEveryLanguage(t *testing.T) {
	t.Parallel()
	box, database := newPostbox(t), pgtest.Migrated(t)
	v := serve(t, database, box.settings()...)
	user := newcomer(t, v)
	for locale, subject := range map[string]string{
		"en":    "A new API key was created",
		"fr_FR": "Une nouvelle clé d’API a été créée",
		"es_ES": "Se ha creado una nueva clave de API",
		"de_DE": "Ein neuer API-Schlüssel wurde erstellt",
		"pt_BR": "Uma nova chave de API foi criada",
		"zh_CN": "已创建新的 API 密钥",
		"ja_JP": "新しい API キーが作成されました",
	} {
		speak(t, v, user, locale)
		user.must(t, http.StatusCreated, "POST", v.url+"/api/administration/api", M{"label": "Книги"})
		if mail := box.one(t, database, user.email, subject); !strings.Contains(mail.text, "Книги") {
			t.Errorf("in %s it does not name the key:\n%s", locale, mail.text)
		}
	}
}

// speak sets the language of a user.
func speak(t *testing.T, v *instance, user *person, locale string) {
	t.Helper()
	user.must(t, http.StatusOK, "PUT", v.url+"/api/me", M{"first_name": "Ada", "last_name": "Byron", "email": user.email, "locale": locale, "time_format_24h": true})
}

// keygen is a key generated by the program.
func keygen(t *testing.T) string {
	t.Helper()
	out, err := command("", nil, "keygen").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
