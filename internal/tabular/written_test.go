package tabular_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"testing/quick"

	"vitrine/internal/tabular"
	"vitrine/internal/tabular/write"
)

// awkward makes texts that are hard to write or to read.
func awkward(seed []byte) string {
	pieces := []string{"'", "=", "+", "-", "@", "\t", "\r", "\n", "\r\n", "\x01", `"`, `""`, `="x"`, ",", ";", "|", `\`, " ", "; ", " > ", "_x0041_", "_x", "<", "&amp;", "]]>", "ü", "漢", "😀", "\uFFFE", "sep=;", "1", "x"}
	var b strings.Builder
	for _, s := range seed {
		b.WriteString(pieces[int(s)%len(pieces)])
	}
	return b.String()
}

func TestWhatIsExportedIsReadBack(t *testing.T) {
	columns := []write.Column{{Key: "item_uuid", Kind: "uuid"}, {Key: "item_name", Kind: "text"}, {Key: "note", Kind: "text"}, {Key: "field[text]:A/B", Kind: "text"}, {Key: "purchase_price", Kind: "money"}, {Key: "purchase_currency", Kind: "currency"}}
	for _, format := range write.Formats {
		t.Run(format, func(t *testing.T) {
			same := func(first, second, third []byte) bool {
				texts := []string{"0198f2a0-0000-7000-8000-000000000001", awkward(first), awkward(second), awkward(third), "12.50", "EUR"}
				var b bytes.Buffer
				w, err := write.New(format, &b, write.Table{List: "copies", Columns: columns})
				if err != nil {
					t.Fatal(err)
				}
				cells := make([]write.Cell, len(texts))
				for i, text := range texts {
					cells[i].Text = text
				}
				cells[4] = write.Cell{Text: "12.50", Exact: "1250", Plain: true}
				if err := w.Row(cells); err != nil {
					t.Fatal(err)
				}
				if err := w.Close(); err != nil {
					t.Fatal(err)
				}
				table := open(t, b.String(), tabular.Options{})
				rows, issues := read(t, table)
				if len(rows) != 1 || len(issues) != 0 || table.Detected.Profile != "vitrine" || !reflect.DeepEqual(rows[0][1:], texts) {
					t.Errorf("%q is read as %q, %q, %s", texts, rows, issues, table.Detected.Profile)
					return false
				}
				return true
			}
			if err := quick.Check(same, &quick.Config{MaxCount: 500}); err != nil {
				t.Error(err)
			}
		})
	}
}
