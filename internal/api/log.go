package api

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/ledger"
)

var logs = []route{
	read(member, "GET /api/administration/logs", listOwnLogs, many(ownLog)),
	read(member, "GET /api/administration/logs/{log}", get(ledger.Log), one(ownLog)),
}

func listOwnLogs(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.OwnLog], error) {
	f := filter{query: req.query()}
	in := catalog.OwnLogFilter{From: f.date("from"), To: f.date("to")}
	for _, action := range slices.Concat(f.query["action"], f.query["action[]"]) {
		if action := catalog.Action(strings.TrimSpace(action)); slices.Contains(catalog.Actions(), action) {
			in.Actions = append(in.Actions, action)
		} else if action != "" {
			f.wrong.Addf("action", "The selected %s is invalid.")
		}
	}
	if err := f.wrong.Err(); err != nil {
		return catalog.Page[catalog.OwnLog]{}, err
	}
	return ledger.Logs(ctx, r, in, req.page())
}

func ownLog(l catalog.OwnLog) resource { return logEntry(l.Log) }

func logEntry(l catalog.Log) resource {
	return resource{kind: "log", id: l.ID, self: "/api/administration/logs/" + strconv.FormatInt(l.ID, 10), attributes: attributes{
		{"action", l.Action},
		{"description", l.Description()},
		{"parameters", l.Parameters},
		{"user_name", l.UserName},
		{"created_at", l.CreatedAt},
		{"updated_at", l.CreatedAt},
	}}
}
