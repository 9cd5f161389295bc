package docs

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every alert is explained and leads to a page that says what to do.
func TestAlertsLeadToRunbooks(t *testing.T) {
	alerts, runbooks, explained := read(t, "deploy/prometheus/alerts.yaml"), read(t, "docs/runbooks.md"), read(t, "docs/operating.md")
	for _, m := range regexp.MustCompile(`runbook: docs/runbooks\.md#(\S+)`).FindAllStringSubmatch(alerts, -1) {
		if !slices.Contains(anchors(runbooks), m[1]) {
			t.Errorf("an alert leads to %s, which docs/runbooks.md does not have", m[1])
		}
	}
	defined, named := map[string]bool{}, map[string]bool{}
	for _, m := range regexp.MustCompile(`- alert: (\w+)`).FindAllStringSubmatch(alerts, -1) {
		defined[m[1]] = true
		if !strings.Contains(runbooks, "`"+m[1]+"`") {
			t.Errorf("docs/runbooks.md does not say what to do at %s", m[1])
		}
	}
	for _, m := range regexp.MustCompile("`(Vitrine[A-Z]\\w+)`").FindAllStringSubmatch(explained+runbooks, -1) {
		named[m[1]] = true
	}
	if len(defined) < 10 || !maps.Equal(defined, named) {
		t.Errorf("there are the alerts %q, the pages name %q", slices.Sorted(maps.Keys(defined)), slices.Sorted(maps.Keys(named)))
	}
}
