package reference

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"vitrine/internal/openapi"
)

//go:generate go tool templ generate -path .

// markup is HTML that this package has made.
type markup string

// firstSteps are commands to begin with.
const firstSteps markup = `<i># Where, and as whom. The token comes from
# registering, logging in or an API key.</i>
export VITRINE=` + example + `
export TOKEN=vtr_…

<i># Are you there?</i>
curl "$VITRINE/api/health"

<i># Who am I?</i>
curl "$VITRINE/api/me" \
  -H "Authorization: Bearer $TOKEN"`

// page is what the page shows.
type page struct {
	Title, Summary, Version string
	Lead                    markup
	Sections                []section
	Headers                 []field  // request headers that operations share
	Failures                []answer // likewise
	Groups                  []group
}

type group struct {
	Name      string
	Resources []*resource
}

type resource struct {
	Name, Slug string
	About      markup
	Object     []field // the attributes
	Beside     []field // what can be asked for besides
	Sample     markup
	Operations []operation
}

type operation struct {
	ID, Method, Path, Summary string
	About                     markup
	Access                    access
	Parameters, Headers       []field
	Bodies                    []body
	Answers, Failures         []answer // its own, and those it shares
	Requests                  []request
	Status                    string // of the sample
	Sample                    markup
}

type answer struct {
	Status string
	About  markup
	Sample markup // the body, if any
}

// class is that of the first digit of the status.
func (a answer) class() string { return "s" + a.Status[:1] }

// named adds a form, where there are several.
func named(what, as string) string {
	if as == "" {
		return what
	}
	return what + ", " + as
}

// access says who may call an operation, in words.
type access struct{ Name, Words string }

var accessWords = map[string]string{
	"":        "No token needed",
	"anyone":  "No token needed",
	"members": "Any member",
	"editors": "Owners and editors",
	"owners":  "Owners",
	"self":    "You, for what is yours",
}

// document is the OpenAPI document that is rendered.
type document struct{ *openapi.Document }

// render makes the page from the document.
func render(text []byte, version string) ([]byte, error) {
	parsed, err := openapi.Parse(text)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = document{parsed}.page(version).show().Render(context.Background(), &out)
	return out.Bytes(), err
}

func (d document) page(version string) page {
	lead, sections := splitSections(d.Info.Description)
	r := page{Title: d.Info.Title, Summary: d.Info.Summary, Version: version, Lead: lead, Sections: sections}
	for _, tag := range d.Tags {
		view := d.resource(tag)
		if last := len(r.Groups) - 1; last >= 0 && r.Groups[last].Name == tag.Group {
			r.Groups[last].Resources = append(r.Groups[last].Resources, view)
		} else {
			r.Groups = append(r.Groups, group{tag.Group, []*resource{view}})
		}
		r.addShared(view)
	}
	return r
}

// addShared gathers what operations share, each header and status once.
func (r *page) addShared(view *resource) {
	for _, o := range view.Operations {
		r.Headers = append(r.Headers, o.Headers...)
		r.Failures = append(r.Failures, o.Failures...)
	}
	slices.SortStableFunc(r.Headers, func(a, b field) int { return cmp.Compare(a.Name, b.Name) })
	r.Headers = slices.CompactFunc(r.Headers, func(a, b field) bool { return a.Name == b.Name })
	slices.SortStableFunc(r.Failures, func(a, b answer) int { return cmp.Compare(a.Status, b.Status) })
	r.Failures = slices.CompactFunc(r.Failures, func(a, b answer) bool { return a.Status == b.Status })
}

func (d document) resource(tag openapi.Tag) *resource {
	view := &resource{Name: tag.Name, Slug: slug(tag.Name), About: markdown(tag.Description)}
	if object := d.Components.Schemas[tag.Object]; object != nil {
		view.Sample = colourJSON(d.sample(object))
		for _, p := range object.Properties {
			switch p.Name {
			case "type", "id", "links":
			case "attributes":
				view.Object = d.fields(d.Schema(p.Value), false)
			default:
				view.Beside = append(view.Beside, d.field(p.Name, p.Value))
			}
		}
	}
	for _, p := range d.Paths {
		for _, o := range p.Value.Operations() {
			if slices.Contains(o.Value.Tags, tag.Name) {
				view.Operations = append(view.Operations, d.operation(o.Name, p.Name, p.Value, o.Value))
			}
		}
	}
	return view
}

func (d document) operation(method, path string, item openapi.Path, o *openapi.Operation) operation {
	view := operation{ID: o.OperationID, Method: method, Path: path, Summary: o.Summary, About: markdown(o.Description),
		Access: access{o.Access, accessWords[o.Access]}}
	address := path
	for _, p := range slices.Concat(item.Parameters, o.Parameters) {
		p = d.Parameter(p)
		if p.In == "header" {
			view.Headers = append(view.Headers, d.parameterField(p))
			continue
		}
		view.Parameters = append(view.Parameters, d.parameterField(p))
		if p.In == "path" {
			address = strings.ReplaceAll(address, "{"+p.Name+"}", literal(p.Example))
		}
	}
	view.Bodies, view.Requests = d.bodies(o), d.requests(method, address, o)
	for _, a := range o.Responses {
		response := d.Response(a.Value)
		shown := answer{Status: a.Name, About: markdown(response.Description)}
		if json, ok := response.Content["application/json"]; ok {
			shown.Sample = colourJSON(d.example(json.Example, json.Schema))
		}
		if strings.HasPrefix(a.Name, "2") && view.Status == "" && shown.Sample != "" {
			view.Status, view.Sample = a.Name, shown.Sample
		}
		if a.Value.Ref != "" || strings.HasPrefix(a.Name, "4") || strings.HasPrefix(a.Name, "5") {
			view.Failures = append(view.Failures, shown)
		} else {
			view.Answers = append(view.Answers, shown)
		}
	}
	return view
}
