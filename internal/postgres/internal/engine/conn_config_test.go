package engine

import "testing"

// Operators' commands do not compile statements either, unless the address asks for it; a pooler would
// refuse the setting.
func TestConnConfigCompilesNothing(t *testing.T) {
	for address, want := range map[string]string{
		"postgres://vitrine@localhost/vitrine":                                        "off",
		"postgres://vitrine@localhost/vitrine?jit=on":                                 "on",
		"postgres://vitrine@localhost/vitrine?default_query_exec_mode=cache_describe": "",
	} {
		config, err := ConnConfig(address)
		if err != nil || config.RuntimeParams["jit"] != want {
			t.Errorf("%s: jit is %q, want %q; %v", address, config.RuntimeParams["jit"], want, err)
		}
	}
}
