package input

import (
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

// G5: meaningless or misleading headers and methods, each at some of the routes.
func init() { generators["headers"] = headerInputs }

func TestInputHeaders(t *testing.T) {
	t.Parallel()
	bombard(t, "headers")
}

// headersPerValue is the number of routes each value is tried at.
const headersPerValue = 20

func headerInputs(t testing.TB, dice *rand.Rand) []input {
	c := server(t).Contract
	all := methodInputs(c)
	var guarded, written, any []string
	for _, pattern := range slices.Sorted(maps.Keys(c.Operations)) {
		o := c.Operations[pattern]
		switch {
		case slow(pattern) || strings.HasPrefix(pattern, "DELETE") || strings.HasSuffix(pattern, "/restore"): // deleted objects cannot be requested again, nor restored twice
			continue
		case o.Security == nil:
			guarded = append(guarded, pattern)
		}
		if any = append(any, pattern); o.Body() != nil {
			written = append(written, pattern)
		}
	}
	try := func(patterns []string, in input) {
		for range headersPerValue {
			in.Route = patterns[dice.IntN(len(patterns))]
			if c.Operations[in.Route].Body() != nil {
				in.Change = map[string]string{}
			} else {
				in.Change = nil
			}
			all = append(all, in)
		}
	}
	for _, line := range noTokens {
		try(guarded, input{Headers: strings.Split(line, "\n"), Unnamed: true, Want: http.StatusUnauthorized})
	}
	for _, line := range tokens {
		try(guarded, input{Headers: []string{line}, Unnamed: true})
	}
	withoutForms := slices.DeleteFunc(slices.Clone(written), func(pattern string) bool {
		return c.Operations[pattern].RequestBody.Value.Content["multipart/form-data"] != nil
	})
	for _, kind := range noJSON {
		if strings.HasPrefix(kind, "multipart/") {
			try(withoutForms, input{Headers: []string{"Content-Type: " + kind}, Want: http.StatusUnsupportedMediaType})
			continue
		}
		try(written, input{Headers: []string{"Content-Type: " + kind}, Want: http.StatusUnsupportedMediaType})
	}
	for _, kind := range likeJSON {
		try(written, input{Headers: []string{"Content-Type: " + kind}})
	}
	for _, header := range strangeHeaders {
		try(any, input{Headers: strings.Split(header, "\n")})
	}
	return all
}

// methodInputs are all methods on all paths.
func methodInputs(c *apitest.Contract) []input {
	var all []input
	for _, path := range slices.Sorted(maps.Keys(c.Paths.Map())) {
		if slices.Contains([]string{"/api/collection-types/import", "/api/items/move", "/api/items/export", "/api/copies/export"}, path) { // also the path of an object with an invalid id
			continue
		}
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "OPTIONS", "TRACE", "CONNECTED", "PROPFIND", "get", "G3T", "M-SEARCH"} {
			in := input{Route: method + " " + path}
			o := c.Operations[in.Route]
			if method == "HEAD" {
				o = c.Operations["GET "+path]
			}
			switch {
			case o == nil && method != "HEAD" || o == nil && c.Operations["GET "+path] == nil:
				in.Want = http.StatusMethodNotAllowed
			case o.Body() != nil:
				in.Body = "{}"
			}
			in.Headers = []string{"Authorization: Bearer {bearer}"}
			in.Unnamed = true
			all = append(all, in)
		}
	}
	return all
}

// noTokens are refused. Two lines are two headers.
var noTokens = []string{
	"X-Nothing: 1", "Authorization:", "Authorization: ", "Authorization: Bearer", "Authorization: Bearer ", "Authorization: {bearer}", "Authorization: Basic {bearer}",
	"Authorization: Token {bearer}", "Authorization: Bearer  {bearer}", "Authorization: Bearer\t{bearer}", "Authorization: Bearer:{bearer}", "Authorization: Bearer \"{bearer}\"", "Authorization: Bearer {bearer}x",
	"Authorization: Bearer x{bearer}", "Authorization: Bearer {bearer} {bearer}", "Authorization: Bearer {bearer}, Bearer {bearer}", "Authorization: Bearer {bearer}\nAuthorization: Bearer {bearer}",
	"Authorization: Bearer {bearer}\nAuthorization: Bearer x", "Authorization: Bearer null", "Authorization: Bearer undefined", "Authorization: Bearer vtr_", "Authorization: Bearer vtr_' or 1=1 --",
	"Authorization: Bearer " + strings.Repeat("a", 8000), "Authorization: Bearer \xff\xfe", "Authorization: Bearer ☃", "Authorization: Bearer %00", "Authorization: Bearer ../../x", "Authorization: Bearer eyJhbGciOiJub25lIn0.e30.",
	"Authorization: Digest username=\"x\"", "Authorization: Negotiate x", "Authorization: Bearer token={bearer}", "X-Api-Key: {bearer}", "Cookie: token={bearer}", "Proxy-Authorization: Bearer {bearer}",
	"Authentication: Bearer {bearer}", "X-Authorization: Bearer {bearer}", "Authorization: BearerX {bearer}",
}

// tokens are accepted, though oddly written.
var tokens = []string{"authorization: bearer {bearer}", "AUTHORIZATION: BEARER {bearer}", "Authorization:Bearer {bearer}", "Authorization:    Bearer {bearer}   "}

var noJSON = []string{
	"text/plain", "text/html", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/octet-stream", "image/png", "json", "application", "application/",
	"application/jsonx", "application/json+x", "*/*", "text/csv; charset=utf-8", "x/y; a=b; a=b", ";", "application/json/x",
}

var likeJSON = []string{
	"application/json", "application/json; charset=utf-8", "APPLICATION/JSON", "application/json;charset=utf-16", "application/vnd.api+json", "application/merge-patch+json", "text/json", "application/json; x=\"", "application/json;;;", "",
}

// strangeHeaders have no effect beyond their purpose.
var strangeHeaders = func() []string {
	all := []string{
		"Accept: text/html", "Accept: */*;q=0", "Accept: application/xml", "Accept:", "Accept: \xff", "Accept: " + strings.Repeat("a/b,", 1000), "Accept: application/json;version=2", "Accept-Encoding: gzip, br", "Accept-Language: xx-XX-" + strings.Repeat("x", 900), "Accept-Charset: utf-7",
		"Host: localhost", "Host: evil.example", "Host: 127.0.0.1:1", "Host: [::1]", "Host: evil.example:99999", "Host: a.b.c.d.e.f", "Host: EVIL.EXAMPLE", "Host: xn--exmple-cua.org", "Host: evil.example.", "Host: -", "Host: %61",
		"X-Request-Id: " + strings.Repeat("a", 65), "X-Request-Id: a b", "X-Request-Id: <script>", "X-Request-Id: \xff", "X-Request-Id: a\nX-Request-Id: b", "X-HTTP-Method-Override: DELETE", "X-Original-URL: /api/me", "X-Tenant: 1", "X-Account-Id: 1", "Forwarded: for=1.2.3.4;host=evil.example",
		"X-Forwarded-Host: evil.example", "X-Forwarded-Host: evil.example, b", "X-Forwarded-Proto: javascript", "X-Forwarded-Proto: https\nX-Forwarded-Proto: http", "X-Forwarded-Prefix: /x", "X-Real-IP: 1.2.3.4", "Range: bytes=0-1", "If-Modified-Since: never", "If-None-Match: *", "If-None-Match: \"x\", W/\"y\"",
		"Idempotency-Key: \xff", "Idempotency-Key: " + strings.Repeat("k", 256), "Idempotency-Key: a b", "Content-Encoding: gzip", "Upgrade: h2c\nConnection: Upgrade, HTTP2-Settings", "Origin: null", "Origin: https://evil.example", "Referer: javascript:1", "Cookie: " + strings.Repeat("a=b; ", 500), "Sec-Fetch-Site: cross-site", "Trailer: X", "TE: trailers", "Via: 1.0 evil",
	}
	for _, address := range []string{
		"", " ", ",", ",,,", "1.2.3.4", "1.2.3.4, 5.6.7.8", "256.1.1.1", "1.2.3", "1.2.3.4:80", "[::1]:80", "::1", "::ffff:1.2.3.4", "::ffff:127.0.0.1", "fe80::1%eth0", "fe80::1%" + strings.Repeat("z", 500), "2001:db8::1", "unknown", "_hidden",
		"127.0.0.1", "127.0.0.1, 127.0.0.1", "0.0.0.0", "255.255.255.255", "0x7f.1", "2130706433", "1.2.3.4\nX-Forwarded-For: 5.6.7.8", "<script>", "'; --", "\xff", "１.2.3.4", strings.Repeat("1.2.3.4,", 500), "1.2.3.4,", ",1.2.3.4", "1.2.3.4;5.6.7.8", "for=1.2.3.4", "::", "64:ff9b::1.2.3.4", "1.2.3.4/32", "-1", "localhost", "127.0.0.1, junk",
	} {
		all = append(all, "X-Forwarded-For: "+address)
	}
	return all
}()
