package reference

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/openapi"
)

// body is what an operation takes, in one of its forms.
type body struct {
	As     string // named where there are several
	About  markup
	Fields []field
}

// request is an operation as a command.
type request struct{ As, Curl string }

// forms are the media types of bodies, the one to try first coming first.
var forms = []struct{ kind, as, about string }{
	{"multipart/form-data", "as a form", ""},
	{"application/json", "as JSON", ""},
	{"application/octet-stream", "", "The bytes as they are, sent as `application/octet-stream`."},
}

// bodies are the forms of an operation's body.
func (d document) bodies(o *openapi.Operation) []body {
	var all []body
	for _, f := range forms {
		given, ok := o.RequestBody.Content[f.kind]
		if !ok {
			continue
		}
		all = append(all, body{f.as, markdown(f.about), d.fields(d.Schema(given.Schema), true)})
	}
	if len(all) == 1 { // a patch takes the same as two media types
		all[0].As = ""
	}
	return all
}

// requests are the commands of an operation, one for each form of its body. $VITRINE
// and $TOKEN are set at the top of the page.
func (d document) requests(method, address string, o *openapi.Operation) []request {
	token := o.Access != "" && o.Access != "anyone"
	var all []request
	for _, f := range forms {
		given, ok := o.RequestBody.Content[f.kind]
		if !ok {
			continue
		}
		options := ""
		var lines []string
		switch f.kind {
		case "multipart/form-data":
			lines = formLines(d.Schema(given.Schema))
		case "application/octet-stream":
			options = "-T cover.jpg "
		default:
			lines = []string{"--json '" + strings.ReplaceAll(layJSON(jsontext.Value(given.Example), "  "), "'", `'\''`) + "'"}
			if method != "POST" {
				options = "-X " + method + " "
			}
		}
		all = append(all, request{f.as, curl(options, address, token, lines...)})
	}
	switch {
	case len(all) == 1:
		all[0].As = ""
	case len(all) == 0 && sendsBytes(o):
		all = []request{{"", curl("-OJ ", address, token)}}
	case len(all) == 0 && method == "GET":
		all = []request{{"", curl("", address, token)}}
	case len(all) == 0:
		all = []request{{"", curl("-X "+method+" ", address, token)}}
	}
	return all
}

// formLines are the fields of a form.
func formLines(schema *openapi.Schema) []string {
	var lines []string
	for _, p := range schema.Properties {
		switch {
		case p.Value.Format == "binary":
			lines = append(lines, "-F "+p.Name+"=@cover.jpg")
		case len(p.Value.Examples) > 0:
			lines = append(lines, `-F "`+p.Name+"="+literal(p.Value.Examples[0])+`"`)
		}
	}
	return lines
}

// sendsBytes reports whether an operation answers with a file.
func sendsBytes(o *openapi.Operation) bool {
	for _, a := range o.Responses {
		if a.Name == "206" {
			return true
		}
	}
	return false
}

func curl(options, address string, token bool, lines ...string) string {
	all := []string{"curl " + options + `"$VITRINE` + address + `"`}
	if token {
		all = append(all, `-H "Authorization: Bearer $TOKEN"`)
	}
	return strings.Join(append(all, lines...), " \\\n  ")
}
