package identity

// Right is the permission that an act needs. Readers, Writers, Managers and Owns are created for a
// right, not for a route or page.
type Right int

const (
	View    Right = iota // read what every member may read
	Inspect              // read what editors and owners may read
	Oversee              // read what owners may read
	Visit                // read what a collection shows to people without an account
	Fetch                // read what every member may read, and leave a trace of it in the log
	Edit                 // change the catalogue
	Amend                // change part of an object that the key may also read
	Share                // show the catalogue to people without an account
	Propose              // suggest changes of the catalogue, which others decide
	Own                  // change a user's own data
	Manage               // change the members of the account
	Leave                // delete the key in use
)

// Rights lists all rights.
var Rights = []Right{View, Inspect, Oversee, Visit, Fetch, Edit, Amend, Share, Propose, Own, Manage, Leave}

// Allows reports whether role and key permit an act. A restricted key may not lift its own
// restrictions, nor share anything that would stay visible after it ends. The database checks expiry.
// Members never need Visit.
func (r Right) Allows(a Actor) bool {
	switch r {
	case View, Fetch:
		return a.Allows(Read)
	case Inspect:
		return a.Role.role.Writes() && a.Allows(Read)
	case Edit:
		return a.Role.role.Writes() && a.Allows(Write)
	case Amend:
		return a.Role.role.Writes() && a.Allows(Read) && a.Allows(Write)
	case Share:
		return a.Role.role.Writes() && !a.Any()
	case Propose:
		return a.Allows(Read) && a.Allows(Write)
	case Own:
		return !a.Any()
	case Oversee, Manage:
		return a.Role.role == Owner && !a.Any()
	case Leave:
		return true
	}
	return false
}

// Reads reports whether the right changes nothing.
func (r Right) Reads() bool { return r <= Visit }

// Reading is the right to read the objects that this right may change.
func (r Right) Reading() Right {
	switch r {
	case Edit, Amend, Share:
		return Inspect
	case Manage:
		return Oversee
	case Own, Leave, Fetch, Propose:
		return View
	}
	return r
}

// Personal reports whether the right is about members, keys or passwords.
func (r Right) Personal() bool { return r >= Own }
