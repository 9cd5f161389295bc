package input

import (
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/testkind"
)

// G2: every id of every path in invalid forms, which are not found. A run takes
// some of the forms at each place; a larger scale takes all.
func init() { generators["ids"] = idInputs }

func TestInputIDs(t *testing.T) {
	t.Parallel()
	bombard(t, "ids")
}

// noIDs are as written in a path. The last ones are valid ids of nothing.
var noIDs = []string{
	"0", "-1", "+1", "01", "1.0", "1e3", "0x1", "1%20", "%201", "%00", "1%00", "%EF%BC%91", "null", "me", "..", "%2e%2e", "1%2F2", "1;2", "{location}%0a", "9223372036854775808", "-9223372036854775808",
	strings.Repeat("9", 400), "%F0%9F%93%A6", "%FF", "%25", "1'--", "*", "1,2", "[1]", "9223372036854775807", "4611686018427387904",
}

var formsPerRun = testkind.Number(4, 12)

func idInputs(t testing.TB, dice *rand.Rand) []input {
	c := server(t).Contract
	var all []input
	for _, pattern := range slices.Sorted(maps.Keys(c.Operations)) {
		_, path, _ := strings.Cut(pattern, " ")
		for _, place := range apitest.Placeholder.FindAllString(path, -1) {
			for _, form := range dice.Perm(len(noIDs))[:min(len(noIDs), formsPerRun*inputScale)] {
				in := input{Route: pattern, Path: strings.Replace(path, place, noIDs[form], 1), Want: http.StatusNotFound}
				if o := c.Operations[pattern]; o.Body() != nil {
					in.Body = "{}"
				}
				if place == "{token}" { // the body is checked first
					in.Want = 0
				}
				all = append(all, in)
			}
		}
	}
	return all
}
