package view

import (
	"net/url"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
)

// CopyPath is the address of the page of a copy.
func CopyPath(id int64) string { return "/copies/" + strconv.FormatInt(id, 10) }

// copyPath is where the forms of a copy are sent.
func copyPath(c catalog.Copy) string {
	return ItemPath(c.ItemID) + "/copies/" + strconv.FormatInt(c.ID, 10)
}

// CopyName is what a copy is called on its page.
func CopyName(f Frame, c catalog.Copy) string {
	if c.Identifier != nil {
		return *c.Identifier
	}
	return f.T("copy.unnamed")
}

// placeName is a place in one line, the outermost location first.
func placeName(path []string) string { return strings.Join(path, " › ") }

// CopyShown is everything on the page of a copy. Which parts there are depends on the
// tab.
type CopyShown struct {
	Copy      catalog.CopySheet
	Tab       string // empty for the overview
	Story     catalog.Page[catalog.TimelineEntry]
	Only      string // the kind of entries that the timeline is limited to
	Brief     bool   // milestones only
	Lists     []Lines
	Documents catalog.Page[catalog.Document]
	Form      Form // of a new document
	Refused   []Refused
}

// CopyTabs are the parts of the page of a copy, by the end of their address.
var CopyTabs = []string{"", "value", "loans", "maintenance", "provenance", "stays", "insurance", "documents"}

// tabPath is the address of a part.
func (s CopyShown) tabPath(tab string) string {
	if tab == "" {
		return CopyPath(s.Copy.ID)
	}
	return CopyPath(s.Copy.ID) + "/" + tab
}

// tabName is the key of its name.
func tabName(tab string) string {
	if tab == "" {
		return "copy.tab.overview"
	}
	return "copy.tab." + tab
}

// storyPath is the address of the timeline with something changed.
func (s CopyShown) storyPath(only string, brief bool, after string) string {
	query := url.Values{}
	if only != "" {
		query.Set("only", only)
	}
	if brief {
		query.Set("brief", "1")
	}
	if after != "" {
		query.Set("after", after)
	}
	if len(query) == 0 {
		return CopyPath(s.Copy.ID)
	}
	return CopyPath(s.Copy.ID) + "?" + query.Encode()
}

// MoreDocuments is the address of the documents after those of the page.
func (s CopyShown) MoreDocuments() string {
	return With(CopyPath(s.Copy.ID)+"/documents", "after", s.Documents.NextAfter)
}

// CopyEdit is the form of a copy.
type CopyEdit struct {
	Item   catalog.Item
	Copy   *catalog.CopySheet // nil for a new one
	Places catalog.PlaceChoice
	Form   Form
}

// Action is where the form is sent.
func (e CopyEdit) Action() string {
	if e.Copy == nil {
		return ItemPath(e.Item.ID) + "/copies"
	}
	return copyPath(e.Copy.Copy)
}

// Back is the page that the form came from.
func (e CopyEdit) Back() string {
	if e.Copy == nil {
		return ItemPath(e.Item.ID)
	}
	return CopyPath(e.Copy.ID)
}

func documentPath(d catalog.Document) string { return "/documents/" + number(d.ID) }

// documentLink opens a document in the browser, or where it lies.
func documentLink(d catalog.Document) string {
	if d.ExternalURL != nil {
		return *d.ExternalURL
	}
	return documentPath(d) + "/file?inline"
}

// documentFacts are its number, where it lies and how large it is.
func documentFacts(f Frame, d catalog.Document) string {
	facts := ""
	if d.ReferenceNumber != nil {
		facts += " · " + *d.ReferenceNumber
	}
	if d.ExternalURL != nil {
		if u, err := url.Parse(*d.ExternalURL); err == nil {
			facts += " · " + u.Host
		}
	}
	if d.Size != nil {
		facts += " · " + f.Bytes(*d.Size)
	}
	return facts
}

func documentKinds(f Frame) (all []Option) {
	for _, kind := range catalog.DocumentTypes {
		all = append(all, Option{kind, f.T("document_type." + kind)})
	}
	return all
}
