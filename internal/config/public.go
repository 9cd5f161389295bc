package config

import (
	"errors"
	"net/url"
	"regexp"
)

// plainPath is a path without anything that needs escaping in a page, a header or a cookie.
var plainPath = regexp.MustCompile(`^(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$`)

// publicURL reads the address that links begin with, without its last slash.
func publicURL(to *string, v string) error {
	if err := urlOf(to, v, "http", "https"); err != nil {
		return err
	}
	u, err := url.Parse(v)
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return errors.New("must be an address such as https://vitrine.example.org or https://home.example/vitrine, without ? or #")
	case !plainPath.MatchString(u.EscapedPath()):
		return errors.New("must have a path of letters, digits and . _ ~ - only, such as /vitrine")
	}
	return nil
}
