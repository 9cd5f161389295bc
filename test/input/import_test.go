package input

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/testkind"
)

// G12: import documents: good ones, good ones with one defect, and any of them
// with some bytes changed.
func init() { generators["import"] = importInputs }

func TestInputImport(t *testing.T) {
	testkind.WatchesTheClock(t) // 33,000 groups must be made before a change times out
	t.Parallel()
	bombard(t, "import")
}

var documentsPerRun = testkind.Number(500, 2000)

func importInputs(_ testing.TB, dice *rand.Rand) []input {
	all := importEdges()
	for len(all) < documentsPerRun*inputScale {
		document := anyDocument(dice)
		text := encoded(document)
		switch dice.IntN(4) {
		case 0:
			all = append(all, imported(text, 201))
		case 1:
			wrong := defects[dice.IntN(len(defects))]
			if broken := strings.Replace(text, wrong[0], wrong[1], 1); broken != text {
				all = append(all, imported(broken, 422))
			}
		case 2:
			all = append(all, imported(scrambled(dice, text, 1), 0))
		default:
			all = append(all, imported(scrambled(dice, text, 2+dice.IntN(20)), 0))
		}
	}
	return all
}

// imported is a document in its body. Errors are reported for json, never for the
// body.
func imported(document string, status int) input {
	in := input{Route: "POST /api/collection-types/import", Body: encoded(M{"json": document}), Want: status, Spare: "body"}
	if status == 422 {
		in.Blame = "json"
	}
	return in
}

// anyDocument can be imported.
func anyDocument(dice *rand.Rand) M {
	name := func() string {
		for {
			if s := oddNames[dice.IntN(len(oddNames))]; strings.TrimSpace(s) != "" {
				return s
			}
		}
	}
	fields := func() []M {
		made := []M{}
		for range dice.IntN(4) {
			f := M{"name": oddNames[dice.IntN(len(oddNames))], "type": []string{"text", "number", "date", "boolean", "select", "rating"}[dice.IntN(6)]}
			if dice.IntN(2) == 0 { // ignored except for selects
				f["options"] = []string{name(), " ", name()}
			}
			made = append(made, f)
		}
		return made
	}
	groups := []M{}
	for range dice.IntN(4) {
		groups = append(groups, M{"name": oddNames[dice.IntN(len(oddNames))], "fields": fields()})
	}
	return M{"schemaVersion": 1, "type": M{"name": name(), "color": fmt.Sprintf("#%06x", dice.IntN(1<<24)), "groups": groups, "standaloneFields": append(fields(), M{"name": "last", "type": "text"})}}
}

// defects are replacements that make a good document bad.
var defects = [][2]string{
	{`"schemaVersion":1`, `"schemaVersion":2`}, {`"schemaVersion":1`, `"schemaVersion":"1"`}, {`"schemaVersion":1`, `"schemaVersion":1.5`}, {`"schemaVersion":1`, `"schemaVersion":9223372036854775808`}, {`"schemaVersion":1`, `"schemaVersion":0`},
	{`"type":{`, `"typ":{`}, {`"type":{`, `"type":[{`}, {`"groups":[`, `"groups":{`}, {`"groups":[`, `"groups":[null,7,`}, {`"groups":[`, `"groups":["x",`}, {`"standaloneFields":[`, `"standaloneFields":[{"name":"x"},`},
	{`"standaloneFields":[`, `"standaloneFields":[{"name":"x","type":"file"},`}, {`"standaloneFields":[`, `"standaloneFields":[{"name":"x","type":"TEXT"},`}, {`"standaloneFields":[`, `"standaloneFields":[{"name":1,"type":"text"},`},
	{`"standaloneFields":[`, `"standaloneFields":[{"type":"select","options":"x"},`}, {`"standaloneFields":[`, `"standaloneFields":[{"type":"select","options":[1]},`}, {`"standaloneFields":[`, `"standaloneFields":[{"type":"select","options":["\u0000"]},`},
	{`"standaloneFields":[`, `"standaloneFields":[{"type":"text","name":"\u0000"},`}, {`"standaloneFields":[`, `"standaloneFields":[{"type":"text","name":"\ud800"},`}, {`"standaloneFields":[`, `"standaloneFields":[{"type":"text","name":"x","name":"y"},`},
	{`"standaloneFields":[`, `"standaloneFields":[[],`}, {`"color":"#`, `"color":"`}, {`"color":"#`, `"color":"##`}, {`"type":{`, `"type":{"name":" ",`}, {`"type":{`, `"type":null,"x":{`},
}

// importEdges are documents at the limits.
func importEdges() []input {
	pad := func(document string, n int) string { return document + strings.Repeat(" ", n-len(document)) }
	list := func(entry string, n int) string { return strings.TrimSuffix(strings.Repeat(entry+",", n), ",") }
	named := func(name string) string { return `{"type":{"name":"` + name + `"}}` }
	deep := func(n int) string {
		return `{"type":{"name":"x"},"odd":` + strings.Repeat("[", n) + strings.Repeat("]", n) + "}"
	}
	const few = catalog.MaxDocument
	return []input{
		imported(pad(named("x"), few), 201), imported(pad(named("x"), few+1), 422), imported(pad(named("é"), few+1), 201), // a letter of two bytes
		imported(named(strings.Repeat("é", 255)), 201), imported(named(strings.Repeat("é", 256)), 422), imported(named(""), 422), imported(named(`\\u0000`), 201), imported(named(`\u0000`), 422),
		imported(deep(14), 201), imported(deep(15), 201), imported(deep(16), 422), imported(deep(10_000), 422), imported(strings.Repeat("[", few), 422),
		imported(`{"type":{"name":"x","groups":[`+list("{}", 33_000)+`]}}`, 201), imported(`{"type":{"name":"x","standaloneFields":[`+list("{}", 33_000)+`]}}`, 422),
		imported(`{"type":{"name":"x","standaloneFields":[`+list(`{"type":"text"}`, 6_000)+`]}}`, 201),
		imported(`{"type":{"name":"x","standaloneFields":[{"type":"select","options":[`+list(`"o"`, 200)+`]}]}}`, 201), imported(`{"type":{"name":"x","standaloneFields":[{"type":"select","options":[`+list(`"o"`, 201)+`]}]}}`, 422),
		imported(`{"type":{"name":"x","standaloneFields":[{"type":"text","options":[`+list(`"o"`, 20_000)+`]}]}}`, 201), imported(`{"type":{"name":"x","groups":null,"standaloneFields":null}}`, 201),
		imported(`{"type":{"name":"x","name":"y"}}`, 422), imported(`{"TYPE":{"name":"x"}}`, 422), imported(`{"type":{"NAME":"x"}}`, 422), imported(`{"type":{"name":"x"}}x`, 422), imported("\ufeff"+named("x"), 422), imported(named("x")+named("x"), 422),
		imported("", 422), imported(" ", 422), imported("null", 422), imported("[]", 422), imported("{}", 422), imported(`"`, 422), imported("{", 422), imported(`{"type":{}}`, 422), imported(`{"type":{"name":1}}`, 422), imported(`{"type":{"name":{"$ne":1}}}`, 422),
		imported(`{"type":{"name":"x","id":"1","account_id":"1","position":-1},"id":7}`, 201), imported(encoded(named("x")), 422),
	}
}

// scrambled changes, removes or doubles so many bytes.
func scrambled(dice *rand.Rand, text string, times int) string {
	b := []byte(text)
	for range times {
		at := dice.IntN(len(b))
		switch dice.IntN(4) {
		case 0:
			b[at] = byte(dice.IntN(256))
		case 1:
			b = append(b[:at], b[at+1:]...)
		case 2:
			b = append(b[:at+1], b[at:]...)
		default:
			b[at] = `{}[]:,"\0`[dice.IntN(9)]
		}
	}
	return string(b)
}
