package catalog

import (
	"time"

	"vitrine/internal/fault"
)

// ItemCondition is a step of the scale by which an account judges its copies.
type ItemCondition struct {
	ID                   int64
	UUID                 string
	Name                 string
	Position             int64 // 1 is the best
	CreatedAt, UpdatedAt time.Time
}

// MaxItemConditions limits the scale of an account.
const MaxItemConditions = 100

// ItemConditionInput holds what a client may write. Position is used on update only;
// nil keeps it.
type ItemConditionInput struct {
	Name     string
	Position *int64
}

func (in *ItemConditionInput) Validate() error {
	var e fault.Invalid
	e.Text("name", in.Name, MaxName)
	position(&e, in.Position)
	return e.Err()
}

// TooMany reports a limit of what an account may have.
func TooMany(what string, most int) error {
	return fault.On("account", "The account has %d %s already, which is the most there can be.", most, what)
}
