package browser

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
	"vitrine/internal/web"
)

// hostile are texts that would run if a page wrote them down without care: as an
// element, out of an attribute, out of a script or style, as an address, as a
// template, or for htmx.
func hostile() (texts []string) {
	calls := []string{"attack()", "top.attack()", "window['attack']()", "attack`1`", "setTimeout('attack()')"}
	elements := []string{
		`<script>%s</script>`, `<ScRiPt >%s</sCrIpT>`, `</title><script>%s</script>`, `</textarea><script>%s</script>`, `</style><script>%s</script>`,
		`<img src=x onerror="%s">`, `<img src=x onerror=%s//`, `<svg onload="%s">`, `<svg><script>%s</script></svg>`, `<body onload="%s">`,
		`<input autofocus onfocus="%s">`, `<details open ontoggle="%s">x</details>`, `<video><source onerror="%s"></video>`, `<iframe srcdoc="<script>%s</script>">`,
		`<math><mtext></form><form><mglyph><style></math><img src onerror=%s>`, `<a href="javascript:%s">x</a>`, `<object data="javascript:%s">`,
		`"><img src=x onerror="%s">`, `'><img src=x onerror='%s'>`, `" autofocus onfocus="%s" x="`, `' autofocus onfocus='%s' x='`, `x onmouseover=%s `,
		`"><svg/onload=%s>`, `--><script>%s</script><!--`, `]]><script>%s</script>`, `</script><script>%s</script>`, `';%s;//`, `");%s;//`, `\";%s;//`,
		`javascript:%s`, `JaVaScRiPt:%s`, `data:text/html,<script>%s</script>`, `{{%s}}`, `${%s}`, `<%%= %s %%>`, `{{constructor.constructor('%s')()}}`,
		`<div hx-on:load="%s" hx-trigger="load">x</div>`, `<div hx-get="/settings" hx-trigger="load" hx-on::after-request="%s">x</div>`,
		`<base href="//evil.example/"><script>%s</script>`, `<meta http-equiv="refresh" content="0;url=javascript:%s">`,
	}
	for i, element := range elements {
		for j := range calls {
			texts = append(texts, fmt.Sprintf(element, calls[(i+j)%len(calls)]))
		}
	}
	return texts
}

// Texts that attack, in every field that a user can fill, are shown as texts on every
// page: nothing runs, nothing is asked of others, no page complains.
func TestHostileTextsAreOnlyTexts(t *testing.T) {
	texts := hostile()
	if len(texts) < 200 {
		t.Fatalf("only %d texts", len(texts))
	}
	s, w := newWorld(t)
	shelf := "/api/collections/" + w.IDs["collection"]
	kind := w.Make(t, "/api/collection-types", apitest.M{"name": texts[0], "color": "#112233"})
	w.Send(t, "PUT", "/api/collection-types/"+kind+"/collections", apitest.M{"collection_ids": []string{w.IDs["collection"]}}).Want(t, http.StatusOK)
	fields := make([]string, 0, 40)
	for n := range 40 {
		fields = append(fields, w.Make(t, "/api/collection-types/"+kind+"/custom-fields", apitest.M{"name": short(texts[n]), "field_type": "text", "is_public": true}))
	}
	for n := 0; n < len(texts); n += len(fields) {
		values := apitest.M{}
		for i, field := range fields {
			values[field] = texts[(n+i)%len(texts)]
		}
		item := w.Make(t, shelf+"/items", apitest.M{"name": short(texts[n]), "description": texts[(n+1)%len(texts)], "collection_type_id": kind, "custom_fields": values})
		w.Make(t, "/api/items/"+item+"/copies", apitest.M{}) // visitors see what is held
	}
	b := s.signedIn(t, w.Person)
	w.Personal(t)
	w.Show(t)
	fillTables(t, s, texts)
	_, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `window.attack = () => { document.documentElement.dataset.attacked = "1" }; window.alert = window.attack`})
	b.must(err)
	shown := 0
	for _, pattern := range web.Patterns() {
		path, found := strings.CutPrefix(pattern, "GET ")
		if !found || slices.Contains(sent, path) {
			continue
		}
		for _, item := range items(t, s, path) {
			w.IDs["item"] = item
			b.do(chromedp.Navigate(b.base + w.Fill(strings.TrimSuffix(path, "{$}"))))
			if status := evaluate[int64](b, `performance.getEntriesByType("navigation")[0].responseStatus`); status >= http.StatusInternalServerError {
				t.Errorf("%s: status %d", path, status)
			}
			if evaluate[bool](b, `document.documentElement.dataset.attacked === "1"`) {
				t.Errorf("%s: an attack ran", path)
			}
			if evaluate[bool](b, `document.body.textContent.includes("attack") || [...document.querySelectorAll("input, textarea")].some(e => e.value.includes("attack"))`) {
				shown++
			}
			if evaluate[bool](b, `[...document.querySelectorAll("a, area, form")].some(e => /^(javascript|data|vbscript):/i.test((e.href ?? e.action)?.toString()))`) {
				t.Errorf("%s: an attack is one press away", path)
			}
			if n := evaluate[int64](b, `document.querySelectorAll("[onerror], [onload], [onfocus], [ontoggle], [onmouseover], base, iframe, object, main script").length`); n > 0 {
				t.Errorf("%s: %d elements were made of texts", path, n)
			}
		}
	}
	if shown < 15 {
		t.Errorf("only %d pages show such a text", shown)
	}
}

// items are those whose pages are looked at: all, where the page is of an item.
func items(t *testing.T, s *site, path string) []string {
	t.Helper()
	all := apitest.Column[string](t, s.Harness, `select id::text from items order by id desc`)
	if path == "/items/{item}" || path == "/items/{item}/edit" || path == "/c/{uuid}/items/{item}" {
		return all
	}
	return all[:1]
}

// short is a text that fits a name.
func short(text string) string { return text[:min(len(text), 255)] }

// filled are the columns with texts of users: of all tables whose rows have an id, but
// for what a rule of the database limits, what is derived from others, and what signs
// somebody in.
const filled = `select c.table_name || '.' || c.column_name from information_schema.columns c
	where c.table_schema = 'public' and c.data_type = 'text' and exists (select from information_schema.columns i where i.table_schema = 'public' and i.table_name = c.table_name and i.column_name = 'id')
	and c.table_name !~ '^(river_|exchange_|files|idempotency_keys|address_links|known_addresses|invitations)'
	and c.column_name !~ '(currency|_code$|emoji|email|password|role|locale|kind|mime_type|sort_name|name_key|action|request_id|object_type|external_url|document_type|word|path$)'
	and not exists (select from pg_constraint k, unnest(k.conkey) n join pg_attribute a on a.attnum = n
		where k.contype = 'c' and k.conrelid = c.table_name::regclass and a.attrelid = k.conrelid and a.attname = c.column_name and pg_get_constraintdef(k.oid) ~ 'ANY|~')
	order by 1`

// fillTables writes the texts into these columns, row by row another, past the rules of the service: pages must not rely on those.
func fillTables(t *testing.T, s *site, texts []string) {
	t.Helper()
	apitest.Exec(t, s.Harness, `create table hostile (n bigserial, text text)`)
	for _, text := range texts {
		apitest.Exec(t, s.Harness, `insert into hostile (text) values ('`+strings.ReplaceAll(text, "'", "''")+`')`)
	}
	columns := apitest.Column[string](t, s.Harness, filled)
	for _, must := range []string{"valuations.method", "transactions.counterparty", "loans.party", "maintenance_records.performed_by", "provenance_events.source_url", "location_history.reason", "documents.name", "logs.user_name"} {
		if !slices.Contains(columns, must) {
			t.Errorf("%s is not among %v", must, columns)
		}
	}
	for i, column := range columns {
		table, name, _ := strings.Cut(column, ".")
		apitest.Exec(t, s.Harness, `update `+table+` set `+name+` = (select left(text, 250) from hostile where n = 1 + (`+table+`.id + `+strconv.Itoa(i*7)+`) % `+strconv.Itoa(len(texts))+`)`)
	}
	for _, addressed := range []string{"valuations", "transactions", "provenance_events"} { // one link a record: the worst of them
		apitest.Exec(t, s.Harness, `update `+addressed+` set source_url = 'JaVaScRiPt:attack()'`)
	}
	apitest.Exec(t, s.Harness, `drop table hostile; update documents set file_id = null, external_url = 'javascript:attack()' where id = (select max(id) from documents)`)
}
