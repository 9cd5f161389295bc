package identity

import (
	"unicode/utf8"

	"vitrine/internal/fault"
)

// User is a person with a login; each belongs to exactly one account.
type User struct {
	ID                  int64
	FirstName, LastName string
	Nickname            *string
	Email               string
	Locale              string
	TimeFormat24h       bool `db:"time_format_24h"`
}

// Name is the nickname, or else the full name.
func (u User) Name() string {
	if u.Nickname != nil {
		return *u.Nickname
	}
	return u.FirstName + " " + u.LastName
}

const (
	maxName     = 100
	maxLabel    = 255
	minPassword = 8
	maxPassword = 255
)

// Locales lists the languages of the service; the first is the default.
var Locales = []string{"en", "fr_FR", "es_ES", "de_DE", "pt_BR", "zh_CN", "ja_JP"}

// Profile holds what users may write about themselves.
type Profile struct {
	FirstName, LastName string
	Nickname            *string
	Email               string
	Locale              string
	TimeFormat24h       *bool
}

func (in *Profile) Validate() error {
	var e fault.Invalid
	e.Line("first_name", in.FirstName, maxName)
	e.Line("last_name", in.LastName, maxName)
	if in.Nickname != nil {
		e.MaxLine("nickname", *in.Nickname, maxName)
	}
	loginEmail(&e, in.Email)
	if e.Required("locale", in.Locale) {
		e.OneOf("locale", in.Locale, Locales)
	}
	if in.TimeFormat24h == nil {
		e.Addf("time_format_24h", "The %s field is required.")
	}
	return e.Err()
}

// Registration is a new user's profile and password.
type Registration struct {
	FirstName, LastName, Email     string
	Password, PasswordConfirmation string
	DeviceName                     string
	Address                        string // of the client, if known
	Locale                         string // of the page, if it was one
	Currency                       string // of the account; if empty, that of the API
}

func (in *Registration) Validate() error {
	var e fault.Invalid
	e.Line("first_name", in.FirstName, maxName)
	e.Line("last_name", in.LastName, maxName)
	loginEmail(&e, in.Email)
	newPassword(&e, in.Password, in.PasswordConfirmation)
	in.DeviceName = deviceName(&e, in.DeviceName)
	return e.Err()
}

// Login holds the credentials for a token.
type Login struct {
	Email, Password string
	Code            string
	DeviceName      string
}

func (in *Login) Validate() error {
	var e fault.Invalid
	e.Required("email", in.Email)
	e.Required("password", in.Password)
	in.DeviceName = deviceName(&e, in.DeviceName)
	return e.Err()
}

// deviceName returns the label of a token made by register or login.
func deviceName(e *fault.Invalid, name string) string {
	if name == "" {
		return "Unknown device"
	}
	e.MaxLine("device_name", name, maxLabel)
	return name
}

// newPassword checks a chosen password. Only one that passes is checked for
// leaks.
func newPassword(e *fault.Invalid, password, confirmation string) {
	if e.Required("password", password) {
		switch n := utf8.RuneCountInString(password); {
		case n < minPassword:
			e.Addf("password", "The %s field must be at least %d characters.", minPassword)
		case n > maxPassword:
			e.Max("password", password, maxPassword)
		case confirmation != "" && confirmation != password:
			e.Addf("password", "The %s field confirmation does not match.")
		case Leaked(password):
			e.Add("password", LeakedMessage)
		}
	}
	e.Required("password_confirmation", confirmation)
}
