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

// Sample generates the small catalogue that package sample carries, whose locations have
// keys of texts as names. It is for go generate.
func Sample(today time.Time) Demo {
	first, second := cameras, watches
	first.share, first.kept = 60, "cabinet"
	second.share, second.kept = 40, "watchbox"
	return furnish(rooms, []kind{first, second}, sampleSeed, sampleItems, today)
}
