package catalog

import (
	"strings"
	"time"
	"unicode/utf8"

	"vitrine/internal/fault"
)

// CustomFieldGroup is a named section of the fields of a type.
type CustomFieldGroup struct {
	ID, CollectionTypeID int64
	UUID                 string
	Name                 string
	Position             int64 // among the groups of the type
	CreatedAt, UpdatedAt time.Time
}

// CustomField is one thing recorded about items of a type.
type CustomField struct {
	ID, CollectionTypeID int64
	UUID                 string
	GroupID              *int64 // nil when standalone
	Name, FieldType      string
	Options              []string // of a select; nil for every other kind
	Position             int64    // among the fields of its group, or the standalone ones
	IsPublic             bool     // whether visitors of a shared collection see its values
	CreatedAt, UpdatedAt time.Time
}

// Kinds of custom fields.
const (
	Text    = "text"
	Number  = "number"
	Date    = "date"
	Boolean = "boolean"
	Select  = "select"
	Rating  = "rating"
)

var fieldTypes = []string{Text, Number, Date, Boolean, Select, Rating}

const (
	MaxOptions  = 200
	maxPosition = 1_000_000
)

// CustomFieldGroupInput names a group; nil keeps the name it has.
type CustomFieldGroupInput struct{ Name *string }

func (in *CustomFieldGroupInput) Validate() error {
	var e fault.Invalid
	maxOptional(&e, "name", in.Name, MaxName)
	return e.Err()
}

// CustomFieldInput holds what a client may write of a field. GroupID is used on creation only,
// Position on update only. A nil name or position stays, and so does IsPublic if it was not sent.
type CustomFieldInput struct {
	Name      *string
	FieldType string
	Options   []string
	GroupID   *int64
	Position  *int64
	IsPublic  Given[bool]
}

func (in *CustomFieldInput) Validate() error {
	var e fault.Invalid
	maxOptional(&e, "name", in.Name, MaxName)
	if e.Required("field_type", in.FieldType) {
		e.OneOf("field_type", in.FieldType, fieldTypes)
	}
	if in.FieldType == Select || in.FieldType == "" {
		in.Options = options(&e, "options", in.Options)
	} else {
		in.Options = nil
	}
	position(&e, in.Position)
	return e.Err()
}

func position(e *fault.Invalid, given *int64) {
	if given != nil && (*given < 1 || *given > maxPosition) {
		e.Addf("position", "The %s field must be between 1 and %d.", maxPosition)
	}
}

// options drops blank choices and limits the rest. A select without choices has
// an empty list.
func options(e *fault.Invalid, field string, given []string) []string {
	kept := []string{}
	for _, option := range given {
		if option = strings.TrimSpace(option); option != "" {
			kept = append(kept, option)
		}
	}
	for _, option := range kept {
		if utf8.RuneCountInString(option) > MaxName || strings.ContainsRune(option, 0) {
			e.Addf(field, "The %s field must not have an entry greater than %d characters, or with the character U+0000.", MaxName)
			break
		}
	}
	if len(kept) > MaxOptions {
		e.Addf(field, "The %s field must not have more than %d items.", MaxOptions)
	}
	return kept
}

// Move shifts a group or a field by one step.
type Move struct{ Direction string }

func (in *Move) Validate() error {
	var e fault.Invalid
	if e.Required("direction", in.Direction) {
		e.OneOf("direction", in.Direction, []string{"up", "down"})
	}
	return e.Err()
}
