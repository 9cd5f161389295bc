package httpserver

import (
	"net/netip"
	"strings"
	"testing"
)

// The address counted is the peer's unless a trusted proxy vouches for another.
func FuzzForwardedFor(f *testing.F) {
	for _, s := range []string{"", "203.0.113.9", "203.0.113.9, 10.0.0.2", "junk, 10.0.0.1", "::ffff:10.0.0.1", "2001:db8::1%eth0", ",,,"} {
		f.Add(s)
	}
	peer := netip.MustParseAddr("10.0.0.1")
	inside := netip.MustParsePrefix("10.0.0.0/8")
	f.Fuzz(func(t *testing.T, header string) {
		got := forwardedFor([]string{header}, peer, inside.Contains)
		if !got.IsValid() {
			t.Fatal("no address")
		}
		if got != peer && !inside.Contains(got) && !strings.Contains(header, got.WithZone("").String()) && !strings.Contains(header, ":") {
			t.Fatalf("%s does not stand in %q", got, header)
		}
	})
}

func TestForwardedFor(t *testing.T) {
	t.Parallel()
	inside := netip.MustParsePrefix("10.0.0.0/8")
	for _, c := range []struct{ header, want string }{
		{"203.0.113.9", "203.0.113.9"},
		{"198.51.100.1, 203.0.113.9", "203.0.113.9"}, // anything before may be forged
		{"203.0.113.9, 10.0.0.7", "203.0.113.9"},
		{"junk, 10.0.0.7", "10.0.0.7"},
		{"", "10.0.0.1"},
	} {
		if got := forwardedFor([]string{c.header}, netip.MustParseAddr("10.0.0.1"), inside.Contains); got.String() != c.want {
			t.Errorf("%q: %s, want %s", c.header, got, c.want)
		}
	}
}
