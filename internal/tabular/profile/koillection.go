package profile

import "vitrine/internal/tabular/cell"

// koillection writes no header: id, name and collection of each item.
var koillection = &Profile{
	Name:    "koillection",
	Title:   "Koillection",
	Formats: []string{"csv"},
	Rules: []Rule{
		to("item_key", "Column 1"),
		to("item_name", "Column 2"),
		to("category", "Column 3"),
	},
	Settings: Settings{Match: "key"},
}

// Headless is the profile of files without a header.
func Headless() *Profile { return koillection }

// IsKoillection recognises the file by its first rows: three cells, the first always a UUID.
func IsKoillection(sample [][]string) bool {
	for _, cells := range sample {
		if len(cells) == 1 && cells[0] == "" {
			continue
		}
		if len(cells) != 3 {
			return false
		}
		if _, ok := cell.UUID(cells[0]); !ok {
			return false
		}
	}
	return len(sample) > 0
}
