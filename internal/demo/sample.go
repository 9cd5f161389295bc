package demo

import "time"

// rooms are the locations of a sample, by the keys of their names.
const rooms = `
🏠 home
  🛋️ living
    🖼️ cabinet
  🚪 bedroom
    🗄️ watchbox
🏢 bank
  🗃️ safe
`

const (
	sampleItems = 25
	sampleSeed  = 7
)

// Sample generates a small catalogue for somebody to look around in, who may speak any
// language: name translates what collections and locations are called.
func Sample(today time.Time, name func(key string) string) Demo {
	first, second := cameras, watches
	first.share, first.kept = 60, "cabinet"
	second.share, second.kept = 40, "watchbox"
	d := furnish(rooms, []kind{first, second}, sampleSeed, sampleItems, today)
	for i := range d.Collections {
		c := &d.Collections[i]
		c.Name, c.Description = name("first.kind."+c.Template.Slug), new(name("sample.title"))
	}
	for i := range d.Locations {
		d.Locations[i].Name = name("sample.place." + d.Locations[i].Name)
	}
	return d
}
