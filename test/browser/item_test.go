package browser

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"vitrine/internal/apitest"
)

// pictures are files that a browser can send.
func pictures(t *testing.T, n int) (paths []string) {
	t.Helper()
	for i := range n {
		path := filepath.Join(t.TempDir(), string(rune('a'+i))+".png")
		if err := os.WriteFile(path, apitest.Picture(), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

// becomes waits until an expression is true, also on the page that follows.
func (b *tab) becomes(expression string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	for ; ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
		if is, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`Boolean(`+expression+`)`)); err == nil && is {
			return
		}
	}
	b.late(context.DeadlineExceeded)
	b.t.Fatalf("it never became true: %s", expression)
}

// Items are added in a row without leaving the list, by keyboard, with photos.
func TestQuickAdd(t *testing.T) {
	s := newSite(t)
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	b.visit(w.Fill("/collections/{collection}"))
	b.press("n")
	b.becomes(`document.querySelector("#drawer[open]")`)
	wants(t, "the field to begin with", b.focused(), "name")
	b.check("quick-add")
	b.do(chromedp.SetUploadFiles(`#drawer .shoot:not(.cam) input`, pictures(t, 2)))
	b.becomes(`document.querySelectorAll("#drawer .shots .ph img").length === 2`)
	b.do(chromedp.SendKeys(`#drawer [name=name]`, "Nikon F"))
	evaluate[bool](b, `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", ctrlKey: true, bubbles: true}))`)
	b.becomes(`document.querySelector("#drawer .saved")?.textContent.includes("Nikon F")`)
	wants(t, "the field for the next one", b.focused(), "name")
	b.shows("1 added")
	b.do(chromedp.SendKeys(`#drawer [name=name]`, "nikon f"))
	b.becomes(`document.querySelector("#drawer .same a")?.textContent === "Nikon F"`)
	b.shows("You have 1")
	wants(t, "the field that is typed in", b.focused(), "name")
	b.check("same-name")
	b.do(chromedp.Click(`#drawer .same button`))
	b.becomes(`document.querySelector("#drawer .same [name=copy_of]")`)
	b.shows("Will be added as copy 2 of Nikon F.")
	b.check("same-copy")
	b.do(chromedp.Click(`#drawer .same button`))
	b.becomes(`document.querySelector("#drawer .same a") && !document.querySelector("#drawer [name=copy_of]")`)
	b.do(chromedp.Click(`#drawer .same button`))
	b.becomes(`document.querySelector("#drawer .same [name=copy_of]")`)
	b.do(chromedp.Click(`#drawer [data-next]`))
	b.becomes(`document.querySelector("#drawer [name=name]").value === "" && document.querySelector("#drawer .bdg")?.textContent.startsWith("2 ")`)
	b.do(chromedp.SendKeys(`#drawer [name=name]`, "nikon f"))
	b.becomes(`document.querySelector("#drawer .same")?.textContent.includes("You have 2")`)
	b.do(chromedp.Focus(`#drawer [name=name]`))
	b.press(kb.Escape)
	b.becomes(`document.querySelector("#drawer[open] [data-ask]:not([hidden])")`)
	b.check("unsaved")
	b.do(chromedp.Click(`#drawer [data-keep]`))
	wants(t, "the field to go on", b.focused(), "name")
	const long = `"W" + "m".repeat(250)`
	evaluate[bool](b, `(document.querySelector("#drawer [name=name]").value = `+long+`, document.querySelector("#drawer [data-next]").click(), true)`)
	b.becomes(`document.querySelector("#drawer .saved")?.textContent.includes(` + long + `)`)
	b.check("saved-long")
	wants(t, "what the drawer shows", evaluate[string](b, `(d => d.scrollWidth <= d.clientWidth && d.querySelector("[name=name]").getBoundingClientRect().right <= innerWidth ? "all" : "part")(document.querySelector("#drawer .dr-body"))`), "all")
	b.do(chromedp.SendKeys(`#drawer [name=name]`, "Nikon S"))
	evaluate[bool](b, `(a => (a.value = "x".repeat(1900), a.dispatchEvent(new Event("input", {bubbles: true}))))(document.querySelector("#drawer [name=description]"))`)
	b.shows("1,900 of 2,000 characters")
	evaluate[bool](b, `(drawer.addEventListener("htmx:before:settle", () => document.dispatchEvent(new CustomEvent("htmx:after:swap", {detail: {ctx: {target: drawer.querySelector(".same")}}})), {once: true}), true)`) // the answer about the name may come just then
	evaluate[bool](b, `(document.querySelector("#drawer [name=description]").value += "x".repeat(101), document.querySelector("#drawer [data-next]").click(), true)`)
	b.becomes(`document.querySelector("#description-wrong") && document.activeElement.name === "description"`)
	b.shows("2,001 of 2,000 characters")
	b.do(chromedp.Click(`#drawer [method=dialog] button`))
	b.becomes(`document.querySelector("#drawer[open] [data-ask]:not([hidden])")`)
	b.goes(http.StatusOK, w.Fill("/collections/{collection}"), chromedp.Click(`#drawer [data-discard]`))
	b.shows("Nikon F")
}

// Where there are many locations, the form finds one by name. Enter sends nothing.
func TestALocationIsFound(t *testing.T) {
	s := newSite(t)
	w := s.World(t)
	apitest.Exec(t, s.Harness, `insert into locations (account_id, parent_id, name, emoji) select account_id, id, 'Box ' || n, '📦' from (select * from locations order by id limit 1) l, generate_series(1, 300) n`)
	b := s.signedIn(t, w.Person)
	b.visit(w.Fill("/collections/{collection}"))
	b.press("n")
	b.becomes(`document.querySelector("#drawer[open]")`)
	b.do(chromedp.SendKeys(`#drawer [name=name]`, "Nikon F"), chromedp.Click(`#drawer label:has([value=other])`), chromedp.SendKeys(`#drawer [name=q]`, "box 123\r"))
	const chosen = `document.querySelector("#location_id").selectedOptions[0].text`
	b.becomes(chosen + `.endsWith("› Box 123")`)
	b.becomes(`document.querySelector("#drawer [data-found]").textContent === ` + chosen)
	wants(t, "the field that is typed in", b.focused(), "q")
	b.check("location-found")
	b.do(chromedp.SendKeys(`#drawer [name=q]`, "x"))
	b.becomes(`document.querySelector("#drawer .hint[data-found]")?.textContent === "No location has this name."`)
	b.becomes(chosen + `.endsWith("› Box 123")`)
	b.check("location-not-found")
	b.goes(http.StatusOK, "/items/2", chromedp.Click(`#drawer .dr-foot .btn:not(.pri)`))
	b.shows("Box 123")
}

// A value is changed where it stands, photos are enlarged, sent and described.
func TestItemPage(t *testing.T) {
	s := newSite(t)
	w := s.World(t)
	item := w.Fill("/items/{item}")
	maker := w.Make(t, w.Fill("/api/collection-types/{collectionType}/custom-fields"), apitest.M{"name": "Maker", "field_type": "text"})
	b := s.signedIn(t, w.Person)
	b.visit(item)
	b.do(chromedp.Click(".unfilled summary"))
	evaluate[bool](b, `document.querySelector("#value-`+maker+` a").click() ?? true`)
	b.becomes(`document.activeElement.name === "custom_fields.` + maker + `"`)
	b.check("item-field")
	b.do(chromedp.SendKeys(`[name="custom_fields.`+maker+`"]`, "Leitz\r"))
	b.becomes(`document.querySelector("#value-` + maker + ` a")?.textContent.includes("Leitz")`)
	b.becomes(`document.querySelector("#live").textContent.includes("Saved")`)
	evaluate[bool](b, `document.querySelector("#value-name a").click() ?? true`)
	b.becomes(`document.activeElement.name === "name"`)
	b.press("\u001b")
	b.becomes(`document.querySelector("#value-name h1 a") !== null`)

	b.visit(item + "/photos")
	before := evaluate[int64](b, `document.querySelectorAll(".pcard").length`)
	b.do(chromedp.SetUploadFiles(`[data-upload] [name=file]`, pictures(t, 2)))
	b.becomes(`document.querySelectorAll(".pcard").length === ` + strconv.FormatInt(before+2, 10))
	b.visit(item)
	evaluate[bool](b, `document.querySelector("[data-enlarge]").click() ?? true`)
	b.becomes(`document.querySelector("#lightbox").open`)
	first := evaluate[string](b, `document.querySelector("#lightbox img").src`)
	evaluate[bool](b, `document.querySelector("#lightbox").dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}))`)
	if second := evaluate[string](b, `document.querySelector("#lightbox img").src`); second == first {
		t.Errorf("the next photo is the same: %s", second)
	}
	b.check("item-lightbox")
}
