package web

import (
	"log/slog"
	"slices"
	"strings"

	"vitrine/internal/account"
	"vitrine/internal/attachment"
	"vitrine/internal/httpserver"
	"vitrine/internal/identity"
)

// New mounts the pages.
func New(front *httpserver.Server, accounts *account.Accounts, attachments *attachment.Attachments, log *slog.Logger) *Web {
	return mount(front, accounts, attachments, log, allPages())
}

// allPages is the page map.
func allPages() []row {
	return slices.Concat(
		entrancePages, mailedPages, showcasePages, homePages, samplePages, sharePages,
		settingsPages, securityPages, apiKeyPages, memberPages, archivePages, accountPages,
		collectionPages, shelfPages, shareLinkPages,
		itemPages, newItemPages, chosenItemPages, itemFieldPages, itemTagPages, offerPages, photoPages, copyPages, copyTabPages, recordPages, documentPages,
		tagPages, categoryPages, setPages, seriesPages, wishPages,
		locationPages, locationMovePages, shelfCheckPages, labelPages,
		collectionTypePages, customFieldPages, typeImportPages, typesOfCollectionPages,
		searchPages, savedViewPages, exportPages, importPages, importStepPages, insurancePages, packPages, loanPages, worthPages, attentionPages, trashPages, logPages, helpPages,
	)
}

// Patterns are those of all pages, for who walks through them.
func Patterns() (all []string) {
	for _, p := range allPages() {
		all = append(all, p.pattern)
	}
	return all
}

// open is a page for anybody.
func open(pattern, operation string, handle func(*visit) error) row {
	return row{pattern: pattern, anybody: true, operation: operation, handle: handle}
}

// show is a page for members.
func show(pattern, operation string, handle func(*visit) error) row {
	return at(pattern, identity.View, operation, handle)
}

// edit is a page for owners and editors.
func edit(pattern, operation string, handle func(*visit) error) row {
	return at(pattern, identity.Edit, operation, handle)
}

// own is a change by any member to what is their own.
func own(pattern, operation string, handle func(*visit) error) row {
	return at(pattern, identity.Own, operation, handle)
}

// at is a page for whoever has a right. To look at it, the right to read is enough,
// which the database confirms with what is read.
func at(pattern string, right identity.Right, operation string, handle func(*visit) error) row {
	if strings.HasPrefix(pattern, "GET ") {
		right = right.Reading()
	}
	return row{pattern: pattern, right: right, operation: operation, handle: handle}
}

// taking lets a page take files, which are larger than a form.
func taking(p row) row {
	p.files = true
	return p
}
