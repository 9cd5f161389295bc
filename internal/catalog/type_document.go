package catalog

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"vitrine/internal/fault"
)

// SchemaVersion is the version of the document format.
const SchemaVersion = 1

// MaxDocument limits the characters of an imported document.
const MaxDocument = 100_000

// TypeDocument is a collection type in portable form: its structure without any
// items.
type TypeDocument struct {
	SchemaVersion *int          `json:"schemaVersion"`
	Type          *DocumentType `json:"type"`
}

// DocumentType is the type itself.
type DocumentType struct {
	Name             string          `json:"name"`
	Color            string          `json:"color"`
	Groups           []DocumentGroup `json:"groups"`
	StandaloneFields []DocumentField `json:"standaloneFields"`
}

// DocumentGroup is a group with its fields, in position order.
type DocumentGroup struct {
	Name   string          `json:"name"`
	Fields []DocumentField `json:"fields"`
}

// DocumentField is a field; options is omitted if empty.
type DocumentField struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"`
	Options []string `json:"options,omitempty"`
}

// Export converts a type, its groups and fields, all in position order, to a
// document.
func Export(t CollectionType, groups []CustomFieldGroup, fields []CustomField) TypeDocument {
	of := func(group *int64) []DocumentField {
		list := []DocumentField{}
		for _, f := range fields {
			if f.GroupID == nil && group == nil || f.GroupID != nil && group != nil && *f.GroupID == *group {
				list = append(list, DocumentField{f.Name, f.FieldType, f.Options})
			}
		}
		return list
	}
	version := SchemaVersion
	doc := TypeDocument{&version, &DocumentType{t.Name, t.Color, []DocumentGroup{}, of(nil)}}
	for _, g := range groups {
		doc.Type.Groups = append(doc.Type.Groups, DocumentGroup{g.Name, of(&g.ID)})
	}
	return doc
}

// Import is a document to create a type from, or the name of a template.
type Import struct {
	Field    string // that the document was sent in
	JSON     string
	Document TypeDocument
	Broken   error // why JSON is not a document
	Template string
	Language string // that the template is taken in; English if it is not one of ours
}

const notDocument = "The %s field must be a valid export document: %s."

// Validate applies the rules of everything the document will create. All errors are
// reported under the field that the document was sent in.
func (in *Import) Validate() error {
	if in.JSON == "" && in.Template != "" {
		return in.takeTemplate()
	}
	var e fault.Invalid
	switch {
	case in.JSON == "":
		e.Addf(in.Field, "The %s field is required.")
	case utf8.RuneCountInString(in.JSON) > MaxDocument:
		e.Addf(in.Field, "The %s field must not be greater than %d characters.", MaxDocument)
	case in.Broken != nil:
		e.Add(in.Field, notDocument, in.Field, in.Broken)
	default:
		if err := in.Document.validate(); err != nil {
			e.Add(in.Field, notDocument, in.Field, err)
		}
	}
	return e.Err()
}

// takeTemplate imports a copy of a template, which stays as it is.
func (in *Import) takeTemplate() error {
	t, ok := TemplateOf(in.Template)
	if !ok {
		return fault.On("template", "There is no template of this name; GET /api/collection-type-templates lists them by slug.")
	}
	in.JSON = t.In(in.Language).JSON
	in.Broken = json.Unmarshal([]byte(in.JSON), &in.Document)
	return errors.Join(in.Broken, in.Document.validate())
}

func (d *TypeDocument) validate() error {
	if d.Type == nil {
		return fmt.Errorf("the key type is missing")
	}
	if d.SchemaVersion != nil && *d.SchemaVersion != SchemaVersion {
		return fmt.Errorf("schemaVersion %d is not known", *d.SchemaVersion)
	}
	in := NewCollectionType{strings.TrimSpace(d.Type.Name), strings.TrimSpace(d.Type.Color)}
	if err := in.Validate(); err != nil {
		return fmt.Errorf("type: %s", strings.TrimSuffix(err.Error(), "."))
	}
	d.Type.Name, d.Type.Color = in.Name, in.Color
	if err := validFields(d.Type.StandaloneFields); err != nil {
		return err
	}
	for i := range d.Type.Groups {
		g := &d.Type.Groups[i]
		g.Name = strings.TrimSpace(g.Name)
		if err := (&CustomFieldGroupInput{&g.Name}).Validate(); err != nil {
			return fmt.Errorf("group %d: %s", i+1, strings.TrimSuffix(err.Error(), "."))
		}
		if err := validFields(g.Fields); err != nil {
			return err
		}
	}
	return nil
}

func validFields(fields []DocumentField) error {
	for i := range fields {
		f := &fields[i]
		f.Name = strings.TrimSpace(f.Name)
		in := CustomFieldInput{Name: &f.Name, FieldType: f.Type, Options: f.Options}
		if err := in.Validate(); err != nil {
			return fmt.Errorf("field %d: %s", i+1, strings.TrimSuffix(err.Error(), "."))
		}
		f.Options = in.Options
	}
	return nil
}
