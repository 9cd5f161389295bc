package ui

import (
	"strconv"
)

func LocationPath(id int64) string { return "/locations/" + strconv.FormatInt(id, 10) }
