package settings

import (
	"errors"
	"net/http"

	"vitrine/internal/account"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var memberPages = []page.Row{
	page.Oversee("GET /settings/members", "GET /api/account/members", members),
	proven(page.Manage("POST /settings/members/{member}", "PUT /api/account/members/{member}", updateMember)),
	page.Oversee("GET /settings/members/{member}/remove", "GET /api/account/members/{member}", askRemove),
	proven(page.Manage("POST /settings/members/{member}/remove", "DELETE /api/account/members/{member}", removeMember)),
	proven(page.Manage("POST /settings/invitations", "POST /api/account/invitations", invite)),
	page.Manage("POST /settings/invitations/{invitation}/revoke", "DELETE /api/account/invitations/{invitation}", revokeInvitation),
}

// allMembers is more than any account has, so that the list needs no pages.
var allMembers = catalog.Paging{Number: 1, PerPage: 100}

func members(v *page.Visit) error {
	return membersPage(v, http.StatusOK, ui.Form{Values: map[string]string{"role": string(identity.Viewer)}}, nil)
}

// membersPage lists members and invitations; a new one with its link.
func membersPage(v *page.Visit, status int, form ui.Form, made *account.NewInvitation) error {
	f, err := page.Setting(v, "members.title")
	if err != nil {
		return err
	}
	reader, err := v.View(identity.Oversee)
	if err != nil {
		return err
	}
	all, err := people.Members(v.Context(), reader, allMembers)
	if err != nil {
		return err
	}
	invited, err := people.Invitations(v.Context(), reader, allMembers)
	if err != nil {
		return err
	}
	shown := People{Members: all.Items, Invitations: invited.Items, Me: v.Actor.UserID, Form: form, Mail: v.Web.Accounts.Jobs != nil}
	if made != nil {
		shown.Invited, shown.Link = made.Email, v.Base+"/invitations/"+made.Token
	}
	return v.Render(status, Members(f, shown))
}

// manages changes a member, and shows why that is refused.
func manages(v *page.Visit, id string, action catalog.Action, do func(postgres.Manager, int64) error) error {
	member, err := v.Number(id)
	if err != nil {
		return err
	}
	err = postgres.Change(v.Context(), v.Scope, action, func(m postgres.Manager) error { return do(m, member) })
	var invalid *fault.Invalid
	if errors.As(err, &invalid) {
		return membersPage(v, http.StatusUnprocessableEntity, ui.Form{Message: v.Wrong(invalid)}, nil)
	}
	if err != nil {
		return err
	}
	return v.Redirect("/settings/members?saved")
}

func updateMember(v *page.Visit) error {
	in := identity.MemberInput{Role: v.Text("role")}
	var invalid *fault.Invalid
	if errors.As(in.Validate(), &invalid) {
		if _, missing := member(v); missing != nil {
			return missing
		}
		return membersPage(v, http.StatusUnprocessableEntity, ui.Form{Message: v.Wrong(invalid)}, nil)
	}
	return manages(v, "member", catalog.MemberUpdated, func(m postgres.Manager, id int64) error {
		_, err := people.UpdateMember(v.Context(), m, id, in)
		return err
	})
}

// member is the member of the path.
func member(v *page.Visit) (identity.Member, error) {
	id, err := v.Number("member")
	if err != nil {
		return identity.Member{}, err
	}
	reader, err := v.View(identity.Oversee)
	if err != nil {
		return identity.Member{}, err
	}
	return people.Member(v.Context(), reader, id)
}

func askRemove(v *page.Visit) error {
	f, err := page.Setting(v, "members.remove")
	if err != nil {
		return err
	}
	member, err := member(v)
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, Sure(f, "members", f.T("members.remove.title", "name", f.Member(member)), f.T("members.remove.lead"), v.URL.Path, f.T("members.remove"), "/settings/members"))
}

func removeMember(v *page.Visit) error {
	return manages(v, "member", catalog.MemberRemoved, func(m postgres.Manager, id int64) error { return people.RemoveMember(v.Context(), m, id) })
}

func invite(v *page.Visit) error {
	in := identity.InvitationInput{Email: v.Text("email"), Role: v.Text("role")}
	var made account.NewInvitation
	err := in.Validate()
	if err == nil {
		made, err = v.Web.Accounts.Invite(v.Context(), &v.Member, in)
	}
	return v.Answer(err, func(form ui.Form) error { return membersPage(v, http.StatusUnprocessableEntity, form, nil) }, func() error {
		return membersPage(v, http.StatusOK, ui.Form{Values: map[string]string{"role": in.Role}}, &made)
	})
}

func revokeInvitation(v *page.Visit) error {
	return manages(v, "invitation", catalog.InvitationDeleted, func(m postgres.Manager, id int64) error { return people.DeleteInvitation(v.Context(), m, id) })
}
