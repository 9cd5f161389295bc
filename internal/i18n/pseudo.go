package i18n

import "strings"

// Pseudo is a locale that nobody speaks: English with accents, longer by a third, in
// brackets. It shows texts that are not translated, or cut. No user can choose it.
const Pseudo = "en_XA"

var accents = strings.NewReplacer("a", "å", "e", "é", "i", "î", "o", "ö", "u", "û", "n", "ñ", "c", "ç", "s", "š", "A", "Å", "E", "É", "I", "Î", "O", "Ö", "U", "Û", "N", "Ñ", "C", "Ç", "S", "Š")

func pseudo(en *Texts) *Texts {
	t := &Texts{Locale: Pseudo, tag: en.tag, messages: map[string]message{}}
	for key, m := range en.messages {
		t.messages[key] = message{}
		for form, text := range m {
			t.messages[key][form] = "⟦" + accented(text) + strings.Repeat("~", len(text)/3) + "⟧"
		}
	}
	return t
}

// accented leaves placeholders as they are.
func accented(text string) string {
	var b strings.Builder
	for text != "" {
		before, rest, _ := strings.Cut(text, "{")
		b.WriteString(accents.Replace(before))
		name, after, found := strings.Cut(rest, "}")
		if found {
			b.WriteString("{" + name + "}")
		}
		text = after
	}
	return b.String()
}
