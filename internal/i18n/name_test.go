package i18n

import "testing"

// A family name is first where the language puts it first, and nowhere else.
func TestNames(t *testing.T) {
	for _, c := range []struct{ locale, first, last, name, called string }{
		{"en", "Mara", "Aalto", "Mara Aalto", "Mara"},
		{"de_DE", "太郎", "山田", "太郎 山田", "太郎"},
		{"ja_JP", "太郎", "山田", "山田 太郎", "山田"},
		{"ja_JP", "Mara", "Aalto", "Mara Aalto", "Mara"},
		{"zh_CN", "小明", "王", "王小明", "王小明"},
		{"zh_CN", "Mara", "Aalto", "Mara Aalto", "Mara"},
	} {
		if got := For(c.locale).Person(c.first, c.last); got != c.name {
			t.Errorf("%s: %q, want %q", c.locale, got, c.name)
		}
		if got := For(c.locale).Called(c.first, c.last); got != c.called {
			t.Errorf("%s: greeted as %q, want %q", c.locale, got, c.called)
		}
	}
}
