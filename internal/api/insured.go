package api

import (
	"context"
	stdjson "encoding/json"
	"math/big"
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/ledger"
)

var insuredCopies = []route{
	read(member, "GET /api/insurance-records", listInsured, insuredPage),
}

// insured is a page of all records, with the sums that they insure.
type insured struct {
	catalog.Page[catalog.InsuredCopy]
	sums catalog.InsuranceSums
}

func listInsured(ctx context.Context, r postgres.Reader, req *request) (found insured, err error) {
	f := filter{query: req.query()}
	in := catalog.InsuranceFilter{
		Status:       f.oneOf("status", catalog.InsuranceStatuses),
		Provider:     f.text("provider"),
		CollectionID: f.id("collection_id"),
		CopyID:       f.id("copy_id"),
		EndsBefore:   f.date("ends_before"),
		Sort:         f.oneOf("sort", catalog.InsuranceSorts),
	}
	f.wrong.Max("provider", in.Provider, catalog.MaxName)
	if err := f.wrong.Err(); err != nil {
		return found, err
	}
	err = r.Together(
		func(r postgres.Reader) (err error) {
			found.Page, err = ledger.InsuredCopies(ctx, r, in, req.page())
			return err
		},
		func(r postgres.Reader) (err error) { found.sums, err = ledger.InsuranceSums(ctx, r, in); return err },
	)
	covers := map[int64]catalog.InsuredCopy{}
	for _, c := range found.Items {
		covers[c.ID] = c
	}
	req.siblings = func(o resource) attributes {
		c := covers[o.id]
		return attributes{{"context", nested{{"item_name", c.ItemName}, {"copy_identifier", c.CopyIdentifier}, {"collection_name", c.CollectionName}}}}
	}
	return found, err
}

func insuredPage(r *request, p insured) answer {
	out := append(make([]byte, 0, 1024+512*len(p.Items)), `{"data":`...)
	out = appendList(out, r, p.Items, func(_ *request, c catalog.InsuredCopy) resource { return insuranceRecord(c.InsuranceRecord) })
	out = appendMember(append(out, ','), "sums", nested{{"records", p.sums.Records}, {"insured", money(p.sums.Insured)}})
	return answer{status: http.StatusOK, body: appendPaging(out, r, p.Page)}
}

// nested is an object within another.
type nested attributes

func (a nested) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, member := range a {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendMember(out, member.name, member.value)
	}
	return append(out, '}'), nil
}

// money shows a sum.
func money(m catalog.Money) nested {
	parts := make([]nested, len(m.Parts))
	for i, p := range m.Parts {
		parts[i] = nested{{"currency_code", p.CurrencyCode}, {"amount", digits(p.Amount)}, {"converted", digits(p.Converted)}, {"rate_date", p.RateDate}}
	}
	return nested{{"amount", digits(m.Amount)}, {"currency_code", m.CurrencyCode}, {"complete", m.Complete()}, {"rate_date", m.RateDate}, {"parts", parts}}
}

// digits is a whole number of any length, or null.
func digits(n *big.Int) stdjson.RawMessage {
	if n == nil {
		return stdjson.RawMessage("null")
	}
	return stdjson.RawMessage(n.String())
}
