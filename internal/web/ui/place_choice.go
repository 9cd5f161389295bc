package ui

import "vitrine/internal/catalog"

// FindPlaces is where a form finds the locations that it does not offer.
const FindPlaces = "/locations/choices"

// PlaceField asks for a location.
func PlaceField(f Frame, places catalog.PlaceChoice) Field {
	field := Field{Name: "location_id", Label: f.T("field.location")}
	if places.More {
		field.Find = FindPlaces
	}
	return field
}

// placeOptions are the locations of the account, or nowhere.
func PlaceOptionList(places catalog.PlaceChoice) []Option {
	return append([]Option{{}}, PlaceOptions(places)...)
}

// PlaceOptions are the locations of the account.
func PlaceOptions(places catalog.PlaceChoice) (all []Option) {
	for _, p := range places.Places {
		all = append(all, Option{Number(p.ID), p.Emoji + " " + PlaceName(p.Path)})
	}
	return all
}
