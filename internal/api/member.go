package api

import (
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/people"
)

var members = []route{
	read(member, "GET /api/account/members", list(people.Members), many(memberOf)),
	read(member, "GET /api/account/members/{member}", get(people.Member), one(memberOf)),
	write(owner, "PUT /api/account/members/{member}", catalog.MemberUpdated, update(memberInput, people.UpdateMember), one(memberOf)),
	write(owner, "DELETE /api/account/members/{member}", catalog.MemberRemoved, remove(people.RemoveMember), nothing),
}

func memberInput(b *body) identity.MemberInput { return identity.MemberInput{Role: b.text("role")} }

func memberOf(m identity.Member) resource {
	return resource{kind: "member", id: m.ID, self: "/api/account/members/" + strconv.FormatInt(m.ID, 10), attributes: attributes{
		{"first_name", m.FirstName},
		{"last_name", m.LastName},
		{"nickname", m.Nickname},
		{"email", m.Email},
		{"role", string(m.Role)},
		{"created_at", m.CreatedAt},
		{"updated_at", m.UpdatedAt},
	}}
}
