package ui

func SetPath(id int64) string { return "/sets/" + Number(id) }

func SeriesPath(id int64) string { return "/series/" + Number(id) }
