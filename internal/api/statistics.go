package api

import (
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/figures"
)

var statisticsRoutes = []route{
	read(member, "GET /api/collections/{collection}/statistics", get(figures.Statistics), one(collectionStatistics)),
	read(member, "GET /api/dashboard", mine(figures.Dashboard), one(accountDashboard)),
}

func collectionStatistics(s catalog.Statistics) resource {
	acquired := make([]nested, len(s.AcquisitionsPerMonth))
	for i, m := range s.AcquisitionsPerMonth {
		acquired[i] = nested{{"label", m.Month.Format(aMonth)}, {"count", m.Count}}
	}
	return resource{kind: "collection_statistics", id: s.ID, self: "/api/collections/" + strconv.FormatInt(s.ID, 10) + "/statistics", attributes: attributes{
		{"totals", totals(s.Totals)},
		{"sets_completion", setsCompletion(s.SetsCompletion)},
		{"value_over_time", overTime(s.ValueOverTime)},
		{"acquisitions_per_month", acquired},
		{"by_category", shares(s.ByCategory)},
		{"by_condition", shares(s.ByCondition)},
		{"by_status", shares(s.ByStatus)},
		{"value_by_location", namedValues(s.ValueByLocation)},
		{"cover", cover(s.Cover)},
		{"top_items", namedValues(s.TopItems)},
		{"unranked_items", s.UnrankedItems},
	}}
}

// cover shows the parts of the value, which add up to it.
func cover(c catalog.CoverParts) nested {
	return nested{{"covered", money(c.Covered)}, {"above", money(c.Above)}, {"uninsured", money(c.Uninsured)}, {"unknown", money(c.Unknown)}, {"unknown_copies", c.UnknownCopies}}
}

func setsCompletion(s *catalog.SetsCompletion) any {
	if s == nil {
		return nil
	}
	return nested{{"percentage", s.Percentage()}, {"owned", s.Owned}, {"target", s.Target}, {"remaining", s.Target - s.Owned}, {"sets", s.Sets}}
}

func accountDashboard(d catalog.Dashboard) resource {
	latest, added := make([]nested, len(d.Latest)), make([]nested, len(d.RecentAdditions))
	for i, c := range d.Latest {
		latest[i] = nested{{"id", ref{&c.ID}}, {"name", c.Name}, {"emoji", c.Emoji}, {"items", c.Items}, {"updated_at", c.UpdatedAt}}
	}
	for i, a := range d.RecentAdditions {
		added[i] = nested{{"id", ref{&a.ID}}, {"name", a.Name}, {"collection_id", ref{&a.CollectionID}}, {"collection_name", a.CollectionName},
			{"main_photo_id", ref{a.MainPhotoID}}, {"created_at", a.CreatedAt}}
	}
	return resource{kind: "account_dashboard", id: d.ID, self: "/api/dashboard", attributes: attributes{
		{"currency", d.CurrencyCode},
		{"totals", append(totals(d.Totals), attribute{"collections", d.Collections})},
		{"collections", latest},
		{"recent_additions", added},
		{"loans", nested{{"outgoing", d.Loans.Outgoing}, {"incoming", d.Loans.Incoming}, {"overdue", d.Loans.Overdue}, {"due_soon", d.Loans.DueSoon}, {"planned", d.Loans.Planned}}},
		{"value_by_location", namedValues(d.ValueByLocation)},
		{"cover", cover(d.Cover)},
		{"value_over_time", overTime(d.ValueOverTime)},
		{"attention", attentionCounts(d.Attention)},
	}}
}

func totals(t catalog.Totals) nested {
	return nested{
		{"items", t.Items},
		{"wanted_items", t.WantedItems},
		{"copies", t.Copies},
		{"held", t.Held},
		{"quantity", digits(catalog.Whole(t.Quantity))},
		{"valued_copies", t.ValuedCopies},
		{"value", money(t.Value)},
		{"average", digits(t.Average())},
		{"cost", money(t.Cost)},
		{"gain", money(t.Gain)},
		{"items_added_this_month", t.ItemsAddedThisMonth},
		{"value_added_this_month", money(t.ValueAddedThisMonth)},
		{"undated_copies", t.UndatedCopies},
	}
}

// aMonth is how a month is written.
const aMonth = "2006-01"

func overTime(points []catalog.ValuePoint) []nested {
	all := make([]nested, len(points))
	for i, p := range points {
		all[i] = nested{{"label", p.Date.Format(aMonth)}, {"value", money(p.Value)}}
	}
	return all
}

func shares(parts []catalog.Share) []nested {
	all := make([]nested, len(parts))
	for i, p := range parts {
		all[i] = nested{{"label", p.Label}, {"count", p.Count}, {"percentage", p.Percentage}}
	}
	return all
}

func namedValues(values []catalog.NamedValue) []nested {
	all := make([]nested, len(values))
	for i, v := range values {
		all[i] = nested{{"id", ref{v.ID}}, {"name", v.Name}, {"value", money(v.Value)}}
	}
	return all
}
