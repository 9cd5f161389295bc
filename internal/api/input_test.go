package api

import (
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"os"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Bad input: what nobody should send, and somebody will. Each generator stands
// in a file of its own, input_*_test.go; docs/testing.md lists them. All of them
// make their requests of VITRINE_INPUT_SEED, a new one each time unless it is
// set, and as many as VITRINE_INPUT_SCALE times what CI runs.
var (
	inputSeed  = setting("VITRINE_INPUT_SEED", uint64(time.Now().UnixNano()))
	inputScale = int(setting("VITRINE_INPUT_SCALE", 1))
)

func setting(name string, otherwise uint64) uint64 {
	if n, err := strconv.ParseUint(os.Getenv(name), 10, 64); err == nil && n > 0 {
		return n
	}
	return otherwise
}

// Rapid takes the same seed. It checks little, so that every run can afford it;
// -rapid.checks and -rapid.seed say otherwise for a single test.
func init() {
	for name, value := range map[string]any{"rapid.checks": 25 * inputScale, "rapid.steps": 20, "rapid.nofailfile": true, "rapid.seed": inputSeed} {
		if err := flag.Set(name, fmt.Sprint(value)); err != nil {
			panic(err)
		}
	}
}

// dice are those of one generator: the same throws for the same seed, and
// others than its neighbours'.
func dice(generator string) *rand.Rand {
	name := fnv.New64()
	name.Write([]byte(generator))
	return rand.New(rand.NewPCG(inputSeed, name.Sum64()))
}

// input is a request to be sent. In its texts, names in braces stand for the
// ids of the world it is sent to, {bearer} for a good token and {email} for the
// address of its user.
type input struct {
	Route   string            // the pattern of the operation that is meant
	Path    string            // with the query; that of the route if empty
	Method  string            // that of the route if empty
	Headers []string          // whole lines
	Unnamed bool              // no token is added
	Change  map[string]string // members of the operation's example to be replaced, as JSON; an empty one is left out
	Body    string            // instead of an example
	Want    int               // the status, where only one is right
	Blame   string            // the only field that must be named as wrong
	Spare   string            // a field that must not
}

// generators make the inputs that are known beforehand. Those that depend on
// what was answered are built on rapid.
var generators = map[string]func(testing.TB, *rand.Rand) []input{}

// inputHarness is the server that gets bad input: a database of its own, so that
// all of what is in it can be looked at afterwards. It believes what a proxy on
// this machine says, so that such headers are read at all.
var inputHarness struct {
	sync.Once
	*harness
}

func inputs(t testing.TB) *harness {
	t.Helper()
	server(t)
	inputHarness.Do(func() {
		inputHarness.harness = newHarness(lasting{t}, Options{APILimit: 1 << 30, AuthLimit: 1 << 30, PublicURL: "https://vitrine.example", Sealer: testSealer(t),
			TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	})
	if inputHarness.harness == nil {
		t.Fatal("the server did not start")
	}
	return inputHarness.harness
}

// bombard sends all inputs of a generator, on several lines, each to a world of
// its own, and looks at the database afterwards.
func bombard(t *testing.T, generator string) {
	t.Helper()
	h := inputs(t)
	all := generators[generator](t, dice(generator))
	t.Logf("%d requests, VITRINE_INPUT_SEED=%d", len(all), inputSeed)
	var next atomic.Int64
	t.Run("lines", func(t *testing.T) {
		for n := range 4 {
			t.Run(fmt.Sprint(n), func(t *testing.T) {
				t.Parallel()
				w, l := h.world(t), newLine(h)
				defer l.hangUp()
				for i := next.Add(1) - 1; i < int64(len(all)); i = next.Add(1) - 1 {
					if err := w.try(t, l, all[i]); err != nil {
						t.Errorf("%v\nkeep it in input_found_test.go:\n%.3000s", err, fmt.Sprintf("%#v", all[i]))
					}
				}
			})
		}
	})
	checkState(t, h)
}

// try sends an input, and says what is wrong with the answer.
func (w *world) try(t testing.TB, l *line, in input) error {
	t.Helper()
	r, sent, err := w.ask(t, l, in)
	if err != nil {
		return err
	}
	if in.Want != 0 && r.StatusCode != in.Want {
		return fmt.Errorf("status %d, want %d: %.1000s", r.StatusCode, in.Want, r.body)
	}
	if err := in.blames(r); err != nil {
		return err
	}
	return passes(w.harness, sent, r)
}

// ask sends an input; it gives the body as it was sent, too.
func (w *world) ask(t testing.TB, l *line, in input) (r response, sent string, err error) {
	t.Helper()
	if sent = w.fillText(in.Body); in.Change != nil {
		sent = in.changed(t, w)
	}
	method, path, _ := strings.Cut(in.Route, " ")
	if in.Method != "" {
		method = in.Method
	}
	if in.Path != "" {
		path = in.Path
	}
	headers := w.fillAll(in.Headers)
	if o := theContract(t).operations[in.Route]; !in.Unnamed && o != nil && o.Security == nil {
		headers = append(headers, "Authorization: Bearer "+w.token)
	}
	r, err = l.ask(method, w.fillText(path), headers, sent)
	if err == nil && strings.HasSuffix(in.Route, " /api/me") && r.StatusCode == http.StatusOK && len(r.body) > 0 {
		w.email, _ = r.dig(t, "data.attributes.email").(string)
	}
	return r, sent, err
}

// named are the fields that an answer says are wrong.
func named(r response) map[string][]string {
	var said struct{ Errors map[string][]string }
	_ = json.Unmarshal(r.body, &said) // a list of errors is not in every answer
	return said.Errors
}

// blames holds the fields that an answer names against those it should.
func (in input) blames(r response) error {
	wrong := named(r)
	_, blamed := wrong[in.Blame]
	_, unfair := wrong[in.Spare]
	if in.Blame != "" && (!blamed || len(wrong) != 1) || unfair {
		return fmt.Errorf("status %d, and the error is on the wrong field: %.1000s", r.StatusCode, r.body)
	}
	return nil
}

// changed is the example of the operation with some members changed.
func (in input) changed(t testing.TB, w *world) string {
	t.Helper()
	var parts []string
	body := theContract(t).operations[in.Route].example(t, w)
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

// fillText puts the ids of the world into any text.
func (w *world) fillText(text string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	pairs := []string{"{bearer}", w.token, "{email}", w.email}
	for name, id := range w.ids {
		pairs = append(pairs, "{"+name+"}", id)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

func (w *world) fillAll(texts []string) []string {
	filled := []string{}
	for _, text := range texts {
		filled = append(filled, w.fillText(text))
	}
	return filled
}

// The same seed makes the same requests, but for ids and free addresses.
func TestSeedRepeatsRequests(t *testing.T) {
	t.Parallel()
	for name, generate := range generators {
		one, same := generate(t, dice(name)), generate(t, dice(name))
		if len(one) == 0 || !reflect.DeepEqual(one, same) {
			t.Errorf("%s: %d requests, and %d others of the same seed", name, len(one), len(same))
		}
	}
}
