// Package mail knows what is written to people, in their language, and how it
// is sent. It decides neither when nor to whom: that comes with a Message.
package mail

import "errors"

// Message is a mail to be sent, as it waits in the queue.
type Message struct {
	What   string            `json:"what"`   // which mail, one of the constants below
	To     string            `json:"to"`     // an address and nothing else
	Locale string            `json:"locale"` // one of Locales; others are written to in English
	Data   map[string]string `json:"data"`   // what the text speaks of, see needs
}

// TimeFormat is how mails write a time.
const TimeFormat = "2006-01-02 15:04 UTC"

// Kind names the messages among the jobs of a queue.
func (Message) Kind() string { return "mail" }

// What can be written.
const (
	Invitation           = "invitation"
	NewSignIn            = "new_sign_in"
	APIKeyCreated        = "api_key_created"
	PasswordChanged      = "password_changed"
	PasswordReset        = "password_reset"
	SecondFactorEnabled  = "second_factor_enabled"
	SecondFactorDisabled = "second_factor_disabled"
	AddressChanged       = "address_changed"      // to the last confirmed address
	AddressConfirmation  = "address_confirmation" // to the new one
	AddressRestored      = "address_restored"     // to the one that was taken back
	AddressWithdrawn     = "address_withdrawn"    // to the one it was taken back from
)

// needs lists the data that a mail cannot do without. Times are given as they
// are to be read, a role by its name in the API, and key is what an API key is
// called, never the token. Any mail may also carry a message_id, see Send.
var needs = map[string][]string{
	Invitation:           {"account", "inviter", "role", "link", "expires"},
	NewSignIn:            {"name", "device", "address", "time"},
	APIKeyCreated:        {"name", "key", "time"},
	PasswordChanged:      {"name", "time"},
	PasswordReset:        {"name", "link"},
	SecondFactorEnabled:  {"name", "time"},
	SecondFactorDisabled: {"name", "time"},
	AddressChanged:       {"name", "new", "time", "link"},
	AddressConfirmation:  {"name", "link"},
	AddressRestored:      {"name", "login", "time", "link"},
	AddressWithdrawn:     {"time"},
}

// Locales lists the languages there are texts in; the first is for everyone else.
var Locales = []string{"en", "fr_FR", "es_ES", "de_DE", "pt_BR", "zh_CN", "ja_JP"}

// ErrUnsendable marks a message that no further attempt will bring to its
// reader: it lacks data, goes nowhere, or was refused for good.
var ErrUnsendable = errors.New("mail cannot be sent")
