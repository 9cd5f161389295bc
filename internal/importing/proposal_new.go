package importing

import (
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// NewProposal is a proposal to make.
type NewProposal struct {
	Kind                         string
	CollectionID, ItemID, CopyID *int64
	Message                      *string
	Changes                      []NewProposedChange
}

// NewProposedChange is a value that a new proposal gives to a field.
type NewProposedChange struct {
	Column, To, Confidence string
	URL                    *string
}

// Validate checks what can be checked without the item.
func (in *NewProposal) Validate() error {
	var e fault.Invalid
	if e.Required("kind", in.Kind) {
		e.OneOf("kind", in.Kind, ProposalKinds)
	}
	switch {
	case in.Kind == ToCreate && in.CollectionID == nil:
		e.Addf("collection_id", "The %s field is required.")
	case in.Kind == ToUpdate && in.ItemID == nil && in.CopyID == nil:
		e.Addf("item_id", "The %s field is required.")
	}
	for _, of := range []struct {
		name string
		id   *int64
	}{{"collection_id", in.CollectionID}, {"item_id", in.ItemID}, {"copy_id", in.CopyID}} {
		if of.id != nil && *of.id < 1 { // also where it is not needed
			e.Addf(of.name, "The selected %s is invalid.")
		}
	}
	if in.Message != nil {
		e.Max("message", *in.Message, catalog.MaxDescription)
	}
	in.changeRules(&e)
	return e.Err()
}

func (in *NewProposal) changeRules(e *fault.Invalid) {
	if len(in.Changes) == 0 {
		e.Addf("changes", "The %s field is required.")
		return
	}
	if len(in.Changes) > MaxProposedChanges {
		e.Addf("changes", "The %s field must not have more than %d items.", MaxProposedChanges)
		return
	}
	named, taken := in.Kind == ToUpdate, map[string]bool{}
	for i := range in.Changes {
		c := &in.Changes[i]
		at := func(member string) string { return "changes." + strconv.Itoa(i) + "." + member }
		t, ok := parseTarget(Column{To: c.Column})
		switch {
		case !ok || !t.proposable():
			e.Add(at("column"), "The target is not one that can be imported.")
		case taken[t.key()]:
			e.Add(at("column"), "Another column has this target already.")
		}
		taken[t.key()] = true
		named = named || t.name == "item_name"
		c.To = strings.TrimSpace(c.To)
		e.Text(at("to"), c.To, maxProposedText)
		if c.Confidence == "" {
			c.Confidence = "medium"
		}
		e.OneOf(at("confidence"), c.Confidence, confidences)
		if c.URL != nil {
			e.Max(at("url"), *c.URL, maxProposalURL)
			if !strings.HasPrefix(*c.URL, "http://") && !strings.HasPrefix(*c.URL, "https://") {
				e.Addf(at("url"), "The %s field must be an address that begins with http:// or https://.")
			}
		}
	}
	if !named {
		e.Add("changes", "No column is the name of the item.")
	}
}

// proposable reports whether a proposal may give a value to the target. Insurance, keys and places in
// other collections are not for suggestions.
func (t target) proposable() bool {
	return t.group == ofItem || t.group == ofCopy || t.group == ofPurchase || t.group == ofValue
}
