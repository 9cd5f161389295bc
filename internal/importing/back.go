package importing

import (
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/tabular/cell"
)

// TakenBack is what became of a row when the import was taken back.
type TakenBack struct {
	Row    int64   `json:"row"`
	Status string  `json:"status"` // undone, left
	Issues []Issue `json:"issues"`
}

// ToldBack is the report of an import that was taken back.
type ToldBack struct {
	Report
	InUse   map[string]int64 `json:"in_use"` // what was made on demand and is used or changed since
	EndedAt int64            `json:"ended_at"`
}

// Left is a row whose object stays.
func Left(row int64, code string) TakenBack {
	issue := Issue{Code: code, Level: "warning", Expected: "nobody to have changed it since"}
	issue.Message = sentence(issue)
	return TakenBack{row, "left", []Issue{issue}}
}

// plain are the options of cells that we have written ourselves.
var plain = Options{Empty: "keep", Tags: "replace", Copies: "if_filled", PathSeparator: cell.PathSeparator, ListSeparator: cell.ListSeparator, Decimal: "."}

// Back plans the return of values that a row changed: it is a row of its own, whose cells are
// what was. A value that is not as it was written any more stays.
func Back(s *Structure, item *Item, copyID *int64, copyMade bool, changes []Change, row int64) (*RowPlan, TakenBack) {
	p := &Planner{Structure: s, Mapping: Mapping{Match: Match{Items: "uuid"}, Options: plain}}
	p.Mapping.Options.Empty, p.Mapping.Options.Copies = "clear", "none"
	if s.Own = s.CollectionByID(item.CollectionID); s.Own == nil {
		return nil, Left(row, "changed_since")
	}
	s.Collection = s.Own
	told := TakenBack{Row: row, Status: "undone", Issues: []Issue{}}
	cells := []string{item.UUID}
	headers := []Header{{Number: 1, Name: "item_uuid"}}
	add := func(to, text string) {
		headers = append(headers, Header{Number: int64(len(headers) + 1), Name: to})
		cells = append(cells, text)
	}
	var held *Copy
	for _, c := range item.Copies {
		if copyID != nil && c.ID == *copyID {
			held = c
		}
	}
	for _, c := range changes {
		group := groupOf(c.Field)
		if group != ofItem && (copyMade || held == nil) || group == ofValue || group == ofPhotos {
			continue // went with the copy, the valuation or the photo
		}
		now := p.present(item, held, c.Field)
		if now != textOf(c.To) {
			issue := Issue{Column: &c.Field, Code: "changed_since", Level: "warning", Expected: textOf(c.To), Found: beginning(now)}
			issue.Message = sentence(issue)
			told.Status, told.Issues = "left", append(told.Issues, issue)
			continue
		}
		add(c.Field, textOf(c.From))
		if group != ofItem {
			p.Mapping.Options.Copies = "one"
		}
	}
	if len(headers) == 1 {
		return nil, told
	}
	if held != nil && p.Mapping.Options.Copies == "one" {
		add("copy_uuid", held.UUID)
	}
	for _, h := range headers {
		p.Mapping.Columns = append(p.Mapping.Columns, Column{Column: &h.Number, To: h.Name})
	}
	p.Prepare(headers)
	s.Forbid()
	found := &Found{Items: map[int64]*Item{item.ID: item}, ByUUID: map[string]int64{item.UUID: item.ID}, CopyItem: map[string]int64{}}
	if held != nil {
		found.CopyItem[held.UUID] = item.ID
	}
	done := p.Plan(Row{Row: row, Cells: cells}, found)
	if done.Action == "error" {
		return nil, Left(row, "changed_since")
	}
	return done, told
}

func groupOf(field string) group {
	if strings.HasPrefix(field, "field[") {
		return ofItem
	}
	return targets[field]
}

// present is what a column of the contract shows of an item and a copy.
func (p *Planner) present(item *Item, c *Copy, field string) string {
	s := p.Structure
	switch field {
	case "item_name":
		return item.Name
	case "description":
		return textOf(item.Description)
	case "type":
		return typeName(s.typeByID(item.CollectionTypeID))
	case "category":
		return s.text("categories", item.CategoryID)
	case "set":
		return s.text("sets", item.SetID)
	case "series":
		return s.text("series", item.SeriesID)
	case "tags":
		return (&rowPlanner{p: p}).tagText(item.TagIDs)
	case "wanted":
		return boolText(item.Wanted)
	case "wanted_priority":
		return textOf(item.WantedPriority)
	case "wanted_max_price":
		return amountText(item.WantedMaxPrice, textOf(item.WantedCurrencyCode))
	case "wanted_currency":
		return textOf(item.WantedCurrencyCode)
	}
	if strings.HasPrefix(field, "field[") {
		return s.valueOf(item.Item, field)
	}
	if c == nil {
		return ""
	}
	return s.presentCopy(c, field)
}

func (s *Structure) presentCopy(c *Copy, field string) string {
	switch {
	case c.Purchase == nil && groupOf(field) == ofPurchase:
		return ""
	case groupOf(field) == ofValue:
		return presentValue(c.Valuation, field)
	}
	purchase, record := catalog.Transaction{}, catalog.InsuranceRecord{}
	if c.Purchase != nil {
		purchase = *c.Purchase
	}
	if len(c.Insurance) > 0 {
		record = c.Insurance[0]
	}
	switch field {
	case "identifier":
		return textOf(c.Identifier)
	case "quantity":
		return numberText(&c.Quantity)
	case "status":
		return c.Status
	case "condition":
		return s.text("conditions", c.ItemConditionID)
	case "location":
		return s.text("locations", c.LocationID)
	case "acquired_at":
		return dayText(c.AcquiredAt)
	case "disposed_at":
		return dayText(c.DisposedAt)
	case "note":
		return textOf(c.Note)
	case "purchase_price":
		return amountText(purchase.Total, purchase.CurrencyCode)
	case "purchase_currency":
		return purchase.CurrencyCode
	case "purchase_date":
		return dayText(&purchase.OccurredAt)
	case "purchase_from":
		return textOf(purchase.Counterparty)
	case "purchase_reference":
		return textOf(purchase.ReferenceNumber)
	case "insurer":
		return record.Provider
	case "policy_number":
		return textOf(record.PolicyNumber)
	case "insured_value":
		return amountText(&record.InsuredValue, record.CurrencyCode)
	case "insured_currency":
		return record.CurrencyCode
	case "insured_from":
		return dayText(record.StartsAt)
	case "insured_until":
		return dayText(record.EndsAt)
	case "coverage_type":
		return textOf(record.CoverageType)
	}
	return ""
}

func presentValue(v *catalog.Valuation, field string) string {
	if v == nil {
		return ""
	}
	switch field {
	case "value":
		return amountText(&v.Amount, v.CurrencyCode)
	case "value_currency":
		return v.CurrencyCode
	case "value_date":
		return dayText(&v.ValuedAt)
	case "value_type":
		return v.Type
	case "value_by":
		return textOf(v.Valuer)
	}
	return ""
}
