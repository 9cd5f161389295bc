package config

import (
	"strings"
	"testing"
)

func TestNobodyTrustsStrangers(t *testing.T) {
	read := func(networks string) error {
		_, err := Read(environment(map[string]string{"DATABASE_URL": database, "VITRINE_TRUSTED_PROXIES": networks}))
		return err
	}
	for _, wide := range []string{"0.0.0.0/0", "::/0", "10.0.0.0/0", "0.0.0.0/1, 128.0.0.0/1", "10.0.0.0/8,::/0", "2000::/3", "fc00::/3", "::ffff:0.0.0.0/0", "64.0.0.0/7"} {
		if err := read(wide); err == nil || !strings.Contains(err.Error(), "VITRINE_TRUSTED_PROXIES") || !strings.Contains(err.Error(), "name that of your proxy") {
			t.Errorf("%s: %v", wide, err)
		}
	}
	for _, sane := range []string{"10.0.0.0/8", "127.0.0.1/32, ::1/128", "172.16.0.0/12", "104.16.0.0/13", "2400:cb00::/32", "2a06:98c0::/29", "fc00::/7", "fe80::/10"} {
		if err := read(sane); err != nil {
			t.Errorf("%s: %v", sane, err)
		}
	}
}
