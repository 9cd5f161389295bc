package api

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/catalog"
)

// Each method reads one member. Absent, null and blank are the same; a member of
// another type is noted and read as absent.

// get is a member that is present and not null.
func (b *body) get(name string) (jsontext.Value, bool) {
	b.read = append(b.read, name)
	v, ok := b.members[name]
	return v, ok && v.Kind() != 'n'
}

// has reports whether a member was sent, even as null.
func (b *body) has(name string) bool {
	_, ok := b.members[name]
	return ok
}

// clears reports whether a member was sent as null.
func (b *body) clears(name string) bool {
	v, ok := b.members[name]
	return ok && v.Kind() == 'n'
}

// secret is a string exactly as sent.
func (b *body) secret(name string) string {
	v, ok := b.get(name)
	if !ok {
		return ""
	}
	if v.Kind() != '"' {
		b.wrong.Addf(name, "The %s field must be a string.")
		return ""
	}
	s := unquote(v)
	if strings.ContainsRune(s, 0) {
		b.wrong.Addf(name, "The %s field must not contain the character U+0000.")
	}
	return s
}

// text is a trimmed string.
func (b *body) text(name string) string { return strings.TrimSpace(b.secret(name)) }

// optional is a text, or nil.
func (b *body) optional(name string) *string {
	if s := b.text(name); s != "" {
		return &s
	}
	return nil
}

// integer is a whole number or a string of digits: ids are shown as strings, so
// clients return them as strings.
func (b *body) integer(name string) *int64 {
	v, ok := b.get(name)
	if !ok || blank(v) {
		return nil
	}
	n, ok := integer(v)
	if !ok {
		b.wrong.Addf(name, "The %s field must be an integer.")
		return nil
	}
	return &n
}

// left is an optional member: if it was not sent, the present value stays.
func left[T any](b *body, name string, read func(string) *T) catalog.Given[T] {
	return catalog.Given[T]{Sent: b.has(name) && !b.shown[name], Value: read(name)}
}

// reference is the id of another object, which stays if it was not sent.
func (b *body) reference(name string) catalog.Given[int64] { return left(b, name, b.integer) }

// references are the ids of other objects, which stay if they were not sent.
func (b *body) references(name string) catalog.Given[[]int64] {
	return left(b, name, func(name string) *[]int64 {
		if ids := b.integers(name); ids != nil {
			return &ids
		}
		return nil
	})
}

// anew is an integer that was sent; in a PATCH, not one merged from the shown object.
func (b *body) anew(name string) *int64 {
	n := b.integer(name)
	if b.shown[name] {
		return nil
	}
	return n
}

// boolean is true or false, possibly as a string.
func (b *body) boolean(name string) *bool {
	v, ok := b.get(name)
	if !ok || blank(v) {
		return nil
	}
	word := string(v)
	if v.Kind() == '"' {
		word = strings.TrimSpace(unquote(v))
	}
	if word != "true" && word != "false" {
		b.wrong.Addf(name, "The %s field must be true or false.")
		return nil
	}
	yes := word == "true"
	return &yes
}

// flag is a boolean that stays if it was not sent; null is false.
func (b *body) flag(name string) catalog.Given[bool] {
	return catalog.Given[bool]{Sent: b.has(name) && !b.shown[name], Value: b.boolean(name)}
}

// integer reads a number written without fraction or exponent, or the same as
// a string of ASCII digits with an optional minus.
func integer(v jsontext.Value) (int64, bool) {
	digits := string(v)
	switch v.Kind() {
	case '0':
	case '"':
		digits = strings.TrimSpace(unquote(v))
	default:
		return 0, false
	}
	if strings.HasPrefix(digits, "+") {
		return 0, false
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, err == nil
}

func blank(v jsontext.Value) bool { return v.Kind() == '"' && strings.TrimSpace(unquote(v)) == "" }

func unquote(v jsontext.Value) string {
	s, err := jsontext.AppendUnquote(nil, v)
	if err != nil {
		return ""
	}
	return string(s)
}

// given is a text, nil only if the member was not sent: null and blank clear it.
func (b *body) given(name string) *string {
	s := b.text(name)
	if !b.has(name) {
		return nil
	}
	return &s
}

func (b *body) object(name string) (jsontext.Value, bool) {
	v, ok := b.get(name)
	if ok && v.Kind() != '{' {
		b.wrong.Addf(name, "The %s field must be an object.")
	}
	return v, ok && v.Kind() == '{'
}

// integers is an array of integers; nil when absent.
func (b *body) integers(name string) []int64 {
	return listOf(b, name, "The %s field must be an array of integers.", integer)
}

// strings is an array of strings; nil when absent.
func (b *body) strings(name string) []string {
	return listOf(b, name, "The %s field must be an array of strings.", func(v jsontext.Value) (string, bool) {
		if v.Kind() != '"' {
			return "", false
		}
		s := unquote(v)
		return s, !strings.ContainsRune(s, 0)
	})
}

func listOf[T any](b *body, name, message string, read func(jsontext.Value) (T, bool)) []T {
	v, ok := b.get(name)
	if !ok || blank(v) {
		return nil
	}
	items, err := elements(v)
	if err != nil {
		b.wrong.Addf(name, message)
		return nil
	}
	all := make([]T, 0, len(items))
	for _, item := range items {
		one, ok := read(item)
		if !ok {
			b.wrong.Addf(name, message)
			return nil
		}
		all = append(all, one)
	}
	return all
}

func elements(v jsontext.Value) ([]jsontext.Value, error) {
	if v.Kind() != '[' {
		return nil, errSyntax
	}
	d := jsontext.NewDecoder(bytes.NewReader(v))
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	var all []jsontext.Value
	for d.PeekKind() != ']' {
		item, err := d.ReadValue()
		if err != nil {
			return nil, err
		}
		all = append(all, item.Clone())
	}
	return all, nil
}

// date is a day, as YYYY-MM-DD or as shown: the time at which it begins.
func (b *body) date(name string) *time.Time {
	if day, ok := midnight(b.members[name]); ok {
		b.read = append(b.read, name)
		return &day
	}
	s := b.text(name)
	if s == "" {
		return nil
	}
	day, err := time.Parse(time.DateOnly, s)
	if err != nil || day.Year() < 1 {
		b.wrong.Addf(name, "The %s field must be a valid date in the form YYYY-MM-DD.")
		return nil
	}
	return &day
}

// midnight is the day that begins at a Unix time.
func midnight(v jsontext.Value) (time.Time, bool) {
	const aDay = 24 * 60 * 60
	n, ok := integer(v)
	day := time.Unix(n, 0).UTC()
	return day, ok && v.Kind() == '0' && n%aDay == 0 && day.Year() >= 1 && day.Year() <= 9999
}

// moment is a time, as Unix seconds or as the day that begins with it.
func (b *body) moment(name string) *time.Time {
	if n, ok := integer(b.members[name]); ok {
		b.read = append(b.read, name)
		return new(time.Unix(n, 0).UTC())
	}
	return b.date(name)
}

// values is an object of custom field values by field id.
func (b *body) values(name string) []catalog.GivenValue {
	v, ok := b.get(name)
	if !ok || blank(v) || b.shown[name] {
		return nil
	}
	members, err := parseObject(v, maxDepth)
	if err != nil {
		b.wrong.Addf(name, "The %s field must be an object of values by custom field id.")
		return nil
	}
	var all []catalog.GivenValue
	for _, field := range slices.Sorted(maps.Keys(members)) {
		all = append(all, catalog.GivenValue{Field: field, JSON: json.RawMessage(members[field])})
	}
	return all
}
