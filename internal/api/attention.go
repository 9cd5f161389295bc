package api

import (
	"context"
	"net/http"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/figures"
)

var attentionRoutes = []route{
	read(member, "GET /api/attention", listAttention, attentionPage),
}

func listAttention(ctx context.Context, r postgres.Reader, req *request) (catalog.Attention, error) {
	f := filter{query: req.query()}
	in := catalog.AttentionFilter{
		Kind:           f.oneOf("kind", catalog.AttentionKinds),
		CollectionID:   f.id("collection_id"),
		Days:           f.number("days", 1, 365),
		UninsuredAbove: f.number("uninsured_above", 0, catalog.MaxMoney),
	}
	if err := f.wrong.Err(); err != nil {
		return catalog.Attention{}, err
	}
	return figures.Attention(ctx, r, in, req.page())
}

// number is a whole number between two others.
func (f *filter) number(name string, least, most int64) *int64 {
	s := f.text(name)
	if s == "" {
		return nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < least || n > most {
		f.wrong.Addf(name, "The %s field must be between %d and %d.", int(least), int(most))
		return nil
	}
	return &n
}

// attentionPage adds the counts to the paging members.
func attentionPage(r *request, p catalog.Attention) answer {
	out := append(make([]byte, 0, 1024+1024*len(p.Items)), `{"data":`...)
	out = appendPaging(appendList(out, r, p.Items, plain(attentionEntry)), r, p.Page)
	out = appendMember(append(out[:len(out)-len(`}}`)], ','), "counts", attentionCounts(p.Counts))
	out = appendMember(append(out, ','), "as_of", p.AsOf)
	out = appendMember(append(out, ','), "truncated", p.Truncated)
	return answer{status: http.StatusOK, body: append(out, `}}`...)}
}

func attentionEntry(e catalog.AttentionEntry) resource {
	return resource{kind: "attention_entry", name: e.Kind + "-" + strconv.FormatInt(e.SourceID, 10), self: "/api/attention", attributes: attributes{
		{"kind", e.Kind},
		{"copy_id", ref{&e.CopyID}},
		{"item_id", ref{&e.ItemID}},
		{"item_name", e.ItemName},
		{"collection_id", ref{&e.CollectionID}},
		{"source_type", catalog.AttentionSources[e.Kind]},
		{"source_id", ref{&e.SourceID}},
		{"due_at", e.DueAt},
		{"value", money(e.Value)},
		{"covered", money(e.Covered)},
	}}
}

// attentionCounts are the entries of each kind.
func attentionCounts(counts map[string]int64) nested {
	all := make(nested, len(catalog.AttentionKinds))
	for i, kind := range catalog.AttentionKinds {
		all[i] = attribute{kind, counts[kind]}
	}
	return all
}
