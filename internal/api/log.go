package api

import (
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

var logs = []route{
	read(member, "GET /api/administration/logs", list(postgres.Reader.Logs), many(logEntry)),
	read(member, "GET /api/administration/logs/{log}", get(postgres.Reader.Log), one(logEntry)),
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
