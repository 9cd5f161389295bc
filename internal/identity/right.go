package identity

// Right is what an act asks of whoever does it. A Reader, a Writer and their
// like are handed out by right; which pages and routes there are does not matter.
type Right int

const (
	View    Right = iota // read what every member may read
	Inspect              // read what editors and owners may read
	Oversee              // read what owners may read
	Edit                 // change the catalogue
	Amend                // change a part of something that may be read, too
	Own                  // change what is one's own
	Manage               // change who belongs to the account
	Leave                // give back the key in use
)

// Rights are all of them.
var Rights = []Right{View, Inspect, Oversee, Edit, Amend, Own, Manage, Leave}

// Allows reports whether role and key permit an act. A restricted key may do
// nothing by which it could become a better one. Whether a key has expired is
// for the database to say.
func (r Right) Allows(a Actor) bool {
	switch r {
	case View:
		return a.Allows(Read)
	case Inspect:
		return a.Role.Writes() && a.Allows(Read)
	case Edit:
		return a.Role.Writes() && a.Allows(Write)
	case Amend:
		return a.Role.Writes() && a.Allows(Read) && a.Allows(Write)
	case Own:
		return !a.Any()
	case Oversee, Manage:
		return a.Role == Owner && !a.Any()
	case Leave:
		return true
	}
	return false
}

// Reads reports whether nothing is changed by it.
func (r Right) Reads() bool { return r <= Oversee }

// Personal reports whether it is about who may do what: members, keys,
// passwords.
func (r Right) Personal() bool { return r >= Own }
