package input

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"

	"vitrine/internal/testkind"
)

// G4: bodies that are JSON, nearly JSON or something else. Only what is not a
// JSON object is blamed on the body.
func init() { generators["json"] = jsonInputs }

func TestInputJSON(t *testing.T) {
	t.Parallel()
	bombard(t, "json")
}

// jsonRoutes are sent each body; the members in place of GOOD make it valid.
var jsonRoutes = []struct {
	route, good string
	status      int
}{
	{"POST /api/locations", `"name":"Shelf"`, 201},
	{"PUT /api/me", `"first_name":"Ada","last_name":"Byron","email":"{email}","locale":"en","time_format_24h":"true"`, 200},
	{"PATCH /api/collections/{collection}", `"name":"Comics"`, 200},
	{"POST /api/collections/{collection}/items", `"name":"Maus","custom_fields":{}`, 201},
	{"POST /api/collection-types/import", `"json":"{\"type\":{\"name\":\"Coin\"}}"`, 201},
}

func jsonInputs(_ testing.TB, dice *rand.Rand) []input {
	good, bad := goodBodies(), badBodies()
	var all []input
	for _, r := range jsonRoutes {
		fill := func(body string) string { return strings.ReplaceAll(body, "GOOD", r.good) }
		for _, body := range good {
			all = append(all, input{Route: r.route, Body: fill(body), Want: r.status})
		}
		for _, body := range bad {
			all = append(all, input{Route: r.route, Body: fill(body), Want: 422, Blame: "body"})
		}
		for range testkind.Number(40, 110) * inputScale {
			all = append(all, mutated(dice, r.route, fill(`{GOOD,"odd":[1,-2.5e3,"a\"\u00e9",{"b":null}],"list":{"yes":true,"no":false}}`)))
		}
	}
	return all
}

// values are JSON, valuesNot are not.
var (
	values = []string{
		"null", "true", "false", "0", "-0", "0.0", "-0.1", "1e0", "1E+2", "1e-2", "0e99", "1e400", "123456789012345678901234567890", `""`, `" "`, `"\""`, `"\\"`, `"\/"`, `"\b\f\n\r\t"`, `"\u0041"`, `"\u00E9\u00e9"`,
		`"\ud83d\ude00"`, `"\uFFFF"`, `"é"`, `"😀"`, "\"\u2028\"", "\"\x7f\"", "[]", "[ ]", "[[]]", "[1,2]", "[\n1\t,\r2 ]", "{}", "{ }", `{"":0}`, `{"a":{"b":[{}]}}`, `{"a":1,"A":2}`, `[{"a":1},{"a":1}]`, `"\u0000"`, `"` + strings.Repeat("x", 10000) + `"`,
		"[" + strings.Repeat("0,", 5000) + "0]",
	}
	valuesNot = []string{
		"", "nul", "NULL", "True", "undefined", "NaN", "Infinity", "-Infinity", "+1", "01", "-01", ".5", "5.", "1e", "1e+", "1.e5", "0x1F", "1_000", "1,000", "--1", "- 1", "1 2", "١", "'x'", "`x`", "x", `"`, `"x`, `x"`, `"\x41"`, `"\u12"`, `"\uZZZZ"`, `"\U0001F600"`,
		`"\v"`, `"\'"`, "\"\t\"", "\"\n\"", "\"\x00\"", "\"\x1f\"", `"\ud800"`, `"\udc00"`, `"\ud800\ud800"`, `"\ud83dx"`, "\"\xff\"", "\"\xc0\xaf\"", "\"\xe2\x82\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xf8\x88\x80\x80\x80\"", "[", "]", "[1", "[1,]", "[,1]", "[1,,2]", "[1 2]",
		"[1;2]", "[1}", "{", "{]", `{"a"}`, `{"a":}`, `{"a":1,}`, `{,"a":1}`, `{a:1}`, `{'a':1}`, `{1:1}`, `{null:1}`, `{"a":1 "b":2}`, `{"a"=1}`, `{"a":1,"a":2}`, `{"a":{"b":1,"b":1}}`, `{"\u0061":1,"a":2}`, `{"a"::1}`, "/* x */1", "1//x\n", "#x\n1", "\u00a01", "\ufeff1", "\v1", "\f1", "<a/>", "(1)", "new Date()", "1n", "...", "\x00",
	}
)

// goodBodies are objects.
func goodBodies() []string {
	all := []string{"{GOOD}", " \t\r\n{ GOOD }\n\n", "{\"odd\":1,GOOD}", strings.Repeat(" ", 70_000) + "{GOOD}", "{GOOD" + strings.Repeat(`,"a`+"\U0001F600"+`":0`, 1) + "}"}
	for _, v := range values {
		all = append(all, `{GOOD,"odd":`+v+`}`, "{\n\"odd\" :\t"+v+" , GOOD}")
	}
	for depth := 1; depth < 32; depth += 5 { // the object itself is one level of 32
		all = append(all, nested(depth))
	}
	return append(all, nested(31))
}

// badBodies are not.
func badBodies() []string {
	all := []string{
		"null", "true", "0", `"GOOD"`, "[]", "[{GOOD}]", "{GOOD}{GOOD}", "{GOOD},", "{GOOD}x", "{GOOD}null", "{GOOD}\x00", "{GOOD", "GOOD}", "{GOOD}}", "({GOOD})", ")]}',\n{GOOD}", "\ufeff{GOOD}", "{GOOD}\ufeff", "{GOOD,GOOD}", "{,GOOD}", "{GOOD,}", "--x\r\n{GOOD}", "a=b&c=d", "<xml/>",
		"{GOOD} // well", "{GOOD}\x1a", "\x1f\x8b\x08\x00GOOD", "{GOOD,\"\xff\":1}", `{GOOD,"\ud800":1}`, inUTF16("{GOOD}", false), inUTF16("{GOOD}", true), "+/v8-{GOOD}", "\x00\x00\x00{GOOD}", "bplist00{GOOD}", "\xa1\x64name\x61x",
	}
	for _, v := range valuesNot {
		all = append(all, `{GOOD,"odd":`+v+`}`)
	}
	for _, depth := range []int{32, 33, 40, 64, 100, 1000, 10_000, 50_000, 150_000} {
		all = append(all, nested(depth), `{GOOD,"odd":`+strings.Repeat("[", depth), `{GOOD,"odd":`+strings.Repeat(`{"a":`, depth)+"1"+strings.Repeat("}", depth)+"}")
	}
	return all
}

// nested is a good body with arrays nested so deep.
func nested(depth int) string {
	return `{GOOD,"odd":` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + "}"
}

func inUTF16(text string, bigEndian bool) string {
	var out []byte
	for _, unit := range append([]uint16{0xfeff}, utf16.Encode([]rune(text))...) {
		if bigEndian {
			unit = unit<<8 | unit>>8
		}
		out = append(out, byte(unit), byte(unit>>8))
	}
	return string(out)
}

// mutated is a good body with one byte changed, added or removed. Another decoder
// than the program's decides whether it is still JSON; duplicate names and lone
// surrogates, which that one accepts, cannot result here.
func mutated(dice *rand.Rand, route, body string) input {
	const letters = "{}[]:,\"\\ \t\x00\x80\xffeE+-.019ntfu/'x"
	at, letter := dice.IntN(len(body)), string(letters[dice.IntN(len(letters))])
	changed := []string{body[:at] + letter + body[at+1:], body[:at] + letter + body[at:], body[:at] + body[at+1:]}[dice.IntN(3)]
	in := input{Route: route, Body: changed}
	if json.Valid([]byte(changed)) && strings.ToValidUTF8(changed, "") == changed && strings.HasPrefix(strings.TrimSpace(changed), "{") {
		in.Spare = "body"
	} else {
		in.Blame, in.Want = "body", 422
	}
	return in
}
