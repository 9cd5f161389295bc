package contributing

import (
	"encoding/json"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// step is something that a person does who follows a step of CONTRIBUTING.
type step struct {
	where   string // the line of testdata
	section string
	number  int
	act     string // new, texts, sum, run, or edit
	what    string // the file or the command
	list    string // the list of the file that gets a row, or the texts; may be empty
	as      string // what CONTRIBUTING calls a new file
	lines   []line // of an edit
}

// line is one of an edit: after, below and replace say where, insert, add and with say what.
type line struct{ act, text string }

// sections of CONTRIBUTING, with the files that say how they are followed.
var sections = []struct{ title, file string }{{"Add a resource", "resource.txt"}, {"Add a page", "page.txt"}}

// steps reads testdata.
func steps(t *testing.T) (all []step) {
	t.Helper()
	for _, section := range sections {
		for i, text := range strings.Split(strings.TrimSpace(read(t, "testdata/"+section.file)), "\n") {
			where := fmt.Sprintf("testdata/%s:%d", section.file, i+1)
			number, rest, _ := strings.Cut(text, " ")
			if n, err := strconv.Atoi(number); err == nil {
				all = append(all, begun(step{where: where, section: section.title, number: n}, rest))
				continue
			}
			if text == "" {
				continue
			}
			if !slices.Contains([]string{"after", "below", "replace", "insert", "add", "with"}, number) {
				t.Fatalf("%s: nobody knows how to %s", where, number)
			}
			last := &all[len(all)-1]
			last.lines = append(last.lines, line{number, rest})
		}
	}
	return all
}

// begun reads the first line of a step, without its number.
func begun(s step, text string) step {
	act, rest, _ := strings.Cut(text, " ")
	switch s.act = act; act {
	case "new":
		var named bool
		if s.what, s.as, named = strings.Cut(rest, " as "); !named {
			s.as = "`" + strings.Replace(s.what, "storage_box", "set", 1) + "`"
		}
	case "texts":
		s.what, s.list, _ = strings.Cut(rest, " ")
	case "sum", "run":
		s.what = rest
	default:
		s.act = "edit"
		s.what, s.list, _ = strings.Cut(text, " ")
	}
	return s
}

// follow does what the step says to the files in a folder.
func (s step) follow(t *testing.T, folder string) {
	t.Helper()
	switch s.act {
	case "new":
		write(t, filepath.Join(folder, s.what), read(t, filepath.Join("testdata/files", s.what)))
	case "edit":
		path := filepath.Join(folder, s.what)
		write(t, path, s.edited(t, read(t, path)))
	case "texts":
		for locale, texts := range s.texts(t) {
			path := filepath.Join(folder, s.what, locale+".json")
			var added strings.Builder
			for key, text := range texts {
				fmt.Fprintf(&added, "\n  %q: %q,", key, text)
			}
			write(t, path, strings.Replace(read(t, path), "{", "{"+added.String(), 1))
		}
	}
}

// texts are those that the step adds, by language.
func (s step) texts(t *testing.T) (all map[string]map[string]string) {
	t.Helper()
	if err := json.Unmarshal([]byte(read(t, "testdata/"+s.list)), &all); err != nil {
		t.Fatalf("%s: %v", s.where, err)
	}
	return all
}

// edited is the content of a file after the edit. What is looked for comes after the name
// of the list, if the edit names one, and after what was looked for before.
func (s step) edited(t *testing.T, content string) string {
	t.Helper()
	at, begin := 0, 0 // the end of what was found last, and its beginning
	find := func(text string) {
		i := strings.Index(content[at:], text)
		if i < 0 {
			t.Fatalf("%s: %s has no %q any more; look there where the row goes now", s.where, s.what, text)
		}
		begin = at + i
		at = begin + len(text)
	}
	insert := func(text string) {
		content = content[:at] + text + content[at:]
		at += len(text)
	}
	if s.list != "" {
		find(s.list)
	}
	for _, l := range s.lines {
		switch l.act {
		case "after", "replace":
			find(l.text)
		case "below":
			find(l.text)
			find("\n")
		case "insert":
			insert(l.text)
		case "add":
			insert(l.text + "\n")
		case "with":
			content, at = content[:begin]+l.text+content[at:], begin+len(l.text)
		}
	}
	if filepath.Ext(s.what) != ".go" {
		return content
	}
	formatted, err := format.Source([]byte(content))
	if err != nil {
		t.Fatalf("%s: %s is no Go any more: %v", s.where, s.what, err)
	}
	return string(formatted)
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
