package tabular_test

import (
	"encoding/base64"
	"io"
	"strings"
	"testing"

	"vitrine/internal/tabular"
)

const tellicoXML = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tellico PUBLIC "-//Robby Stephenson/DTD Tellico V11.0//EN" "http://periapsis.org/tellico/dtd/v11/tellico.dtd">
<tellico xmlns="http://periapsis.org/tellico/" syntaxVersion="11">
 <collection title="My Books" type="2">
  <fields>
   <field name="title" title="Title" category="General" type="1" flags="8"/>
   <field name="author" title="Author" category="General" type="1" flags="7"/>
   <field name="binding" title="Binding" category="General" type="3" allowed="Hardback;Paperback"/>
   <field name="read" title="Read" category="Personal" type="4"/>
   <field name="pages" title="Pages" category="Publishing" type="6"/>
   <field name="tracks" title="Tracks" category="Tracks" type="8"/>
   <field name="cover" title="Front Cover" category="Front Cover" type="10"/>
   <field name="bought" title="Bought" category="Personal" type="12"/>
   <field name="rating" title="Rating" category="Personal" type="14"/>
   <field name="sum" title="Sum" category="Personal" type="5"/>
  </fields>
  <entry id="7"><title>A &amp; B</title><authors><author>Ann</author><author>Bob</author></authors><binding>Hardback</binding><read>true</read><pages>12</pages>
   <trackss><tracks><column>One</column><column>3:10</column></tracks><tracks><column>Two</column></tracks></trackss>
   <cover>c1.png</cover><bought calendar="gregorian"><year>2026</year><month>2</month><day>3</day></bought><rating>4</rating></entry>
  <entry id="8"><title>C</title><bought><year>2026</year></bought><extra>x</extra></entry>
  <images><image format="PNG" id="c1.png" width="1" height="1">
    aGVs
    bG8=
  </image></images>
 </collection>
</tellico>`

func TestTellico(t *testing.T) {
	for what, content := range map[string]string{"xml": tellicoXML, "tc": packed(t, "tellico.xml", strings.Replace(tellicoXML, "<images>", "<unused/><images>", 1))} {
		t.Run(what, func(t *testing.T) {
			table := open(t, content, tabular.Options{Dir: t.TempDir()})
			expect(t, "profile", table.Detected.Profile, "tellico")
			expect(t, "title", table.Detected.Title, "My Books")
			expect(t, "columns", names(table), []string{"id", "title", "author", "binding", "read", "pages", "tracks", "cover", "bought", "rating", "sum", "extra"})
			kinds := []string{}
			for _, c := range table.Columns {
				kinds = append(kinds, c.Kind)
			}
			expect(t, "kinds", kinds, []string{"", "text", "text", "select", "boolean", "number", "text", "picture", "date", "rating", "skip", ""})
			expect(t, "options", table.Columns[3].Options, []string{"Hardback", "Paperback"})
			rows, _ := read(t, table)
			expect(t, "rows", rows, [][]string{
				{"1", "7", "A & B", "Ann; Bob", "Hardback", "true", "12", "One :: 3:10\nTwo", "c1.png", "2026-02-03", "4", "", ""},
				{"2", "8", "C", "", "", "", "", "", "", "2026", "", "", "x"},
			})
			photo, ok := table.Photos.Find("c1.png")
			if !ok {
				t.Fatal("the picture is missing")
			}
			r, err := photo.Open()
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			if bytes, err := io.ReadAll(r); err != nil || string(bytes) != "hello" || photo.Size < 5 {
				t.Errorf("the picture is %q, %v", bytes, err)
			}
		})
	}
}

func TestTellicoPicturesInZIP(t *testing.T) {
	table := open(t, packed(t, "tellico.xml", tellicoXML, "images/c2.png", "x"), tabular.Options{Dir: t.TempDir()})
	if photo, ok := table.Photos.Find("c2.png"); !ok || photo.Name != "images/c2.png" {
		t.Errorf("%+v, %t", photo, ok)
	}
}

func TestListsOfCLZ(t *testing.T) {
	const comic = `<comic><id>5</id><index>17</index><mainsection><title>Rockets</title><series><displayname>Rockets</displayname><sortname>rockets</sortname></series></mainsection>
<genres><genre><displayname>Space</displayname></genre><genre><displayname>Fun</displayname></genre></genres><issuenr>3</issuenr><issueext>A</issueext>
<purchasedate><year><displayname>2012</displayname></year><month>3</month><day>4</day></purchasedate><notes><![CDATA[1 < 2]]></notes></comic>`
	for _, content := range []string{
		`<collectorz><comicinfo><comiclist>` + comic + `</comiclist></comicinfo></collectorz>`,
		`<comicinfo><meta><x>1</x></meta><comiclist>` + comic + `</comiclist></comicinfo>`,
	} {
		table := open(t, content, tabular.Options{})
		expect(t, "profile", table.Detected.Profile, "clz")
		rows, _ := read(t, table)
		cells := map[string]string{}
		for i, c := range table.Columns {
			cells[c.Name] = rows[0][i+1]
		}
		for name, want := range map[string]string{"index": "17", "mainsection.series.displayname": "Rockets", "genres.genre.displayname": "Space; Fun", "Title": "Rockets", "Issue number": "3A", "Purchase date": "2012-03-04", "notes": "1 < 2"} {
			expect(t, name, cells[name], want)
		}
		if _, ok := cells["mainsection.series.sortname"]; ok {
			t.Error("names for sorting are no columns")
		}
	}
}

func TestAnyXML(t *testing.T) {
	table := open(t, `<?xml version="1.0" encoding="ISO-8859-1"?><things><thing no="1"><name lang="de">Stra`+"\xdf"+`e</name></thing><thing no="2"><name>B</name><n>5</n></thing></things>`, tabular.Options{})
	expect(t, "columns", names(table), []string{"no", "name.lang", "name", "n"})
	rows, _ := read(t, table)
	expect(t, "rows", rows, [][]string{{"1", "1", "de", "Straße", ""}, {"2", "2", "", "B", "5"}})
}

func TestXMLThatIsNotInItsEncoding(t *testing.T) {
	rows, issues := read(t, open(t, "<l><r><a>M\xfcnchen</a></r></l>", tabular.Options{}))
	expect(t, "rows", rows, [][]string{{"1", "M\uFFFDnchen"}})
	expect(t, "issues", issues, []string{"1/1 bad_text"})
}

func TestXMLIsRefused(t *testing.T) {
	laughs := `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><l><r><x>&b;</x></r></l>`
	for _, c := range []struct{ what, content, code string }{
		{"a subset", laughs, tabular.XMLEntities},
		{"an entity", `<l><r><x>&b;</x></r></l>`, tabular.XMLEntities},
		{"an entity from elsewhere", `<!DOCTYPE l SYSTEM "file:///etc/passwd"><l><r><x>&b;</x></r></l>`, tabular.XMLEntities},
		{"depth", strings.Repeat("<a>", 33) + strings.Repeat("</a>", 33), tabular.TooDeep},
		{"cut", `<l><r><x>1</x></r>`, tabular.Damaged},
		{"crossed", `<l><r><x>1</r></x></l>`, tabular.Damaged},
		{"nothing", `<l></l>`, tabular.EmptyFile},
		{"an unknown encoding", `<?xml version="1.0" encoding="ebcdic"?><l/>`, tabular.UnsupportedFormat},
		{"columns", `<l><r>` + manyElements(257) + `</r></l>`, tabular.TooManyColumns},
		{"Tellico with entities", strings.Replace(tellicoXML, `tellico.dtd">`, `tellico.dtd" [<!ENTITY a "b">]>`, 1), tabular.XMLEntities},
	} {
		expect(t, c.what, failure(t, c.content, tabular.Options{}).Code, c.code)
	}
}

func manyElements(n int) string {
	var b strings.Builder
	for i := range n {
		name := "a" + strings.Repeat("x", i%200) + strings.Repeat("y", i/200)
		b.WriteString("<" + name + ">1</" + name + ">")
	}
	return b.String()
}

func TestLongPicturesAreNotHeld(t *testing.T) {
	picture := base64.StdEncoding.EncodeToString(make([]byte, 8<<20))
	content := strings.Replace(tellicoXML, "aGVs", picture, 1)
	grown := memory(t, func() {
		table := open(t, content, tabular.Options{})
		read(t, table)
	})
	if grown > 4<<20 {
		t.Errorf("%d MiB for a picture that nobody asked for", grown>>20)
	}
}
