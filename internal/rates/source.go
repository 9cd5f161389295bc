package rates

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"syscall"
	"time"

	"vitrine/internal/catalog"
)

// patience is how long an address may take for all of its answer.
const patience = 5 * time.Second

// Source is where an operator gets rates from: the path of a file, or an address that
// begins with https://.
type Source struct {
	place   string
	refused func(netip.Addr) bool // addresses that are not asked
	roots   *x509.CertPool        // nil are the system's
}

func NewSource(place string) Source { return Source{place: place, refused: Inside} }

// Read reads all rates of the source.
func (s Source) Read(ctx context.Context) ([]catalog.Rate, error) {
	content, err := s.content(ctx)
	if err != nil {
		return nil, fmt.Errorf("the exchange rates were not read: %w", err)
	}
	return Parse(content)
}

func (s Source) content(ctx context.Context) ([]byte, error) {
	if !strings.HasPrefix(s.place, "https://") {
		file, err := os.Open(s.place)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		return bounded(file)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, s.place, nil)
	if err != nil {
		return nil, err
	}
	answer, err := s.client().Do(ask)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the answer is %s", answer.Status)
	}
	return bounded(answer.Body)
}

func bounded(from io.Reader) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(from, maxSize+1))
	if err == nil && len(content) > maxSize {
		err = fmt.Errorf("there is more than %d bytes", maxSize)
	}
	return content, err
}

// client asks only addresses on the internet: the one that a name has at the moment of
// connecting is looked at. It follows nobody elsewhere and heeds no proxy.
func (s Source) client() *http.Client {
	dialer := &net.Dialer{Timeout: patience, Control: func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil || s.refused(at.Addr()) {
			return fmt.Errorf("%s is not an address on the internet", address)
		}
		return nil
	}}
	return &http.Client{
		Transport: &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true, MaxResponseHeaderBytes: 64 << 10, TLSHandshakeTimeout: patience,
			TLSClientConfig: &tls.Config{RootCAs: s.roots, MinVersion: tls.VersionTLS12}},
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return errors.New("the answer leads elsewhere, which is not followed")
		},
	}
}

// inside are networks that netip knows no word for: shared and translated addresses,
// those of tunnels, of tests and of the future.
var inside = func() (all []netip.Prefix) {
	for _, network := range strings.Fields(`0.0.0.0/8 100.64.0.0/10 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4
		::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 fec0::/10 168.63.129.16/32`) {
		all = append(all, netip.MustParsePrefix(network))
	}
	return all
}()

// Inside reports whether an address is not one on the internet: private, loopback,
// link-local, shared, translated, mapped, or where clouds keep secrets.
func Inside(a netip.Addr) bool {
	if !a.IsValid() || a.Is4In6() || a.Zone() != "" || !a.IsGlobalUnicast() || a.IsPrivate() {
		return true
	}
	for _, network := range inside {
		if network.Contains(a) {
			return true
		}
	}
	return false
}
