package demo

import (
	"fmt"
	"math"
)

var wines = kind{template: "wine", name: "Wine", emoji: "🍷", share: 7, kept: "Wine cellar", code: "W", sorted: []string{"Country", "Region"}, begin: beginWines,
	description: "To be drunk, not traded."}

// terroir is the origin of a wine and its grapes.
type terroir struct {
	country, region, appellation, grapes, colour, style string
	keeps                                               int // years
	price                                               float64
}

var terroirs = []terroir{
	{"France", "Bordeaux", "Saint-Émilion", "Merlot, Cabernet Franc", "Red", "Still", 20, 25},
	{"France", "Bordeaux", "Pauillac", "Cabernet Sauvignon, Merlot", "Red", "Still", 25, 40},
	{"France", "Bordeaux", "Sauternes", "Sémillon, Sauvignon blanc", "White", "Dessert", 40, 30},
	{"France", "Burgundy", "Meursault", "Chardonnay", "White", "Still", 12, 40},
	{"France", "Burgundy", "Nuits-Saint-Georges", "Pinot noir", "Red", "Still", 15, 45},
	{"France", "Rhône", "Côte-Rôtie", "Syrah, Viognier", "Red", "Still", 20, 45},
	{"France", "Loire", "Vouvray", "Chenin blanc", "White", "Still", 20, 14},
	{"France", "Champagne", "Champagne", "Pinot noir, Chardonnay, Meunier", "White", "Sparkling", 10, 35},
	{"Germany", "Mosel", "Mosel", "Riesling", "White", "Still", 25, 15},
	{"Germany", "Franken", "Franken", "Silvaner", "White", "Still", 8, 11},
	{"Austria", "Wachau", "Wachau", "Grüner Veltliner", "White", "Still", 12, 16},
	{"Italy", "Piedmont", "Barolo", "Nebbiolo", "Red", "Still", 25, 40},
	{"Italy", "Tuscany", "Brunello di Montalcino", "Sangiovese", "Red", "Still", 20, 38},
	{"Italy", "Veneto", "Amarone della Valpolicella", "Corvina, Rondinella", "Red", "Still", 20, 35},
	{"Spain", "Rioja", "Rioja", "Tempranillo, Graciano", "Red", "Still", 20, 15},
	{"Spain", "Galicia", "Rías Baixas", "Albariño", "White", "Still", 5, 13},
	{"Portugal", "Douro", "Porto", "Touriga Nacional, Tinta Roriz", "Red", "Fortified", 50, 35},
	{"Portugal", "Bairrada", "Bairrada", "Baga", "Red", "Still", 20, 15},
}

var houses = map[string][]string{
	"France":   {"Domaine {last}", "Château {Noun}", "{first} {last} et Fils", "Clos {last}"},
	"Germany":  {"Weingut {last}", "Weingut {first} {last}"},
	"Austria":  {"Weingut {last}", "Winzerhof {last}"},
	"Italy":    {"Tenuta {last}", "Cantina {last}", "Podere {place}"},
	"Spain":    {"Bodegas {last}", "Viña {place}"},
	"Portugal": {"Quinta de {place}", "Casa {last}"},
}

var tastes = map[string][]string{
	"Red":   {"Plum, cedar and a little smoke.", "Cherry and dried herbs, still firm.", "Dark fruit, fine tannins.", "Closed. Wait."},
	"White": {"Lime, wet stone, long.", "Quince and honey, fresh to the end.", "Salt and lemon peel.", "Closed. Wait."},
}

// cuvée is a wine of a house, bought in several vintages.
type cuvée struct {
	terroir
	producer, name string
	vintage        int
}

func beginWines(m *maker, size int) func() thing {
	cellar := make([]*cuvée, max(1, size/5))
	for i := range cellar {
		t := pick(m, terroirs)
		cellar[i] = &cuvée{terroir: t, producer: m.some(houses[t.country]...), vintage: m.between(m.thisYear()-25, m.thisYear()-8),
			name: m.some("", "", "Cuvée {first}", "Vieilles Vignes", "Réserve", "{Noun}", "Alte Reben")}
	}
	return func() thing {
		c := pick(m, cellar)
		c.vintage = min(c.vintage+1, m.thisYear()-2)
		return m.wine(c)
	}
}

func (m *maker) wine(c *cuvée) thing {
	name := c.producer
	if c.name != "" {
		name += " " + c.name
	}
	t := thing{name: fmt.Sprintf("%s, %s %d", name, c.appellation, c.vintage), year: c.vintage + 1, price: m.price(c.price*0.7, c.price*5), pieces: 12}
	v := &t.values
	v.set("Producer", c.producer)
	if c.name != "" {
		v.set("Cuvée", c.name)
	}
	v.set("Vintage", c.vintage)
	v.set("Colour", c.colour)
	v.set("Style", c.style)
	if c.style == "Dessert" || c.style == "Fortified" {
		v.set("Sweetness", "Sweet")
	} else {
		v.set("Sweetness", m.option("Sweetness", 3))
	}
	v.set("Grapes", c.grapes)
	v.set("Country", c.country)
	v.set("Region", c.region)
	v.set("Appellation", c.appellation)
	size := "0.75 l Standard"
	if m.chance(6) {
		size, t.price = "1.5 l Magnum", t.price*5/2
	}
	v.set("Bottle size", size)
	v.set("Alcohol (% vol.)", math.Round((11.5+m.Float64()*3)*2)/2)
	v.set("Closure", map[bool]string{true: "Sparkling cork", false: "Cork"}[c.style == "Sparkling"])
	v.set("Drink from (year)", c.vintage+c.keeps/4)
	v.set("Drink until (year)", c.vintage+c.keeps)
	v.set("Serve at (°C)", map[string]int{"Red": 17, "White": 10}[c.colour])
	if m.chance(40) {
		v.set("Goes with", m.some("Lamb", "Roast duck", "Oysters", "Hard cheese", "Mushrooms", "Trout", "Nothing but itself"))
	}
	if m.chance(35) {
		v.set("Tasted on", m.since(c.vintage+2))
		v.set("Tasting note", pick(m, tastes[c.colour]))
		v.set("My rating", m.between(2, 5))
	}
	return t
}
