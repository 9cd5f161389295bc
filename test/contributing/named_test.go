package contributing

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// root is the tree that the test belongs to.
const root = "../.."

// CONTRIBUTING names every file and list that has to be changed for a new resource and its
// pages, in the step where it is changed, and every command. All of them are there.
func TestStepsAreNamed(t *testing.T) {
	said, folder, there := told(t), t.TempDir(), map[string]bool{}
	for _, s := range steps(t) {
		text := said[s.section][s.number]
		if text == "" {
			t.Fatalf("%s: «%s» has no step %d", s.where, s.section, s.number)
		}
		for _, name := range s.names(t) {
			if !strings.Contains(text, name) {
				t.Errorf("%s: step %d of «%s» does not name %s, which needs a change (%s)", s.where, s.number, s.section, name, s.what)
			}
		}
		if s.act == "texts" {
			for locale := range s.texts(t) {
				path := filepath.Join(s.what, locale+".json")
				write(t, filepath.Join(folder, path), read(t, filepath.Join(root, path)))
			}
		}
		if s.act == "edit" && !there[s.what] {
			there[s.what] = true
			write(t, filepath.Join(folder, s.what), read(t, filepath.Join(root, s.what)))
		}
		s.follow(t, folder)
	}
}

// names are what CONTRIBUTING must say in the step.
func (s step) names(t *testing.T) (all []string) {
	t.Helper()
	switch s.act {
	case "run":
		return []string{"`" + s.what + "`"}
	case "new":
		return []string{s.as}
	case "texts":
		if s.section == sections[1].title { // texts of pages have any key
			return []string{"all locales"}
		}
		all = append(all, "`"+s.what+"`")
		for key := range s.texts(t)["en"] {
			if strings.HasPrefix(key, "wrong.") {
				key = "wrong."
			}
			all = append(all, "`"+strings.NewReplacer("storage_boxes", "sets", "storage_box", "set").Replace(key)+"`")
		}
		return all
	}
	all = []string{filepath.Base(s.what) + "`", filepath.Base(filepath.Dir(s.what))}
	if s.list != "" {
		all = append(all, "`"+s.list+"`")
	}
	return all
}

var begins = regexp.MustCompile(`(?m)^(\d+)\. `)

// told is what CONTRIBUTING says, by section and step, each in one line.
func told(t *testing.T) map[string]map[int]string {
	t.Helper()
	page, all := read(t, filepath.Join(root, "CONTRIBUTING.md")), map[string]map[int]string{}
	for _, section := range sections {
		_, text, found := strings.Cut(page, "\n## "+section.title+"\n")
		text, _, _ = strings.Cut(text, "\n## ")
		if !found {
			t.Fatalf("CONTRIBUTING.md has no section «%s»", section.title)
		}
		all[section.title] = map[int]string{}
		numbers := begins.FindAllStringSubmatchIndex(text, -1)
		for i, at := range numbers {
			end := len(text)
			if i+1 < len(numbers) {
				end = numbers[i+1][0]
			}
			number, _ := strconv.Atoi(text[at[2]:at[3]]) // digits
			all[section.title][number] = strings.Join(strings.Fields(text[at[1]:end]), " ")
		}
	}
	return all
}
