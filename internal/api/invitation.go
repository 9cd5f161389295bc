package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/mail"
	"vitrine/internal/postgres"
)

var invitations = []route{
	oversee("GET /api/account/invitations", listInvitations, many(invitation)),
	oversee("GET /api/account/invitations/{invitation}", getInvitation, one(invitation)),
	manage("POST /api/account/invitations", "invitation_created", invitationInput, (*Server).createInvitation, newInvitation),
	dismiss("DELETE /api/account/invitations/{invitation}", "invitation_deleted", deleteInvitation),
	acceptInvitation("POST /api/invitations/{token}/accept", "invitation_accepted"),
}

func listInvitations(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[identity.Invitation], error) {
	return r.Invitations(ctx, req.page())
}

func getInvitation(ctx context.Context, r postgres.Reader, req *request) (identity.Invitation, error) {
	return r.Invitation(ctx, req.id("invitation"))
}

func deleteInvitation(ctx context.Context, m postgres.Manager, req *request) error {
	return m.DeleteInvitation(ctx, req.id("invitation"))
}

// secretInvitation is an invitation with its token, which is shown this once.
type secretInvitation struct {
	identity.Invitation
	token string
}

func (s *Server) createInvitation(ctx context.Context, req *request, in identity.InvitationInput) (secretInvitation, error) {
	made := secretInvitation{token: identity.NewSecret(identity.InvitePrefix)}
	taken, err := s.db.EmailTaken(ctx, req.careful, in.Email)
	if err != nil {
		return made, err
	}
	if taken { // who registers after this is found out on accepting
		return made, fault.On("email", "The email has already been taken.")
	}
	err = s.manage(req, "invitation_created", func(m postgres.Manager) (err error) {
		if s.jobs != nil {
			m.Mail(s.invitationMail(req, in, made.token))
		}
		made.Invitation, err = m.CreateInvitation(ctx, in, made.token)
		return err
	})
	return made, err
}

// invitationMail is in the language of whoever invites: that of the invited
// person is not known.
func (s *Server) invitationMail(r *request, in identity.InvitationInput, token string) mail.Message {
	return mail.Message{What: mail.Invitation, To: in.Email, Locale: r.actor.Locale, Data: map[string]string{
		"account": r.actor.Name, "inviter": r.actor.Name, "role": in.Role, "link": r.base + "/invitations/" + token,
		"expires": time.Now().Add(identity.InvitationLife).UTC().Format(time.DateOnly)}}
}

// acceptInvitation is the route for somebody who has no token yet, but an
// invitation.
func acceptInvitation(pattern, action string) route {
	rt := newRoute(pattern, open, action)
	encode := token(http.StatusCreated, "Account created")
	rt.handle = func(s *Server, r *request) (answer, error) {
		hash, ok := identity.ParseSecret(identity.InvitePrefix, r.PathValue("token"))
		if !ok || s.options.Registration == "closed" {
			return notFound, nil
		}
		invited, err := s.db.Invited(r.Context(), hash)
		if err != nil {
			return answer{}, err
		}
		return withBody[identity.Acceptance](acceptance, encode, func(s *Server, r *request, in identity.Acceptance) (string, error) {
			in.Address = bucketAddress(s.clientAddress(r.Request))
			return s.accept(r.Context(), invited, in)
		})(s, r)
	}
	return rt
}

func (s *Server) accept(ctx context.Context, invited postgres.Invited, in identity.Acceptance) (string, error) {
	hash, err := s.choosePassword(ctx, in.Password)
	if err != nil {
		return "", err
	}
	token := identity.NewToken()
	return token, s.db.Accept(ctx, invited, in, hash, token)
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
func newInvitation(r *request, i secretInvitation) answer {
	return withToken(r, showInvitation(i.Invitation, i.token), i.token)
}
