package catalog

import (
	"fmt"
	"strings"
	"time"
)

// Log is an entry of the audit trail: who did what, and when.
type Log struct {
	ID         int64
	Action     string
	Parameters map[string]any
	UserName   string
	CreatedAt  time.Time
}

// sentences says in English what happened where the action alone would not.
var sentences = map[string]string{
	"account_created":                     "Created the account",
	"logged_in":                           "Logged in",
	"logged_out":                          "Logged out",
	"user_updated":                        "Updated the profile",
	"password_updated":                    "Changed the password",
	"two_factor_enabled":                  "Enabled the second factor",
	"two_factor_disabled":                 "Disabled the second factor",
	"recovery_codes_renewed":              "Renewed the recovery codes",
	"tokens_revoked":                      "Revoked all tokens of",
	"collection_type_collections_updated": "Set the collections of the collection type",
}

// Description is the entry as an English sentence that names the object.
func (l Log) Description() string {
	sentence, ok := sentences[l.Action]
	if !ok {
		what, verb, _ := cutLast(l.Action, "_")
		what = strings.ReplaceAll(what, "_", " ")
		what = strings.Replace(what, "api key", "API key", 1)
		sentence = strings.ToUpper(verb[:1]) + verb[1:] + " the " + what
	}
	for _, key := range []string{"name", "identifier", "provider", "email"} {
		if name, ok := l.Parameters[key].(string); ok && name != "" {
			return fmt.Sprintf("%s “%s”.", sentence, name)
		}
	}
	return sentence + "."
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}
