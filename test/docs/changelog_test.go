package docs

import (
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/pgtest"
)

var release = regexp.MustCompile(`^(\d+\.\d+\.\d+(?:-[0-9a-z.]+)?), (\d{4}-\d\d-\d\d)$`)

// wrongInChangelog says what is wrong with the headings of a changelog, given the tags of git.
func wrongInChangelog(text string, tags []string) (wrong []string) {
	headings := regexp.MustCompile(`(?m)^## +(.+)$`).FindAllStringSubmatch(text, -1)
	if len(headings) == 0 || headings[0][1] != "Unreleased" {
		wrong = append(wrong, "it does not begin with ## Unreleased")
	}
	released, before := []string{}, ""
	for i, h := range headings {
		m := release.FindStringSubmatch(h[1])
		switch {
		case i == 0 && h[1] == "Unreleased":
			continue
		case m == nil:
			wrong = append(wrong, fmt.Sprintf("%q is not like 0.1.0, 2026-12-31", h[1]))
			continue
		case slices.Contains(released, m[1]):
			wrong = append(wrong, m[1]+" stands twice")
		}
		if _, err := time.Parse(time.DateOnly, m[2]); err != nil {
			wrong = append(wrong, m[2]+" is no day")
		}
		if before != "" && m[2] > before {
			wrong = append(wrong, m[1]+" is younger than the release above it")
		}
		released, before = append(released, m[1]), m[2]
	}
	for _, tag := range tags {
		if !slices.Contains(released, strings.TrimPrefix(tag, "v")) {
			wrong = append(wrong, "the tag "+tag+" has no heading")
		}
	}
	return wrong
}

func TestChangelogHasEveryRelease(t *testing.T) {
	tags := exec.Command("git", "tag", "--list", "v*")
	tags.Dir = pgtest.Root
	listed, err := tags.Output()
	if err != nil {
		t.Log("NOT RUN: the tags, because there is no history of git here")
	}
	for _, wrong := range wrongInChangelog(read(t, "CHANGELOG.md"), strings.Fields(string(listed))) {
		t.Errorf("CHANGELOG.md: %s", wrong)
	}
}

func TestWrongChangelogIsNoticed(t *testing.T) {
	const good = "# What changed\n\n## Unreleased\n\n## 0.2.0, 2026-12-31\n\n### For collectors\n\n## 0.2.0-rc.1, 2026-12-31\n\n## 0.1.0, 2026-12-01\n"
	if wrong := wrongInChangelog(good, []string{"v0.1.0", "v0.2.0"}); wrong != nil {
		t.Errorf("a good one: %q", wrong)
	}
	for _, c := range []struct{ old, new, says string }{
		{"## Unreleased\n", "", "does not begin"},
		{"0.2.0, ", "0.2, ", "is not like"},
		{"0.2.0, 2026-12-31", "0.2.0", "is not like"},
		{"0.2.0-rc.1", "0.2.0", "stands twice"},
		{"0.1.0, 2026-12-01", "0.1.0, 2026-13-01", "is no day"},
		{"0.1.0, 2026-12-01", "0.1.0, 2027-01-01", "younger"},
		{"## 0.1.0, 2026-12-01", "", "v0.1.0 has no heading"},
	} {
		wrong := wrongInChangelog(strings.ReplaceAll(good, c.old, c.new), []string{"v0.1.0", "v0.2.0"})
		if !strings.Contains(strings.Join(wrong, "\n"), c.says) {
			t.Errorf("%s instead of %s: %q, want %s", c.new, c.old, wrong, c.says)
		}
	}
}
