package shelf

import (
	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// unknown is how many parts of a set are not catalogued yet.
func unknown(s catalog.SetSummary) int64 {
	if s.Target == nil {
		return 0
	}
	return max(0, *s.Target-s.Items)
}

// complete reports whether nothing is missing.
func complete(s catalog.SetSummary) bool {
	return s.Target != nil && s.Owned >= *s.Target || s.Target == nil && s.Items > 0 && s.Owned == s.Items
}

// have is the progress of a set, in words.
func have(f ui.Frame, s catalog.SetSummary) string {
	if s.Target == nil {
		return f.T("set.have.open", "n", f.Number(s.Owned), "of", f.Number(s.Items))
	}
	return f.T("set.have", "n", f.Number(s.Owned), "of", f.Number(*s.Target))
}

// share is the same in percent. Without a target, it counts the catalogued items.
func share(s catalog.SetSummary) int64 {
	if p := s.Percentage(); p != nil {
		return *p
	}
	return 100 * s.Owned / max(1, s.Items)
}

func percent(f ui.Frame, s catalog.SetSummary) string { return f.Number(share(s)) + " %" }

// setBack is the page before the form of a set.
func setBack(of *catalog.Set) string {
	if of == nil {
		return "/sets"
	}
	return ui.SetPath(of.ID)
}

// collectionNamed is the name of a collection.
func collectionNamed(all []catalog.CollectionLink, id int64) string {
	for _, c := range all {
		if c.ID == id {
			return c.Emoji + " " + c.Name
		}
	}
	return ""
}

// collectionOptions are the collections to choose from.
func collectionOptions(of []catalog.CollectionLink) (all []ui.Option) {
	for _, c := range of {
		all = append(all, ui.Option{Value: ui.Number(c.ID), Label: c.Emoji + " " + c.Name})
	}
	return all
}
