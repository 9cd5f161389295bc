package api

import (
	"net/http"
	"strconv"

	"vitrine/internal/account"
	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/people"
)

var invitations = []route{
	read(owner, "GET /api/account/invitations", list(people.Invitations), many(invitation)),
	read(owner, "GET /api/account/invitations/{invitation}", get(people.Invitation), one(invitation)),
	use(owner, "POST /api/account/invitations", catalog.InvitationCreated, invitationInput, (*account.Accounts).Invite, newInvitation),
	write(owner, "DELETE /api/account/invitations/{invitation}", catalog.InvitationDeleted, remove(people.DeleteInvitation), nothing),
	acceptInvitation("POST /api/invitations/{token}/accept", catalog.InvitationAccepted),
}

// acceptInvitation is for anonymous clients with an invitation. It is looked up
// before the body is read, because 404 precedes 422.
func acceptInvitation(pattern string, action catalog.Action) route {
	rt := newRoute(pattern, anybody, 0, action)
	encode := token(http.StatusCreated, "Account created")
	rt.handle = func(s *Server, r *request) (answer, error) {
		invited, err := s.accounts.Invited(r.Context(), r.PathValue("token"))
		if err != nil {
			return answer{}, err
		}
		return withBody[identity.Acceptance](acceptance, encode, func(s *Server, r *request, in identity.Acceptance) (string, error) {
			return s.accounts.Accept(r.Context(), r.Visitor, invited, in)
		})(s, r)
	}
	return rt
}

func acceptance(b *body) identity.Acceptance {
	return identity.Acceptance{
		FirstName:            b.text("first_name"),
		LastName:             b.text("last_name"),
		Password:             b.secret("password"),
		PasswordConfirmation: b.secret("password_confirmation"),
		DeviceName:           b.text("device_name"),
	}
}

func invitationInput(b *body) identity.InvitationInput {
	return identity.InvitationInput{Email: b.text("email"), Role: b.text("role")}
}

func invitation(i identity.Invitation) resource { return showInvitation(i, nil) }

func showInvitation(i identity.Invitation, token any) resource {
	return resource{kind: "invitation", id: i.ID, self: "/api/account/invitations/" + strconv.FormatInt(i.ID, 10), attributes: attributes{
		{"email", i.Email},
		{"role", string(i.Role)},
		{"token", token},
		{"expires_at", i.ExpiresAt},
		{"created_at", i.CreatedAt},
		{"updated_at", i.UpdatedAt},
	}}
}

// newInvitation shows the token in the invitation and beside it.
func newInvitation(r *request, i account.NewInvitation) answer {
	return withToken(r, showInvitation(i.Invitation, i.Token), i.Token)
}
