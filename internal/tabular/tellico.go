package tabular

import (
	"errors"
	"io"
	"slices"
	"strings"

	"vitrine/internal/tabular/markup"
	"vitrine/internal/tabular/own"
)

var tellicoRoots = []string{"tellico", "bookcase"}

// openTellico reads the ZIP in which Tellico keeps a collection with its pictures.
func (t *Table) openTellico(file io.ReaderAt, size int64, o Options) error {
	z, err := openZIP(file, size)
	if err != nil {
		return err
	}
	for _, f := range z.File {
		if strings.HasPrefix(f.Name, "images/") && !f.Mode().IsDir() {
			t.Photos.add(photoIn(f))
		}
	}
	for _, f := range z.File {
		if f.Name == "tellico.xml" {
			return t.openEntry(f, XML, o)
		}
	}
	return errDirectory
}

// openTellicoXML reads the fields first, which tell kinds and options, then the entries.
func (t *Table) openTellicoXML(text decoded, o Options) error {
	head := &tellico{m: markup.NewReader(text.reader(), MaxDepth), flat: newFlat()}
	if err := head.survey(t, text); err != nil {
		return err
	}
	if head.entries == 0 {
		return failed(EmptyFile, 0, "The collection has no entries.")
	}
	headers := []string{"id"}
	for _, f := range head.fields {
		headers = append(headers, f.name)
	}
	for _, name := range head.found.all { // entries can have values without a field
		if !slices.Contains(headers, name) {
			headers = append(headers, name)
		}
	}
	t.Detected.Title = named(head.title)
	entries := &tellico{m: markup.NewReader(text.reader(), MaxDepth), flat: newFlat(), fields: head.fields}
	t.rows = &treeRows{columns: headers, object: entries.next}
	t.inner = Tellico
	if err := t.settle(headers, "tellico", o); err != nil {
		return err
	}
	for i, f := range head.fields {
		c := &t.Columns[i+1]
		c.Title, c.Group, c.Kind, c.Options = f.title, f.group, f.kind(), f.allowed
	}
	return nil
}

// tellicoField is a field in the head of a file.
type tellicoField struct {
	name, title, group, kindNumber string
	allowed                        []string
}

// Picture is the kind of a column that names photos.
const Picture = "picture"

// kind is the kind of a custom field, Picture, or skip.
func (f tellicoField) kind() string {
	switch f.kindNumber {
	case "3":
		return own.Select
	case "4":
		return own.Boolean
	case "5", "11":
		return "skip"
	case "6":
		return own.Number
	case "10":
		return Picture
	case "12":
		return own.Date
	case "14":
		return own.Rating
	}
	return own.Text
}

// tellico walks through a document.
type tellico struct {
	m       *markup.Reader
	title   string
	fields  []tellicoField
	entries int
	found   names
	flat    *flat
	size    size
}

// survey reads the whole document: fields, names of all values, pictures.
func (r *tellico) survey(t *Table, text decoded) error {
	for {
		token, err := r.m.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return document(err)
		}
		if token.Kind != markup.Start {
			continue
		}
		switch string(token.Name) {
		case "collection":
			r.title = string(token.Attribute("title"))
		case "field", "attribute":
			if len(r.fields) >= MaxColumns {
				return failed(TooManyColumns, 0, "The collection has more than %d fields.", MaxColumns)
			}
			r.field(token)
		case "image":
			if err := r.image(t, text, string(token.Attribute("id"))); err != nil {
				return document(err)
			}
		case "entry", "book":
			f, err := r.entry(token)
			if err != nil {
				return document(err)
			}
			r.entries++
			if err := r.found.add(f); err != nil {
				return err
			}
		}
	}
}

func (r *tellico) field(token *markup.Token) {
	f := tellicoField{name: string(token.Attribute("name")), title: named(string(token.Attribute("title"))), group: named(string(token.Attribute("category"))),
		kindNumber: string(token.Attribute("type"))}
	for _, option := range strings.Split(string(token.Attribute("allowed")), ";") {
		if option = strings.TrimSpace(option); option != "" && f.kindNumber == "3" {
			f.allowed = append(f.allowed, option)
		}
	}
	if f.name != "" && f.name != "_default" && f.name != "id" && !slices.ContainsFunc(r.fields, func(known tellicoField) bool { return known.name == f.name }) {
		r.fields = append(r.fields, f)
	}
}

// image records the position of a picture in the document; its bytes are read later.
func (r *tellico) image(t *Table, text decoded, id string) error {
	from := r.m.Offset()
	to, depth := from, r.m.Depth()
	for {
		token, err := r.m.Next()
		if err != nil {
			return err
		}
		if token.Kind == markup.Text {
			to = r.m.Offset()
		}
		if token.Kind == markup.End && r.m.Depth() < depth {
			break
		}
	}
	if _, known := t.Photos.Find(id); id != "" && to > from && text.encoding == "utf-8" && !known && len(t.Photos.All) < MaxEntries {
		t.Photos.add(embedded(text.file, text.from+from, text.from+to, id))
	}
	return nil
}

// next is the next entry as cells.
func (r *tellico) next() (*flat, error) {
	for {
		token, err := r.m.Next()
		if err != nil {
			return nil, document(err)
		}
		if token.Kind == markup.Start && (string(token.Name) == "entry" || string(token.Name) == "book") {
			f, err := r.entry(token)
			return f, document(err)
		}
	}
}
