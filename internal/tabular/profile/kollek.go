package profile

import "slices"

// kollek writes a workbook; the sheet Inventory has a row for each copy. Labels are those of
// the user's language, which are guessed like any header.
var kollek = &Profile{
	Name:    "kollek",
	Title:   "Kollek",
	Formats: []string{"xlsx"},
	Found:   []Mark{{Root: inventory, Any: itemName}},
	Rules: []Rule{
		to("photo_files", "Main photo"),
		to("item_name", itemName...),
		to("description", "Description"),
		to("collection", "Collection"),
		to("type", "Type"),
		to("category", "Category"),
		to("set", "Set"),
		to("series", "Series"),
		to("identifier", "Copy identifier"),
		to("condition", "Condition"),
		to("status", "Status"),
		to("quantity", "Quantity"),
		to("location", "Current location"),
		to("acquired_at", "Acquisition date"),
		to("purchase_price", "Total price paid"),
		to("value", "Current estimated value"),
		to("value_date", "Date of the last valuation"),
		field("Active insured value").kind("text"),
		field("Insurance status").kind("text"),
		to("disposed_at", "Disposal date"),
		to("note", "Notes"),
		field("Custom fields of the item").kind("text"),
		to("tags", "Tags"),
	},
	Settings: Settings{Match: "name"},
}

var (
	inventory = []string{"Inventory", "Inventaire", "Inventario", "Inventar", "Inventário", "库存", "清单", "在庫", "インベントリ", "目録"}
	itemName  = []string{"Item name", "Nom de l’objet", "Nom de l'objet", "Nombre del artículo", "Nombre del objeto", "Name des Objekts", "Artikelname", "Nome do item", "物品名称", "アイテム名"}
)

// IsSheet reports whether a sheet is the one that a profile reads, whatever its position.
func IsSheet(name string, headers []string) bool {
	p := Detect("xlsx", name, headers)
	return p != nil && slices.ContainsFunc(p.Found, func(m Mark) bool { return m.Root != nil })
}
