package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/web/page"
)

// Packed ids are unpacked unchanged; an invalid field is refused.
func TestPackedIDs(t *testing.T) {
	t.Parallel()
	sent := func(text string) ([]int64, error) {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(url.Values{"seen": {text}}.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		return page.Unpacked((&page.Visit{Request: r}), "seen")
	}
	many := make([]int64, 10_000)
	for i := range many {
		many[i] = int64(1_000_000 + 90*i)
	}
	for _, ids := range [][]int64{{}, {1}, {7, 3, 3, 1 << 62}, many} {
		text := page.Packed(ids)
		got, err := sent(text)
		want := slices.Compact(slices.Sorted(slices.Values(ids)))
		if err != nil || !slices.Equal(got, want) || len(text) > 30_000 {
			t.Errorf("%d ids in %d characters: %d, %v", len(ids), len(text), len(got), err)
		}
	}
	for _, text := range []string{"!", "AA", "gA", "AQA", "____________AQ", page.Packed(make([]int64, 3)) + "A"} {
		if got, err := sent(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}
