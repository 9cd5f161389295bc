package api

import (
	"bytes"
	"cmp"
	"html/template"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// docsPage is what the page shows, ready for its template.
type docsPage struct {
	Title, Summary, Version, Base string
	Lead                          template.HTML
	Sections                      []docsSection
	Headers                       []docsField  // of requests, that operations share
	Failures                      []docsAnswer // likewise
	Groups                        []docsGroup
}

type docsGroup struct {
	Name      string
	Resources []*docsResource
}

type docsResource struct {
	Name, Slug string
	About      template.HTML
	Object     []docsField // the attributes
	Sample     template.HTML
	Operations []docsOperation
}

type docsOperation struct {
	ID, Method, Path, Summary string
	About                     template.HTML
	Access                    docsAccess
	Parameters, Headers, Body []docsField
	Answers, Failures         []docsAnswer // its own, and those it shares
	Curl                      string
	Status                    string // of the sample
	Sample                    template.HTML
}

type docsAnswer struct {
	Status string
	About  template.HTML
}

// docsAccess says who may call an operation, in words.
type docsAccess struct{ Name, Words string }

var accessWords = map[string]string{
	"":        "No token needed",
	"anyone":  "No token needed",
	"members": "Any member",
	"editors": "Owners and editors",
	"owners":  "Owners",
	"self":    "You, for what is yours",
}

// renderReference makes the page out of the document.
func renderReference(document []byte, options Options) ([]byte, error) {
	s, err := parseSpec(document)
	if err != nil {
		return nil, err
	}
	layout, err := template.New("page.html").Funcs(template.FuncMap{"path": markPath}).ParseFS(docsFiles, "docs/page.html")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = layout.Execute(&out, s.reference(options))
	return out.Bytes(), err
}

func (s *spec) reference(options Options) docsPage {
	lead, sections := splitSections(s.Info.Description)
	r := docsPage{Title: s.Info.Title, Summary: s.Info.Summary, Version: options.Version, Base: options.PublicURL, Lead: lead, Sections: sections}
	if r.Base == "" {
		r.Base = "https://vitrine.example"
	}
	for _, tag := range s.Tags {
		view := s.resource(tag)
		if last := len(r.Groups) - 1; last >= 0 && r.Groups[last].Name == tag.Group {
			r.Groups[last].Resources = append(r.Groups[last].Resources, view)
		} else {
			r.Groups = append(r.Groups, docsGroup{tag.Group, []*docsResource{view}})
		}
		r.addShared(view)
	}
	return r
}

// addShared gathers what operations share, each header and status once.
func (r *docsPage) addShared(view *docsResource) {
	for _, o := range view.Operations {
		r.Headers = append(r.Headers, o.Headers...)
		r.Failures = append(r.Failures, o.Failures...)
	}
	slices.SortStableFunc(r.Headers, func(a, b docsField) int { return cmp.Compare(a.Name, b.Name) })
	r.Headers = slices.CompactFunc(r.Headers, func(a, b docsField) bool { return a.Name == b.Name })
	slices.SortFunc(r.Failures, func(a, b docsAnswer) int { return cmp.Compare(a.Status, b.Status) })
	r.Failures = slices.CompactFunc(r.Failures, func(a, b docsAnswer) bool { return a.Status == b.Status })
}

func (s *spec) resource(tag specTag) *docsResource {
	view := &docsResource{Name: tag.Name, Slug: slug(tag.Name), About: markdown(tag.Description)}
	if object := s.Components.Schemas[tag.Object]; object != nil {
		view.Sample = colourJSON(s.sample(object))
		for _, p := range object.Properties {
			if p.Name == "attributes" {
				view.Object = s.fields(s.schema(p.Value), false)
			}
		}
	}
	for _, p := range s.Paths {
		for _, o := range p.Value.operations() {
			if slices.Contains(o.Value.Tags, tag.Name) {
				view.Operations = append(view.Operations, s.operation(o.Name, p.Name, p.Value, o.Value))
			}
		}
	}
	return view
}

// operations lists what a path can do, in the order people expect.
func (p specPath) operations() specObject[*specOperation] {
	all := specObject[*specOperation]{{"GET", p.Get}, {"POST", p.Post}, {"PUT", p.Put}, {"PATCH", p.Patch}, {"DELETE", p.Delete}}
	return slices.DeleteFunc(all, func(o specMember[*specOperation]) bool { return o.Value == nil })
}

func (s *spec) operation(method, path string, item specPath, o *specOperation) docsOperation {
	view := docsOperation{ID: o.OperationID, Method: method, Path: path, Summary: o.Summary, About: markdown(o.Description),
		Access: docsAccess{o.Access, accessWords[o.Access]}}
	address := path
	for _, p := range slices.Concat(item.Parameters, o.Parameters) {
		p = s.parameter(p)
		if p.In == "header" {
			view.Headers = append(view.Headers, s.parameterField(p))
			continue
		}
		view.Parameters = append(view.Parameters, s.parameterField(p))
		address = strings.ReplaceAll(address, "{"+p.Name+"}", string(p.Example))
	}
	var body string
	if json, ok := o.RequestBody.Content["application/json"]; ok {
		view.Body = s.fields(s.schema(json.Schema), true)
		body = string(json.Example)
	}
	view.Curl = curl(method, address, body, o.Access != "" && o.Access != "anyone")
	for _, a := range o.Responses {
		response := s.response(a.Value)
		shown := docsAnswer{a.Name, markdown(response.Description)}
		if a.Value.Ref != "" {
			view.Failures = append(view.Failures, shown)
		} else {
			view.Answers = append(view.Answers, shown)
		}
		if json, ok := response.Content["application/json"]; ok && view.Status == "" {
			view.Status, view.Sample = a.Name, colourJSON(s.example(json.Example, json.Schema))
		}
	}
	if !strings.HasPrefix(view.Status, "2") {
		view.Status, view.Sample = "", "" // nothing comes back, and the failures look alike everywhere
	}
	return view
}

// curl is the operation as a command. $VITRINE and $TOKEN are set at the top of
// the page.
func curl(method, address, body string, token bool) string {
	lines := []string{`curl "$VITRINE` + address + `"`}
	if method != "GET" && (method != "POST" || body == "") {
		lines[0] = `curl -X ` + method + ` "$VITRINE` + address + `"`
	}
	if token {
		lines = append(lines, `-H "Authorization: Bearer $TOKEN"`)
	}
	if body != "" {
		lines = append(lines, "--json '"+strings.ReplaceAll(layJSON(jsontext.Value(body), "  "), "'", `'\''`)+"'")
	}
	return strings.Join(lines, " \\\n  ")
}
