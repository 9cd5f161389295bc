package config

import (
	"fmt"
	"slices"
)

// Listen reads the address to listen on, for who asks an instance and needs no other setting.
func Listen(getenv func(string) string) (string, error) {
	var c Config
	address := Settings[slices.IndexFunc(Settings, func(s Setting) bool { return s.Name == "VITRINE_LISTEN" })]
	value, err := address.value(getenv)
	if err == nil {
		err = address.read(&c, value)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", address.Name, err)
	}
	return c.Listen, nil
}
