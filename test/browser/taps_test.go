package browser

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// counter counts what a hand does on a phone. A list or a photo to choose is two taps; typing into
// the field that has the cursor is none.
type counter struct {
	*tab
	n int
}

func (c *counter) tap(places ...string) {
	c.t.Helper()
	for _, place := range places {
		c.n++
		c.do(chromedp.WaitVisible(place), chromedp.Click(place))
	}
}

// lead taps what leads to another page.
func (c *counter) lead(place, path string) {
	c.t.Helper()
	c.n++
	c.do(chromedp.WaitVisible(place))
	c.goes(http.StatusOK, path, chromedp.Click(place))
}

// saves ends a dialog; the page behind it says so.
func (c *counter) saves() {
	c.t.Helper()
	c.tap(`dialog .df .pri`)
	c.do(chromedp.WaitVisible(`.toast.brief`))
}

func (c *counter) write(field, text string) {
	c.t.Helper()
	if !evaluate[bool](c.tab, `document.activeElement.matches('`+field+`')`) {
		c.n++
	}
	c.do(chromedp.SendKeys(field, text))
}

func (c *counter) pick(list, value string) {
	c.t.Helper()
	c.n += 2
	evaluate[bool](c.tab, fmt.Sprintf(`(() => { const list = document.querySelector('%s'); list.value = '%s'; list.dispatchEvent(new Event("change", { bubbles: true })); return list.value === '%s' })()`, list, value, value))
}

func (c *counter) photo(field, file string) {
	c.t.Helper()
	c.n += 2
	c.do(chromedp.SetUploadFiles(field, []string{file}))
}

// The most frequent tasks need as many taps as docs/testing.md says.
func TestTaps(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf, items := cabinet(t, p)
	box := p.Make(t, "/api/locations", apitest.M{"name": "Box 3"})
	held := p.Make(t, "/api/items/"+items[0]+"/copies", apitest.M{"location_id": box})
	p.Make(t, "/api/copies/"+held+"/transactions", apitest.M{"type": "purchase", "amount": 185000, "occurred_at": "2024-05-01"})
	b := s.open(t, true)
	b.enter(p, "/")
	b.look(looks[2])
	item := "/items/" + items[0]
	photo := pictures(t, 1)[0]
	tasks := []struct {
		name  string
		begin string
		do    func(*counter)
	}{
		{"own a thing, with photo, price and place", "/", func(c *counter) {
			c.lead(".fab", shelf+"/items/new")
			c.write("[name=name]", "Rolleiflex 3.5F")
			c.photo(`.shoot:not(.cam) input`, photo)
			c.write("[name=paid]", "€450")
			c.pick("[name=location_id]", box)
			c.lead("form .reach .pri", "/items/4")
			c.shows("Rolleiflex 3.5F", "Box 3")
		}},
		{"see whether one has a thing", "/", func(c *counter) {
			c.lead(`.tabs a[href="/search"]`, "/search")
			c.write("main [name=q]", "leica m3\r")
			c.n++ // the key that sends it
			c.do(chromedp.WaitVisible(`main a[href^="` + item + `"]`))
			c.shows("Box 3")
		}},
		{"see what was paid", shelf, func(c *counter) {
			c.tap(`main a[href^="` + item + `"]`)
			c.do(chromedp.WaitVisible(`#peek .copies`))
			c.shows("$1,850")
		}},
		{"lend it", item, func(c *counter) {
			c.tap(`.deeds a[href*="/loans/new"]`)
			c.do(chromedp.WaitVisible(`dialog [name=party]`))
			c.write("[name=party]", "Jon")
			c.saves()
		}},
		{"take it back", item, func(c *counter) {
			c.tap(`.deeds a[href*="/return"]`)
			c.saves()
		}},
		{"value it", item, func(c *counter) {
			c.tap(`.deeds a[href*="/valuations/new"]`)
			c.do(chromedp.WaitVisible(`dialog [name=amount]`))
			c.write("dialog [name=amount]", "2400")
			c.saves()
		}},
		{"sell it", item, func(c *counter) {
			c.tap(`.deeds a[href*="type=sale"]`)
			c.do(chromedp.WaitVisible(`dialog [name=amount]`))
			c.write("dialog [name=amount]", "2500")
			c.saves()
			c.shows("Sold")
		}},
		{"begin a second collection from a template", "/collections", func(c *counter) {
			c.lead(`main a[href="/collections/new"]`, "/collections/new")
			c.tap(`label:has([value="wine"])`)
			c.lead(".startbar button", "/collections/2")
		}},
	}
	var said strings.Builder
	for _, task := range tasks {
		b.visit(task.begin)
		c := &counter{tab: b}
		began := time.Now()
		task.do(c)
		fmt.Fprintf(&said, "| %s | %d |\n", task.name, c.n)
		t.Logf("%s: %d taps, %.1f s", task.name, c.n, time.Since(began).Seconds())
	}
	docs, err := os.ReadFile("../../docs/testing.md")
	if err != nil {
		t.Fatal(err)
	}
	if table := regexp.MustCompile(`(?s)\| task \| taps \|\n\|---\|---\|\n(.*?)\n\n`).FindStringSubmatch(string(docs)); table == nil || table[1]+"\n" != said.String() {
		t.Errorf("docs/testing.md has another table than this:\n%s", said.String())
	}
}
