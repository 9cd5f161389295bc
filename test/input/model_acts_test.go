package input

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"vitrine/internal/identity"
)

// draw draws an input, mostly a good one. Ids may belong to another account or to
// deleted objects.
func (p *play) draw(rt *rapid.T, who *player, kind string) M {
	body := M{}
	some := func(name string, values ...any) {
		if v := rapid.SampledFrom(values).Draw(rt, name); v != "absent" {
			body[name] = v
		}
	}
	ref := func(name, kind string) {
		if o := p.pick(rt, who, kind); o != nil && rapid.IntRange(0, 2).Draw(rt, "no reference") < 2 {
			body[name] = o.id
		}
	}
	name := []any{"Shelf", " Attic ", "漫画", "<b>&", "Shelf", strings.Repeat("é", 255), strings.Repeat("é", 256), " ", "absent"}
	switch kind {
	case "location":
		some("name", name...)
		some("emoji", "🏠", "absent")
		ref("parent_id", "location")
	case "condition":
		some("name", name...)
	case "collection":
		some("name", name...)
		some("description", "Old ones.", nil, "absent")
		some("emoji", "📚", "absent")
		some("visibility", "private", "shared", "public", "secret")
		some("currency", "EUR", "USD", "absent")
	case "type":
		some("name", name...)
		some("color", "#a0B1c2", "#a0B1c2", "red", "absent")
	case "field":
		some("name", name...)
		some("field_type", "text", "text", "select", "absent")
		some("options", []string{"a", " b ", " "}, []string{"c"}, "absent")
	case "item":
		some("name", name...)
		some("description", "Old.", nil, "absent")
		p.drawValues(rt, who, body)
	case "copy":
		some("identifier", "One", " ", "absent")
		some("status", "owned", "sold", "burnt", "absent")
		some("quantity", 1, 2, 0, "absent")
		some("note", "Torn.", nil, "absent")
		ref("location_id", "location")
	case "photo":
		some("caption", "Front", " ", strings.Repeat("é", 2001), "absent")
		some("alt_text", "A face.", nil, "absent")
		ref("copy_id", "copy")
		body["sha256"] = p.drawFile(rt, who)
	case "document":
		some("document_type", "receipt", "other", "poem", "absent")
		some("name", name...)
		some("documentable_type", "copy", "absent", "insurance_record")
		ref("documentable_id", rapid.SampledFrom([]string{"record", "copy"}).Draw(rt, "of"))
		if some("external_url", "absent", "https://example.org/lots/7"); rapid.IntRange(0, 3).Draw(rt, "a file") > 0 || body["external_url"] == nil {
			body["sha256"] = p.drawFile(rt, who)
		}
	case "record":
		some("provider", name...)
		some("insured_value", 0, 125000, -1, "absent")
		some("status", "active", "active", "expired", "absent")
		some("policy_number", "P-1", " P-1", "P-2", "absent")
	}
	return body
}

// drawValues draws a type and values of its fields, or of another type's.
func (p *play) drawValues(rt *rapid.T, who *player, body M) {
	kind := p.pick(rt, who, "type")
	if kind == nil || rapid.IntRange(0, 3).Draw(rt, "without a type") == 3 {
		return
	}
	body["collection_type_id"] = kind.id
	fields := who.tenant.listed("field", kind)
	if rapid.IntRange(0, 19).Draw(rt, "wrong field") == 19 {
		fields = append(fields, p.pick(rt, who, "field"))
	}
	values := M{}
	for _, f := range fields {
		if f != nil && rapid.Bool().Draw(rt, "answered") {
			values[f.id] = rapid.SampledFrom([]any{"a", "b", "a", nil}).Draw(rt, "value")
		}
	}
	if rapid.Bool().Draw(rt, "with values") {
		body["custom_fields"] = values
	}
}

// link sets the collections of a type; those outside the account are ignored.
func (p *play) link(rt *rapid.T, who *player) {
	kind := p.pick(rt, who, "type")
	if kind == nil {
		return
	}
	ids := []string{}
	for range rapid.IntRange(0, 3).Draw(rt, "how many") {
		if c := p.pick(rt, who, "collection"); c != nil {
			ids = append(ids, c.id)
		}
	}
	if !who.role.Writes() || !who.tenant.has(kind) {
		p.must(rt, who, "PUT", kind.path()+"/collections", M{"collection_ids": ids}, http.StatusNotFound)
		return
	}
	p.compare(rt, p.must(rt, who, "PUT", kind.path()+"/collections", M{"collection_ids": ids}, http.StatusOK), kind)
	maps.DeleteFunc(who.tenant.links, func(link [2]string, _ bool) bool { return link[0] == kind.id })
	for _, id := range ids {
		if who.tenant.find("collection", id) != nil {
			who.tenant.links[[2]string{kind.id, id}] = true
		}
	}
}

// changeRole changes a member's role; the last owner stays one.
func (p *play) changeRole(rt *rapid.T, who *player) {
	member := rapid.SampledFrom(p.users).Draw(rt, "member")
	role := rapid.SampledFrom([]identity.Role{identity.Owner, identity.Editor, identity.Editor, identity.Viewer}).Draw(rt, "role")
	path, body := "/api/account/members/"+member.id, M{"role": role}
	owners := slices.DeleteFunc(slices.Clone(p.users), func(u *player) bool { return u.tenant != who.tenant || u.role != identity.Owner })
	switch {
	case who.role != identity.Owner || member.tenant != who.tenant:
		p.must(rt, who, "PUT", path, body, http.StatusNotFound)
	case len(owners) == 1 && owners[0] == member && role != identity.Owner:
		p.refused(rt, p.must(rt, who, "PUT", path, body, http.StatusUnprocessableEntity), []string{"role"})
	default:
		p.must(rt, who, "PUT", path, body, http.StatusOK)
		member.role = role
	}
}

// key creates, uses or revokes a key; a revoked one is refused.
func (p *play) key(rt *rapid.T, who *player) {
	ids := slices.Sorted(maps.Keys(who.keys))
	choice := rapid.SampledFrom([]string{"use a dead one", "revoke", "log out", "use", "make"}).Draw(rt, "key")
	switch {
	case choice == "use a dead one" && len(who.dead) > 0:
		dead := *who
		dead.person = &person{Harness: who.Harness, Email: who.Email, Token: rapid.SampledFrom(who.dead).Draw(rt, "dead")}
		p.must(rt, &dead, "GET", "/api/locations", nil, http.StatusUnauthorized)
	case choice == "make" || len(ids) == 0:
		r := p.must(rt, who, "POST", "/api/administration/api", M{"label": "script"}, http.StatusCreated)
		who.keys[r.ID(p.t)], _ = r.Dig(p.t, "token").(string)
	default:
		id := rapid.SampledFrom(ids).Draw(rt, "id")
		other := *who
		other.person = &person{Harness: who.Harness, Email: who.Email, Token: who.keys[id]}
		switch choice {
		case "revoke":
			p.must(rt, who, "DELETE", "/api/administration/api/"+id, nil, http.StatusNoContent)
		case "log out":
			p.must(rt, &other, "DELETE", "/api/logout", nil, http.StatusOK)
		default:
			p.must(rt, &other, "GET", "/api/me", nil, http.StatusOK)
			return
		}
		who.dead = append(who.dead, who.keys[id])
		delete(who.keys, id)
	}
}
