package exchange

import (
	"errors"
	"net/http"
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/importing"
	"vitrine/internal/intake"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/tabular/own"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// proposalPages show what was suggested, and decide it.
var proposalPages = []page.Row{
	page.Show("GET /proposals", "GET /api/proposals", func(v *page.Visit) error { return proposalList(v, http.StatusOK, ui.Form{}) }),
	page.Edit("POST /proposals/{proposal}/accept", "POST /api/proposals/{proposal}/accept", acceptProposal),
	page.Edit("POST /proposals/{proposal}/refuse", "POST /api/proposals/{proposal}/refuse", refuseProposal),
	page.At("POST /proposals/{proposal}/delete", identity.Propose, "DELETE /api/proposals/{proposal}", deleteProposal),
}

// Proposals is a page of the list.
type Proposals struct {
	ui.Form
	State string
	Page  catalog.Page[importing.Proposal]
}

// proposalStates are what the list can be of.
var proposalStates = []string{importing.OpenProposal, importing.AcceptedProposal, importing.RefusedProposal}

func proposalList(v *page.Visit, status int, form ui.Form) error {
	list := Proposals{Form: form, State: v.Param("state")}
	if !slices.Contains(proposalStates, list.State) {
		list.State = importing.OpenProposal
	}
	err := v.Together(func(r postgres.Reader) (err error) {
		list.Page, err = exchange.Proposals(v.Context(), r, importing.ProposalFilter{State: list.State}, v.Paging())
		return err
	})
	if err != nil {
		return err
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	if len(list.Page.Items) > 0 {
		if err := intake.Review(v.Context(), reader, list.Page.Items); err != nil {
			return err
		}
	}
	f, err := v.Frame("", "proposals")
	if err != nil {
		return err
	}
	f.Title = f.T("proposals.title")
	return v.Render(status, ProposalList(f, list))
}

// acceptProposal takes the changes that are ticked. What is not waits on, or is refused with them.
func acceptProposal(v *page.Visit) error {
	choice := importing.Choice{IDs: v.Chosen("change"), RefuseRest: v.Text("rest") == "refuse"}
	if choice.IDs == nil {
		choice.IDs = []int64{}
	}
	return decide(v, func(id int64) error {
		_, err := intake.Accept(v.Context(), v.Scope, id, choice)
		return err
	})
}

func refuseProposal(v *page.Visit) error {
	in := importing.Refusal{Reason: v.Optional("reason")}
	return decide(v, func(id int64) error {
		if err := in.Validate(); err != nil {
			return err
		}
		return postgres.Change(v.Context(), v.Scope, catalog.ProposalRefused, func(w postgres.Writer) error {
			_, err := exchange.RefuseProposal(v.Context(), w, id, in)
			return err
		})
	})
}

func deleteProposal(v *page.Visit) error {
	return decide(v, func(id int64) error {
		return postgres.Change(v.Context(), v.Scope, catalog.ProposalRefused, func(p postgres.Proposer) error {
			return exchange.DeleteProposal(v.Context(), p, id)
		})
	})
}

// decide ends a proposal, or a part of it, and shows those that wait. What somebody else has decided
// meanwhile is not there any more.
func decide(v *page.Visit, do func(int64) error) error {
	id, err := v.Number("proposal")
	if err != nil {
		return err
	}
	if err = do(id); errors.Is(err, importing.ErrDecided) {
		err = nil
	}
	if _, framed := v.Frame("", ""); framed != nil { // sets the language of errors
		return framed
	}
	return v.Answer(err, func(form ui.Form) error {
		for _, wrong := range form.Invalid.Fields { // the page has no field for them
			form = form.AsNotice(wrong.Name)
		}
		return proposalList(v, http.StatusUnprocessableEntity, form)
	}, func() error { return v.Redirect("/proposals") })
}

// columnLabel is what a column of a table is called on pages.
func columnLabel(f ui.Frame, column string) string {
	if field, ok := own.ParseField(column); ok {
		return field.Name
	}
	switch {
	case column == "item_name":
		return f.T("field.name")
	case !importing.IsProposable(column):
		return column
	}
	return f.T("column." + column)
}

// mayWithdraw reports whether the user may delete a proposal.
func mayWithdraw(f ui.Frame, p importing.Proposal) bool {
	return p.State == importing.OpenProposal && !f.CanEdit() && p.MadeBy != nil && *p.MadeBy == f.Shell.ID
}
