package i18n

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	placeholder = regexp.MustCompile(`\{\w+\}`)
	used        = regexp.MustCompile(`\b[TN]\("([a-z_.0-9]+)"`)
	named       = regexp.MustCompile(`"([a-z_.0-9]+)"`) // a key that is passed on
	composed    = []string{                             // keys that pages put together
		"installation.",
		"installation.state.",
		"archive.state.",
		"proposals.state.",
		"proposals.none.",
		"proposals.decided.",
		"filter.insured.",
		"invited.role.",
		"own.",
		"have.is.",
		"trash.kind.",
		"trash.way.",
		"view.of.",
		"wrong.",
		"found.",
		"log.",
		"log.what.",
		"insurance.",
		"insurance.status.",
		"gap.",
		"policy.",
		"copy.tab.",
		"record.",
		"valuation.",
		"transaction.",
		"loan.",
		"loans.",
		"attention.",
		"maintenance.",
		"provenance.",
		"stay.",
		"valuation_type.",
		"confidence.",
		"confidence.says.",
		"transaction_type.",
		"loan_direction.",
		"loan_status.",
		"priority.",
		"precision.",
		"maintenance_type.",
		"provenance_type.",
		"story.kind.",
		"act.return.",
		"gone.",
		"first.kind.",
		"sample.place.",
		"role.",
		"status.",
		"document_type.",
		"address.",
		"forgotten.told",
		"reset.told",
		"sharing.visibility.",
		"sharing.shows.",
		"column.",
		"import.action.",
		"import.status.",
		"import.state.",
		"import.delimiter.",
		"import.fix.",
	}
)

// Every language has the same texts with the same placeholders, and no markup.
func TestLocalesAreComplete(t *testing.T) {
	english := For("en").messages
	for _, locale := range Locales[1:] {
		messages := For(locale).messages
		for key, want := range english {
			got, ok := messages[key]
			if !ok {
				t.Errorf("%s lacks %s", locale, key)
			}
			for form, text := range got {
				if _, ok := want[form]; !ok && form != "other" && form != "one" {
					t.Errorf("%s: %s has the form %s", locale, key, form)
				}
				if a, b := marks(text), marks(want["other"]); !slices.Equal(a, b) && form == "other" {
					t.Errorf("%s: %s has the placeholders %v, want %v", locale, key, a, b)
				}
				if strings.ContainsAny(text, "<>") {
					t.Errorf("%s: %s has markup", locale, key)
				}
			}
		}
		for key := range messages {
			if _, ok := english[key]; !ok {
				t.Errorf("%s has %s, which English lacks", locale, key)
			}
		}
	}
}

func marks(text string) []string {
	return slices.Sorted(slices.Values(placeholder.FindAllString(text, -1)))
}

// Pages and mails use texts that exist, and every text is used.
func TestTextsAreUsed(t *testing.T) {
	unused := maps.Clone(For("en").messages)
	look := func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".templ") && (!strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "_templ.go")) {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range used.FindAllSubmatch(content, -1) {
			key := string(m[1])
			if _, ok := For("en").messages[key]; !ok && !slices.Contains(composed, key) {
				t.Errorf("%s uses %s, which is not there", path, key)
			}
			delete(unused, key)
		}
		for _, m := range named.FindAllSubmatch(content, -1) {
			delete(unused, string(m[1]))
		}
		return nil
	}
	for _, room := range []string{"../web", "../mail", "../pack"} {
		if err := filepath.WalkDir(room, look); err != nil {
			t.Fatal(err)
		}
	}
	for key := range unused {
		if !slices.ContainsFunc(composed, func(prefix string) bool { return strings.HasPrefix(key, prefix) }) {
			t.Errorf("nothing uses %s", key)
		}
	}
}

// A name given twice in a file would silently lose the first text.
func TestKeysAreWrittenOnce(t *testing.T) {
	for _, locale := range Locales {
		content, err := os.ReadFile("locales/" + locale + ".json")
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, m := range regexp.MustCompile(`(?m)^  "([^"]+)":`).FindAllSubmatch(content, -1) {
			if seen[string(m[1])] {
				t.Errorf("%s: %s twice", locale, m[1])
			}
			seen[string(m[1])] = true
		}
		if len(seen) != len(For(locale).messages) || !json.Valid(content) {
			t.Errorf("%s: %d keys, one a line, want %d", locale, len(seen), len(For(locale).messages))
		}
	}
}

func TestMatch(t *testing.T) {
	for accepted, want := range map[string]string{"de-AT, en;q=0.5": "de_DE", "pt-PT": "pt_BR", "zh-Hans": "zh_CN", "ja": "ja_JP", "fr-CA;q=0.9, en;q=0.1": "fr_FR", "xx, *;q=0.1": "en", "": "en"} {
		if got := Match(accepted).Locale; got != want {
			t.Errorf("%q: %s, want %s", accepted, got, want)
		}
	}
}
