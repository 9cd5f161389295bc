package api

import (
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/pack"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
)

// packToExport reads the order of a pack for an insurer.
func (s *Server) packToExport(r *request, b *body, reader postgres.Reader) (in catalog.NewExport, err error) {
	o := packMembers(b)
	if o.Locale == "" {
		o.Locale = r.Actor.Locale
	}
	b.refuseUnknown()
	var broken *fault.Invalid
	if err := o.Validate(s.fonts); err != nil && !errors.As(err, &broken) {
		return in, err
	}
	if err := b.merge(broken); err != nil {
		return in, err
	}
	n, err := exchange.PackSize(r.Context(), reader, o.PackFilter)
	if err == nil {
		err = pack.Fits(n)
	}
	if err != nil {
		return in, err
	}
	return o.Export(r.Base, r.today())
}

// packMembers reads the members of a pack's order.
func packMembers(b *body) pack.Order {
	return pack.Order{PackFilter: catalog.PackFilter{CollectionIDs: b.integers("collection_ids"), PolicyNumber: b.text("policy_number"), Provider: b.text("provider"), MinimumValue: b.integer("minimum_value")},
		Options: pack.Options{Places: b.yes("places", false), Sheets: b.yes("sheets", true), Documents: b.yes("documents", true), Photos: b.text("photos"), Paper: b.text("paper"), Locale: b.text("locale")}}
}

// yes is a boolean with a default.
func (b *body) yes(name string, otherwise bool) bool {
	if given := b.boolean(name); given != nil {
		return *given
	}
	return otherwise
}

// verifications are open to holders of a pack, who know its code.
var verifications = []route{verifying("GET /api/verifications/{code}")}

func verifying(pattern string) route {
	rt := newRoute(pattern, anybody, 0, "")
	rt.visits = true
	rt.handle = func(s *Server, r *request) (answer, error) {
		found, err := s.Verification(r.Request)
		if err != nil {
			return answer{}, err
		}
		return one(verification(r.PathValue("code")))(r, found), nil
	}
	return rt
}

func verification(code string) func(catalog.Verification) resource {
	return func(v catalog.Verification) resource {
		return resource{kind: "verification", name: code, self: "/api/verifications/" + code, attributes: attributes{
			{"made_at", v.MadeAt},
			{"copies", v.Copies},
			{"entries", v.Entries},
		}}
	}
}
