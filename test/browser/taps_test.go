package browser

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
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

func (c *counter) photo(field, file string) {
	c.t.Helper()
	c.n += 2
	c.do(chromedp.SetUploadFiles(field, []string{file}))
}

// before is how many taps a task took when collectors first tried the pages; of the others nobody counted.
var before = map[string]string{"see what was paid": "4", "ten things in a row": "19 s, by keyboard"}

var writes = flag.Bool("update", false, "write the table of taps to docs/testing.md")

var (
	tapTable = regexp.MustCompile(`(?s)\| task \| phone \| desk \| before \| seconds \|\n\|(?:---\|)+\n(.*?)\n\n`)
	seconds  = regexp.MustCompile(`[^|]*\|(?:\n|$)`) // differ from machine to machine
)

// The most frequent tasks need as many taps as docs/testing.md says, and not more than their bound.
func TestTaps(t *testing.T) {
	s := newSite(t)
	phone, desk := s.tasksDone(t, looks[2]), s.tasksDone(t, looks[0])
	var said strings.Builder
	for n, task := range phone {
		was := before[task.name]
		if was == "" {
			was = "not counted"
		}
		fmt.Fprintf(&said, "| %s | %d | %d | %s | %.1f and %.1f |\n", task.name, task.taps, desk[n].taps, was, task.took, desk[n].took)
	}
	const page = "../../docs/testing.md"
	docs, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	at := tapTable.FindSubmatchIndex(docs)
	if at == nil {
		t.Fatal("docs/testing.md has no table of taps")
	}
	if *writes {
		if err := os.WriteFile(page, slices.Concat(docs[:at[2]], []byte(strings.TrimSuffix(said.String(), "\n")), docs[at[3]:]), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if apart := func(table string) string { return seconds.ReplaceAllString(table, "\n") }; apart(string(docs[at[2]:at[3]])+"\n") != apart(said.String()) {
		t.Errorf("docs/testing.md has another table than this; go test ./test/browser -run TestTaps -update writes it:\n%s", said.String())
	}
}

// taken is what a task took.
type taken struct {
	name string
	taps int
	took float64 // seconds, without those that a hand needs
}

// tasksDone does the most frequent tasks in the pages of a new account.
func (s *site) tasksDone(t *testing.T, l look) (done []taken) {
	p := s.Owner(t)
	shelf, items := cabinet(t, p)
	box := p.Make(t, "/api/locations", apitest.M{"name": "Box 3"})
	held := p.Make(t, "/api/items/"+items[0]+"/copies", apitest.M{"location_id": box})
	p.Make(t, "/api/copies/"+held+"/transactions", apitest.M{"type": "purchase", "amount": 185000, "occurred_at": "2024-05-01"})
	cellar := "/collections/" + p.Make(t, "/api/collections", apitest.M{"name": "Cellar", "emoji": "🍷", "visibility": "private"})
	wine := "/items/" + p.Make(t, "/api"+cellar+"/items", apitest.M{"name": "Barolo 2016"})
	p.Make(t, "/api"+wine+"/copies", apitest.M{"quantity": 6})
	b := s.open(t, true)
	b.enter(p, "/")
	b.look(l)
	item, hand := "/items/"+items[0], l.width < 1000
	photo, leads := pictures(t, 1)[0], `a:is([href="`+item+`"], [href^="`+item+`?"])`
	adds := func(c *counter) { // with the button of a phone, or the key
		if hand {
			c.tap(".fab")
		} else {
			c.n++
			c.press("n")
		}
		c.becomes(`document.activeElement.matches("#drawer [name=name]")`)
	}
	tasks := []struct {
		name  string
		begin string
		most  int // what a task may take
		do    func(*counter)
	}{
		{"own a thing, with photo, price and place", shelf, 8, func(c *counter) {
			adds(c)
			c.write("#drawer [name=name]", "Rolleiflex 3.5F")
			c.photo(`.shoot:not(.cam) input`, photo)
			c.write("#drawer [name=paid]", "€450")
			c.tap(`.places label:has([value="` + box + `"])`)
			c.tap("#drawer .dr-foot .btn:not(.pri)")
			c.becomes(`document.readyState === "complete" && location.pathname.startsWith("/items/")`)
			c.shows("Rolleiflex 3.5F", "Box 3")
		}},
		{"ten things in a row", shelf, 11, func(c *counter) {
			adds(c)
			for n := range 10 {
				name := fmt.Sprintf("Camera %d", n+1)
				c.write("#drawer [name=name]", name)
				if hand {
					c.tap("#drawer [data-next]")
				} else {
					evaluate[bool](c.tab, `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", ctrlKey: true, bubbles: true}))`)
				}
				c.becomes(`document.querySelector("#drawer .saved b")?.textContent === "` + name + `" && document.activeElement.matches("#drawer [name=name]")`)
			}
		}},
		{"add another copy of something", shelf, 3, func(c *counter) {
			adds(c)
			c.write("#drawer [name=name]", "leica m3 double")
			c.tap("#drawer .same button")
			c.do(chromedp.WaitReady("#drawer [name=copy_of]"))
			c.lead("#drawer .dr-foot .btn:not(.pri)", item)
			c.shows("Copy 2")
		}},
		{"see whether one has a thing", "/", 2, func(c *counter) {
			if hand {
				c.lead(`.tabs a[href="/search"]`, "/search")
				c.write("main [name=q]", "leica m3\r")
				c.n++ // the key that sends it
				c.do(chromedp.WaitVisible(`main ` + leads))
				c.shows("Box 3")
				return
			}
			c.tap(".side .find")
			c.write("#palette-q", "leica m3")
			c.do(chromedp.WaitVisible(`#palette ` + leads))
		}},
		{"see what was paid", shelf, 1, func(c *counter) {
			c.tap(`main ` + leads)
			c.do(chromedp.WaitVisible(`#peek .copies`))
			c.shows("$1,850")
		}},
		{"lend it", item, 4, func(c *counter) {
			c.tap(`.deeds a[href*="/loans/new"]`)
			c.do(chromedp.WaitVisible(`dialog [name=party]`))
			c.write("[name=party]", "Jon")
			c.saves()
		}},
		{"take it back", item, 4, func(c *counter) {
			c.tap(`.deeds a[href*="/return"]`)
			c.saves()
		}},
		{"value it", item, 4, func(c *counter) {
			c.tap(`.deeds a[href*="/valuations/new"]`)
			c.do(chromedp.WaitVisible(`dialog [name=amount]`))
			c.write("dialog [name=amount]", "2400")
			c.saves()
		}},
		{"sell it", item, 4, func(c *counter) {
			c.tap(`.deeds a[href*="type=sale"]`)
			c.do(chromedp.WaitVisible(`dialog [name=amount]`))
			c.write("dialog [name=amount]", "2500")
			c.saves()
			c.shows("Sold")
		}},
		{"drink a bottle", wine, 1, func(c *counter) {
			c.lead(`.deeds [action$="/gone"] button`, wine)
			c.shows("×5", "Disposed of", "Drunk")
		}},
		{"undo that", "", 1, func(c *counter) {
			c.lead(`.toast [data-undo]`, wine+"?undone=2")
			c.shows("×6")
		}},
		{"begin a second collection from a template", "/collections", 3, func(c *counter) {
			c.lead(`main a[href="/collections/new"]`, "/collections/new")
			c.tap(`label:has([value="wine"])`)
			c.tap(".startbar button")
			c.becomes(`document.readyState === "complete" && document.querySelector("h1")?.textContent.includes("Wine")`)
		}},
	}
	for _, task := range tasks {
		if task.begin != "" {
			b.visit(task.begin)
		}
		c := &counter{tab: b}
		began := time.Now()
		task.do(c)
		done = append(done, taken{task.name, c.n, time.Since(began).Seconds()})
		if c.n > task.most {
			t.Errorf("%s: %d taps at %s, at most %d", task.name, c.n, l.name, task.most)
		}
		b.picture(strings.ReplaceAll(task.name, " ", "-") + "-" + l.name)
	}
	return done
}
