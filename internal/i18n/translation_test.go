package i18n

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// same are the texts that a language shares with English.
var same = map[string][]string{
	"fr_FR": {"proposals.title", "pack.collections", "column.description", "column.type", "column.photos", "nav.types", "found.document", "palette.actions", "found.collection_type", "found.photo", "found.collection", "set.collection", "nav.collections", "home.collections", "code.label", "field.type", "field.description", "photos.title", "photos.count", "documents.title", "document_type.catalogue", "trash.kind.provenance_event", "trash.kind.collection_type", "trash.kind.item_photo", "trash.kind.document", "trash.kind.collection", "sharing.shows.descriptions", "sharing.shows.photos", "view.of.photos", "import.step.plan", "import.makes.types", "import.correct.made"},
	"es_ES": {"role.editor", "no", "filter.is", "found.series", "series.title", "priority.normal", "import.step.plan", "import.makes.series"},
	"de_DE": {"column.status", "code.label", "field.name", "collection.sort.name", "field.status", "filter.is", "priority.normal", "import.step.plan", "import.step.apply"},
	"pt_BR": {"column.item_name", "role.editor", "items", "filter.is", "filter.text", "log.named", "trash.kind.item", "priority.normal", "items.refused"},
}

// Every text is translated.
func TestTextsAreTranslated(t *testing.T) {
	for _, locale := range Locales[1:] {
		for key, english := range For("en").messages {
			alike := false
			for form, text := range For(locale).messages[key] {
				alike = alike || text == english[form]
			}
			if listed := slices.Contains(same[locale], key); alike && !listed {
				t.Errorf("%s: %s is in English: %q", locale, key, english["other"])
			} else if listed && !alike {
				t.Errorf("%s: %s is listed as the same as in English, and is not", locale, key)
			}
		}
	}
}

// A form for one thing is there if and only if the language has one.
func TestFormsAreThoseOfTheLanguage(t *testing.T) {
	for _, locale := range Locales {
		for key, english := range For("en").messages {
			_, one := For(locale).messages[key]["one"]
			if want := len(english) > 1 && locale != "zh_CN" && locale != "ja_JP"; one != want {
				t.Errorf("%s: %s has a form for one: %t, want %t", locale, key, one, want)
			}
		}
	}
}

// wrong is what the typography of a language rules out.
var wrong = map[string]*regexp.Regexp{
	"en":    regexp.MustCompile(`["']| [,.;:!?]|\.\.\.`),
	"fr_FR": regexp.MustCompile(`["'“”„]| [,.;:!?»]|« |[^\x{a0}]:|[^\x{202f}][;!?]|[^\x{a0}]»|«[^\x{a0}]|\.\.\.`),
	"es_ES": regexp.MustCompile(`["'“”„]| [,.;:!?»]|« |^[^¿]*\?|^[^¡]*!|\.\.\.`),
	"de_DE": regexp.MustCompile(`["'”«»]| [,.;:!?]|\.\.\.|[^\x{a0}]…|\b(du|dein|deine|dich|dir)\b`),
	"pt_BR": regexp.MustCompile(`["'„«»]| [,.;:!?]|\.\.\.`),
	"zh_CN": regexp.MustCompile(`["'「」]|\s[，。；：！？、”）]|[，。；：！？、“（]\s|[\p{Han}}][,.;:!?()]|[你]`),
	"ja_JP": regexp.MustCompile(`["'“”]|\s[，。；：！？、」）]|[，。；：！？、「（]\s|[\p{Han}\p{Hiragana}\p{Katakana}}][,.;:!?()]`),
}

// Quotation marks, spaces at punctuation and forms of address are those of the language.
func TestTypography(t *testing.T) {
	for _, locale := range Locales {
		for key, m := range For(locale).messages {
			for _, text := range m {
				if found := wrong[locale].FindString(text); found != "" {
					t.Errorf("%s: %s has %q in %q", locale, key, found, text)
				}
				if strings.TrimSpace(text) != text || text == "" || strings.Contains(text, "  ") {
					t.Errorf("%s: %s has odd spaces: %q", locale, key, text)
				}
			}
		}
	}
}
