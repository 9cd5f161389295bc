package openapi

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Document is the part of an OpenAPI document that the service uses: to render
// the reference, and to check strict requests. Members keep their order, which is
// meant for readers.
type Document struct {
	Info struct {
		Title, Summary, Version, Description string
	}
	Tags       []Tag
	Paths      Object[Path]
	Components struct {
		Schemas    map[string]*Schema
		Responses  map[string]Response
		Parameters map[string]Parameter
	}
}

// Tag is a resource.
type Tag struct {
	Name, Description string
	Group             string `json:"x-group"`
	Object            string `json:"x-object"` // the schema of the resource
}

// Path is a path with its operations.
type Path struct {
	Parameters                    []Parameter
	Get, Post, Put, Patch, Delete *Operation
}

// Operations lists the operations of a path by method, in the usual order.
func (p Path) Operations() Object[*Operation] {
	all := Object[*Operation]{{"GET", p.Get}, {"POST", p.Post}, {"PUT", p.Put}, {"PATCH", p.Patch}, {"DELETE", p.Delete}}
	return slices.DeleteFunc(all, func(o Member[*Operation]) bool { return o.Value == nil })
}

// Operation is a method of a path.
type Operation struct {
	OperationID          string
	Tags                 []string
	Summary, Description string
	Access               string `json:"x-access"`
	Deprecated           string `json:"x-deprecated"` // a day, as is Sunset; empty if it goes on
	Sunset               string `json:"x-sunset"`
	Parameters           []Parameter
	RequestBody          struct{ Content Content }
	Responses            Object[Response]
}

// Parameter is a parameter, or a reference to one.
type Parameter struct {
	Ref                   string `json:"$ref"`
	Name, In, Description string
	Required              bool
	Schema                *Schema
	Example               jsontext.Value
}

// Response is a response, or a reference to one.
type Response struct {
	Ref         string `json:"$ref"`
	Description string
	Content     Content
}

// Content is a body, by media type.
type Content map[string]struct {
	Schema  *Schema
	Example jsontext.Value
}

// Schema is a JSON schema, or a reference to one.
type Schema struct {
	Ref                  string `json:"$ref"`
	Description          string
	Type                 Types
	Enum, Examples       []jsontext.Value
	Const, Default       jsontext.Value
	MinLength, MaxLength *int
	MinItems, MaxItems   *int
	Minimum, Maximum     *int64
	Pattern, Format      string
	Properties           Object[*Schema]
	Required             []string
	Items                *Schema
}

// Parse reads a document. Names match case-insensitively, so that Go's do.
func Parse(text []byte) (*Document, error) {
	d := &Document{}
	return d, json.Unmarshal(text, d, json.MatchCaseInsensitiveNames(true))
}

// Schema follows a reference; members beside it take precedence.
func (d *Document) Schema(of *Schema) *Schema {
	for of != nil && of.Ref != "" {
		target := *d.Components.Schemas[refName(of.Ref)]
		if of.Description != "" {
			target.Description = of.Description
		}
		of = &target
	}
	return of
}

// Response follows a reference.
func (d *Document) Response(r Response) Response {
	if r.Ref != "" {
		return d.Components.Responses[refName(r.Ref)]
	}
	return r
}

// Parameter follows a reference.
func (d *Document) Parameter(p Parameter) Parameter {
	if p.Ref != "" {
		return d.Components.Parameters[refName(p.Ref)]
	}
	return p
}

func refName(ref string) string { return ref[strings.LastIndexByte(ref, '/')+1:] }

// Object is an object whose members keep their order.
type Object[T any] []Member[T]

// Member is a member of an Object.
type Member[T any] struct {
	Name  string
	Value T
}

func (o *Object[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			return err
		}
		member := Member[T]{Name: name.String()}
		if err := json.UnmarshalDecode(d, &member.Value); err != nil {
			return err
		}
		*o = append(*o, member)
	}
	_, err := d.ReadToken()
	return err
}

// Types is one type or a list of them.
type Types []string

func (t *Types) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == '"' {
		*t = []string{""}
		return json.UnmarshalDecode(d, &(*t)[0])
	}
	return json.UnmarshalDecode(d, (*[]string)(t))
}
