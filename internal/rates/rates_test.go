package rates

import (
	"context"
	"crypto/x509"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const daily = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<Cube><Cube time='2026-01-02'><Cube currency='USD' rate='1.0800'/><Cube currency='JPY' rate='160.1'/></Cube>
	<Cube time='2026-01-01'><Cube currency='USD' rate='1.07'/></Cube></Cube>
</gesmes:Envelope>`

func TestRatesAreRead(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		want    string
	}{
		"table":         {"date,base,currency,rate\r\n2026-01-02,USD,EUR,0.9\r\n", "2026-01-02 USD EUR 0.9"},
		"XML":           {daily, "2026-01-02 EUR USD 1.0800, 2026-01-02 EUR JPY 160.1, 2026-01-01 EUR USD 1.07"},
		"daily table":   {"Date, USD, JPY, \n02 January 2026, 1.08, 160.1, \n", "2026-01-02 EUR USD 1.08, 2026-01-02 EUR JPY 160.1"},
		"history table": {"Date,USD,CYP,\n2026-01-02,1.08,N/A,\n", "2026-01-02 EUR USD 1.08"},
	} {
		all, err := Parse([]byte(c.content))
		var found []string
		for _, r := range all {
			found = append(found, r.Date.Format(time.DateOnly)+" "+r.Base+" "+r.CurrencyCode+" "+r.Rate)
		}
		if got := strings.Join(found, ", "); err != nil || got != c.want {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}

func TestHostileRatesAreRefused(t *testing.T) {
	const head = "date,base,currency,rate\n2026-01-01,EUR,USD,1.1\n"
	for name, content := range map[string]string{
		"empty":           "",
		"head only":       "date,base,currency,rate\n",
		"another head":    "day,base,currency,rate\n2026-01-02,EUR,USD,1\n",
		"cut off":         head + "2026-01-02,EUR,USD,1.",
		"cut off earlier": head + "2026-01-02,EUR\n",
		"zero":            head + "2026-01-02,EUR,USD,0.00\n",
		"negative":        head + "2026-01-02,EUR,USD,-1\n",
		"huge":            head + "2026-01-02,EUR,USD,1e400\n",
		"long":            head + "2026-01-02,EUR,USD," + strings.Repeat("9", 400) + "\n",
		"no number":       head + "2026-01-02,EUR,USD,NaN\n",
		"no day":          head + "2026-02-30,EUR,USD,1\n",
		"the future":      head + "2999-01-01,EUR,USD,1\n",
		"one currency":    head + "2026-01-02,EUR,EUR,1\n",
		"no currency":     head + "2026-01-02,EUR,../x,1\n",
		"two rates":       head + "2026-01-01,EUR,USD,1.2\n",
		"archive":         "PK\x03\x04",
		"cut off XML":     daily[:len(daily)-40],
		"declared":        `<!DOCTYPE x [<!ENTITY a "b">]>` + daily[strings.Index(daily, "<gesmes"):],
		"deep":            strings.Repeat("<a>", 100),
		"XML of zero":     strings.Replace(daily, "1.07", "0", 1),
		"a page":          "<html><body>Not found</body></html>",
	} {
		if found, err := Parse([]byte(content)); err == nil {
			t.Errorf("%s: %v", name, found)
		}
	}
}

func TestOnlyTheInternetIsAsked(t *testing.T) {
	for _, a := range strings.Fields(`127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 ::1 :: fe80::1 fc00::1
		fd00:ec2::254 ::ffff:8.8.8.8 ::ffff:127.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: ff02::1 fe80::1%eth0 168.63.129.16 198.18.0.1 240.0.0.1 ::7f00:1`) {
		if !Inside(netip.MustParseAddr(a)) {
			t.Errorf("%s would be asked", a)
		}
	}
	for _, a := range []string{"8.8.8.8", "2606:4700::1111"} {
		if Inside(netip.MustParseAddr(a)) {
			t.Errorf("%s would not be asked", a)
		}
	}
}

func TestSources(t *testing.T) {
	table := "date,base,currency,rate\n2026-01-02,USD,EUR,0.9\n"
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/rates":
			_, _ = w.Write([]byte(table))
		case "/elsewhere":
			http.Redirect(w, r, "/rates", http.StatusFound)
		case "/short":
			w.Header().Set("Content-Length", "1000")
			_, _ = w.Write([]byte(table))
		case "/slow":
			<-r.Context().Done()
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	trusted := x509.NewCertPool()
	trusted.AddCert(server.Certificate())
	at := func(path string) Source {
		return Source{place: server.URL + path, roots: trusted, refused: func(netip.Addr) bool { return false }}
	}
	t.Setenv("HTTPS_PROXY", "http://127.0.0.1:1")
	if found, err := at("/rates").Read(t.Context()); err != nil || len(found) != 1 {
		t.Errorf("%v, %v", found, err)
	}
	for _, path := range []string{"/elsewhere", "/short", "/missing"} {
		if found, err := at(path).Read(t.Context()); err == nil {
			t.Errorf("%s: %v", path, found)
		}
	}
	soon, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := at("/slow").Read(soon); err == nil {
		t.Error("an answer that does not come was waited for")
	}
	inside := at("/rates")
	inside.refused = Inside
	byName := inside
	byName.place = strings.Replace(inside.place, "127.0.0.1", "localhost", 1)
	for _, s := range []Source{inside, byName} {
		if _, err := s.Read(t.Context()); err == nil || !strings.Contains(err.Error(), "not an address on the internet") {
			t.Errorf("%s: %v", s.place, err)
		}
	}
	file := filepath.Join(t.TempDir(), "rates.csv")
	if err := os.WriteFile(file, []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	if found, err := NewSource(file).Read(t.Context()); err != nil || len(found) != 1 {
		t.Errorf("%v, %v", found, err)
	}
}
