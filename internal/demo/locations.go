package demo

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// house lists all locations; indentation nests them, and "× 3" makes three.
const house = `
🏠 Home
  🛋️ Living room
    📚 Record shelf
      📦 Cube × 20
    🖼️ Glass cabinet
      🗄️ Glass shelf × 4
  🚪 Study
    📚 Bookcase
      🗄️ Shelf × 18
    🗃️ Comic cabinet
      🗃️ Short box × 24
    🗄️ Stamp cupboard
      📚 Album × 8
    🧰 Desk
  🚪 Bedroom
    🗄️ Watch box
  🗄️ Wine cellar
    🗃️ Rack A
      🗃️ Row A × 6
    🗃️ Rack B
      🗃️ Row B × 6
🏢 Bank
  🗃️ Safe deposit box
    🗄️ Coin tray × 12
🚗 Storage unit
  📦 Crate × 6
`

func locations(house string) (all []Location) {
	above := []int{Nowhere} // latest place by depth
	for line := range strings.Lines(house) {
		text := strings.TrimSpace(line)
		if text == "" {
			continue
		}
		depth := (len(line) - len(strings.TrimLeft(line, " "))) / 2
		emoji, name, _ := strings.Cut(text, " ")
		name, times, several := strings.Cut(name, " × ")
		n := 1
		if several {
			n, _ = strconv.Atoi(times)
		}
		for i := range n {
			place := Location{name, emoji, above[depth]}
			if several {
				place.Name = fmt.Sprintf("%s %d", name, i+1)
			}
			all = append(all, place)
		}
		above = append(above[:depth+1], len(all)-1)
	}
	return all
}

// leaves returns the innermost places of a named location, or that location.
func leaves(all []Location, name string) (found []int) {
	top := slices.IndexFunc(all, func(l Location) bool { return l.Name == name })
	if top == Nowhere {
		panic("demo: there is no location " + name)
	}
	inside, holds := map[int]bool{top: true}, map[int]bool{}
	for i, l := range all {
		if inside[l.Parent] {
			inside[i], holds[l.Parent] = true, true
		}
	}
	for i := range all {
		if inside[i] && !holds[i] {
			found = append(found, i)
		}
	}
	return found
}
