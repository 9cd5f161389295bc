package demo

import "fmt"

var coins = kind{template: "coin", name: "Coins", emoji: "🪙", share: 10, kept: "Safe deposit box", code: "CO", sorted: []string{"Country or issuer"}, begin: beginCoins,
	description: "Europe in silver and gold, and a few that strayed in."}

// minting is a coin struck for some years. Measures are those of the real
// coins; not every year of the span need have been struck.
type minting struct {
	issuer, ruler, denomination string
	from, to                    int
	metal                       string
	fineness                    int // ‰; 0 if negligible
	weight, diameter            float64
	mint, mark                  string
	price                       float64 // of a common specimen
}

var mintings = []minting{
	{"France", "Third Republic", "5 francs", 1870, 1878, "Silver", 900, 25, 37, "Paris", "A", 22},
	{"France", "Third Republic", "20 francs", 1899, 1914, "Gold", 900, 6.4516, 21, "Paris", "", 420},
	{"France", "Third Republic", "2 francs", 1898, 1920, "Silver", 835, 10, 27, "Paris", "", 8},
	{"Switzerland", "Confederation", "2 francs", 1874, 1967, "Silver", 835, 10, 27, "Bern", "B", 7},
	{"Switzerland", "Confederation", "20 francs", 1897, 1935, "Gold", 900, 6.4516, 21, "Bern", "B", 430},
	{"Prussia", "Wilhelm II", "20 mark", 1888, 1913, "Gold", 900, 7.965, 22.5, "Berlin", "A", 520},
	{"German Empire", "Wilhelm II", "1 mark", 1891, 1916, "Silver", 900, 5.55, 24, "Munich", "D", 6},
	{"German Empire", "Wilhelm II", "½ mark", 1905, 1919, "Silver", 900, 2.777, 20, "Stuttgart", "F", 4},
	{"Germany, Federal Republic", "", "5 mark", 1951, 1974, "Silver", 625, 11.2, 29, "Karlsruhe", "G", 9},
	{"United Kingdom", "Victoria", "1 penny", 1860, 1894, "Bronze", 0, 9.45, 30.8, "London", "", 5},
	{"United Kingdom", "Victoria", "1 sovereign", 1871, 1887, "Gold", 917, 7.988, 22.05, "London", "", 540},
	{"United Kingdom", "George V", "1 florin", 1911, 1919, "Silver", 925, 11.31, 28.5, "London", "", 12},
	{"United States", "", "1 dollar (Morgan)", 1878, 1904, "Silver", 900, 26.73, 38.1, "Philadelphia", "", 45},
	{"United States", "", "1 cent (Lincoln)", 1909, 1942, "Bronze", 0, 3.11, 19.05, "Philadelphia", "", 1},
	{"Italy", "Vittorio Emanuele II", "5 lire", 1861, 1878, "Silver", 900, 25, 37, "Milan", "M", 24},
	{"Austria-Hungary", "Franz Joseph I", "1 corona", 1892, 1916, "Silver", 835, 5, 23, "Vienna", "", 5},
	{"Netherlands", "Wilhelmina", "1 gulden", 1922, 1940, "Silver", 720, 10, 28, "Utrecht", "", 8},
	{"Spain", "Alfonso XII", "5 pesetas", 1877, 1885, "Silver", 900, 25, 37, "Madrid", "", 26},
	{"Belgium", "Leopold II", "5 francs", 1865, 1876, "Silver", 900, 25, 37, "Brussels", "", 21},
	{"Japan", "Meiji", "1 yen", 1874, 1912, "Silver", 900, 26.96, 38.1, "Osaka", "", 90},
	{"Sweden", "Gustaf V", "1 krona", 1910, 1942, "Silver", 800, 7.5, 25, "Stockholm", "W", 6},
	{"Rome", "Trajan", "denarius", 98, 117, "Silver", 0, 3.2, 18, "Rome", "", 110},
	{"Rome", "Hadrian", "denarius", 117, 138, "Silver", 0, 3.2, 18, "Rome", "", 120},
	{"Rome", "Antoninus Pius", "denarius", 138, 161, "Silver", 0, 3.2, 18, "Rome", "", 90},
}

func beginCoins(m *maker, _ int) func() thing {
	next := make([]int, len(mintings)) // collectors fill a series year by year
	return func() thing {
		i := m.IntN(len(mintings))
		c := mintings[i]
		year := c.from + next[i]%(c.to-c.from+1)
		next[i] += m.between(1, 2)
		return m.coin(c, year)
	}
}

func (m *maker) coin(c minting, year int) thing {
	t := thing{name: fmt.Sprintf("%s, %s, %d", c.issuer, c.denomination, year), year: year, price: m.price(c.price, c.price*15), pieces: 1, set: fmt.Sprintf("%s, %s, %d–%d", c.issuer, c.denomination, c.from, c.to), target: int64(c.to - c.from + 1)}
	if c.price < 5 {
		t.pieces = 6
	}
	v := &t.values
	v.set("Country or issuer", c.issuer)
	if c.ruler != "" {
		v.set("Ruler or period", c.ruler)
	}
	v.set("Denomination", c.denomination)
	v.set("Year", year)
	v.set("Mint", c.mint)
	if c.mark != "" {
		v.set("Mint mark", c.mark)
	}
	kind := "Circulation"
	if year < 500 {
		kind = "Ancient"
		v.set("Find spot", m.some("Near {town}", "Unknown"))
	}
	v.set("Kind", kind)
	v.set("Metal", c.metal)
	if c.fineness > 0 {
		v.set("Fineness (‰)", c.fineness)
	}
	v.set("Weight (g)", c.weight)
	v.set("Diameter (mm)", c.diameter)
	if year >= 500 {
		v.set("Edge", map[bool]string{true: "Reeded", false: "Plain"}[c.metal != "Bronze"])
	}
	v.set("Grade", m.option("Grade", 28))
	company := "Ungraded"
	if t.price > 250_00 {
		company = pick(m, []string{"PCGS", "NGC"})
		v.set("Certification number", m.digits(8))
	}
	v.set("Grading company", company)
	if m.chance(6) {
		v.set("Details grade", m.option("Details grade", 6))
	}
	if m.chance(30) {
		v.set("Eye appeal", m.between(2, 5))
	}
	if m.chance(20) {
		v.set("Provenance", m.some("Collection of {first} {last}.", "Auction in {town}.", "With an old ticket from {town}."))
	}
	return t
}
