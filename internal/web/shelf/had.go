package shelf

import (
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// asksForCode reports whether a search is for what is printed on a thing.
func asksForCode(in catalog.HaveInput) bool {
	return in.Read().Valid() || catalog.LabelledCopy(in.Base, in.Code) > 0
}

// had answers a search for a code: whether one has the thing. Results are shown as those of words.
func had(v *page.Visit, in catalog.HaveInput) (found ui.Found, err error) {
	found.Query = in.Code
	err = v.Together(func(r postgres.Reader) error {
		have, err := inventory.Have(v.Context(), r, in)
		found.Had = &have
		return err
	})
	if err != nil {
		return found, err
	}
	found.Groups = []catalog.FoundGroup{matched("item", found.Had.Matches), matched("sibling", found.Had.Siblings)}
	return found, beside(v, &found, nil)
}

// matched shows matches as hits.
func matched(kind string, matches []catalog.Match) catalog.FoundGroup {
	g := catalog.FoundGroup{Kind: kind, Total: int64(len(matches))}
	for _, m := range matches {
		g.Hits = append(g.Hits, catalog.Hit{ID: m.ItemID, Title: m.Name, Context: &m.CollectionName, CollectionID: &m.CollectionID, ItemID: &m.ItemID})
	}
	return g
}

// The answers to «do I have it?».
const (
	answerHave   = "have"
	answerWanted = "wanted"
	answerHad    = "had"
	answerListed = "listed"
	answerNone   = "none"
)

// answer is that of the first match that has one.
func answer(h catalog.Have) string {
	best := answerNone
	for _, m := range h.Matches {
		switch {
		case m.Quantity > 0:
			return answerHave
		case m.Wanted:
			best = answerWanted
		case best == answerNone && m.CopiesTotal > 0:
			best = answerHad
		case best == answerNone:
			best = answerListed
		}
	}
	return best
}

// answerIcons tell the answers apart without colour.
var answerIcons = map[string]string{answerHave: "check", answerWanted: "star", answerHad: "clock", answerListed: "list", answerNone: "x"}

// asPrinted is the code with what stands beside it; of a label nothing.
func asPrinted(h catalog.Have) string {
	return strings.TrimSpace(h.Code.Text + " " + h.Code.AddOn)
}

// addSearched is the form of a new item with what was searched in vain: words are its name, a code goes to the
// field for it, and a label says nothing of the thing.
func addSearched(found ui.Found, own string) string {
	if found.Had == nil {
		return ui.AddPath(found.Query, "", own)
	}
	return ui.AddPath("", asPrinted(*found.Had), own)
}
