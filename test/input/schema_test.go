package input

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

	"vitrine/internal/apitest"
	"vitrine/internal/fault"
)

// bodiesPerCheck times 25 checks times the operations with a body is what CI
// sends, about 5,000.
const bodiesPerCheck = 6

// G8: bodies generated from the document's schemas. One that obeys every rule is
// accepted, unless it breaks a rule that no schema can express; one that breaks a
// rule is refused and the field reported.
func TestInputSchema(t *testing.T) {
	t.Parallel()
	h, c := server(t), server(t).Contract
	t.Logf("VITRINE_INPUT_SEED=%d", inputSeed)
	var sent atomic.Int64
	t.Run("operations", func(t *testing.T) {
		for _, pattern := range slices.Sorted(maps.Keys(c.Operations)) {
			o := c.Operations[pattern]
			if o.Body() == nil || interdependent(pattern) || combined(pattern) {
				continue
			}
			t.Run(strings.ReplaceAll(pattern, "/", "_"), func(t *testing.T) {
				t.Parallel()
				f := &schemaFuzzer{t: t, o: o, world: h.World(t), line: newLine(h), sent: &sent}
				defer f.hangUp()
				rapid.Check(t, f.check)
			})
		}
	})
	t.Logf("%d bodies", sent.Load())
	apitest.CheckState(t, h)
}

// combined reports whether rules tie members of the body together (a currency belongs
// to an amount, a status to its dates), which bodies drawn member by member break. The
// operations of a batch have the rules of their own routes.
func combined(pattern string) bool {
	return slices.ContainsFunc([]string{"/valuations", "/transactions", "/api/batch", "/api/views", "/merge"}, func(part string) bool { return strings.Contains(pattern, part) }) ||
		strings.HasSuffix(pattern, "/copies") || strings.HasSuffix(pattern, "/copies/{copy}")
}

// schemaFuzzer sends bodies to one operation.
type schemaFuzzer struct {
	t testing.TB
	o *apitest.Operation
	*world
	*line
	sent *atomic.Int64
}

func (f *schemaFuzzer) check(rt *rapid.T) {
	rounds := bodiesPerCheck
	if slow(f.o.Pattern) { // rarely: they are expensive on purpose
		rounds = rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(rt, "rounds")
	}
	for range rounds {
		f.send(rt, rapid.IntRange(0, 2).Draw(rt, "breaks a rule") == 0)
	}
}

// send draws a body and judges the answer.
func (f *schemaFuzzer) send(rt *rapid.T, breaks bool) {
	schema, shown := f.o.Body().Schema.Value, f.o.Example(f.t, f.world)
	body := M{}
	names := slices.Sorted(maps.Keys(schema.Properties))
	for _, name := range names {
		f.member(rt, name, schema.Properties[name].Value, shown, body)
	}
	var broken ruleProbe
	if breaks {
		broken = f.breakRule(rt, rapid.SampledFrom(names).Draw(rt, "which"), schema, shown, body)
	}
	choose(broken.field, schema, body)
	f.sent.Add(1)
	r, sent, err := ask(f.t, f.world, f.line, input{Route: f.o.Pattern, Body: encoded(body)})
	if err == nil {
		err = passes(f.Harness, sent, r)
	}
	if err == nil {
		err = f.judge(broken, r)
	}
	if err != nil {
		rt.Fatalf("%s %s %s\n%.2000s\n%v", f.o.Pattern, broken.field, broken.name, sent, err)
	}
}

// choose sends either a member or its alternative: without both the request is
// refused, and with both the alternative could stand in for a broken member.
func choose(broken string, schema *openapi3.Schema, body M) {
	for name, other := range instead {
		if _, breaks := other[broken]; breaks || schema.Properties[name] == nil {
			continue
		}
		if body[name] == nil {
			maps.Copy(body, other)
			continue
		}
		maps.DeleteFunc(body, func(member string, _ any) bool { _, is := other[member]; return is })
	}
}

// taken tells whether a name was refused because another object has it, or because
// there are as many as there may be: no schema says so.
func taken(r response) bool {
	return strings.Contains(string(r.Content), "has already been taken") || strings.Contains(string(r.Content), "which is the most there can be")
}

// judge compares an answer with the broken rule, if any.
func (f *schemaFuzzer) judge(broken ruleProbe, r response) error {
	wrong := named(r)
	if broken.field != "" {
		for name := range wrong {
			if name == broken.field || strings.HasPrefix(name, broken.field+".") {
				return nil
			}
		}
		return fmt.Errorf("status %d, and the field is not named: %.1000s", r.StatusCode, r.Content)
	}
	for name := range wrong {
		if field, _, _ := strings.Cut(name, "."); !slices.Contains(unsaid, field) && !taken(r) {
			return fmt.Errorf("refused for %s: %.1000s", name, r.Content)
		}
	}
	if r.StatusCode >= 300 && r.StatusCode != http.StatusUnprocessableEntity && r.StatusCode != http.StatusUnauthorized && !slow(f.o.Pattern) {
		return fmt.Errorf("status %d: %.1000s", r.StatusCode, r.Content)
	}
	return nil
}

// unsaid are fields with rules that no schema can express: taken, leaked or
// expired values, unused currencies, an end before its beginning, a record of another
// copy, a document without a source, a policy that names nothing.
var unsaid = []string{"email", "password", "current_password", "code", "token", "policy_number", "ends_at", "documentable_id", "file", "currency", "currency_code", "deductible_currency_code", "expires_at", "custom_fields", "role", "wanted_currency_code", "wanted_priority", "wanted_max_price", "collection_ids"}

// member draws one member or leaves it out. Ids, secrets and objects are the
// example's: others would not exist.
func (f *schemaFuzzer) member(rt *rapid.T, name string, s *openapi3.Schema, shown, body M) {
	value, given := shown[name]
	must := presenceOf(f.o, name)
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

// fitting draws what a schema allows; nil if it cannot know what exists.
func fitting(s *openapi3.Schema) *rapid.Generator[any] {
	enum := slices.DeleteFunc(slices.Clone(s.Enum), func(v any) bool { return v == nil })
	switch {
	case len(enum) > 0:
		return rapid.SampledFrom(enum)
	case s.Format == "date":
		return rapid.Map(rapid.IntRange(-500_000, 2_000_000), func(days int) any { return time.Unix(int64(days)*86400, 0).UTC().Format(time.DateOnly) })
	case s.Format == "uri":
		return rapid.SampledFrom([]any{"https://example.org/", "http://example.org:8080/a%20b?c=d#e", "HTTPS://EXAMPLE.ORG/漫画", "https://127.0.0.1/" + strings.Repeat("x", 2000)})
	case s.Pattern == "^[1-9][0-9]*$", s.Pattern == "^[0-9a-f]{64}$", s.Format == "password", s.Format == "email", s.ContentMediaType != "", s.Type.Includes("object"):
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
	case s.Pattern == "^[A-Za-z]{3}$": // which currencies there are, no pattern says
		return rapid.SampledFrom([]any{"EUR", "usd", "JPY"})
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

// breakRule changes one member to a forbidden value.
func (f *schemaFuzzer) breakRule(rt *rapid.T, name string, schema *openapi3.Schema, shown, body M) ruleProbe {
	all := slices.DeleteFunc(probes(f.t, name, schema.Properties[name].Value, presenceOf(f.o, name), shown[name]), func(p ruleProbe) bool { return p.fits })
	slices.SortFunc(all, func(a, b ruleProbe) int { return strings.Compare(a.name, b.name) })
	if len(all) == 0 {
		return ruleProbe{}
	}
	p := rapid.SampledFrom(all).Draw(rt, "rule")
	if name == "options" { // ignored for other kinds of fields
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
