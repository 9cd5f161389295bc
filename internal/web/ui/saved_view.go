package ui

import (
	"net/url"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
)

// shelfParams maps parameters of the API's list of items to those of a collection's page.
var shelfParams = map[string]string{
	"q": "q", "sort": "sort", "collection_type_id": "type", "category_id": "category", "set_id": "set", "series_id": "series", "tag_ids": "tag",
	"has_photos": "photos", "has_copies": "copies", "wanted": "wanted", "wanted_priority": "wanted",
}

// yesNo maps values of the API to those of pages.
var yesNo = map[string]string{"true": "yes", "false": "no"}

// LoanFilters are the API filters of the parts of the loans page.
var LoanFilters = map[string]catalog.LoanFilter{
	"overdue":  {Status: "overdue"},
	"outgoing": {Status: "active", Direction: "outgoing"},
	"incoming": {Status: "active", Direction: "incoming"},
	"planned":  {Status: "planned"},
	"returned": {Status: "returned"},
}

// inList converts a value of a page for the API.
func inList(param, value string) string {
	if param == "wanted" || strings.HasPrefix(param, "has_") {
		for list, page := range yesNo {
			if page == value {
				return list
			}
		}
	}
	return value
}

// SavedLoans is the API query of a part of the loans, empty if there is none.
func SavedLoans(part string) string {
	filter, asked := LoanFilters[part], url.Values{}
	for name, value := range map[string]string{"status": filter.Status, "direction": filter.Direction} {
		if value != "" {
			asked.Set(name, value)
		}
	}
	return asked.Encode()
}

// SavedPath is the page of a view: items of one collection, or a part of the loans. It is empty for
// views that no page can show.
func SavedPath(v catalog.ViewLink) string {
	asked, err := url.ParseQuery(v.Query)
	if err != nil {
		return ""
	}
	switch v.Resource {
	case "items":
		return savedItems(asked)
	case "loans":
		for _, part := range LoanParts {
			if SavedLoans(part) == asked.Encode() {
				return "/loans?show=" + part
			}
		}
	}
	return ""
}

func savedItems(asked url.Values) string {
	collection, err := strconv.ParseInt(asked.Get("collection_id"), 10, 64)
	nested := asked.Get("include_nested") == "true" // the page always includes inner categories
	if err != nil || collection < 1 || !nested && asked.Has("category_id") && asked.Get("category_id") != "none" {
		return ""
	}
	shown := url.Values{}
	for name := range asked {
		value := asked.Get(name)
		page := shelfParams[name]
		switch {
		case name == "collection_id" || name == "include_nested" || value == "" || name == "sort" && value == DefaultSort:
		case strings.HasPrefix(name, "custom_fields["):
			shown.Set(name, value)
		case page == "" || page != "q" && page != "category" && page != "set" && page != "series" && value == "none" || shown.Has(page):
			return ""
		case yesNo[value] != "" && page != "q":
			shown.Set(page, yesNo[value])
		default:
			shown.Set(page, value)
		}
	}
	return ListPath(collection, shown.Encode())
}

// SavedView reports whether the page shows one of the views in the menu.
func (f Frame) SavedView() bool { return strings.HasPrefix(f.Current, "view:") }
