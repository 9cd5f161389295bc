package config

import "testing"

func TestPublicURL(t *testing.T) {
	for _, good := range []string{"https://vitrine.example", "http://localhost:8080", "http://[::1]:8080", "https://home.example/vitrine", "https://home.example/our/things-2.0"} {
		var to string
		if err := publicURL(&to, good); err != nil || to != good {
			t.Errorf("%s: %q, %v", good, to, err)
		}
	}
	for _, bad := range []string{"vitrine.example", "https:///vitrine", "https://a:b@home.example", "https://home.example/vitrine?", "https://home.example/?a=b", "https://home.example/#a",
		"https://home.example/a//b", "https://home.example/a/../b", "https://home.example/.", "https://home.example/a%20b", `https://home.example/a"b`, "https://home.example/a;b", "https://home.example/ä"} {
		if err := publicURL(new(string), bad); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}
