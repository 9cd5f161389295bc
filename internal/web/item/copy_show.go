package item

import (
	"net/url"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// copyPath is where the forms of a copy are sent.
func copyPath(c catalog.Copy) string {
	return ui.ItemPath(c.ItemID) + "/copies/" + strconv.FormatInt(c.ID, 10)
}

// CopyName is what a copy is called on its page.
func CopyName(f ui.Frame, c catalog.Copy) string {
	if c.Identifier != nil {
		return *c.Identifier
	}
	return f.T("copy.unnamed")
}

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
	Form      ui.Form // of a new document
	Refused   []ui.Refused
}

// CopyTabs are the parts of the page of a copy, by the end of their address.
var CopyTabs = []string{"", "value", "loans", "maintenance", "provenance", "stays", "insurance", "documents"}

// tabPath is the address of a part.
func (s CopyShown) tabPath(tab string) string {
	if tab == "" {
		return ui.CopyPath(s.Copy.ID)
	}
	return ui.CopyPath(s.Copy.ID) + "/" + tab
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
		return ui.CopyPath(s.Copy.ID)
	}
	return ui.CopyPath(s.Copy.ID) + "?" + query.Encode()
}

// MoreDocuments is the address of the documents after those of the page.
func (s CopyShown) MoreDocuments() string {
	return ui.With(ui.CopyPath(s.Copy.ID)+"/documents", "after", s.Documents.NextAfter)
}

// CopyEdit is the form of a copy.
type CopyEdit struct {
	Item   catalog.Item
	Copy   *catalog.CopySheet // nil for a new one
	Places catalog.PlaceChoice
	Form   ui.Form
}

// Action is where the form is sent.
func (e CopyEdit) Action() string {
	if e.Copy == nil {
		return ui.ItemPath(e.Item.ID) + "/copies"
	}
	return copyPath(e.Copy.Copy)
}

// Back is the page that the form came from.
func (e CopyEdit) Back() string {
	if e.Copy == nil {
		return ui.ItemPath(e.Item.ID)
	}
	return ui.CopyPath(e.Copy.ID)
}

func documentPath(d catalog.Document) string { return "/documents/" + ui.Number(d.ID) }

// documentLink opens a document in the browser, or where it lies.
func documentLink(d catalog.Document) string {
	if d.ExternalURL != nil {
		return *d.ExternalURL
	}
	return documentPath(d) + "/file?inline"
}

// documentFacts are its number, where it lies and how large it is.
func documentFacts(f ui.Frame, d catalog.Document) string {
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

func documentKinds(f ui.Frame) (all []ui.Option) {
	for _, kind := range catalog.DocumentTypes {
		all = append(all, ui.Option{Value: kind, Label: f.T("document_type." + kind)})
	}
	return all
}
