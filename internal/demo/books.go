package demo

var books = kind{template: "book", name: "Books", emoji: "📚", share: 18, kept: "Bookcase", code: "B", sorted: []string{"Genre"}, run: "Series", begin: beginBooks,
	description: "The ones that stay. First editions stand behind glass some day."}

// author writes books, some of them in a series.
type author struct {
	name, genre, language, publisher string
	series                           string
	number, year                     int
}

var (
	bookGenres     = []string{"Novel", "Crime", "Science fiction", "Poetry", "Essays", "Travel", "History", "Biography", "Natural history", "Children's book", "Short stories", "Architecture"}
	bookPublishers = []string{"Lantern & Loom", "Verlag am Kanal", "Éditions Passerelle", "Wren House", "Casa del Faro", "Meridian Press", "Tallow Street Books"}
	languages      = []string{"English", "English", "English", "German", "French", "Spanish", "Italian"}
)

func beginBooks(m *maker, size int) func() thing {
	authors := make([]*author, max(1, size/4))
	for i := range authors {
		a := &author{name: m.person(), genre: pick(m, bookGenres), language: pick(m, languages), publisher: pick(m, bookPublishers), year: m.between(1890, m.thisYear()-15)}
		if m.chance(30) {
			a.series = m.some("The {Noun} Chronicles", "Inspector {last}", "The {place} Cycle", "{Adjective} {Noun} Library")
		}
		authors[i] = a
	}
	return func() thing {
		a := pick(m, authors)
		a.year = min(a.year+m.IntN(4), m.thisYear()-1)
		return m.book(a)
	}
}

func (m *maker) book(a *author) thing {
	t := thing{year: a.year, price: m.price(4, 1500), name: m.some("The {Adjective} {Noun}", "The {Noun} of {town}", "A {Noun} in {Month}", "{Noun} and {Noun}",
		"The {Noun}'s {Noun}", "Letters from {place}", "What the {Noun} Knew", "A History of the {Noun}", "{Adjective} {Noun}s", "The Last {Noun} of {place}")}
	v := &t.values
	v.set("Author", a.name)
	v.set("Publisher", a.publisher)
	v.set("Published (year)", a.year)
	v.set("Language", a.language)
	v.set("Genre", a.genre)
	if a.series != "" {
		a.number++
		v.set("Series", a.series)
		v.set("Number in series", a.number)
	}
	first := m.chance(55)
	v.set("First edition, first printing", first)
	if first {
		v.set("Printing", 1)
	}
	binding := m.option("Binding", 3)
	v.set("Binding", binding)
	v.set("Book condition", m.option("Book condition", 6))
	v.set("Pages", m.between(60, 720))
	if binding == "Hardcover" {
		v.set("Dust jacket condition", m.option("Dust jacket condition", 8))
	}
	if m.chance(8) {
		v.set("Signed", m.option("Signed", 4))
		v.set("Provenance", m.some("From the library of {first} {last}.", "Bought by {first} {last} in {town}, with a note on the flyleaf."))
		t.price *= 2
	}
	if m.chance(12) {
		v.set("Faults", m.some("Spine faded", "Foxing to the first pages", "A former owner's name in pencil", "Corners bumped"))
	}
	if m.chance(50) {
		v.set("Read on", m.since(max(firstYear, a.year)))
		v.set("My rating", m.between(2, 5))
	}
	if m.chance(35) {
		t.description = m.some("{first} comes back to {town} after years, and finds the {noun} gone.", "About a {noun}, a {noun}, and those who live between them.",
			"Begins with a {adjective} {noun} and never lets go.", "The standard work on the {noun}, with plates.")
	}
	return t
}
