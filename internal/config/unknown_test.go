package config

import (
	"strings"
	"testing"
)

func TestUnknownSettingsAreRefusedWithTheNearest(t *testing.T) {
	for pair, want := range map[string]string{
		"VITRINE_RATELIMIT_API=1":               "VITRINE_RATELIMIT_API is not a setting; did you mean VITRINE_RATE_LIMIT_API?",
		"VITRINE_LOGLEVEL=warn":                 "VITRINE_LOGLEVEL is not a setting; did you mean VITRINE_LOG_LEVEL?",
		"VITRINE_REGISTRATIONS=closed":          "VITRINE_REGISTRATIONS is not a setting; did you mean VITRINE_REGISTRATION?",
		"VITRINE_DATABASE_URL=postgres://db":    "VITRINE_DATABASE_URL is not a setting; did you mean DATABASE_URL?",
		"VITRINE_SECRETKEY_FILE=/run/key":       "VITRINE_SECRETKEY_FILE is not a setting; did you mean VITRINE_SECRET_KEY_FILE?",
		"VITRINE_LOG_FORMAT_FILE=/run/format":   "VITRINE_LOG_FORMAT_FILE is not a setting: VITRINE_LOG_FORMAT is not a secret, and is not read from a file",
		"VITRINE_PORT=9000":                     "VITRINE_PORT is not a setting; did you mean PORT, or VITRINE_LISTEN?",
		"VITRINE_BANANA=yes":                    "VITRINE_BANANA is not a setting; unset it, or see vitrine settings",
		"VITRINE_=":                             "VITRINE_ is not a setting; unset it, or see vitrine settings",
		"VITRINE_LISTEN=:1":                     "",
		"VITRINE_SECRET_KEY_FILE=/run/key":      "",
		"VITRINE_LEAKED_PASSWORDS_FILE=/list":   "",
		"VITRINE_TEST_DATABASE_URL=postgres://": "",
		"VITRINE_VERSION=v1":                    "",
		"PATH=/bin":                             "",
	} {
		err := Unknown([]string{"HOME=/", pair})
		if err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%s: %v, want %q", pair, err, want)
		}
	}
	both := Unknown([]string{"VITRINE_BANANA=1", "VITRINE_APPLE=2"})
	if both == nil || strings.Count(both.Error(), "is not a setting") != 2 {
		t.Errorf("two unknown settings: %v", both)
	}
}

// Kubernetes describes Services in the environment by default.
func TestServicesOfKubernetesAreNoSettings(t *testing.T) {
	links := []string{"VITRINE_SERVICE_HOST=10.0.0.1", "VITRINE_SERVICE_PORT=80", "VITRINE_SERVICE_PORT_HTTP=80", "VITRINE_PORT=tcp://10.0.0.1:80",
		"VITRINE_PORT_80_TCP=tcp://10.0.0.1:80", "VITRINE_PORT_80_TCP_PROTO=tcp", "VITRINE_PORT_80_TCP_PORT=80", "VITRINE_PORT_80_TCP_ADDR=10.0.0.1",
		"VITRINE_METRICS_SERVICE_HOST=10.0.0.2", "VITRINE_METRICS_PORT=tcp://10.0.0.2:9464"}
	if err := Unknown(links); err != nil {
		t.Error(err)
	}
}

func TestWrongValuesSayWhatIsRight(t *testing.T) {
	for name, c := range map[string]struct{ value, want string }{
		"PORT":                 {"abc", `VITRINE_LISTEN: is unset and PORT is "abc"; set PORT to a number such as 8080, or unset it`},
		"VITRINE_LISTEN":       {":abc", `VITRINE_LISTEN: ":abc" is not an address such as :8080 or 127.0.0.1:8080`},
		"VITRINE_LOG_LEVEL":    {"loud", `VITRINE_LOG_LEVEL: "loud" is not one of debug, info, warn, error`},
		"VITRINE_DRAIN_DELAY":  {"soon", `VITRINE_DRAIN_DELAY: "soon" is not a duration such as 5s`},
		"VITRINE_REGISTRATION": {"setup", `VITRINE_SETUP_CODE: is required with VITRINE_REGISTRATION=setup, or VITRINE_SECRET_KEY, to make a code of`},
		"VITRINE_SETUP_CODE":   {"only-11-char", `VITRINE_SETUP_CODE: must have at least 12 letters and digits`},
	} {
		_, err := Read(environment(map[string]string{"DATABASE_URL": database, name: c.value}))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s=%s: %v, want %s", name, c.value, err, c.want)
		}
	}
	for name, value := range map[string]string{"VITRINE_SETUP_CODE": "twelve-12345-x", "VITRINE_SECRET_KEY": key} {
		if _, err := Read(environment(map[string]string{"DATABASE_URL": database, "VITRINE_REGISTRATION": "setup", name: value})); err != nil {
			t.Error(err)
		}
	}
	for _, level := range []string{"debug", "INFO", "Warn", "error"} {
		if _, err := Read(environment(map[string]string{"DATABASE_URL": database, "VITRINE_LOG_LEVEL": level})); err != nil {
			t.Error(err)
		}
	}
}
