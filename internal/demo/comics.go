package demo

import (
	"fmt"
	"time"
)

var comics = kind{template: "comic", name: "Comics", emoji: "📚", share: 28, kept: "Comic cabinet", code: "C", sorted: []string{"Publisher"}, run: "Series", begin: beginComics,
	description: "Runs from the fifties until today, bagged and boarded."}

// series is a monthly comic.
type series struct {
	name, publisher       string
	writer, artist, cover string
	first                 time.Time
	issue                 int
}

var comicPublishers = []string{"Brightside Comics", "Meteor Publications", "Atlas House", "Éditions du Phare", "Blue Lantern Press", "Kobold Verlag", "Northgate"}

func beginComics(m *maker, size int) func() thing {
	running := make([]*series, max(1, size/30))
	for i := range running {
		running[i] = m.series()
	}
	at := 0
	return func() thing { // a few consecutive issues, as in a box
		if m.chance(12) {
			at = m.IntN(len(running))
		}
		return m.issue(running[at])
	}
}

func (m *maker) series() *series {
	return &series{publisher: pick(m, comicPublishers), writer: m.person(), artist: m.person(), cover: m.person(),
		first: time.Date(m.between(1952, m.thisYear()-8), time.Month(m.between(1, 12)), m.between(1, 28), 0, 0, 0, 0, time.UTC),
		name: m.some("Captain {Noun}", "The {Adjective} {Noun}", "Tales of {place}", "{Noun} Squadron", "Doctor {Noun}", "The {Noun} of {place}",
			"{last} & {last}, Investigators", "Strange {Noun}s", "Agents of the {Adjective} {Noun}", "{first} of the {Noun}s")}
}

func (m *maker) issue(s *series) thing {
	s.issue++
	release := s.first.AddDate(0, s.issue, 0)
	if release.After(m.today) { // ended; another series replaces it
		*s = *m.series()
		return m.issue(s)
	}
	t := thing{name: fmt.Sprintf("%s #%d", s.name, s.issue), year: release.Year()}
	key := s.issue == 1 || m.chance(3)
	t.price = m.price(2, map[bool]float64{true: 4000, false: 350}[key])
	v := &t.values
	v.set("Series", s.name)
	v.set("Volume", 1)
	v.set("Issue number", fmt.Sprint(s.issue))
	v.set("Publisher", s.publisher)
	v.set("Release date", release)
	v.set("Key issue", key)
	switch {
	case s.issue == 1:
		v.set("Why it is key", "First issue")
	case key:
		v.set("Why it is key", m.some("First appearance of the {Adjective} {Noun}", "Death of {first} {last}", "Origin of the {Noun}", "Last issue by {first} {last}"))
	}
	v.set("Writer", s.writer)
	v.set("Artist", s.artist)
	v.set("Cover artist", s.cover)
	v.set("Printing", 1+m.IntN(15)/14)
	v.set("Age", age(release.Year()))
	v.set("Grade", m.option("Grade", 20))
	v.set("Page quality", m.option("Page quality", 5))
	company := "Ungraded"
	if t.price > 150_00 {
		company = pick(m, []string{"CGC", "CBCS"})
		v.set("Certification number", m.digits(10))
	}
	v.set("Grading company", company)
	if m.chance(40) {
		v.set("Read on", m.since(max(firstYear, t.year)))
		v.set("My rating", m.between(1, 5))
	}
	if m.chance(25) {
		t.description = m.some("The {noun} returns to {place}, and {first} has to choose.", "{first} and {first} against the {adjective} {noun}.",
			"Part two of the {noun} story.", "In which the {adjective} {noun} is not what it seems.")
	}
	return t
}

// age is the collectors' name of a period.
func age(year int) string {
	switch {
	case year < 1956:
		return "Golden"
	case year < 1970:
		return "Silver"
	case year < 1984:
		return "Bronze"
	case year < 1992:
		return "Copper"
	}
	return "Modern"
}
