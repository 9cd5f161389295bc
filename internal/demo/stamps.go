package demo

import "fmt"

var stamps = kind{template: "stamp", name: "Stamps", emoji: "📦", share: 8, kept: "Stamp cupboard", code: "S", sorted: []string{"Country or issuer"}, begin: beginStamps,
	description: "Grandfather's albums, and what was added since."}

// set is a series of stamps issued together.
type set struct {
	issuer, name, unit, subject string
	year                        int
	left                        []int // denominations not used yet
	size                        int
}

var (
	issuers = []struct{ name, unit string }{{"Denmark", "øre"}, {"Sweden", "öre"}, {"Norway", "øre"}, {"France", "c"}, {"Switzerland", "c"},
		{"Netherlands", "c"}, {"Belgium", "c"}, {"Austria", "h"}, {"Portugal", "r"}, {"Hungary", "f"}, {"Finland", "p"}}
	stampColours  = []string{"Black", "Blue", "Brown", "Carmine", "Chestnut", "Claret", "Green", "Grey", "Lilac", "Olive", "Orange", "Red", "Ultramarine", "Vermilion", "Violet"}
	denominations = []int{1, 2, 3, 5, 10, 15, 20, 25, 30, 50, 75, 100}
)

func beginStamps(m *maker, _ int) func() thing {
	var current set
	return func() thing {
		if len(current.left) == 0 {
			i := pick(m, issuers)
			current = set{issuer: i.name, unit: i.unit, year: m.between(1890, 1975), left: denominations[:m.between(4, len(denominations))],
				subject: m.some("A {noun}", "The {noun} of {place}", "Arms", "Numeral", "View of {place}", "A {adjective} {noun}")}
			current.size = len(current.left)
			current.name = m.some("{Noun}s", "Arms", "{place}", "Centenary of {place}", "{Adjective} {Noun}")
		}
		d := current.left[0]
		current.left = current.left[1:]
		return m.stamp(current, d)
	}
}

func (m *maker) stamp(s set, denomination int) thing {
	value, colour := fmt.Sprintf("%d %s", denomination, s.unit), pick(m, stampColours)
	t := thing{name: fmt.Sprintf("%s %d, %s, %s %s", s.issuer, s.year, s.name, value, colour), year: s.year, price: m.price(0.5, 600), pieces: 4,
		set: fmt.Sprintf("%s %d, %s", s.issuer, s.year, s.name), target: int64(s.size)}
	v := &t.values
	v.set("Country or issuer", s.issuer)
	v.set("Issued (year)", s.year)
	v.set("Set or series", s.name)
	v.set("Denomination", value)
	v.set("Colour", colour)
	v.set("Subject", s.subject)
	v.set("Kind", m.option("Kind", 4))
	v.set("Form", "Single")
	v.set("Printing", m.option("Printing", 4))
	v.set("Perforation", pick(m, []string{"11½", "12", "12½ × 13", "13", "13½", "14", "14 × 14½", "Imperforate"}))
	if m.chance(30) {
		v.set("Watermark", m.some("Crown", "Posthorn", "{Noun}", "None"))
	}
	v.set("State", m.option("State", 7))
	v.set("Centring", m.option("Centring", 6))
	if m.chance(20) {
		v.set("Cancellation", m.some("{town}", "Railway post", "Numeral in bars", "{town}, {month}"))
	}
	if m.chance(7) {
		v.set("Variety or error", m.some("Inverted watermark", "Plate flaw above the {noun}", "Double perforation", "Colour missing"))
		t.price *= 4
	}
	if t.price > 200_00 {
		v.set("Expertised by", m.person())
		v.set("Certificate number", m.digits(6))
	}
	return t
}
