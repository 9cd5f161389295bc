package demo

import "fmt"

var cameras = kind{template: "camera", name: "Cameras", emoji: "📷", share: 2, kept: "Glass cabinet", code: "CA", sorted: []string{"Kind"}, begin: beginCameras,
	description: "All of them work, or will again."}

var (
	cameraBrands = []struct{ name, country, mount string }{{"Brandt", "Germany", "M39"}, {"Fokara", "Japan", "FK bayonet"}, {"Lumex", "United Kingdom", "Fixed"},
		{"Kirsch & Sohn", "Germany", "KS bayonet"}, {"Nagano Kōki", "Japan", "M42"}, {"Ostrava Optik", "Czechoslovakia", "Fixed"}, {"Belair", "France", "Fixed"}}
	cameraLines = []string{"Reporter", "Junior", "Favorit", "Regent", "Comet", "Studio", "Voyager", "Elite", "Record", "Solar"}
)

func beginCameras(m *maker, _ int) func() thing {
	return func() thing {
		brand, introduced := pick(m, cameraBrands), m.between(1930, 1985)
		model := fmt.Sprintf("%s %s", pick(m, cameraLines), pick(m, []string{"I", "II", "III", "IV", "35", "E", "S", "Super", "T"}))
		t := thing{name: brand.name + " " + model, year: introduced, price: m.price(25, 2500)}
		v := &t.values
		v.set("Brand", brand.name)
		v.set("Model", model)
		v.set("Kind", m.option("Kind", 7))
		v.set("Serial number", m.digits(7))
		v.set("Introduced (year)", introduced)
		v.set("Made (year)", introduced+m.between(0, 6))
		v.set("Country of manufacture", brand.country)
		v.set("Format", m.option("Format", 4))
		v.set("Lens mount", brand.mount)
		v.set("Lens", fmt.Sprintf("%s %d mm f/%s", m.some("{Noun}ar", "{Noun}on", "{Noun}it"), pick(m, []int{35, 40, 45, 50, 58, 75, 80}), pick(m, []string{"1.8", "2", "2.8", "3.5", "4.5"})))
		v.set("Shutter", m.option("Shutter", 2))
		v.set("Light meter", m.option("Light meter", 4))
		v.set("Cosmetic condition", m.option("Cosmetic condition", 5))
		v.set("Working order", m.option("Working order", 4))
		v.set("Optics", m.option("Optics", 5))
		v.set("Original box", m.chance(20))
		v.set("Case", m.chance(60))
		if m.chance(40) {
			v.set("Last serviced", m.since(firstYear))
		}
		if m.chance(50) {
			v.set("Last film through it", m.since(m.thisYear()-6))
		}
		if m.chance(30) {
			t.description = m.some("Carried by {first} {last} all through the fifties.", "The slow speeds drag when it is cold.", "Bought for its lens.", "Came with a {colour} case from {town}.")
		}
		return t
	}
}
