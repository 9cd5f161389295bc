package input

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"vitrine/internal/testkind"
)

// G1: every writable field of every documented operation with every value of a
// table.
func init() { generators["fields"] = fieldInputs }

func TestInputFields(t *testing.T) {
	t.Parallel()
	bombard(t, "fields")
}

// fieldsPerRun is the size of CI's random sample; a larger scale sends all.
var fieldsPerRun = testkind.Number(1600, 6600)

func fieldInputs(t testing.TB, dice *rand.Rand) []input {
	c := server(t).Contract
	var all []input
	for _, pattern := range slices.Sorted(maps.Keys(c.Operations)) {
		o := c.Operations[pattern]
		if o.Body() == nil {
			continue
		}
		properties := o.Body().Schema.Value.Properties
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			for _, value := range nasty(properties[name].Value) {
				costs := slow(pattern) || len(value) > 100_000
				if inputScale > 1 || !costs || dice.IntN(8) == 0 {
					all = append(all, input{Route: pattern, Change: map[string]string{name: value}})
				}
			}
		}
	}
	dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if inputScale == 1 {
		all = all[:min(len(all), fieldsPerRun)]
	}
	return all
}

// slow reports whether an operation hashes passwords, which is expensive on
// purpose.
func slow(pattern string) bool {
	for _, part := range []string{"/register", "/login", "/password", "/two-factor", "/accept", "/take-back"} {
		if strings.Contains(pattern, part) {
			return true
		}
	}
	return false
}

// nasty returns hostile values for a member, as JSON or malformed. An empty text
// leaves it out.
func nasty(s *openapi3.Schema) []string {
	longest := 255
	if s.MaxLength != nil {
		longest = int(*s.MaxLength)
	}
	all := []string{
		quoted("é", longest-1), quoted("é", longest), quoted("é", longest+1), quoted("𝔘", longest), quoted("e\u0301", longest),
	}
	all = append(all, alwaysNasty...)
	if len(s.Enum) > 0 {
		all = append(all, encoded(strings.ToUpper(fmt.Sprint(s.Enum[0]))), encoded(fmt.Sprint(s.Enum[0], "\u200d")), encoded([]any{s.Enum[0]}))
	}
	return all
}

func quoted(unit string, n int) string { return `"` + strings.Repeat(unit, n) + `"` }

// alwaysNasty are the values for every member.
var alwaysNasty = func() []string {
	all := append(nastyJSON, quoted("x", 1<<20-4096), quoted("x", 1<<20), quoted(`\u0041`, 9000), quoted("[", 5000))
	for _, text := range nastyTexts {
		all = append(all, encoded(text))
	}
	return all
}()

// nastyJSON are values other than plain texts.
var nastyJSON = []string{
	"", "null", "true", "false", "[]", "{}", "[null]", `[[]]`, `[""]`, `["1",2,null]`, `{"id":"1"}`, `{"1":null}`, `{"0":1,"-1":2}`, "[1,1,1]",
	"0", "-0", "1", "-1", "1.0", "1.5", "1e2", "1e400", "-1e400", "1e-400", "0.1e1", strings.Repeat("9", 400), "9007199254740991", "9007199254740993",
	"2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
	"NaN", "+1", "01", "0x10", "1_000", "'x'", "undefined",
	`"\u0000"`, `"a\u0000b"`, `"\ud800"`, `"\udc00x"`, `"\ud83d\ude00"`, `"\x41"`, "\"\xff\"", "\"\xc0\xaf\"", "\"\xed\xa0\x80\"", "\"\xf5\x80\x80\x80\"", "\"a\nb\"", `"\u00zz"`,
	strings.Repeat("[", 31) + strings.Repeat("]", 31), strings.Repeat("[", 40) + strings.Repeat("]", 40), strings.Repeat(`{"a":`, 20) + "1" + strings.Repeat("}", 20),
}

// nastyTexts are texts with a special meaning somewhere.
var nastyTexts = []string{
	"", " ", "\t\r\n", "\u00a0", "\u3000x\u3000", "null", "true", "0", "1", "-1", "+1", "1.0", "1e3", "0x1F", "１２", "9223372036854775808", "NaN",
	"<script>alert(1)</script>", "'; drop table users; --", "' or '1'='1", "{{7*7}}${7*7}<%=7*7%>", "a\r\nSet-Cookie: b=c", "../../../etc/passwd", "%00%0d%0a", "$(id)`id`", "\\", `"`,
	"\u202eoverride", "a\u200db", "\u200b", "\ufeff", "שלום", "👩‍👩‍👧‍👦", "\u0001\u007f\u0085", "\u2028\u2029", "\ufffe\uffff", "\U0010ffff", "\ufffd", "Ω≈ç√∫", "ﷺ", "İıſK",
	"0000-00-00", "2024-02-30", "2023-02-29", "0001-01-01", "9999-12-31", "10000-01-01", "-0001-01-01", "2024-2-9", "2024-02-29T00:00:00Z", "２０２４-01-01", "294277-01-01",
	"a@b", "a@b.c", "A@EXAMPLE.ORG", "a b@example.org", "\"a b\"@example.org", "a@[127.0.0.1]", "a@exämple.org", "a@example.org\u0000", "a@example.org, b@example.org", "Ada <a@example.org>", "a@mailinator.com",
	"#12345", "#GGGGGG", "#12345678", "EURO", "eur", "XXX", "ＥＵＲ", "🖼", "🖼️", "📦\ufe0f", "📦\ufe0e", "👍🏽",
}
