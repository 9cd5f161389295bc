package config

import (
	"fmt"
	"io"
	"net/url"
	"strings"
)

// Print writes the settings in force, secrets redacted.
func Print(w io.Writer, getenv func(string) string) {
	for _, set := range Settings {
		fmt.Fprintf(w, "  %-32s %s\n", set.Name, set.shown(getenv))
	}
}

// Explain writes each setting with its value, default and meaning, secrets
// redacted.
func Explain(w io.Writer, getenv func(string) string) {
	for _, set := range Settings {
		value := set.shown(getenv)
		switch {
		case value == "":
			value = "(unset)"
		case value == set.Default:
			value += " (default)"
		case set.Default != "":
			value += " (default " + set.Default + ")"
		}
		fmt.Fprintf(w, "%s = %s\n    %s\n", set.Name, value, set.Help)
		if set.Secret {
			fmt.Fprintf(w, "    or %s: a file that holds it\n", set.Name+fileSuffix)
		}
	}
}

// shown is the value in force, redacted.
func (set Setting) shown(getenv func(string) string) string {
	value, err := set.value(getenv)
	switch {
	case err != nil: // Read reports what is wrong
		return "(unusable)"
	case set.Secret:
		return redact(value)
	}
	return value
}

// redact hides the password of a URL, or all of a value that is not a URL.
func redact(value string) string {
	u, err := url.Parse(value)
	switch {
	case value == "":
		return ""
	case err != nil || u.Scheme == "":
		return "(hidden)"
	}
	query := u.Query()
	for name := range query {
		if strings.Contains(strings.ToLower(name), "password") {
			query.Set(name, "xxxxx")
		}
	}
	u.RawQuery = query.Encode()
	return u.Redacted()
}
