package ui

import (
	"strconv"
	"strings"
)

// CopyPath is the address of the page of a copy.
func CopyPath(id int64) string { return "/copies/" + strconv.FormatInt(id, 10) }

// PlaceName is a place in one line, the outermost location first.
func PlaceName(path []string) string { return strings.Join(path, " › ") }
