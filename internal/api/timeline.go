package api

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/ledger"
)

var timeline = []route{
	read(member, "GET /api/copies/{copy}/history", listTimeline, many(timelineEntry)),
	read(member, "GET /api/items/{item}/logs", listLogs(ledger.ItemLogs), pageOf(itemLog("item_log", "items"))),
	read(member, "GET /api/items/{item}/logs/{itemLog}", getIn(ledger.ItemLog), single(http.StatusOK, itemLog("item_log", "items"))),
	read(member, "GET /api/copies/{copy}/logs", listLogs(ledger.CopyLogs), pageOf(itemLog("copy_log", "copies"))),
	read(member, "GET /api/copies/{copy}/logs/{copyLog}", getIn(ledger.CopyLog), single(http.StatusOK, itemLog("copy_log", "copies"))),
}

func listTimeline(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.TimelineEntry], error) {
	f := filter{query: req.query()}
	in := catalog.TimelineFilter{Complete: f.oneOf("view", []string{"complete", "meaningful"}) == "complete"}
	for _, kind := range slices.Concat(f.query["type"], f.query["type[]"]) {
		if kind = strings.TrimSpace(kind); kind == "" {
			continue
		}
		if !slices.Contains(catalog.TimelineTypes, kind) {
			f.wrong.Addf("type", "The %s parameter must list kinds of entries.")
			break
		}
		in.Types = append(in.Types, kind)
	}
	if err := f.wrong.Err(); err != nil {
		return catalog.Page[catalog.TimelineEntry]{}, err
	}
	return ledger.Timeline(ctx, r, req.nth(0), in, req.page())
}

func timelineEntry(e catalog.TimelineEntry) resource {
	self := "/api/copies/" + strconv.FormatInt(e.CopyID, 10) + "/history"
	return resource{kind: "timeline_entry", name: e.ID, self: self, attributes: attributes{
		{"source_type", e.SourceType},
		{"source_id", ref{&e.SourceID}},
		{"title", e.Title},
		{"summary", e.Summary},
		{"date", e.Date},
		{"date_precision", e.DatePrecision},
		{"amount", e.Amount},
		{"currency_code", e.CurrencyCode},
		{"meaningful", e.Meaningful},
	}}
}

// listLogs lists the entries of an item or copy.
func listLogs(do func(context.Context, postgres.Reader, int64, catalog.LogFilter, catalog.Paging) (catalog.Page[catalog.ItemLog], error)) reading[catalog.Page[catalog.ItemLog]] {
	return func(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.ItemLog], error) {
		f := filter{query: req.query()}
		in := catalog.LogFilter{Action: f.text("action"), UserID: f.id("user_id")}
		if err := f.wrong.Err(); err != nil {
			return catalog.Page[catalog.ItemLog]{}, err
		}
		return do(ctx, r, req.nth(0), in, req.page())
	}
}

func itemLog(kind, in string) presenter[catalog.ItemLog] {
	return func(r *request, l catalog.ItemLog) resource {
		shown := logEntry(l.Log)
		shown.kind, shown.self = kind, "/api/"+in+"/"+strconv.FormatInt(r.nth(0), 10)+"/logs/"+strconv.FormatInt(l.ID, 10)
		shown.attributes = append(shown.attributes, attributes{
			{"user_id", ref{&l.UserID}},
			{"object_type", l.ObjectType},
			{"object_id", ref{&l.ObjectID}},
			{"changes", l.Changes},
			{"request_id", l.RequestID},
			{"batch_index", l.BatchIndex},
			{"import_id", ref{l.ImportID}},
		}...)
		return shown
	}
}
