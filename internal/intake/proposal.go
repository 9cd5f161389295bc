package intake

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/importing"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
)

// Review compares proposals with what is there now.
func Review(ctx context.Context, r postgres.Reader, all []importing.Proposal) error {
	structure, items, err := exchange.Present(ctx, r, all)
	if err != nil {
		return err
	}
	planner := &importing.Planner{Structure: structure}
	for i := range all {
		var item *importing.Item
		if id := all[i].ItemID; id != nil {
			item = items[*id]
		}
		if structure.Own = structure.CollectionByID(all[i].CollectionID); structure.Own == nil { // it is gone
			structure.Own = &importing.Collection{}
		}
		structure.Collection = structure.Own
		planner.Review(&all[i], item)
	}
	return nil
}

// Suggestable is an empty proposal for an item, with its fields as they are now.
func Suggestable(ctx context.Context, r postgres.Reader, item int64) (importing.Proposal, []catalog.CustomField, error) {
	p, err := exchange.ProposalFor(ctx, r, &item, nil)
	if err != nil {
		return p, nil, err
	}
	structure, items, err := exchange.Present(ctx, r, []importing.Proposal{p})
	if err != nil {
		return p, nil, err
	}
	found := items[item]
	if found == nil {
		return p, nil, fault.ErrNotFound
	}
	fields := (&importing.Planner{Structure: structure}).Suggestable(&p, found)
	return p, fields, nil
}

// Propose checks a proposal by planning it, and keeps it.
func Propose(ctx context.Context, w postgres.Proposer, in importing.NewProposal) (importing.Proposal, error) {
	p := importing.Proposal{Kind: in.Kind}
	if in.Kind == importing.ToUpdate {
		var err error
		if p, err = exchange.ProposalFor(ctx, w.Reader, in.ItemID, in.CopyID); errors.Is(err, fault.ErrNotFound) {
			return p, fault.On("item_id", "The selected item id is invalid.")
		} else if err != nil {
			return p, err
		}
		in.CollectionID, in.ItemID = &p.CollectionID, p.ItemID
	} else {
		in.ItemID, in.CopyID, p.CollectionID = nil, nil, *in.CollectionID
		if only := w.CollectionIDs(); only != nil && !slices.Contains(only, p.CollectionID) {
			return p, fault.On("collection_id", "The collection is gone.") // as if there were none
		}
	}
	for i, c := range in.Changes {
		p.Changes = append(p.Changes, importing.ProposedChange{ID: int64(i), Field: c.Column, To: c.To, State: importing.OpenProposal})
		if c.Column == "item_name" && p.Title == "" {
			p.Title = c.To
		}
	}
	work := exchange.Looking(w.Reader)
	if err := Review(ctx, w.Reader, []importing.Proposal{p}); err != nil { // which fills the changes, shared with p
		return p, err
	}
	planned, err := plan(ctx, work, p, func(importing.ProposedChange) bool { return true }, false)
	if err != nil {
		return p, err
	}
	if err := refusals(planned, p, func(c importing.ProposedChange) string { return "changes." + strconv.FormatInt(c.ID, 10) + ".to" }); err != nil {
		return p, err
	}
	was := make([]string, len(p.Changes))
	for i, c := range p.Changes {
		was[i] = c.Now
	}
	made, err := exchange.CreateProposal(ctx, w, in, p.Title, was)
	if err != nil {
		return made, err
	}
	return Reviewed(ctx, w.Reader, made)
}

// Accept makes changes of a proposal, as an import of one row.
func Accept(ctx context.Context, s postgres.Scope, id int64, choice importing.Choice) (done importing.Proposal, err error) {
	err = exchange.OnProposal(ctx, s, id, func(w *exchange.ImportWork, p importing.Proposal) error {
		all := []importing.Proposal{p}
		if err := Review(ctx, w.Reader, all); err != nil {
			return err
		}
		p = all[0]
		if p.Kind == importing.ToUpdate && p.ItemUUID == nil {
			return fault.On("item_id", "The selected item id is invalid.")
		}
		var taken []importing.ProposedChange
		for _, c := range p.Changes {
			if choice.Takes(c) {
				taken = append(taken, c)
			}
		}
		if len(taken) == 0 || choice.IDs != nil && len(taken) < len(choice.IDs) {
			return fault.On("changes", "The selected changes are invalid.")
		}
		outcome, err := write(ctx, w, p, taken)
		if err != nil {
			return err
		}
		if err := w.Decide(ctx, p, taken, outcome, choice); err != nil {
			return err
		}
		if all[0], err = exchange.Proposal(ctx, w.Reader, p.ID); err != nil {
			return err
		}
		err = Review(ctx, w.Reader, all)
		done = all[0]
		return err
	})
	return done, err
}

// write plans and writes the row of a proposal. The changes say afterwards what was written.
func write(ctx context.Context, w *exchange.ImportWork, p importing.Proposal, taken []importing.ProposedChange) (none exchange.Outcome, err error) {
	takes := func(c importing.ProposedChange) bool {
		return slices.ContainsFunc(taken, func(t importing.ProposedChange) bool { return t.ID == c.ID })
	}
	headers, mapping, row := importing.Proposed(p, takes)
	w.Import, err = Change(ctx, w, catalog.ImportApplied, func(writer postgres.Writer) (importing.Import, error) {
		return exchange.BeginAccepted(ctx, writer, p, headers, mapping)
	})
	if err != nil {
		return none, err
	}
	planned, err := plan(ctx, w, p, takes, true)
	if err != nil {
		return none, err
	}
	if err := refusals(planned, p, func(c importing.ProposedChange) string { return "changes." + strconv.FormatInt(c.ID, 10) }); err != nil {
		return none, err
	}
	for i := range taken {
		for _, c := range planned.Changes {
			if c.Field == taken[i].Field && c.To != nil {
				taken[i].To = *c.To
			}
		}
	}
	if err := w.Stage(ctx, []importing.Row{row}); err != nil {
		return none, err
	}
	if err := w.SavePlans(ctx, []*importing.RowPlan{planned}); err != nil {
		return none, err
	}
	rows := &Rows{Work: w}
	if planned.Action == "create" || planned.Action == "update" {
		if err := rows.Write(ctx, planned); err != nil {
			return none, err
		}
	}
	if err := rows.Save(ctx); err != nil {
		return none, err
	}
	if len(rows.outcomes) > 0 {
		return rows.outcomes[0], nil
	}
	return none, nil // everything is as it was to be
}

// plan plans the row of a proposal. Nothing is made on demand.
func plan(ctx context.Context, w *exchange.ImportWork, p importing.Proposal, takes func(importing.ProposedChange) bool, lock bool) (*importing.RowPlan, error) {
	headers, mapping, row := importing.Proposed(p, takes)
	w.Import.CollectionID, w.Import.Source = &p.CollectionID, importing.FromProposals
	structure, err := w.Structure(ctx)
	if err != nil {
		return nil, err
	}
	planner := &importing.Planner{Structure: structure, Mapping: mapping, Source: w.Import.Source, Today: time.Now().UTC().Truncate(24 * time.Hour)}
	planner.Prepare(headers)
	structure.Forbid()
	found, err := w.Find(ctx, planner.Lookup([]importing.Row{row}), lock)
	if err != nil {
		return nil, err
	}
	return planner.Plan(row, found), nil
}

// refusals are the mistakes of a plan, at the changes that they are of.
func refusals(planned *importing.RowPlan, p importing.Proposal, at func(importing.ProposedChange) string) error {
	var wrong fault.Invalid
	for _, issue := range planned.Issues {
		if issue.Level != "error" {
			continue
		}
		place := "changes"
		for _, c := range p.Changes {
			if issue.Column != nil && *issue.Column == c.Field {
				place = at(c)
			}
		}
		wrong.Add(place, "Expected %s, found %s.", issue.Expected, strconv.Quote(issue.Found))
	}
	return wrong.Err()
}

// Reviewed compares one proposal with what is there.
func Reviewed(ctx context.Context, r postgres.Reader, p importing.Proposal) (importing.Proposal, error) {
	all := []importing.Proposal{p}
	err := Review(ctx, r, all)
	return all[0], err
}
