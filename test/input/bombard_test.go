package input

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"vitrine/internal/apitest"
)

// input is a request. Names in braces stand for ids of the world it is sent to,
// {bearer} for a valid token and {email} for its user's address.
type input struct {
	Route   string            // the pattern of the intended operation
	Path    string            // with the query; defaults to the route's
	Method  string            // defaults to the route's
	Headers []string          // whole lines
	Unnamed bool              // no token is added
	Change  map[string]string // replacements in the operation's example, as JSON; an empty one is left out
	Body    string            // instead of an example
	Want    int               // the only correct status, if there is one
	Blame   string            // the only field that must be reported
	Spare   string            // a field that must not be reported
}

// generators make the inputs known in advance. Those that depend on answers use
// rapid.
var generators = map[string]func(testing.TB, *rand.Rand) []input{}

// bombard sends all inputs of a generator on several lines, each to a world of
// its own, and then checks the database.
func bombard(t *testing.T, generator string) {
	t.Helper()
	h := server(t)
	all := generators[generator](t, dice(generator))
	t.Logf("%d requests, VITRINE_INPUT_SEED=%d", len(all), inputSeed)
	var next atomic.Int64
	t.Run("lines", func(t *testing.T) {
		for n := range 4 {
			t.Run(fmt.Sprint(n), func(t *testing.T) {
				t.Parallel()
				w, l := h.World(t), newLine(h)
				w.Show(t)
				defer l.hangUp()
				for i := next.Add(1) - 1; i < int64(len(all)); i = next.Add(1) - 1 {
					if err := try(t, w, l, all[i]); err != nil {
						t.Errorf("%v\nkeep it in test/input/found_test.go:\n%.3000s", err, fmt.Sprintf("%#v", all[i]))
					}
				}
			})
		}
	})
	apitest.CheckState(t, h)
}

// try sends an input and checks the answer.
func try(t testing.TB, w *world, l *line, in input) error {
	t.Helper()
	r, sent, err := ask(t, w, l, in)
	if err != nil {
		return err
	}
	if in.Want != 0 && r.StatusCode != in.Want {
		return fmt.Errorf("status %d, want %d: %.1000s", r.StatusCode, in.Want, r.Content)
	}
	if err := in.blames(r); err != nil {
		return err
	}
	return passes(w.Harness, sent, r)
}

// ask sends an input and also returns the body sent.
func ask(t testing.TB, w *world, l *line, in input) (r response, sent string, err error) {
	t.Helper()
	if sent = w.FillText(in.Body); in.Change != nil {
		sent = in.changed(t, w)
	}
	method, path, _ := strings.Cut(in.Route, " ")
	if in.Method != "" {
		method = in.Method
	}
	if in.Path != "" {
		path = in.Path
	}
	headers := fillAll(w, in.Headers)
	if o := server(t).Contract.Operations[in.Route]; !in.Unnamed && o != nil && o.Security == nil {
		headers = append(headers, "Authorization: Bearer "+w.Token)
	}
	r, err = l.ask(method, w.FillText(path), headers, sent)
	if err == nil && strings.HasSuffix(in.Route, " /api/me") && r.StatusCode == http.StatusOK && len(r.Content) > 0 {
		w.Email, _ = r.Dig(t, "data.attributes.email").(string)
	}
	return r, sent, err
}

// named are the fields that an answer reports as wrong.
func named(r response) map[string][]string {
	var said struct{ Errors map[string][]string }
	_ = json.Unmarshal(r.Content, &said) // not every answer has a list of errors
	return said.Errors
}

// blames compares the reported fields with the expected ones.
func (in input) blames(r response) error {
	wrong := named(r)
	_, blamed := wrong[in.Blame]
	_, unfair := wrong[in.Spare]
	if in.Blame != "" && (!blamed || len(wrong) != 1) || unfair {
		return fmt.Errorf("status %d, and the error is on the wrong field: %.1000s", r.StatusCode, r.Content)
	}
	return nil
}

// changed is the example of the operation with some members changed.
func (in input) changed(t testing.TB, w *world) string {
	t.Helper()
	var parts []string
	body := server(t).Contract.Operations[in.Route].Example(t, w)
	for name, value := range body {
		if _, replaced := in.Change[name]; !replaced {
			encoded, err := json.Marshal(value)
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, fmt.Sprintf("%q:%s", name, encoded))
		}
	}
	for name, raw := range in.Change {
		if raw != "" {
			parts = append(parts, fmt.Sprintf("%q:%s", name, raw))
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func fillAll(w *world, texts []string) []string {
	filled := []string{}
	for _, text := range texts {
		filled = append(filled, w.FillText(text))
	}
	return filled
}
