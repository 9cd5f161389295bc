package api

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

var logs = []route{
	view("GET /api/administration/logs", listLogs, many(logEntry)),
	view("GET /api/administration/logs/{log}", getLog, one(logEntry)),
}

func listLogs(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.Log], error) {
	return r.Logs(ctx, req.page())
}

func getLog(ctx context.Context, r postgres.Reader, req *request) (catalog.Log, error) {
	return r.Log(ctx, req.id("log"))
}

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
