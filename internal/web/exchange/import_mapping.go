package exchange

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/i18n"
	"vitrine/internal/importing"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/tabular"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// delimiters have names in forms, where a tab would be lost.
var delimiters = map[string]string{"comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|"}

// readAs are the options of reading in a form or an address, and whether there are any.
func readAs(v *page.Visit, imp importing.Import) (o tabular.Options, asked bool) {
	_ = v.ParseForm() // an unreadable form is empty
	given := func(name string) string {
		text := page.Plain(v.Form.Get(name))
		asked = asked || text != ""
		return text
	}
	o = imp.ReadAs()
	for name, to := range map[string]*string{"encoding": &o.Encoding, "sheet": &o.Sheet} {
		if text := given(name); text != "" {
			*to = text
		}
	}
	if delimiter := delimiters[given("delimiter")]; delimiter != "" {
		o.Delimiter = delimiter
	}
	if n, err := strconv.Atoi(given("header_row")); err == nil && n >= 0 && n <= tabular.MaxHeaderRow {
		o.HeaderRow = &n
	}
	return o, asked
}

// preview reads the file of an import. If the options do not work, it says so and reads as before.
func preview(v *page.Visit, s *ImportStep) error {
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	content, err := exchange.ImportContent(v.Context(), reader, s.Import.ID)
	if err != nil {
		return err
	}
	file, err := v.Web.Attachments.Fetch(v.Context(), content)
	if err != nil {
		return err
	}
	defer file.Close()
	options, asked := readAs(v, s.Import)
	s.Look, err = importing.Look(file, file.Size, options)
	var failed *tabular.Failed
	if errors.As(err, &failed) {
		s.Unreadable, asked = true, false
		s.Look, err = importing.Look(file, file.Size, s.Import.ReadAs())
	}
	s.Chosen = asked
	return err
}

// lookAtImport shows the first rows again, even after planning.
func lookAtImport(v *page.Visit) error {
	s, err := stepOf(v)
	if err != nil {
		return err
	}
	if s.Import.State != importing.Ready && s.Import.State != importing.Planned {
		return v.Redirect(ImportPath(s.Import.ID))
	}
	if s.Import.IsArchive() {
		return askDiffers(v, http.StatusOK, s)
	}
	return look(v, http.StatusOK, s)
}

// look shows the first rows, and the options if they look wrong.
func look(v *page.Visit, status int, s ImportStep) error {
	if err := preview(v, &s); err != nil {
		return err
	}
	f, err := v.Frame("", "imports")
	if err != nil {
		return err
	}
	f.Title = f.T("import.look.title")
	return v.Render(status, ImportLook(f, s))
}

// askMapping shows the form that maps columns.
func askMapping(v *page.Visit) error {
	s, err := stepOf(v)
	if err != nil {
		return err
	}
	if s.Import.State != importing.Ready && s.Import.State != importing.Planned {
		return v.Redirect(ImportPath(s.Import.ID))
	}
	if s.Import.IsArchive() {
		return askDiffers(v, http.StatusOK, s)
	}
	m, err := mappingOf(v, &s)
	if err != nil {
		return err
	}
	return mappingForm(v, http.StatusOK, s, m, ui.Form{})
}

// mappingOf is the last mapping or, if the options of reading changed, a new guess.
func mappingOf(v *page.Visit, s *ImportStep) (importing.Mapping, error) {
	if _, asked := readAs(v, s.Import); asked || s.Import.Mapping == nil {
		if err := preview(v, s); err != nil {
			return importing.Mapping{}, err
		}
		s.Columns = s.Look.Columns
		return s.Look.Mapping, nil
	}
	return *s.Import.Mapping, nil
}

// mappingForm shows a line for each column.
func mappingForm(v *page.Visit, status int, s ImportStep, m importing.Mapping, form ui.Form) error {
	asked := ImportMap{ImportStep: s, Mapping: m}
	asked.Form = form
	err := v.Together(func(r postgres.Reader) (err error) {
		page, err := inventory.CollectionTypes(v.Context(), r, catalog.Paging{Number: 1, PerPage: 100})
		asked.Types = page.Items
		return err
	}, func(r postgres.Reader) (err error) {
		if s.Import.CollectionID != nil {
			asked.Forms, err = inventory.TypeForms(v.Context(), r, *s.Import.CollectionID)
		}
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.Frame("", "imports")
	if err != nil {
		return err
	}
	f.Title, asked.Templates = f.T("import.map.title"), catalog.TemplatesIn(f.Locale)
	return v.Render(status, ImportMapping(f, asked))
}

// mapImport plans an import by the form.
func mapImport(v *page.Visit) error {
	s, err := stepOf(v)
	if err != nil {
		return err
	}
	if s.Import.State != importing.Ready && s.Import.State != importing.Planned {
		return v.Redirect(ImportPath(s.Import.ID))
	}
	if s.Import.IsArchive() {
		return planArchive(v, s)
	}
	base, err := mappingOf(v, &s)
	if err != nil {
		return err
	}
	if _, err := v.Frame("", ""); err != nil { // the language of a template
		return err
	}
	m := mapping(v, base)
	return planImport(v, s.Import, m, func(form ui.Form) error {
		return mappingForm(v, http.StatusUnprocessableEntity, s, m, form.AsNotice("columns").AsNotice("import"))
	})
}

// planImport plans an import by a mapping, or shows the form again with errors.
func planImport(v *page.Visit, imported importing.Import, m importing.Mapping, again func(ui.Form) error) error {
	mapped, reread, err := imported.Mapped(m)
	if err == nil {
		err = asInvalid(v, postgres.Change(v.Context(), v.Scope, "", func(change postgres.Writer) error {
			_, err := exchange.MapImport(v.Context(), change, imported.ID, mapped, reread)
			return err
		}))
	}
	if err == nil {
		return v.Redirect(ImportPath(imported.ID))
	}
	if _, err := v.Frame("", ""); err != nil { // sets the language of errors
		return err
	}
	return v.Answer(err, again, nil)
}

// mapping applies the form to the mapping that it showed.
func mapping(v *page.Visit, base importing.Mapping) importing.Mapping {
	m := base
	m.Columns = []importing.Column{}
	nth := func(name string, i int) string {
		if all := v.PostForm[name]; i < len(all) {
			return page.Plain(all[i])
		}
		return ""
	}
	for i := range v.PostForm["to"] {
		c := importing.Column{To: nth("to", i), Kind: nth("kind", i), Format: nth("format", i), Default: nth("default", i)}
		if n, err := strconv.ParseInt(nth("column", i), 10, 64); err == nil {
			c.Column = &n
		}
		if name, ok := strings.CutPrefix(c.To, FieldNamed); ok {
			c.To, c.Name = "field", name
		} else {
			c.Kind = ""
		}
		m.Columns = append(m.Columns, keptOf(base, i, c))
	}
	m.Type = mappedType(v)
	m.Match.Items, m.Match.FieldID = v.Text("match"), nil
	m.Options.Empty, m.Options.PartialDates, m.Options.CurrencyCode = v.Text("empty"), v.Text("partial_dates"), strings.ToUpper(v.Text("currency_code"))
	return m
}

// keptOf adds the parts of a line that the form does not show. If it asked for the format of days,
// that is settled.
func keptOf(base importing.Mapping, i int, c importing.Column) importing.Column {
	if i >= len(base.Columns) {
		return c
	}
	was := base.Columns[i]
	if was.To != c.To || was.Name != c.Name {
		return c
	}
	if c.Kind == was.Kind {
		c.Options = was.Options
	}
	if c.To != "field" {
		c.Kind = was.Kind
	}
	if was.Warning != "ambiguous_date" {
		c.Warning = was.Warning
	}
	return c
}

// mappedType is the type of items: an existing one, a template, or a new name.
func mappedType(v *page.Visit) *importing.TypeRef {
	kind, name, _ := strings.Cut(v.Text("type"), ":")
	switch kind {
	case "id":
		if id, err := strconv.ParseInt(name, 10, 64); err == nil {
			return &importing.TypeRef{ID: &id}
		}
	case "template":
		ref := &importing.TypeRef{Template: name}
		if v.Texts.Locale != i18n.Locales[0] { // templates are in English unless asked
			ref.Language = v.Texts.Locale
		}
		return ref
	case "new":
		if given := v.Text("type_name"); given != "" {
			return &importing.TypeRef{Name: given}
		}
	}
	return &importing.TypeRef{}
}
