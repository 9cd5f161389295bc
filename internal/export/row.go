package export

import (
	"encoding/json"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/tabular/own"
)

// values are those of the custom fields of an item, by the id of the field.
type values map[string]json.RawMessage

func valuesOf(r *catalog.ListedRow) (v values, err error) {
	if len(r.CustomFields) > len(`{}`) {
		err = json.Unmarshal(r.CustomFields, &v)
	}
	return v, err
}

// cells are the functions that fill each column from a row.
func (n *named) cells() map[string]func(*catalog.ListedRow, values) cell {
	type row = *catalog.ListedRow
	return map[string]func(row, values) cell{
		"collection_uuid":  func(r row, _ values) cell { return cell{Text: n.Collections[r.CollectionID].UUID} },
		"collection":       func(r row, _ values) cell { return cell{Text: n.Collections[r.CollectionID].Name} },
		"item_uuid":        func(r row, _ values) cell { return cell{Text: r.ItemUUID} },
		"item_id":          func(r row, _ values) cell { return whole(&r.ItemID) },
		"item_name":        func(r row, _ values) cell { return cell{Text: r.Name} },
		"description":      func(r row, _ values) cell { return text(r.Description) },
		"type":             func(r row, _ values) cell { return name(r.CollectionTypeID, n.TypeNames) },
		"category":         func(r row, _ values) cell { return path(r.CategoryID, n.Categories, n.categories) },
		"tags":             func(r row, _ values) cell { return n.tags(r.TagIDs) },
		"set":              func(r row, _ values) cell { return name(r.SetID, n.Sets) },
		"series":           func(r row, _ values) cell { return name(r.SeriesID, n.Series) },
		"wanted":           func(r row, _ values) cell { return boolean(r.Wanted) },
		"wanted_priority":  func(r row, _ values) cell { return text(r.WantedPriority) },
		"wanted_max_price": func(r row, _ values) cell { return money(r.WantedMaxPrice, r.WantedCurrencyCode) },
		"wanted_currency":  func(r row, _ values) cell { return text(r.WantedCurrencyCode) },
		"item_created_at":  func(r row, _ values) cell { return moment(r.CreatedAt) },
		"item_updated_at":  func(r row, _ values) cell { return moment(r.UpdatedAt) },

		"copy_uuid":   func(r row, _ values) cell { return text(r.CopyUUID) },
		"copy_id":     func(r row, _ values) cell { return whole(r.CopyID) },
		"identifier":  func(r row, _ values) cell { return text(r.Identifier) },
		"quantity":    func(r row, _ values) cell { return whole(r.Quantity) },
		"status":      func(r row, _ values) cell { return text(r.Status) },
		"condition":   func(r row, _ values) cell { return name(r.ConditionID, n.Conditions) },
		"location":    func(r row, _ values) cell { return path(r.LocationID, n.Locations, n.paths) },
		"acquired_at": func(r row, _ values) cell { return day(r.AcquiredAt) },
		"disposed_at": func(r row, _ values) cell { return day(r.DisposedAt) },
		"note":        func(r row, _ values) cell { return text(r.Note) },

		"purchase_price":     func(r row, _ values) cell { return money(r.PurchasePrice, r.PurchaseCurrency) },
		"purchase_currency":  func(r row, _ values) cell { return text(r.PurchaseCurrency) },
		"purchase_date":      func(r row, _ values) cell { return day(r.PurchaseDate) },
		"purchase_from":      func(r row, _ values) cell { return text(r.PurchaseFrom) },
		"purchase_reference": func(r row, _ values) cell { return text(r.PurchaseReference) },

		"value":          func(r row, _ values) cell { return money(r.Value, r.ValueCurrency) },
		"value_currency": func(r row, _ values) cell { return text(r.ValueCurrency) },
		"value_date":     func(r row, _ values) cell { return day(r.ValueDate) },
		"value_type":     func(r row, _ values) cell { return text(r.ValueType) },
		"value_by":       func(r row, _ values) cell { return text(r.ValueBy) },
		"total_value":    func(r row, _ values) cell { return total(r) },

		"insurer":          func(r row, _ values) cell { return text(r.Insurer) },
		"policy_number":    func(r row, _ values) cell { return text(r.PolicyNumber) },
		"insured_value":    func(r row, _ values) cell { return money(r.InsuredValue, r.InsuredCurrency) },
		"insured_currency": func(r row, _ values) cell { return text(r.InsuredCurrency) },
		"insured_from":     func(r row, _ values) cell { return day(r.InsuredFrom) },
		"insured_until":    func(r row, _ values) cell { return day(r.InsuredUntil) },
		"coverage_type":    func(r row, _ values) cell { return text(r.CoverageType) },

		own.Policies:     func(r row, _ values) cell { return list(r.Policies) },
		own.CoveredValue: func(r row, _ values) cell { return money(r.CoveredValue, r.ValueCurrency) },

		"photos": func(r row, _ values) cell { return whole(&r.Photos) },
	}
}

// fieldCell shows the value of a custom field if the item has the type of the field.
func fieldCell(f catalog.ListedField) func(*catalog.ListedRow, values) cell {
	id := strconv.FormatInt(f.ID, 10)
	return func(r *catalog.ListedRow, v values) cell {
		value, ok := v[id]
		if !ok || r.CollectionTypeID == nil || *r.CollectionTypeID != f.CollectionTypeID {
			return cell{}
		}
		switch value[0] { // the field may have been of another kind when it was written
		case '"':
			var s string
			if json.Unmarshal(value, &s) != nil {
				return cell{} // the database contains only valid strings
			}
			return cell{Text: s}
		case 't', 'f':
			return cell{Text: string(value), Exact: string(value)}
		}
		return number(string(value))
	}
}
