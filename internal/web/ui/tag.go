package ui

func TagPath(id int64) string { return "/tags/" + Number(id) }
