package api

import (
	"context"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/importing"
	"vitrine/internal/intake"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
)

var proposals = []route{
	read(member, "GET /api/proposals", listProposals, many(proposal)),
	read(member, "GET /api/proposals/{proposal}", get(oneProposal), one(proposal)),
	write(proposer, "POST /api/proposals", catalog.ProposalCreated, create(newProposal, intake.Propose), created(proposal)),
	write(proposer, "DELETE /api/proposals/{proposal}", catalog.ProposalDeleted, remove(exchange.DeleteProposal), nothing),
	write(editor, "POST /api/proposals/{proposal}/refuse", catalog.ProposalRefused, update(refusal, refuseProposal), one(proposal)),
	acceptRoute("POST /api/proposals/{proposal}/accept"),
}

// acceptRoute makes several changes, in one transaction of its own.
func acceptRoute(pattern string) route {
	rt := newRoute(pattern, editor, identity.Edit, catalog.ImportApplied)
	rt.handle = withBody[importing.Choice, importing.Proposal, *importing.Choice](choice, one(proposal), func(_ *Server, r *request, in importing.Choice) (importing.Proposal, error) {
		return intake.Accept(r.Context(), r.Scope, r.nth(0), in)
	})
	return rt
}

func listProposals(ctx context.Context, r postgres.Reader, req *request) (none catalog.Page[importing.Proposal], _ error) {
	f := filter{query: req.query()}
	in := importing.ProposalFilter{
		State:        f.oneOf("state", importing.ProposalStates),
		Origin:       f.oneOf("origin", importing.ProposalOrigins),
		CollectionID: f.id("collection_id"),
		ItemID:       f.id("item_id"),
	}
	if err := f.wrong.Err(); err != nil {
		return none, err
	}
	if in.State == "" {
		in.State = importing.OpenProposal
	}
	found, err := exchange.Proposals(ctx, r, in, req.page())
	if err == nil && len(found.Items) > 0 {
		err = intake.Review(ctx, r, found.Items)
	}
	return found, err
}

func oneProposal(ctx context.Context, r postgres.Reader, id int64) (importing.Proposal, error) {
	p, err := exchange.Proposal(ctx, r, id)
	if err != nil {
		return p, err
	}
	return intake.Reviewed(ctx, r, p)
}

func refuseProposal(ctx context.Context, w postgres.Writer, id int64, in importing.Refusal) (importing.Proposal, error) {
	p, err := exchange.RefuseProposal(ctx, w, id, in)
	if err != nil {
		return p, err
	}
	return intake.Reviewed(ctx, w.Reader, p)
}

func newProposal(b *body) importing.NewProposal {
	return importing.NewProposal{Kind: b.text("kind"), CollectionID: b.integer("collection_id"), ItemID: b.integer("item_id"), CopyID: b.integer("copy_id"), Message: b.optional("message"),
		Changes: listOf(b, "changes", "The %s field must be an array.", newChange)}
}

func newChange(v jsontext.Value) (c importing.NewProposedChange, ok bool) {
	members, err := parseObject(v, maxDepth)
	if err != nil || v.Kind() != '{' {
		return c, false
	}
	inner := &body{members: members}
	c = importing.NewProposedChange{Column: inner.text("column"), To: inner.text("to"), URL: inner.optional("url"), Confidence: inner.text("confidence")}
	return c, len(inner.wrong.Fields) == 0
}

func refusal(b *body) importing.Refusal { return importing.Refusal{Reason: b.optional("reason")} }

// choice takes the ticked changes, all that replace nothing, or those that are named.
func choice(b *body) importing.Choice {
	refuse := b.boolean("refuse_rest")
	in := importing.Choice{RefuseRest: refuse != nil && *refuse, Reason: b.optional("reason")}
	v, given := b.get("changes")
	switch {
	case !given || v.Kind() == '"' && unquote(v) == "ticked":
	case v.Kind() == '"' && unquote(v) == "all":
		in.All = true
	case v.Kind() == '[':
		in.IDs = b.integers("changes")
	default:
		b.wrong.Add("changes", "The selected changes are invalid.")
	}
	return in
}

func proposal(p importing.Proposal) resource {
	changes := []nested{}
	for _, c := range p.Changes {
		changes = append(changes, nested{{"id", strconv.FormatInt(c.ID, 10)}, {"column", c.Field}, {"from", orNone(c.Now)}, {"to", c.To}, {"url", c.URL}, {"confidence", c.Confidence},
			{"replaces", c.Replaces}, {"ticked", c.Ticked}, {"outdated", c.Outdated}, {"state", c.State}})
	}
	return resource{kind: "proposal", id: p.ID, self: "/api/proposals/" + strconv.FormatInt(p.ID, 10), attributes: attributes{
		{"uuid", p.UUID},
		{"kind", p.Kind},
		{"origin", p.Origin},
		{"state", p.State},
		{"collection_id", ref{&p.CollectionID}},
		{"item_id", ref{p.ItemID}},
		{"copy_id", ref{p.CopyID}},
		{"title", p.Title},
		{"message", p.Message},
		{"changes", changes},
		{"made_by_name", p.MadeByName},
		{"key_name", p.KeyName},
		{"reason", p.Reason},
		{"expires_at", p.ExpiresAt},
		{"decided_at", p.DecidedAt},
		{"decided_by_name", p.DecidedByName},
		{"import_id", ref{p.ImportID}},
		{"created_at", p.CreatedAt},
		{"updated_at", p.UpdatedAt},
	}, context: attributes{{"collection_name", p.CollectionName}, {"item_name", p.ItemName}}}
}

// orNone is null instead of an empty text.
func orNone(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
