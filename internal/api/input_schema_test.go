package api

import (
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"pgregory.net/rapid"

	"vitrine/internal/fault"
)

// bodiesPerCheck times 25 checks times the operations that take a body are what
// CI sends, 5,000 or so.
const bodiesPerCheck = 6

// G8: bodies made from the schemas of the document. One that keeps every rule is
// accepted, unless a rule is broken that no schema can say; one that breaks one
// rule is refused, and the field is named.
func TestInputSchema(t *testing.T) {
	t.Parallel()
	h, c := inputs(t), theContract(t)
	t.Logf("VITRINE_INPUT_SEED=%d", inputSeed)
	var sent atomic.Int64
	t.Run("operations", func(t *testing.T) {
		for _, pattern := range slices.Sorted(maps.Keys(c.operations)) {
			o := c.operations[pattern]
			if o.body() == nil {
				continue
			}
			t.Run(strings.ReplaceAll(pattern, "/", "_"), func(t *testing.T) {
				t.Parallel()
				f := &schemaFuzzer{t: t, o: o, world: h.world(t), line: newLine(h), sent: &sent}
				defer f.hangUp()
				rapid.Check(t, f.check)
			})
		}
	})
	t.Logf("%d bodies", sent.Load())
	checkState(t, h)
}

// schemaFuzzer sends bodies to one operation.
type schemaFuzzer struct {
	t testing.TB
	o *operation
	*world
	*line
	sent *atomic.Int64
}

func (f *schemaFuzzer) check(rt *rapid.T) {
	rounds := bodiesPerCheck
	if slow(f.o.pattern) { // seldom, for they cost on purpose
		rounds = rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(rt, "rounds")
	}
	for range rounds {
		f.send(rt, rapid.IntRange(0, 2).Draw(rt, "breaks a rule") == 0)
	}
}

// send draws a body and judges what comes of it.
func (f *schemaFuzzer) send(rt *rapid.T, breaks bool) {
	schema, shown := f.o.body().Schema.Value, f.o.example(f.t, f.world)
	body := M{}
	names := slices.Sorted(maps.Keys(schema.Properties))
	for _, name := range names {
		f.member(rt, name, schema.Properties[name].Value, shown, body)
	}
	var broken ruleProbe
	if breaks {
		broken = f.breakRule(rt, rapid.SampledFrom(names).Draw(rt, "which"), schema, shown, body)
	}
	f.sent.Add(1)
	r, sent, err := f.world.ask(f.t, f.line, input{Route: f.o.pattern, Body: encoded(body)})
	if err == nil {
		err = passes(f.harness, sent, r)
	}
	if err == nil {
		err = f.judge(broken, r)
	}
	if err != nil {
		rt.Fatalf("%s %s %s\n%.2000s\n%v", f.o.pattern, broken.field, broken.name, sent, err)
	}
}

// judge holds an answer against what was sent: a body with a rule broken, or
// none.
func (f *schemaFuzzer) judge(broken ruleProbe, r response) error {
	wrong := named(r)
	if broken.field != "" {
		for name := range wrong {
			if name == broken.field || strings.HasPrefix(name, broken.field+".") {
				return nil
			}
		}
		return fmt.Errorf("status %d, and the field is not named: %.1000s", r.StatusCode, r.body)
	}
	for name := range wrong {
		if field, _, _ := strings.Cut(name, "."); !slices.Contains(unsaid, field) {
			return fmt.Errorf("refused for %s: %.1000s", name, r.body)
		}
	}
	if r.StatusCode >= 300 && r.StatusCode != http.StatusUnprocessableEntity && r.StatusCode != http.StatusUnauthorized && !slow(f.o.pattern) {
		return fmt.Errorf("status %d: %.1000s", r.StatusCode, r.body)
	}
	return nil
}

// unsaid are fields with rules that no schema can say: what is taken, leaked or
// wrong by now, no currency in use, an end before its beginning.
var unsaid = []string{"email", "password", "current_password", "code", "token", "policy_number", "ends_at", "currency", "currency_code", "deductible_currency_code", "expires_at", "custom_fields", "role"}

// member draws one member, or leaves it out. Ids, secrets and objects are those
// of the example: others that fit do not exist.
func (f *schemaFuzzer) member(rt *rapid.T, name string, s *openapi3.Schema, shown, body M) {
	value, given := shown[name]
	must := f.o.presence(name)
	switch choice := rapid.SampledFrom([]string{"drawn", "drawn", "shown", "null", "absent"}).Draw(rt, name); {
	case leaning[name] != "" || slices.Contains(slices.Collect(maps.Values(leaning)), name): // they go together
	case choice == "null" && must == optional:
		value, given = nil, true
	case choice == "absent" && must != required:
		given = false
	case choice == "drawn":
		if drawn := fitting(s); drawn != nil {
			value, given = drawn.Draw(rt, name), true
		}
	}
	if given {
		body[name] = value
	}
}

// fitting draws what a schema allows; nil if it cannot say what exists.
func fitting(s *openapi3.Schema) *rapid.Generator[any] {
	enum := slices.DeleteFunc(slices.Clone(s.Enum), func(v any) bool { return v == nil })
	switch {
	case len(enum) > 0:
		return rapid.SampledFrom(enum)
	case s.Format == "date":
		return rapid.Map(rapid.IntRange(-500_000, 2_000_000), func(days int) any { return time.Unix(int64(days)*86400, 0).UTC().Format(time.DateOnly) })
	case s.Type.Includes("integer") && s.Type.Includes("string"), s.Format == "password", s.Format == "email", s.ContentMediaType != "", s.Type.Includes("object"):
		return nil
	case s.Type.Includes("integer"):
		least, most := int64(math.MinInt64), int64(math.MaxInt64)
		if s.Min != nil {
			least = int64(*s.Min)
		}
		if s.Max != nil {
			most = int64(*s.Max)
		}
		return rapid.Int64Range(least, most).AsAny()
	case s.Type.Includes("boolean"):
		return rapid.Bool().AsAny()
	case s.Type.Includes("array"):
		if entry := fitting(s.Items.Value); entry != nil {
			return rapid.SliceOfN(entry, int(s.MinItems), 5).AsAny()
		}
		return nil
	case s.Pattern != "":
		return rapid.StringMatching(s.Pattern).AsAny()
	}
	longest := 300
	if s.MaxLength != nil {
		longest = int(*s.MaxLength)
	}
	return rapid.OneOf(rapid.SampledFrom(oddNames), rapid.StringN(1, min(longest, 40), -1), rapid.Just(strings.Repeat("𝔘", longest))).
		Filter(func(text string) bool {
			return !strings.ContainsRune(text, 0) && strings.TrimSpace(text) != "" && len([]rune(text)) <= longest && (s.Format != "line" || isLine(text))
		}).AsAny()
}

func isLine(text string) bool {
	var e fault.Invalid
	e.MaxLine("text", text, len(text))
	return e.Err() == nil
}

// breakRule changes one member to what the document does not allow.
func (f *schemaFuzzer) breakRule(rt *rapid.T, name string, schema *openapi3.Schema, shown, body M) ruleProbe {
	all := slices.DeleteFunc(probes(f.t, name, schema.Properties[name].Value, f.o.presence(name), shown[name]), func(p ruleProbe) bool { return p.fits })
	slices.SortFunc(all, func(a, b ruleProbe) int { return strings.Compare(a.name, b.name) })
	if len(all) == 0 {
		return ruleProbe{}
	}
	p := rapid.SampledFrom(all).Draw(rt, "rule")
	if name == "options" { // of other kinds of fields they are not looked at
		body["field_type"] = "select"
	}
	if body[name] = p.value; p.value == absent {
		delete(body, name)
	}
	if p.value == absent || p.value == nil {
		delete(body, leaning[name])
	}
	return p
}
