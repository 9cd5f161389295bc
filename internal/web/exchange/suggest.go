package exchange

import (
	"errors"
	"net/http"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/importing"
	"vitrine/internal/intake"
	"vitrine/internal/postgres"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// suggestPages are where a viewer says what an item should say.
var suggestPages = []page.Row{
	page.Show("GET /items/{item}/suggest", "GET /api/items/{item}", func(v *page.Visit) error { return suggestForm(v, http.StatusOK, ui.Form{}) }),
	page.At("POST /items/{item}/suggest", identity.Propose, "POST /api/proposals", suggest),
}

// Suggestion is the form of a proposal for an item.
type Suggestion struct {
	ui.Form
	Item     int64
	Proposal importing.Proposal
	Fields   []catalog.CustomField // of its type
}

// suggested is the name of a field of the form, by its place among the changes.
func suggested(i int) string { return "to" + strconv.Itoa(i) }

func (s Suggestion) label(f ui.Frame, i int) string {
	return columnLabel(f, s.Proposal.Changes[i].Field)
}

// options are the choices of a field that has some.
func (s Suggestion) options(f ui.Frame, i int) []ui.Option {
	if i < 2 {
		return nil
	}
	all := []ui.Option{{Label: f.T("suggest.as_it_is")}}
	switch field := s.Fields[i-2]; field.FieldType {
	case catalog.Select:
		for _, o := range field.Options {
			all = append(all, ui.Option{Value: o, Label: o})
		}
	case catalog.Boolean:
		all = append(all, ui.Option{Value: "true", Label: f.T("yes")}, ui.Option{Value: "false", Label: f.T("no")})
	default:
		return nil
	}
	return all
}

func suggestForm(v *page.Visit, status int, form ui.Form) error {
	s := Suggestion{Form: form}
	var err error
	if s.Item, err = v.Number("item"); err != nil {
		return err
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	if s.Proposal, s.Fields, err = intake.Suggestable(v.Context(), reader, s.Item); err != nil {
		return err
	}
	f, err := v.Frame("", "collections")
	if err != nil {
		return err
	}
	f.Title = f.T("suggest.title")
	return v.Render(status, Suggest(f, s))
}

// suggest keeps what the form says of the fields that are not as they are.
func suggest(v *page.Visit) error {
	item, err := v.Number("item")
	if err != nil {
		return err
	}
	if _, err := v.Frame("", ""); err != nil { // sets the language of errors
		return err
	}
	reader, err := v.View(identity.View)
	if err != nil {
		return err
	}
	p, _, err := intake.Suggestable(v.Context(), reader, item)
	if err != nil {
		return err
	}
	in := importing.NewProposal{Kind: importing.ToUpdate, ItemID: &item, Message: v.Optional("message")}
	var places []string
	for i, c := range p.Changes {
		if to := v.Text(suggested(i)); to != "" && to != c.Now {
			in.Changes, places = append(in.Changes, importing.NewProposedChange{Column: c.Field, To: to}), append(places, suggested(i))
		}
	}
	err = in.Validate()
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.ProposalCreated, func(w postgres.Proposer) error {
			_, err := intake.Propose(v.Context(), w, in)
			return err
		})
	}
	return v.Answer(atFields(err, places), func(form ui.Form) error {
		return suggestForm(v, http.StatusUnprocessableEntity, form.AsNotice("changes").AsNotice("account"))
	}, func() error { return v.Redirect("/proposals") })
}

// atFields shows mistakes of changes at the fields of the form.
func atFields(err error, places []string) error {
	var invalid *fault.Invalid
	if !errors.As(err, &invalid) {
		return err
	}
	for n, place := range places {
		for i := range invalid.Fields {
			if invalid.Fields[i].Name == "changes."+strconv.Itoa(n)+".to" {
				invalid.Fields[i].Name = place
			}
		}
	}
	return invalid
}
