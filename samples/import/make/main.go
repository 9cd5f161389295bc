// Command make writes the samples that no editor can: other encodings, spreadsheets, ZIPs. The
// same program writes the same bytes. Run it in samples/import: go run ./make
package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"log"
	"os"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
)

func main() {
	write("semicolon-1252.csv", encoded(charmap.Windows1252, strings.ReplaceAll(german, "\n", "\r\n")))
	write("utf16.tsv", encoded(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), french))
	write("shift-jis.csv", encoded(japanese.ShiftJIS, strings.ReplaceAll(japaneseTable, "\n", "\r\n")))
	write("kollek.xlsx", workbook("Summary", [][]any{{"Items", 3}}, "Inventory", kollek))
	write("vitrine.xlsx", workbook("Vitrine", vitrine))
	write("tellico.tc", packed(file("tellico.xml", string(must(os.ReadFile("tellico.xml")))), file("images/3f1c.png", picture(0))))
	table := file("list.csv", "Name,Photos,Bought,Price\nRed cup,red.png; cups/side.png,2021-03-04,4.00\nBlue cup,blue.png,2022-06-01,5.50\n")
	write("photos.zip", packed(table, file("red.png", picture(1)), file("blue.png", picture(2)), file("cups/side.png", picture(3))))
	write("bad/photos-missing.zip", packed(table, file("red.png", picture(1)), file("blue.png", "no picture")))
	write("bad/slip.zip", packed(table, file("../../red.png", picture(1))))
	write("bad/bomb.zip", packed(table, file("red.png", strings.Repeat("\x00", 4<<20))))
	writeArchives()
	write("bad/bomb.xlsx", workbook("Sheet", [][]any{{"Name"}, {strings.Repeat("0", 4<<20)}}))
}

const german = `Bezeichnung;Kategorie;Ort;Kaufdatum;Kaufpreis;Zustand;Höhe (cm)
Große Vase;Gefäße;Haus > Diele;04.03.2021;1.245,50 €;gut;24,5
Teeschale;Gefäße;Haus > Küche;20.11.2019;30,00 €;mäßig;8,2
Türschild;Schilder;Haus > Diele;1.6.2022;12,00 €;sehr gut;9
`

const french = "Nom\tCatégorie\tEmplacement\tDate d'achat\tPrix d'achat\tQuantité\n" +
	"Théière bleue\tThéières\tMaison > Cuisine\t04/03/2021\t45,00\t1\n" +
	"Bol à thé\tBols\tMaison > Cuisine\t20/11/2019\t30,50\t2\n" +
	"Œuf en faïence\tFaïences\tMaison > Entrée\t01/06/2022\t1 120,00\t1\n"

const japaneseTable = `名前,分類,保管場所,購入日,価格,数量
青い花瓶,花瓶,家 > 居間,2021/03/04,4500,1
抹茶碗,茶碗,家 > 台所,2019/11/20,12000,2
香炉,小物,家 > 居間,2022/06/01,8000,1
`

var kollek = [][]any{
	{"Main photo", "Item name", "Description", "Collection", "Type", "Category", "Copy identifier", "Condition", "Status", "Quantity", "Current location", "Acquisition date", "Total price paid", "Current estimated value", "Date of the last valuation", "Insurance status", "Notes", "Tags"},
	{"", "Pocket watch", "Silver case", "Watches", "Watch", "Pocket", "W-001", "Good", "Owned", 1, "Desk", "2020-05-01", 120.5, 150, "2024-01-10", "Insured", "Runs slow", "silver"},
	{"", "Diver's watch", "", "Watches", "Watch", "Wrist", "W-002", "Mint", "Owned", 1, "Safe", "2022-12-24", 899, 950, "2024-01-10", "Insured", "", ""},
	{"", "Watch key", "", "Watches", "Watch", "", "W-003", "Fair", "Sold", 4, "Desk", "2019-02-02", 8, 6.25, "2024-01-10", "Not insured", "", "brass"},
}

var vitrine = [][]any{
	{"item_uuid", "item_name", "tags", "field[text]:Coin/Mint", "field[number]:Coin/Year", "copy_uuid", "quantity", "location", "purchase_price", "purchase_currency", "purchase_date"},
	{"0198f2a0-0000-7000-8000-000000000001", "'=1+1", `old; red\; blue`, "London_x0001_", 1901, "0198f2a0-0000-7000-8000-000000000101", 1, "Cabinet > Tray 1", 40.0, "GBP", "2020-01-05"},
	{"0198f2a0-0000-7000-8000-000000000002", "Gold ducat", "", "Utrecht", 1742, "0198f2a0-0000-7000-8000-000000000102", 1, "Safe", 980.5, "EUR", "2022-11-11"},
}

type entry struct{ name, content string }

func file(name, content string) entry { return entry{name, content} }

func packed(entries ...entry) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		w := must(z.Create(e.name))
		must(w.Write([]byte(e.content)))
	}
	check(z.Close())
	return b.Bytes()
}

// workbook is a spreadsheet of sheets, each a name followed by its rows.
func workbook(sheets ...any) []byte {
	list, links := "", ""
	var parts []entry
	for i := 0; i < len(sheets); i += 2 {
		n := i/2 + 1
		list += fmt.Sprintf(`<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, sheets[i], n, n)
		links += fmt.Sprintf(`<Relationship Id="rId%d" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet%d.xml"/>`, n, n)
		parts = append(parts, file(fmt.Sprintf("xl/worksheets/sheet%d.xml", n), sheet(sheets[i+1].([][]any))))
	}
	types := `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`
	root := `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`
	book := `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>` + list + `</sheets></workbook>`
	parts = append([]entry{file("[Content_Types].xml", types), file("_rels/.rels", root), file("xl/workbook.xml", book),
		file("xl/_rels/workbook.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`+links+`</Relationships>`)}, parts...)
	return packed(parts...)
}

func sheet(rows [][]any) string {
	var b strings.Builder
	b.WriteString(`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`)
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	for i, row := range rows {
		fmt.Fprintf(&b, `<row r="%d">`, i+1)
		for j, value := range row {
			at := fmt.Sprintf("%c%d", 'A'+j, i+1)
			switch v := value.(type) {
			case string:
				if v != "" {
					fmt.Fprintf(&b, `<c r="%s" t="inlineStr"><is><t xml:space="preserve">%s</t></is></c>`, at, escape.Replace(v))
				}
			default:
				fmt.Fprintf(&b, `<c r="%s"><v>%v</v></c>`, at, v)
			}
		}
		b.WriteString("</row>")
	}
	return b.String() + "</sheetData></worksheet>"
}

// picture is a small one, of another colour for each number.
func picture(n int) string {
	img := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for i := range 64 {
		img.Set(i%8, i/8, color.RGBA{R: uint8(60 * n), G: uint8(4 * i), B: 160, A: 255})
	}
	var b bytes.Buffer
	check(png.Encode(&b, img))
	return b.String()
}

func encoded(e encoding.Encoding, s string) []byte { return []byte(must(e.NewEncoder().String(s))) }

func write(name string, content []byte) { check(os.WriteFile(name, content, fs.FileMode(0o644))) }

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}
