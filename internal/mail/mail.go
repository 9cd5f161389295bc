// Package mail writes mails in the language of their reader, and sends them. A
// Message decides when and to whom.
package mail

import "errors"

// Message is a queued mail.
type Message struct {
	What   string            `json:"what"`   // kind of mail, one of the constants below
	To     string            `json:"to"`     // a bare address
	Locale string            `json:"locale"` // one of Locales; others become English
	Data   map[string]string `json:"data"`   // values of the text, see needs

	Due []Due `json:"due,omitempty"` // what a reminder lists
}

// TimeFormat is the format of times in mails.
const TimeFormat = "2006-01-02 15:04 UTC"

// Kind names the job of a message in the queue.
func (Message) Kind() string { return "mail" }

// Kinds of mail.
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
	AddressRestored      = "address_restored"     // to the restored one
	AddressWithdrawn     = "address_withdrawn"    // to the one that was replaced by restoring
	Reminder             = "reminder"
)

// needs lists the required data of each mail. Times are already formatted, a
// role has its API name, and key is the label of an API key, never the token.
// Any mail may also have a message_id, see Send.
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
	Reminder:             {"name", "link", "settings"},
}

// Locales lists the available languages; the first is the default.
var Locales = []string{"en", "fr_FR", "es_ES", "de_DE", "pt_BR", "zh_CN", "ja_JP"}

// ErrUnsendable marks a message that must not be retried: it lacks data or an
// address, or was refused permanently.
var ErrUnsendable = errors.New("mail cannot be sent")
