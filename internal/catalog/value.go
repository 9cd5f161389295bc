package catalog

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"vitrine/internal/code"
	"vitrine/internal/fault"
)

// MaxTextValue limits the characters of a value.
const MaxTextValue = 5000

const (
	maxNumberChars = 64
	maxStars       = 5
)

// Value is an item's value of a custom field.
type Value struct {
	FieldID int64
	JSON    string
	Text    string // for search; empty unless the field is a text
}

// Code is the number of the value if it is a code, such as an ISBN in a text or a number.
func (v Value) Code() *int64 {
	text := v.Text
	if text == "" && v.JSON != "" && v.JSON[0] >= '0' && v.JSON[0] <= '9' {
		text = v.JSON
	}
	if read := code.Read(text); read.Valid() {
		return &read.Number
	}
	return nil
}

// CheckValues checks given values against the fields of a type. Null and blank values are returned in
// none; an unknown field is Invalid.
func CheckValues(fields []CustomField, given []GivenValue) (values []Value, none []int64, err error) {
	var e fault.Invalid
	for _, g := range given {
		name := "custom_fields." + g.Field
		i := slices.IndexFunc(fields, func(f CustomField) bool { return strconv.FormatInt(f.ID, 10) == g.Field })
		if i < 0 {
			e.Add(name, "The selected custom field is not one of the item's collection type.")
			continue
		}
		value, text, wrong := checkValue(fields[i], g.JSON)
		switch {
		case wrong.Rule != "":
			e.Add(name, wrong.Rule, wrong.Args...)
		case value != "":
			values = append(values, Value{fields[i].ID, value, text})
		default:
			none = append(none, fields[i].ID)
		}
	}
	return values, none, e.Err()
}

// StoredValue is a value as stored, empty for none, or its error.
func StoredValue(f CustomField, raw json.RawMessage) (value string, wrong fault.Message) {
	value, _, wrong = checkValue(f, raw)
	return value, wrong
}

// checkValue returns a value as stored, or its error.
func checkValue(f CustomField, raw json.RawMessage) (value, text string, wrong fault.Message) {
	var s string
	quoted := json.Unmarshal(raw, &s) == nil // null decodes to the empty string
	s = strings.TrimSpace(s)
	if quoted && s == "" {
		return "", "", fault.Message{}
	}
	if strings.ContainsRune(s, 0) {
		return "", "", fault.Message{Rule: "The value must not contain the character U+0000."}
	}
	switch f.FieldType {
	case Text:
		if !quoted || utf8.RuneCountInString(s) > MaxTextValue {
			return "", "", fault.Message{Rule: "The value must be a text of at most %d characters.", Args: []any{MaxTextValue}}
		}
		return quote(s), s, fault.Message{}
	case Number:
		number, ok := PlainNumber(raw)
		if quoted || !ok {
			return "", "", fault.Message{Rule: "The value must be a number."}
		}
		return number, "", fault.Message{}
	case Date:
		if !quoted || !isDate(s) {
			return "", "", fault.Message{Rule: "The value must be a date in the form YYYY-MM-DD."}
		}
		return quote(s), "", fault.Message{}
	case Boolean:
		if word := unquoted(raw, s, quoted); word == "true" || word == "false" {
			return word, "", fault.Message{}
		}
		return "", "", fault.Message{Rule: "The value must be true or false."}
	case Select:
		if !quoted || !slices.Contains(f.Options, s) {
			return "", "", fault.Message{Rule: "The value must be one of the options of the field."}
		}
		return quote(s), "", fault.Message{}
	}
	word := unquoted(raw, s, quoted)
	stars, err := strconv.Atoi(word)
	if err != nil || stars < 1 || stars > maxStars || word[0] == '+' {
		return "", "", fault.Message{Rule: "The value must be a whole number of stars from 1 to 5."}
	}
	return strconv.Itoa(stars), "", fault.Message{}
}

// PlainNumber writes a JSON number without an exponent, as the database returns
// it, and refuses one too long for that.
func PlainNumber(raw json.RawMessage) (string, bool) {
	value, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || !json.Valid(raw) || len(raw) > maxNumberChars {
		return "", false
	}
	if !strings.ContainsAny(string(raw), "eE") {
		return string(raw), true
	}
	plain := strconv.FormatFloat(value, 'f', -1, 64)
	return plain, len(plain) <= maxNumberChars
}

// ParseValue converts a value in a query to JSON and reports whether the field
// can have it.
func ParseValue(f CustomField, s string) (string, bool) {
	raw := json.RawMessage(s)
	if f.FieldType == Text || f.FieldType == Date || f.FieldType == Select {
		raw = json.RawMessage(quote(s))
	}
	if f.FieldType == Select { // removed options may still be stored
		return quote(strings.TrimSpace(s)), true
	}
	value, _, wrong := checkValue(f, raw)
	return value, wrong.Rule == "" && value != ""
}

// Ranged reports whether values of a kind can be filtered by range.
func Ranged(kind string) bool { return kind == Number || kind == Date || kind == Rating }

func unquoted(raw json.RawMessage, s string, quoted bool) string {
	if quoted {
		return s
	}
	return string(raw)
}

func isDate(s string) bool {
	day, err := time.Parse(time.DateOnly, s)
	return err == nil && day.Year() >= 1
}

func quote(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // strings always encode
	return strings.TrimSuffix(b.String(), "\n")
}
