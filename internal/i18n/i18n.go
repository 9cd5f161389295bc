// Package i18n holds the texts of pages in every language, and how these write
// numbers, dates and money.
package i18n

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"golang.org/x/text/currency"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

//go:embed locales/*.json
var locales embed.FS

// Locales are those that a user may choose, the first for everybody else.
var Locales = []string{"en", "fr_FR", "es_ES", "de_DE", "pt_BR", "zh_CN", "ja_JP"}

// Names are the locales in their own language.
var Names = map[string]string{"en": "English", "fr_FR": "Français", "es_ES": "Español", "de_DE": "Deutsch", "pt_BR": "Português (Brasil)", "zh_CN": "简体中文", "ja_JP": "日本語"}

// Texts are those of one locale.
type Texts struct {
	Locale   string
	tag      language.Tag
	messages map[string]message
}

// message is a text, or one for each plural form that the language has.
type message map[string]string

func (m *message) UnmarshalJSON(content []byte) error {
	var plain string
	if json.Unmarshal(content, &plain) == nil {
		*m = message{"other": plain}
		return nil
	}
	var forms map[string]string
	err := json.Unmarshal(content, &forms)
	*m = forms
	return err
}

var all = load()

func load() map[string]*Texts {
	loaded := map[string]*Texts{}
	for _, locale := range Locales {
		t := &Texts{Locale: locale, tag: language.MustParse(strings.ReplaceAll(locale, "_", "-"))}
		content, err := locales.ReadFile("locales/" + locale + ".json")
		if err == nil {
			err = json.Unmarshal(content, &t.messages)
		}
		if err != nil {
			panic(fmt.Sprintf("i18n: %s: %v", locale, err)) // a test loads them all
		}
		loaded[locale] = t
	}
	loaded[Pseudo] = pseudo(loaded[Locales[0]])
	return loaded
}

// For returns the texts of a locale, or the English ones.
func For(locale string) *Texts {
	if t, ok := all[locale]; ok {
		return t
	}
	return all[Locales[0]]
}

var matcher = func() language.Matcher {
	tags := make([]language.Tag, len(Locales))
	for i, locale := range Locales {
		tags[i] = all[locale].tag
	}
	return language.NewMatcher(tags)
}()

// Match returns the texts that suit an Accept-Language header best.
func Match(accepted string) *Texts {
	wanted, _, err := language.ParseAcceptLanguage(accepted)
	if err != nil || len(wanted) == 0 {
		return For("")
	}
	_, i, _ := matcher.Match(wanted...)
	return all[Locales[i]]
}

// Currency guesses the currency of who sends an Accept-Language header: that of the country in
// it, or of the one where most speak the language. A language of many countries tells nothing.
func Currency(accepted string) string {
	wanted, _, err := language.ParseAcceptLanguage(accepted)
	if err != nil || len(wanted) == 0 {
		return "USD"
	}
	unit, _ := currency.FromTag(wanted[0])
	return unit.String()
}

// Lang is the language for the attribute of the same name.
func (t *Texts) Lang() string { return strings.ReplaceAll(t.Locale, "_", "-") }

// T is a text with its placeholders filled: name, value, name, value …
func (t *Texts) T(key string, pairs ...string) string { return fill(t.form(key, "other"), pairs) }

// N is a text in the plural form of a number, which fills {n}.
func (t *Texts) N(key string, n int64, pairs ...string) string {
	form := "other"
	if plural.Cardinal.MatchPlural(t.tag, int(min(n, 1_000_000)), 0, 0, 0, 0) == plural.One { // more are no other form
		form = "one"
	}
	return fill(t.form(key, form), append([]string{"n", t.Number(n)}, pairs...))
}

func (t *Texts) form(key, form string) string {
	for _, texts := range []*Texts{t, all[Locales[0]]} {
		m := texts.messages[key]
		if text, ok := m[form]; ok {
			return text
		}
		if text, ok := m["other"]; ok {
			return text
		}
	}
	panic("i18n: there is no text " + key) // a test reads the keys that pages use
}

func fill(text string, pairs []string) string {
	if len(pairs) == 0 {
		return text
	}
	replace := make([]string, 0, len(pairs))
	for i := 0; i+1 < len(pairs); i += 2 {
		replace = append(replace, "{"+pairs[i]+"}", pairs[i+1])
	}
	return strings.NewReplacer(replace...).Replace(text)
}
