package mail

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed texts
var texts embed.FS

// locale holds all texts of one language, from a file in texts. {key} stands
// for data, which is shown as a fact where a sentence would need inflection.
type locale struct {
	name           string
	Language       string             `json:"language"` // as in HTML and headers
	Greeting       string             `json:"greeting"`
	GreetingByName string             `json:"greeting_by_name"`
	Hint           string             `json:"hint"` // for readers whose button does not work
	Footer         string             `json:"footer"`
	Roles          map[string]string  `json:"roles"`
	Unnamed        map[string]string  `json:"unnamed"` // by key: replaces a name that looks like a link
	Due            []heading          `json:"due"`     // of the lists of a reminder, in their order
	Mails          map[string]wording `json:"mails"`
}

type wording struct {
	Subject string   `json:"subject"`
	Before  []string `json:"before"`
	Facts   []fact   `json:"facts"`
	Action  string   `json:"action"`
	After   []string `json:"after"`
}

// fact is a line such as "Device: Firefox". The label ends with its language's
// colon and spacing.
type fact struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// locales are parsed once. They are embedded, so an unreadable one is a bug.
var locales = sync.OnceValue(func() map[string]*locale {
	all := map[string]*locale{}
	for _, name := range Locales {
		content, err := texts.ReadFile("texts/" + name + ".json")
		if err != nil {
			panic(err)
		}
		read := json.NewDecoder(bytes.NewReader(content))
		read.DisallowUnknownFields()
		in := &locale{name: name}
		if err := read.Decode(in); err != nil {
			panic(fmt.Errorf("texts of %s: %w", name, err))
		}
		all[name] = in
	}
	return all
})
