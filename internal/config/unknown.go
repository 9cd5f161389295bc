package config

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

const prefix = "VITRINE_"

// elsewhere are prefixes used by tests, by the scripts that start servers for
// them, by deploy/compose.yaml, and by the commands that use the API.
var elsewhere = []string{"VITRINE_TEST_", "VITRINE_INPUT_", "VITRINE_INVARIANT_", "VITRINE_TIMING_", "VITRINE_POSTGRES_HOME", "VITRINE_REDIS_HOME", "VITRINE_VERSION", "VITRINE_URL", "VITRINE_TOKEN"}

// serviceLink matches what Kubernetes sets in a pod beside a Service called
// vitrine or vitrine-something.
var serviceLink = regexp.MustCompile(`^VITRINE_(\w+_)?(SERVICE_(HOST|PORT(_\w+)?)=|PORT_\d+_(TCP|UDP|SCTP)(_\w+)?=|PORT=(tcp|udp|sctp)://)`)

// Unknown refuses variables that look like settings but are not: a misspelt
// setting would silently have no effect.
func Unknown(environ []string) error {
	names := known()
	var wrong []error
	for _, pair := range environ {
		name, _, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, prefix) && !slices.Contains(names, name) && !foreign(name, pair) {
			wrong = append(wrong, unknown(name, names))
		}
	}
	return errors.Join(wrong...)
}

func foreign(name, pair string) bool {
	return serviceLink.MatchString(pair) || slices.ContainsFunc(elsewhere, func(other string) bool { return strings.HasPrefix(name, other) })
}

func unknown(name string, names []string) error {
	if strings.HasSuffix(name, fileSuffix) && slices.Contains(names, strings.TrimSuffix(name, fileSuffix)) {
		return fmt.Errorf("%s is not a setting: %s is not a secret, and is not read from a file", name, strings.TrimSuffix(name, fileSuffix))
	}
	if name == "VITRINE_PORT" {
		return errors.New("VITRINE_PORT is not a setting; did you mean PORT, or VITRINE_LISTEN?")
	}
	if near := nearest(name, names); near != "" {
		return fmt.Errorf("%s is not a setting; did you mean %s?", name, near)
	}
	return fmt.Errorf("%s is not a setting; unset it, or see vitrine settings", name)
}

// known lists every name that is read.
func known() (names []string) {
	for _, s := range Settings {
		names = append(names, s.Name)
		if s.Secret {
			names = append(names, s.Name+fileSuffix)
		}
	}
	return names
}

// nearest is the name that takes the fewest edits, ignoring underscores, if those
// are few for its length.
func nearest(name string, names []string) (best string) {
	plain := func(s string) string { return strings.ReplaceAll(strings.TrimPrefix(s, prefix), "_", "") }
	fewest := 1 + len(plain(name))/3
	for _, candidate := range names {
		if n := edits(plain(name), plain(candidate)); n < fewest {
			best, fewest = candidate, n
		}
	}
	return best
}

// edits is the Levenshtein distance of two names.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			same := diagonal
			if a[i] != b[j] {
				same++
			}
			diagonal = row[j+1]
			row[j+1] = min(same, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
