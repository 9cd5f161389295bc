// Command draw makes the files of the sample: its objects, by the generator of the demo,
// and their photos, by its drawings. Run it by go generate in internal/sample.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"vitrine/internal/demo"
	"vitrine/internal/demo/art"
	"vitrine/internal/sample"
)

// day is the one that the dates of the file are as of.
var day = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// mostValuations of a copy are enough for a line of a few years.
const mostValuations = 2

var bought = regexp.MustCompile(`^From [^.]*\.| ?Paid \d+ €\.`)

// withoutPurchase is a note without the seller and the price, which the purchase says.
func withoutPurchase(note *string) *string {
	if note == nil {
		return nil
	}
	left := strings.TrimSpace(bought.ReplaceAllString(*note, ""))
	if left == "" {
		return nil
	}
	return &left
}

func main() {
	if err := write(); err != nil {
		log.Fatal(err)
	}
}

func write() error {
	made := demo.Sample(day)
	d := sample.Document{Day: day}
	for _, l := range made.Locations {
		d.Locations = append(d.Locations, sample.Location(l))
	}
	photos := map[string][]byte{}
	for _, c := range made.Collections {
		of := sample.Collection{Template: c.Template.Slug, Emoji: c.Emoji}
		for n := range c.Size {
			i := c.Next()
			item := sample.Item{Name: i.Name, Description: i.Description}
			for _, v := range i.Values {
				item.Values = append(item.Values, sample.Value(v))
			}
			for _, owned := range i.Copies {
				owned.Note = withoutPurchase(owned.Note)
				item.Copies = append(item.Copies, sample.Copy{CopyInput: owned.CopyInput, Location: owned.Location, Records: owned.Records,
					Transactions: owned.Transactions, Valuations: owned.Valuations[max(0, len(owned.Valuations)-mostValuations):]})
			}
			for view := range 1 + (n+2)%3/2 { // two of every third
				name := fmt.Sprintf("%s-%02d-%d.jpg", of.Template, n+1, view+1)
				item.Photos = append(item.Photos, name)
				photos[name] = art.Sketch(of.Template, i.Title(), uint64(n), view)
			}
			of.Items = append(of.Items, item)
		}
		d.Collections = append(d.Collections, of)
	}
	text, err := text(d)
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile("sample.json", text, 0o644), replace("photos", photos))
}

// replace writes the files of a folder. Other processors than amd64 round otherwise, which
// makes other bytes of the same picture: they leave the folder as it is.
func replace(folder string, files map[string][]byte) error {
	if runtime.GOARCH != "amd64" {
		return nil
	}
	err := errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o755))
	for name, content := range files {
		err = errors.Join(err, os.WriteFile(filepath.Join(folder, name), content, 0o644))
	}
	return err
}

// text is the sample as a file, without what it does not say.
func text(d sample.Document) ([]byte, error) {
	full, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	var some any
	if err := json.Unmarshal(full, &some); err != nil {
		return nil, err
	}
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "\t")
	err = encoder.Encode(said(some))
	return []byte(out.String()), err
}

// said is a value without members that are empty.
func said(value any) any {
	switch value := value.(type) {
	case []any:
		for i := range value {
			value[i] = said(value[i])
		}
	case map[string]any:
		for key, member := range value {
			if member, ok := said(member).(map[string]any); ok && len(member) == 0 {
				delete(value, key)
			}
			if member == nil || member == "" || key == "Sent" {
				delete(value, key)
			}
		}
	}
	return value
}
