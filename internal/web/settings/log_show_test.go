package settings

import (
	"slices"
	"strings"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/i18n"
	"vitrine/internal/web/ui"
)

// Every action has a sentence with user and object in every language.
func TestEveryActionHasASentence(t *testing.T) {
	for _, locale := range i18n.Locales {
		f := ui.Frame{Texts: i18n.For(locale)}
		for _, a := range catalog.Actions() {
			sentence := Sentence(f, catalog.Log{Action: a, UserName: "Mara", Parameters: map[string]any{"name": "Leica"}})
			if !strings.Contains(sentence, "Mara") || strings.ContainsAny(sentence, "{}") || strings.Contains(sentence, "Leica") == slices.Contains(ownSentence, a) {
				t.Errorf("%s: %s is told as %q", locale, a, sentence)
			}
			if logIcons[logKind(a)] == "" {
				t.Errorf("%s has no icon", a)
			}
		}
	}
}
