package api

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The types below are as much of an OpenAPI document as the reference shows.
// Members keep the order in which they are written: it is meant for readers.

type spec struct {
	Info struct {
		Title, Summary, Version, Description string
	}
	Tags       []specTag
	Paths      specObject[specPath]
	Components struct {
		Schemas    map[string]*specSchema
		Responses  map[string]specResponse
		Parameters map[string]specParameter
	}
}

type specTag struct {
	Name, Description string
	Group             string `json:"x-group"`
	Object            string `json:"x-object"` // the schema of what the tag is about
}

type specPath struct {
	Parameters                    []specParameter
	Get, Post, Put, Patch, Delete *specOperation
}

type specOperation struct {
	OperationID          string
	Tags                 []string
	Summary, Description string
	Access               string `json:"x-access"`
	Parameters           []specParameter
	RequestBody          struct{ Content specContent }
	Responses            specObject[specResponse]
}

type specParameter struct {
	Ref                   string `json:"$ref"`
	Name, In, Description string
	Required              bool
	Schema                *specSchema
	Example               jsontext.Value
}

type specResponse struct {
	Ref         string `json:"$ref"`
	Description string
	Content     specContent
}

// specContent is a body, by media type.
type specContent map[string]struct {
	Schema  *specSchema
	Example jsontext.Value
}

type specSchema struct {
	Ref                  string `json:"$ref"`
	Description          string
	Type                 specTypes
	Enum, Examples       []jsontext.Value
	Const, Default       jsontext.Value
	MinLength, MaxLength *int
	MinItems, MaxItems   *int
	Minimum, Maximum     *int64
	Pattern, Format      string
	Properties           specObject[*specSchema]
	Required             []string
	Items                *specSchema
}

// parseSpec reads a document. Names match in any case, so that those of Go do.
func parseSpec(text []byte) (*spec, error) {
	s := &spec{}
	return s, json.Unmarshal(text, s, json.MatchCaseInsensitiveNames(true))
}

// schema follows a reference; what stands beside it goes before.
func (s *spec) schema(of *specSchema) *specSchema {
	for of != nil && of.Ref != "" {
		target := *s.Components.Schemas[refName(of.Ref)]
		if of.Description != "" {
			target.Description = of.Description
		}
		of = &target
	}
	return of
}

func (s *spec) response(r specResponse) specResponse {
	if r.Ref != "" {
		return s.Components.Responses[refName(r.Ref)]
	}
	return r
}

func (s *spec) parameter(p specParameter) specParameter {
	if p.Ref != "" {
		return s.Components.Parameters[refName(p.Ref)]
	}
	return p
}

func refName(ref string) string { return ref[strings.LastIndexByte(ref, '/')+1:] }

// specObject is an object whose members keep their order.
type specObject[T any] []specMember[T]

type specMember[T any] struct {
	Name  string
	Value T
}

func (o *specObject[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			return err
		}
		member := specMember[T]{Name: name.String()}
		if err := json.UnmarshalDecode(d, &member.Value); err != nil {
			return err
		}
		*o = append(*o, member)
	}
	_, err := d.ReadToken()
	return err
}

// specTypes is one type or a list of them.
type specTypes []string

func (t *specTypes) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == '"' {
		*t = []string{""}
		return json.UnmarshalDecode(d, &(*t)[0])
	}
	return json.UnmarshalDecode(d, (*[]string)(t))
}
