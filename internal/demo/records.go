package demo

import (
	"fmt"
	"strings"
)

var records = kind{template: "vinyl-record", name: "Records", emoji: "💿", share: 26, kept: "Record shelf", code: "LP", sorted: []string{"Genre"}, begin: beginRecords,
	description: "Everything with a groove. Filed in the order it came into the house."}

// artist makes records, one after the other.
type artist struct {
	name, genre, country string
	label                label
	year                 int
}

type label struct{ name, code string }

var (
	genres = []string{"Jazz", "Soul", "Folk", "Bossa nova", "Psychedelic rock", "Progressive rock", "Post-punk", "New wave", "Dub", "Afrobeat",
		"Chanson", "Ambient", "House", "Hip hop", "Chamber music", "Film music"}
	labels = []label{{"Red Kite", "RK"}, {"Marée", "MA"}, {"Ostra Discos", "OD"}, {"Tonhalle", "TH"}, {"Paper Moth", "PM"}, {"Fjordlyd", "FJ"},
		{"Seven Bridges", "SB"}, {"Halcyon Grooves", "HG"}, {"Nachtzug", "NZ"}, {"Blue Heron", "BH"}}
	pressedIn = []string{"Germany", "United Kingdom", "France", "Italy", "Netherlands", "United States", "Japan", "Brazil", "Sweden"}
)

func beginRecords(m *maker, size int) func() thing {
	artists := make([]*artist, max(1, size/5))
	for i := range artists {
		artists[i] = &artist{genre: pick(m, genres), country: pick(m, pressedIn), label: pick(m, labels), year: m.between(1955, 2015),
			name: m.some("{first} {last}", "The {Adjective} {Noun}s", "The {Noun} Orchestra", "{first} {last} Trio", "{first} {last} Quartet",
				"{Adjective} {Noun}", "{Noun} & {Noun}", "{last} and the {Noun}s")}
	}
	return func() thing {
		a := pick(m, artists)
		a.year = min(a.year+m.IntN(3), m.thisYear()-1)
		return m.record(a)
	}
}

func (m *maker) record(a *artist) thing {
	title := m.some("{Adjective} {Noun}", "The {Noun} and the {Noun}", "Songs for a {Adjective} {Noun}", "{Noun} of {place}", "Live in {town}",
		"{Month} {Noun}", "{Noun}s", "A {Noun} in {town}", "Beyond the {Noun}", "{Adjective} {Noun}, {Adjective} {Noun}")
	t := thing{name: a.name + ": " + title, year: a.year, price: m.price(8, 900)}
	v := &t.values
	v.set("Artist", a.name)
	v.set("Label", a.label.name)
	catalogue := fmt.Sprintf("%s %d%02d", a.label.code, a.year-1900, m.between(1, 99))
	v.set("Catalogue number", catalogue)
	v.set("Released (year)", a.year)
	v.set("Genre", a.genre)
	single := m.chance(18)
	if single {
		v.set("Format", "Single")
		v.set("Size", "7″")
		v.set("Speed", "45 rpm")
	} else {
		v.set("Format", "LP")
		v.set("Size", "12″")
		v.set("Speed", "33⅓ rpm")
		v.set("Weight (g)", pick(m, []int{120, 130, 140, 180}))
	}
	v.set("Discs", 1+m.IntN(12)/11)
	v.set("Sound", map[bool]string{true: "Mono", false: "Stereo"}[a.year < 1966])
	first := m.chance(60)
	pressed := a.year
	if !first {
		pressed = min(m.thisYear()-1, a.year+m.between(2, 30))
	}
	v.set("Pressed (year)", pressed)
	v.set("Country of pressing", a.country)
	v.set("First pressing", first)
	if m.chance(40) {
		runout := strings.ReplaceAll(catalogue, " ", "")
		v.set("Matrix and runout, side A", runout+" A-"+m.digits(1))
		v.set("Matrix and runout, side B", runout+" B-"+m.digits(1))
	}
	v.set("Media condition", m.option("Media condition", 6))
	v.set("Sleeve condition", m.option("Sleeve condition", 6))
	if m.chance(15) {
		v.set("Inserts and extras", m.some("Lyric sheet", "Poster of the {noun}", "Postcard from {town}", "Booklet, eight pages"))
	}
	if m.chance(45) {
		v.set("My rating", m.between(2, 5))
	}
	if m.chance(30) {
		t.description = m.some("Recorded in {town} in {month}, in three days.", "The one with the {adjective} {noun} on the sleeve.",
			"Side two is the better one.", "Heard at {first}'s first, and looked for ever since.")
	}
	return t
}
