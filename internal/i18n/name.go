package i18n

import (
	"strings"
	"unicode"
)

// FamilyFirst reports whether the language puts the family name first.
func (t *Texts) FamilyFirst() bool { return t.Locale == "zh_CN" || t.Locale == "ja_JP" }

// Person writes a name. Chinese and Japanese put the family name first, Chinese
// without a space, if the name is written in their characters.
func (t *Texts) Person(first, last string) string {
	switch {
	case !t.FamilyFirst() || !strings.ContainsFunc(first+last, eastAsian):
		return first + " " + last
	case t.Locale == "zh_CN":
		return last + first
	}
	return last + " " + first
}

// Called is how somebody is greeted: a Japanese by the family name.
func (t *Texts) Called(first, last string) string {
	switch {
	case !t.FamilyFirst() || !strings.ContainsFunc(first+last, eastAsian):
		return first
	case t.Locale == "zh_CN":
		return last + first
	}
	return last
}

func eastAsian(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }
