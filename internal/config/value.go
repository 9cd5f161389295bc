package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"vitrine/internal/identity"
)

func databaseURL(to *string, v string) error {
	if strings.Contains(v, "=") && !strings.Contains(v, "://") { // libpq's key=value form
		*to = v
		return nil
	}
	return urlOf(to, v, "postgres", "postgresql")
}

// urlOf never quotes the value: it may contain a password.
func urlOf(to *string, v string, schemes ...string) error {
	scheme, rest, ok := strings.Cut(v, "://")
	if _, err := url.Parse(v); err != nil || !ok || rest == "" {
		return fmt.Errorf("must be a URL that begins with %s://", schemes[0])
	}
	if err := oneOf(new(string), scheme, schemes...); err != nil {
		return fmt.Errorf("must begin with %s://", strings.Join(schemes, ":// or "))
	}
	*to = v
	return nil
}

func sender(to *string, v string) error {
	if _, err := mail.ParseAddress(v); err != nil {
		return fmt.Errorf("%q is not an address such as Vitrine <vitrine@example.org>", v)
	}
	*to = v
	return nil
}

func listen(to *string, v string) error {
	_, port, err := net.SplitHostPort(v)
	if err == nil {
		_, err = net.LookupPort("tcp", port) // a number, or a name such as http
	}
	if err != nil {
		return fmt.Errorf("%q is not an address such as :8080 or 127.0.0.1:8080", v)
	}
	*to = v
	return nil
}

// fromPort turns PORT, which many platforms set, into an address.
func fromPort(port string) (string, error) {
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return "", fmt.Errorf("is unset and PORT is %q; set PORT to a number such as 8080, or unset it", port)
	}
	return ":" + port, nil
}

func level(to *slog.Level, v string) error {
	if err := oneOf(new(string), strings.ToLower(v), "debug", "info", "warn", "error"); err != nil {
		return err
	}
	return to.UnmarshalText([]byte(v))
}

// headers reads name=value,name=value with values escaped as in a URL. It never
// quotes them: they may contain a key.
func headers(to *map[string]string, v string) error {
	*to = map[string]string{}
	for part := range strings.SplitSeq(v, ",") {
		name, escaped, ok := strings.Cut(part, "=")
		value, err := url.PathUnescape(strings.TrimSpace(escaped))
		if name = strings.TrimSpace(name); !ok || err != nil || name == "" {
			return errors.New("must be name=value pairs with commas between them")
		}
		(*to)[name] = value
	}
	return nil
}

// setupCode never quotes the value.
func setupCode(to *string, v string) error {
	if utf8.RuneCountInString(identity.PlainSetupCode(v)) < identity.SetupCodeLetters {
		return fmt.Errorf("must have at least %d letters and digits", identity.SetupCodeLetters)
	}
	*to = v
	return nil
}

func duration(to *time.Duration, v string) error {
	d, err := time.ParseDuration(v)
	if err != nil || d < 0 {
		return fmt.Errorf("%q is not a duration such as 5s", v)
	}
	*to = d
	return nil
}

func positive(to *int, v string) error {
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 {
		return fmt.Errorf("%q is not a whole number of at least 1", v)
	}
	*to = n
	return nil
}

func serverNumber(to *int, v string) error {
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n > 1023 {
		return fmt.Errorf("%q is not a whole number from 0 to 1023", v)
	}
	*to = n
	return nil
}

func oneOf(to *string, v string, allowed ...string) error {
	for _, a := range allowed {
		if v == a {
			*to = v
			return nil
		}
	}
	return fmt.Errorf("%q is not one of %s", v, strings.Join(allowed, ", "))
}

// demo reads whether visitors may try it.
func demo(to *bool, v string) error {
	var said string
	err := oneOf(&said, v, "0", "1")
	*to = said == "1"
	return err
}

// origins reads origins as browsers send them: scheme, host and port, without a
// path. There is no wildcard, which would admit any page.
func origins(to *[]string, v string) error {
	for part := range strings.SplitSeq(v, ",") {
		origin := strings.TrimSpace(part)
		u, err := url.Parse(origin)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || origin != strings.ToLower(u.Scheme+"://"+u.Host) {
			return fmt.Errorf("%q is not an origin such as https://app.example.org, in small letters and without a path", origin)
		}
		*to = append(*to, origin)
	}
	return nil
}
