// Package web mounts the pages for collectors. A page calls the same functions and use cases as the
// API, with the same inputs, and has no rules of its own. It never imports the API. Each area is a
// package; no area imports another.
package web

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"vitrine/internal/account"
	"vitrine/internal/attachment"
	"vitrine/internal/httpserver"
	"vitrine/internal/subpath"
	"vitrine/internal/web/entrance"
	"vitrine/internal/web/exchange"
	"vitrine/internal/web/item"
	"vitrine/internal/web/locations"
	"vitrine/internal/web/page"
	"vitrine/internal/web/settings"
	"vitrine/internal/web/shelf"
	"vitrine/internal/web/showcase"
	"vitrine/internal/web/types"
)

// New mounts the pages.
func New(front *httpserver.Server, accounts *account.Accounts, attachments *attachment.Attachments, log *slog.Logger) *page.Web {
	return page.Mount(front, accounts, attachments, log, allPages())
}

// allPages is the page map.
func allPages() []page.Row {
	return slices.Concat(entrance.Pages, showcase.Pages, settings.Pages, shelf.Pages, types.Pages, locations.Pages, item.Pages, exchange.Pages)
}

// CheckSubpath refuses a path that begins as one of ours: a request could be of both.
func CheckSubpath(at subpath.Path) error {
	first := func(path string) string { return strings.Split(path+"//", "/")[1] }
	ours := []string{"api", "assets", "docs", "livez", "readyz"}
	for _, pattern := range Patterns() {
		_, path, _ := strings.Cut(pattern, " ")
		ours = append(ours, first(path))
	}
	if at != "" && slices.Contains(ours, first(string(at))) {
		return fmt.Errorf("VITRINE_PUBLIC_URL: pages of Vitrine begin with /%s; choose another path, such as /vitrine", first(string(at)))
	}
	return nil
}

// Patterns are the patterns of all pages, for tests that visit every page.
func Patterns() (all []string) {
	for _, p := range allPages() {
		all = append(all, p.Pattern)
	}
	return all
}
