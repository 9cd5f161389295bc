package api

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

var members = []route{
	view("GET /api/account/members", listMembers, many(memberOf)),
	view("GET /api/account/members/{member}", getMember, one(memberOf)),
	manage("PUT /api/account/members/{member}", "member_updated", memberInput, (*Server).updateMember, one(memberOf)),
	dismiss("DELETE /api/account/members/{member}", "member_removed", removeMember),
}

func listMembers(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[identity.Member], error) {
	return r.Members(ctx, req.page())
}

func getMember(ctx context.Context, r postgres.Reader, req *request) (identity.Member, error) {
	return r.Member(ctx, req.id("member"))
}

func (s *Server) updateMember(ctx context.Context, req *request, in identity.MemberInput) (done identity.Member, err error) {
	err = s.manage(req, "member_updated", func(m postgres.Manager) (err error) {
		done, err = m.UpdateMember(ctx, req.id("member"), in)
		return err
	})
	return done, err
}

func removeMember(ctx context.Context, m postgres.Manager, req *request) error {
	return m.RemoveMember(ctx, req.id("member"))
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
