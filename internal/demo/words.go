package demo

import "strings"

// lists are the words of names and sentences.
var lists = map[string][]string{
	"first": strings.Fields(`Ada Alma Anton Astrid Béla Bruno Carla Cyril Dagny Dina Edgar Elsa Emil Esther Farid Fanny Greta Hana Hugo Ida Ines
		Ivo Jonas Judith Kaito Karim Klara Leon Lotte Lucía Magda Marek Mina Nadia Nils Noor Olga Oskar Paula Pedro Quentin Rosa Ruth Samir
		Selma Simon Tamar Theo Tilda Umberto Vera Viktor Wanda Xenia Yara Yusuf Zelda Zoltan`),
	"last": strings.Fields(`Aalto Almeida Andersen Bakos Barreto Bellac Berger Brandvik Carrow Castel Dalgaard Delorme Devlin Ekberg Eriksen Falk
		Ferrand Fontaine Gallo Garrido Grünwald Hallam Hartwell Hedlund Ibarra Ivers Janssen Jarrett Kaplan Kessler Kovač Lamar Lindgren
		Loredan Maraldi Marlow Mercer Morel Nakata Nowak Okafor Orsini Paredes Pavlik Quist Rahimi Renner Rossetti Sandoval Sauvage Serrano
		Solberg Stroud Takeda Tavares Thorne Ulrich Valcourt Varga Vetter Wexford Wilder Yamane Zanetti Zeller`),
	"adjective": strings.Fields(`amber ancient blue bold bright broken burning cold copper crimson crooked dark distant drifting early electric empty
		endless fading faint false foreign gentle gilded golden green hidden hollow idle indigo iron ivory last late lonely long lost low
		lucky midnight narrow northern pale paper patient perfect plain quiet rapid red restless rising round rusty scarlet secret
		seventh sharp shining silent silver simple sleeping slow southern strange sudden tender tired velvet violet wandering warm white
		wild winter wooden yellow`),
	"colour": strings.Fields(`black blue brown champagne cream green grey ivory red silver white`),
	"noun": strings.Fields(`anchor apple arrow bell bird boat bridge brother candle carousel castle circle clock cloud coast
		corner crane crow dancer daughter desert door dove echo ember engine evening falcon field fire flame
		forest garden gate ghost guitar heart heron hill horizon horse hotel house island journey key kingdom
		lantern letter lighthouse lion machine map market meadow mirror moon morning mountain needle night ocean orchard owl parade
		passenger piano pilot planet portrait prayer promise queen rain raven river road rose sailor season shadow ship shore signal sister
		snow song sparrow spring stair star stone storm stranger street summer sun swan thread thunder tide tower train traveller tree
		valley voyage wall water wave weather wheel wind window wing wonder world`),
	"place": strings.Fields(`Aldermoor Belverde Brisa Carnavon Corvina Dunmore Eastholm Fairhaven Grimwick Halden Ilmar Jasmund Kestrel Lorne Marisol
		Norvik Ostend Palmyra Quarry Ravenna Salento Tarsis Umbria Valmont Westray Yarrow Zenith`),
	"town": strings.Fields(`Aarhus Basel Bath Bergen Bologna Bruges Coimbra Cork Dresden Freiburg Ghent Girona Graz Innsbruck Kyoto Leiden Lille
		Lucca Lund Lyon Malmö Nantes Parma Porto Salzburg Seville Tartu Trieste Turku Utrecht Weimar York`),
	"month": strings.Fields(`January February March April May June July August September October November December`),
	"shop": {"the flea market in {town}", "a dealer in {town}", "an auction in {town}", "the antiques fair in {town}", "a small shop in {town}",
		"the estate of {first} {last}", "a friend in {town}", "an online auction"},
}

// notes are remarks on where a copy came from.
var notes = []string{
	"From %s.", "From %s. Better than described.", "From %s, with a few others.", "From %s. To be looked at again.", "Found at last: from %s.",
	"From %s. The label is a little worn.", "From %s, after a long haggle.",
}
