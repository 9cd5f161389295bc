package cell

import (
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/i18n"
)

func fold(s string) string { return strings.TrimSpace(catalog.Fold(s)) }

// yes and no in seven languages, besides what pages call them.
var (
	yes = "true yes y 1 x ✓ ✔ ☑ wahr ja j vrai oui verdadero si cierto verdadeiro sim 真 是 はい ○ on"
	no  = "false no n 0 falsch nein faux non falso nao 假 否 いいえ × ✗ off"
)

var booleans = func() map[string]bool {
	all := map[string]bool{}
	for _, locale := range i18n.Locales {
		all[fold(i18n.For(locale).T("yes"))] = true
		all[fold(i18n.For(locale).T("no"))] = false
	}
	for word := range strings.FieldsSeq(yes) {
		all[fold(word)] = true
	}
	for word := range strings.FieldsSeq(no) {
		all[fold(word)] = false
	}
	return all
}()

// Boolean understands true and false, yes and no, 1 and 0, x, in seven languages.
func Boolean(s string) (bool, *Wrong) {
	value, ok := boolean(s)
	if !ok {
		return false, wrong(BadBoolean, s, "true or false")
	}
	return value, nil
}

// IsBoolean reports whether a cell is one of the words.
func IsBoolean(s string) bool {
	_, ok := boolean(s)
	return ok
}

// maxWord is longer than any of the words, in bytes.
const maxWord = 24

func boolean(s string) (value, ok bool) {
	if len(s) > maxWord {
		return false, false
	}
	value, ok = booleans[fold(s)]
	return value, ok
}

// Statuses are those of copies.
var Statuses = []string{"owned", "ordered", "loaned", "sold", "gifted", "lost", "stolen", "disposed", "other"}

// furtherStatuses are the words of other programs.
var furtherStatuses = map[string]string{
	"in collection": "owned", "in my collection": "owned", "have": "owned", "own": "owned", "available": "owned", "im besitz": "owned", "in besitz": "owned",
	"on order": "ordered", "on loan": "loaned", "loaned out": "loaned", "lent": "loaned", "borrowed out": "loaned", "ausgeliehen": "loaned",
	"given": "gifted", "gift": "gifted", "gifted away": "gifted", "missing": "lost", "discarded": "disposed", "destroyed": "disposed", "sold out": "sold",
}

var statuses = func() map[string]string {
	all := map[string]string{}
	for word, status := range furtherStatuses {
		all[word] = status
	}
	for _, status := range Statuses {
		all[status] = status
		for _, locale := range i18n.Locales {
			all[fold(i18n.For(locale).T("status."+status))] = status
		}
	}
	return all
}()

// Status is the status of a copy, by its code or its name in one of seven languages.
func Status(s string) (string, *Wrong) {
	if status, ok := statuses[fold(s)]; ok {
		return status, nil
	}
	return "", wrong(BadOption, s, "one of: %s", strings.Join(Statuses, ", "))
}
