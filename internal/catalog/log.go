package catalog

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Log is a log entry: who did what, and when.
type Log struct {
	ID         int64
	Action     Action
	Parameters map[string]any
	UserName   string
	CreatedAt  time.Time
}

// OwnLog is an entry of the caller, with its object if that still exists.
type OwnLog struct {
	Log
	CollectionID, ItemID, CopyID *int64
	LocationID, CollectionTypeID *int64
	ItemName                     *string
}

// OwnChange is an entry of the caller, and what it changed.
type OwnChange struct {
	ID                       int64
	Action                   Action
	ItemID, CopyID, ObjectID *int64
	Changes                  json.RawMessage
}

// OwnLogFilter selects the caller's entries.
type OwnLogFilter struct {
	Actions  []Action   // nil is all
	From, To *time.Time // days, both included
}

// Whole reports whether the filter selects all entries.
func (f OwnLogFilter) Whole() bool { return f.Actions == nil && f.From == nil && f.To == nil }

// Name is the name of the entry's object, if it has one.
func (l Log) Name() string {
	for _, key := range []string{"name", "identifier", "provider", "email", "title", "party", "counterparty", "location_name"} {
		if name, ok := l.Parameters[key].(string); ok && name != "" {
			return name
		}
	}
	return ""
}

// sentences describe actions for which the default sentence does not read well.
var sentences = map[Action]string{
	AccountCreated:                   "Created the account",
	LoggedIn:                         "Logged in",
	LoggedOut:                        "Logged out",
	UserUpdated:                      "Updated the profile",
	PasswordUpdated:                  "Changed the password",
	TwoFactorEnabled:                 "Enabled the second factor",
	TwoFactorDisabled:                "Disabled the second factor",
	RecoveryCodesRenewed:             "Renewed the recovery codes",
	TokensRevoked:                    "Revoked all tokens of",
	ItemTagAttached:                  "Attached the tag",
	ItemTagDetached:                  "Detached the tag",
	CollectionTypeCollectionsUpdated: "Set the collections of the collection type",
}

// Description describes the entry in an English sentence that names the object.
func (l Log) Description() string {
	sentence, ok := sentences[l.Action]
	if !ok {
		what, verb, _ := cutLast(string(l.Action), "_")
		what = strings.ReplaceAll(what, "_", " ")
		what = strings.Replace(what, "api key", "API key", 1)
		sentence = strings.ToUpper(verb[:1]) + verb[1:] + " the " + what
	}
	if name := l.Name(); name != "" {
		return fmt.Sprintf("%s “%s”.", sentence, name)
	}
	return sentence + "."
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}
