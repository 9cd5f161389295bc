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

// locale is everything said in one language: a file of the directory texts.
// {key} stands for data, which is named as a fact wherever a sentence would have
// to bend to it.
type locale struct {
	Language       string             `json:"language"` // as in HTML and mail headers
	Greeting       string             `json:"greeting"`
	GreetingByName string             `json:"greeting_by_name"`
	Hint           string             `json:"hint"` // what to do when the button does nothing
	Footer         string             `json:"footer"`
	Roles          map[string]string  `json:"roles"`
	Unnamed        map[string]string  `json:"unnamed"` // by key: what is said instead of a name that poses as a link
	Mails          map[string]wording `json:"mails"`
}

type wording struct {
	Subject string   `json:"subject"`
	Before  []string `json:"before"`
	Facts   []fact   `json:"facts"`
	Action  string   `json:"action"`
	After   []string `json:"after"`
}

// fact is a line such as "Device: Firefox". The label ends as its language has
// it, with a colon of its own and a space or none.
type fact struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// locales are read once. They are part of the program, so that one which cannot
// be read is a mistake in it.
var locales = sync.OnceValue(func() map[string]*locale {
	all := map[string]*locale{}
	for _, name := range Locales {
		content, err := texts.ReadFile("texts/" + name + ".json")
		if err != nil {
			panic(err)
		}
		read := json.NewDecoder(bytes.NewReader(content))
		read.DisallowUnknownFields()
		in := new(locale)
		if err := read.Decode(in); err != nil {
			panic(fmt.Errorf("texts of %s: %w", name, err))
		}
		all[name] = in
	}
	return all
})
