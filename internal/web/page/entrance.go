package page

import (
	"vitrine/internal/web/ui"
)

func Entrance(v *Visit) ui.Entrance {
	return ui.Entrance{Texts: v.Texts, Theme: v.Theme, At: v.at(), To: v.Destination(), Open: v.Web.Accounts.Registration == "" || v.Web.Accounts.Registration == "open", Mail: v.Web.Accounts.Jobs != nil, Demo: v.Web.Accounts.Demo}
}
