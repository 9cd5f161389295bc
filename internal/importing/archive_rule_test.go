package importing

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/portable"
)

// right are values that requests would take, by kind.
var right = map[portable.Kind]string{
	portable.Text: `"Words"`, portable.Integer: `1`, portable.Number: `1.5`, portable.Boolean: `true`, portable.Time: `"2024-01-02T03:04:05.000006Z"`, portable.Day: `"2024-01-02"`,
	portable.UUID: `"00000000-0000-4000-8000-000000000001"`, portable.Reference: `"00000000-0000-4000-8000-000000000002"`, portable.Several: `[]`, portable.Hash: `"` + strings.Repeat("0", 64) + `"`,
	portable.File: `"` + strings.Repeat("0", 64) + `"`, portable.Options: `null`, portable.Values: `{}`,
}

// chosen are values of members that do not take any text: each has a rule of its own.
var chosen = map[string]string{
	"account currency": `"EUR"`, "account photo_place": `"keep"`, "locations emoji": `"📦"`, "tags color": `"#112233"`, "collection_types color": `"#112233"`, "custom_fields field_type": `"text"`,
	"collections currency": `"EUR"`, "collections emoji": `"📚"`, "collections visibility": `"private"`, "items wanted_currency_code": `"EUR"`, "items wanted_priority": `"low"`, "copies status": `"owned"`,
	"transactions type": `"sale"`, "transactions currency_code": `"EUR"`, "transactions source_url": `"https://example.org"`, "valuations type": `"other"`, "valuations currency_code": `"EUR"`,
	"valuations confidence": `"low"`, "valuations source_url": `"https://example.org"`, "insurance_records status": `"active"`, "insurance_records currency_code": `"EUR"`,
	"insurance_records deductible_currency_code": `"EUR"`, "insurance_records contact_email": `"a@example.org"`, "policies status": `"active"`, "policies currency_code": `"EUR"`, "policies deductible_currency_code": `"EUR"`, "policies contact_email": `"a@example.org"`,
	"provenance_events type": `"gift"`, "provenance_events occurred_at_precision": `"exact"`,
	"provenance_events source_url": `"https://example.org"`, "maintenance_records type": `"repair"`, "maintenance_records cost_currency_code": `"EUR"`, "loans direction": `"outgoing"`, "loans status": `"returned"`,
	"loans deposit_currency_code": `"EUR"`, "documents document_type": `"other"`, "documents external_url": `null`,
}

// free are members whose rule is not about what they are alone, with the reason.
var free = map[string]string{
	"copies quantity most": "a copy may be of any number", "insurance_records insured_value most": "any sum can be insured", "insurance_records deductible_amount most": "any sum can be insured",
	"policies insured_value most": "any sum can be insured", "policies deductible_amount most": "any sum can be insured",
	"photos mime_type": "the bytes tell", "documents mime_type": "the bytes tell",
}

func quotedText(s string) string { return `"` + s + `"` }

func long(n int) string { return `"` + strings.Repeat("x", n) + `"` }

// wrongOnes are values that no request may send of a member.
func wrongOnes(p portable.Part, m portable.Member) (all []string) {
	name := p.Name + " " + m.Name
	switch m.Kind {
	case portable.Text:
		all = append(all, long(6000))
		if chosen[name] != "" {
			all = append(all, `"Words"`, `"<b>"`)
		}
		if !strings.HasPrefix(p.Name, "custom_field") || m.Name != "name" {
			all = append(all, `""`, `" \t\n"`, `"\u00a0"`)
		}
	case portable.Integer:
		all = append(all, `-1`, `-9223372036854775808`)
		if free[name+" most"] == "" {
			all = append(all, `9223372036854775807`, `4611686018427387904`)
		}
		if m.Name == "position" || m.Name == "quantity" || p.Name == "photos" {
			all = append(all, `0`)
		}
	case portable.Number:
		all = append(all, `1e308`, `-1e308`, `1e400`, `181`, `-180.5`)
	case portable.Day:
		all = append(all, `"0000-01-01"`)
	case portable.Time:
		all = append(all, `"0000-01-01T00:00:00.000000Z"`)
	case portable.Options:
		all = append(all, `[]`, `["a"]`)
	case portable.Values:
		for _, value := range []string{`null`, `[]`, `{}`, `1e9`, `1e400`, strings.Repeat("1", 65), long(5001)} {
			all = append(all, `{"00000000-0000-4000-8000-000000000003":`+value+`}`)
		}
	}
	return all
}

// lineWith is a line that requests could have made, but for one member.
func lineWith(p portable.Part, member, value string) []byte {
	values := map[string]jsontext.Value{}
	for _, m := range p.Members {
		values[m.Name] = jsontext.Value(right[m.Kind])
		if own := chosen[p.Name+" "+m.Name]; own != "" {
			values[m.Name] = jsontext.Value(own)
		}
	}
	if member != "" {
		values[member] = jsontext.Value(value)
	}
	return lineOf(values)
}

// Every member of every part has a rule: whoever adds one says here what it may be.
func TestEveryMemberHasARule(t *testing.T) {
	for _, p := range portable.Parts {
		if issues := lineRules(p, lineWith(p, "", "")); len(issues) > 0 {
			t.Errorf("%s: a good line is refused: %+v", p.Name, issues)
		}
		for _, m := range p.Members {
			bad := wrongOnes(p, m)
			if m.Kind == portable.Text && strings.HasSuffix(m.Name, "url") && m.Null && chosen[p.Name+" "+m.Name] == `null` {
				bad = append(bad, `"ftp://x"`)
			}
			for _, value := range bad {
				issues := lineRules(p, lineWith(p, m.Name, value))
				if !slices.ContainsFunc(issues, func(i Issue) bool { return *i.Column == m.Name && i.Level == "error" && i.Message != "" }) {
					t.Errorf("%s %s may be %.40s: %+v", p.Name, m.Name, value, issues)
				}
			}
		}
	}
}

// What members of a line cannot be together is an issue, too.
func TestMembersAgree(t *testing.T) {
	for _, bad := range []struct{ part, at, members string }{
		{"items", "wanted_priority", `{"wanted":false,"wanted_max_price":null,"wanted_currency_code":null}`}, {"items", "wanted_priority", `{"wanted_priority":null}`},
		{"items", "wanted_currency_code", `{"wanted_max_price":null}`}, {"items", "wanted_currency_code", `{"wanted_currency_code":null}`},
		{"items", "tag_uuids", `{"tag_uuids":[` + strings.Repeat(`"x",`, 100) + `"x"]}`},
		{"custom_fields", "options", `{"field_type":"select"}`}, {"custom_fields", "options", `{"field_type":"select","options":["a"," "]}`}, {"custom_fields", "options", `{"field_type":"select","options":[` + long(256) + `]}`},
		{"custom_fields", "options", `{"field_type":"select","options":[` + strings.Repeat(`"x",`, 200) + `"x"]}`},
		{"provenance_events", "occurred_at", `{"occurred_at_precision":"unknown"}`}, {"provenance_events", "occurred_at", `{"occurred_at":null}`},
		{"photos", "longitude", `{"longitude":null}`}, {"photos", "longitude", `{"latitude":null}`}, {"photos", "latitude", `{"latitude":90.5}`},
		{"documents", "file", `{"external_url":"https://example.org"}`}, {"documents", "file", `{"file":null}`},
		{"loans", "returned_at", `{"status":"active"}`}, {"loans", "returned_at", `{"returned_at":null}`}, {"loans", "due_at", `{"due_at":"2023-01-01"}`},
		{"insurance_records", "ends_at", `{"ends_at":"2023-01-01"}`}, {"maintenance_records", "next_due_at", `{"next_due_at":"2023-01-01"}`}, {"location_stays", "moved_out_at", `{"moved_out_at":"2023-01-01"}`},
		{"copies", "created_at", `{"created_at":"1969-12-31T23:59:59.999999Z"}`}, {"collections", "currency", `{"currency":"eur"}`}, {"account", "currency", `{"currency":"ZZZ"}`},
	} {
		p := portable.PartNamed(bad.part)
		values, changed := membersOf(lineWith(p, "", "")), membersOf([]byte(bad.members))
		for name, value := range changed {
			values[name] = value
		}
		issues := lineRules(p, lineOf(values))
		if !slices.ContainsFunc(issues, func(i Issue) bool { return *i.Column == bad.at }) {
			t.Errorf("%s may have %.60s: %+v", bad.part, bad.members, issues)
		}
	}
}

// A value that its field no longer takes comes in, with a warning; what the account has already
// is no reason to leave out what else a line says.
func TestOldValuesComeIn(t *testing.T) {
	const field = "00000000-0000-4000-8000-000000000003"
	items, fields := portable.PartNamed("items"), portable.PartNamed("custom_fields")
	for kind, values := range map[string]map[string]string{ // by value, the code; none fits
		"number": {`1.5`: "", `"five"`: "bad_number", `"1"`: "bad_number", `true`: "bad_number"}, "text": {`"a"`: "", `1`: "too_long"}, "date": {`"2024-02-29"`: "", `"2023-02-29"`: "bad_date", `5`: "bad_date"},
		"boolean": {`true`: "", `"true"`: "bad_boolean", `1`: "bad_boolean"}, "rating": {`5`: "", `6`: "bad_rating", `"5"`: "bad_rating"}, "select": {`"a"`: "", `"gone"`: "bad_option", `1`: "bad_option"},
	} {
		planner := LinePlanner{Fields: NewLineFields()}
		asked := lineWith(fields, "field_type", quotedText(kind))
		if kind == "select" {
			members := membersOf(asked)
			members["options"] = jsontext.Value(`["a","b"]`)
			asked = lineOf(members)
		}
		if d := planner.Plan(Line{Part: "custom_fields", UUID: field, Text: asked}, Present{}); d.Action != "create" {
			t.Fatalf("%s: %+v", kind, d)
		}
		for value, code := range values {
			line := Line{Part: "items", Text: lineWith(items, "custom_fields", `{"`+field+`":`+value+`}`)}
			d := planner.Plan(line, Present{})
			got := ""
			if len(d.Issues) > 0 {
				got = d.Issues[0].Code
			}
			if d.Action != "create" || got != code || len(d.Issues) > 0 && d.Issues[0].Level != "warning" {
				t.Errorf("%s in a field for %s: %s, %+v", value, kind, d.Action, d.Issues)
			}
			if again := (LinePlanner{}).Plan(line, Present{}); string(again.Digest()) != string(d.Digest()) {
				t.Errorf("%s: a warning makes another plan", value)
			}
		}
	}
	copies, planner := portable.PartNamed("copies"), LinePlanner{Differs: UpdatePresent}
	members := membersOf(lineWith(copies, "quantity", `0`))
	members["note"] = jsontext.Value(`"Other words"`)
	d := planner.Plan(Line{Part: "copies", Text: lineOf(members)}, Present{ID: 1, Text: lineWith(copies, "quantity", `0`)})
	if d.Action != "update" || len(d.Issues) != 1 || d.Issues[0].Level != "warning" {
		t.Errorf("what is there is refused: %+v", d)
	}
	members["quantity"] = jsontext.Value(`-5`)
	if d := planner.Plan(Line{Part: "copies", Text: lineOf(members)}, Present{ID: 1, Text: lineWith(copies, "quantity", `0`)}); d.Action != "error" {
		t.Errorf("a wrong number becomes another: %+v", d)
	}
}
