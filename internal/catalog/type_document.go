package catalog

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"vitrine/internal/fault"
)

// SchemaVersion is the version of the document's shape.
const SchemaVersion = 1

// MaxDocument is the length of a document that can be imported, in characters.
const MaxDocument = 100_000

// TypeDocument is a collection type in portable form: structure only, nothing
// of what is catalogued by it.
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

// DocumentField is a field; the key options is there only if there are some.
type DocumentField struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"`
	Options []string `json:"options,omitempty"`
}

// Export puts a type, its groups and fields, all in position order, into a
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

// Import is a document to make a type of.
type Import struct {
	JSON     string
	Document TypeDocument
	Broken   error // why JSON could not be read as a document
}

// Validate holds the document to the rules of everything it will make. What is
// wrong is told under json, whatever it is about.
func (in *Import) Validate() error {
	switch {
	case in.JSON == "":
		return fault.On("json", "The json field is required.")
	case utf8.RuneCountInString(in.JSON) > MaxDocument:
		return fault.On("json", fmt.Sprintf("The json field must not be greater than %d characters.", MaxDocument))
	case in.Broken != nil:
		return fault.On("json", "The json field must be a valid export document: "+in.Broken.Error()+".")
	}
	if err := in.Document.validate(); err != nil {
		return fault.On("json", "The json field must be a valid export document: "+err.Error()+".")
	}
	return nil
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
