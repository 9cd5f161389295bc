package httpserver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"vitrine/internal/fault"
)

// readAll reads a form to its end.
func readAll(s *Server, form string, most int) (fields map[string]string, files []string, err error) {
	parts := s.Parts(strings.NewReader(form), "b", most)
	defer parts.Close()
	fields = map[string]string{}
	for {
		part, err := parts.Next()
		if errors.Is(err, io.EOF) {
			return fields, files, nil
		}
		if err != nil {
			return nil, nil, err
		}
		if part.IsFile {
			content, err := io.ReadAll(part)
			if err != nil {
				return nil, nil, err
			}
			files = append(files, part.Filename+":"+string(content))
			continue
		}
		if fields[part.Name], err = parts.Value(context.Background(), 1, part); err != nil {
			return nil, nil, err
		}
	}
}

func TestForms(t *testing.T) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	_ = w.SetBoundary("b")
	_ = w.WriteField("name", "Vase")
	to, _ := w.CreateFormFile("file", "väse.txt")
	_, _ = io.WriteString(to, strings.Repeat("x", 100_000))
	_ = w.WriteField("late", "")
	_ = w.Close()
	fields, files, err := readAll(&Server{memory: newMemory()}, form.String(), 3)
	if err != nil || fmt.Sprint(fields) != "map[late: name:Vase]" || len(files) != 1 || files[0] != "väse.txt:"+strings.Repeat("x", 100_000) {
		t.Errorf("%v, %d files: %v", fields, len(files), err)
	}
}

// Every way to make a form too large is refused.
func TestFormsWithinBounds(t *testing.T) {
	field := func(name, value string) string {
		return "--b\r\nContent-Disposition: form-data; name=" + name + "\r\n\r\n" + value + "\r\n"
	}
	for name, c := range map[string]struct {
		form string
		want error
	}{
		"as many as may be":        {strings.Repeat(field("a", ""), 40) + "--b--", nil},
		"one more":                 {strings.Repeat(field("a", ""), 41) + "--b--", ErrForm},
		"a field as large as one":  {field("a", strings.Repeat("v", MaxField)) + "--b--", nil},
		"a larger one":             {field("a", strings.Repeat("v", MaxField+1)) + "--b--", ErrForm},
		"all together":             {strings.Repeat(field("a", strings.Repeat("v", MaxField)), 17) + "--b--", ErrForm},
		"a long name":              {field(strings.Repeat("n", 20<<10), "") + "--b--", ErrForm},
		"a name that never ends":   {"--b\r\nContent-Disposition: form-data; name=" + strings.Repeat("n", 1<<20), ErrForm},
		"headers":                  {"--b\r\n" + strings.Repeat("X: y\r\n", 30) + "\r\n\r\n--b--", nil},
		"names of headers":         {"--b\r\n" + "A:\r\nB:\r\nC:\r\nD:\r\nE:\r\nF:\r\nG:\r\nH:\r\nI:\r\nJ:\r\nK:\r\nL:\r\nM:\r\nN:\r\nO:\r\nP:\r\nQ:\r\n" + "\r\n\r\n--b--", ErrForm},
		"headers that never end":   {"--b\r\n" + strings.Repeat("X: y\r\n", 1<<17), ErrForm},
		"words before the form":    {strings.Repeat("words\r\n", 1<<17) + "--b--", ErrForm},
		"a part that breaks off":   {"--b\r\nContent-Disposition: form-data; name=a\r\n\r\nv", io.ErrUnexpectedEOF},
		"a header that breaks off": {"--b\r\nContent-Dispo", io.EOF},
	} {
		_, _, err := readAll(&Server{memory: newMemory()}, c.form, 40)
		if errors.Is(c.want, io.EOF) { // any error will do
			if err == nil {
				t.Errorf("%s is taken", name)
			}
			continue
		}
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// A user who holds many large forms open delays only themselves; small forms always pass.
func TestFieldsHaveAShare(t *testing.T) {
	s := &Server{memory: newMemory()}
	large, small := strings.Repeat("v", MaxField), "Vase"
	held := 0
	for range 2 * fieldShare / maxFields {
		parts := s.Parts(strings.NewReader("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n"+large+"\r\n--b--"), "b", 1)
		part, err := parts.Next()
		if err != nil {
			t.Fatal(err)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel() // nobody waits in this test
		if _, err = parts.Value(gone, 1, part); err == nil {
			held++
			defer parts.Close()
		} else if !errors.As(err, new(*fault.Unavailable)) {
			t.Fatal(err)
		}
	}
	if held != fieldShare/maxFields {
		t.Errorf("%d forms are held, want %d", held, fieldShare/maxFields)
	}
	if _, _, err := readAll(s, "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n"+small+"\r\n--b--", 1); err != nil {
		t.Errorf("a small form: %v", err)
	}
}

// A body is read whole and as it was sent, whether it is small, large, too large or broken.
func TestWholeBodies(t *testing.T) {
	const most = 1 << 20
	broken := errors.New("broken off")
	for _, size := range []int{0, 1, smallBody, smallBody + 1, most, most + 1, 2 * most} {
		for _, end := range []error{io.EOF, broken} {
			for _, length := range []int64{-1, int64(size)} {
				sent := strings.Repeat("v", size)
				r, _ := http.NewRequest("POST", "/", io.NopCloser(io.MultiReader(strings.NewReader(sent), failing{end})))
				r.ContentLength = length
				s := &Server{memory: newMemory()}
				done, err := s.Whole(r, 1, most)
				if err != nil {
					t.Fatal(err)
				}
				got, err := io.ReadAll(r.Body)
				if string(got) != sent || errors.Is(end, broken) != errors.Is(err, broken) || !errors.Is(end, broken) && err != nil {
					t.Errorf("%d bytes, announced %d, that end with %v: got %d and %v", size, length, end, len(got), err)
				}
				done()
				if held, _ := s.memory.bodies.InUse(); held != 0 {
					t.Errorf("%d bytes: %d are still held", size, held)
				}
			}
		}
	}
}
