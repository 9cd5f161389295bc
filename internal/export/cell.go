package export

import (
	"slices"
	"strconv"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/tabular/own"
	"vitrine/internal/tabular/write"
)

// cell is the content of a column in a row.
type cell = write.Cell

// named holds the names of what rows refer to, and caches paths.
type named struct {
	catalog.ListingNames
	paths, categories map[int64]string
}

func text(s *string) cell {
	if s == nil {
		return cell{}
	}
	return cell{Text: *s}
}

func name(id *int64, names map[int64]string) cell {
	if id == nil {
		return cell{}
	}
	return cell{Text: names[*id]}
}

func path(id *int64, places map[int64]catalog.ListedPlace, known map[int64]string) cell {
	if id == nil {
		return cell{}
	}
	joined, ok := known[*id]
	if !ok {
		joined = own.JoinPath(catalog.Path(places, *id))
		known[*id] = joined
	}
	return cell{Text: joined}
}

func whole(n *int64) cell {
	if n == nil {
		return cell{}
	}
	return number(strconv.FormatInt(*n, 10))
}

func number(digits string) cell { return cell{Text: digits, Exact: digits, Plain: true} }

func boolean(b bool) cell {
	word := strconv.FormatBool(b)
	return cell{Text: word, Exact: word}
}

func day(t *time.Time) cell {
	if t == nil {
		return cell{}
	}
	return cell{Text: t.Format(time.DateOnly)}
}

func moment(t time.Time) cell { return cell{Text: t.UTC().Format(time.RFC3339)} }

// money shows an amount in the unit that people name, with the decimals of its currency.
func money(amount *int64, currency *string) cell {
	if amount == nil || currency == nil {
		return cell{}
	}
	return cell{Text: own.Amount(*amount, catalog.MinorUnits(*currency)), Exact: strconv.FormatInt(*amount, 10), Plain: true}
}

// tags are sorted by name: ids differ in another account.
func (n *named) tags(ids []int64) cell {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = n.Tags[id]
	}
	slices.Sort(names)
	return list(names)
}

func list(names []string) cell { return cell{Text: own.JoinList(names)} }

// total is the value of all pieces of a copy.
func total(r *catalog.ListedRow) cell {
	if r.Value == nil || r.Quantity == nil {
		return cell{}
	}
	return money(new(*r.Value**r.Quantity), r.ValueCurrency)
}
