package page

import (
	"vitrine/internal/web/view"
)

func Entrance(v *Visit) view.Entrance {
	return view.Entrance{Texts: v.Texts, Theme: v.Theme, At: v.at(), To: v.Destination(), Open: v.Web.Accounts.Registration == "" || v.Web.Accounts.Registration == "open", Mail: v.Web.Accounts.Jobs != nil}
}
