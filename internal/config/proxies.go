package config

import (
	"fmt"
	"net/netip"
	"strings"
)

func prefixes(to *[]netip.Prefix, v string) error {
	for part := range strings.SplitSeq(v, ",") {
		part = strings.TrimSpace(part)
		p, err := netip.ParsePrefix(part)
		switch {
		case err != nil:
			return fmt.Errorf("%q is not a network such as 10.0.0.0/8", part)
		case strangers(p):
			return fmt.Errorf("%q is a network of strangers, who could then claim to be any client; name that of your proxy, such as 10.0.0.0/8, or its address, such as 192.0.2.7/32", part)
		}
		*to = append(*to, p)
	}
	return nil
}

// strangers reports whether a network is wider than any that proxies run in: the
// widest private networks, and those of a provider.
func strangers(p netip.Prefix) bool {
	switch a := p.Masked().Addr(); {
	case a.Is4():
		return p.Bits() < 8
	case a.IsPrivate(), a.IsLinkLocalUnicast():
		return p.Bits() < 7
	}
	return p.Bits() < 16
}
