package fault

import (
	"net/url"
	"strings"
)

// kinds tell what a rule is about, by words of its sentence. The first that fits counts.
var kinds = []struct{ words, code string }{
	{" is required", "required"},
	{"already been taken", "taken"},
	{"the most there can be", "limit_reached"},
	{" characters", "length"},
	{"must not have more than", "too_many"},
	{"must not be given more than", "too_many"},
	{"must be between", "range"},
	{"must be at least", "range"},
	{"must not be greater than", "range"},
	{"must be a whole number", "range"},
	{"must be a date after", "order"},
	{"must not be after", "order"},
	{"The selected ", "choice"},
	{"There is no ", "unknown"},
	{" must ", "form"},
}

// Code is what kind of rule is broken, for programs. Sentences may be reworded; codes stay.
func (m Message) Code() string {
	for _, k := range kinds {
		if strings.Contains(m.Rule, k.words) {
			return k.code
		}
	}
	return "refused"
}

// mostCodes keeps a header short.
const mostCodes = 50

// Codes are the fields with the kind of each of their messages, as in a header: name=required.
func (e *Invalid) Codes() string {
	var all []string
	for _, f := range e.Fields {
		for _, m := range f.Messages {
			if len(all) == mostCodes {
				break
			}
			all = append(all, url.QueryEscape(f.Name)+"="+m.Code())
		}
	}
	return strings.Join(all, ", ")
}
