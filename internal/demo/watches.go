package demo

import "fmt"

var watches = kind{template: "watch", name: "Watches", emoji: "⌚", share: 1, kept: "Watch box", code: "U", sorted: []string{"Style"}, begin: beginWatches,
	description: "One for every day of some month."}

var (
	watchBrands = []string{"Corvaux", "Lindqvist", "Marlow & Sons", "Ostara", "Hoshina", "Val d'Heure", "Adler Uhren"}
	watchModels = []struct{ name, style string }{{"Tideway", "Diver"}, {"Meridian", "GMT"}, {"Regatta", "Chronograph"}, {"Aviator", "Pilot"}, {"Concord", "Dress"},
		{"Trail", "Field"}, {"Circuit", "Racing"}, {"Soirée", "Dress"}}
)

func beginWatches(m *maker, _ int) func() thing {
	return func() thing {
		brand, model, made := pick(m, watchBrands), pick(m, watchModels), m.between(1948, m.thisYear()-2)
		reference := fmt.Sprintf("%s.%s", m.digits(3), m.digits(3))
		t := thing{name: fmt.Sprintf("%s %s %s", brand, model.name, reference), year: made, price: m.price(180, 14000)}
		v := &t.values
		v.set("Brand", brand)
		v.set("Model", model.name)
		v.set("Reference number", reference)
		v.set("Serial number", m.digits(7))
		v.set("Made (year)", made)
		v.set("Style", model.style)
		v.set("Movement", m.option("Movement", 3))
		v.set("Calibre", fmt.Sprintf("Cal. %d", m.between(100, 999)))
		v.set("Jewels", pick(m, []int{15, 17, 21, 25}))
		v.set("Power reserve (h)", pick(m, []int{38, 42, 48, 70}))
		v.set("Beat rate (vph)", pick(m, []int{18000, 21600, 28800}))
		v.set("Case material", m.option("Case material", 5))
		v.set("Diameter (mm)", float64(m.between(66, 84))/2)
		v.set("Crystal", m.option("Crystal", 3))
		v.set("Dial", m.some("Black", "Silvered", "{Colour}", "White enamel"))
		v.set("Water resistance (m)", pick(m, []int{30, 50, 100, 200, 300}))
		v.set("Condition", m.option("Condition", 5))
		v.set("Polished", m.option("Polished", 4))
		v.set("Last serviced", m.since(max(firstYear, made)))
		v.set("Next service due", m.today.AddDate(m.between(1, 5), 0, 0))
		v.set("Box", m.chance(55))
		v.set("Papers", m.chance(45))
		if m.chance(30) {
			t.description = m.some("Inherited from {first} {last}.", "Keeps time to the second when it is worn daily.", "The {colour} dial is the reason.")
		}
		return t
	}
}
