package jobs

import (
	"testing"
)

// An account never has all workers, and of jobs that were interrupted one is worked on at
// a time: what ends its process takes no other of them with it.
func TestWorkersAreShared(t *testing.T) {
	w := &Workers{places: newPlaces(3)}
	enter := func(account int64, attempt int) func() {
		leave, _ := w.enter(t.Context(), account, attempt)
		return leave
	}
	one, two := enter(1, 1), enter(1, 1)
	if one == nil || two == nil {
		t.Fatal("an account has all workers but one")
	}
	if enter(1, 1) != nil {
		t.Error("an account has all workers")
	}
	again := enter(2, 2)
	if again == nil {
		t.Fatal("another account has none")
	}
	if enter(3, 1) != nil {
		t.Error("there are more places than workers")
	}
	one()
	two()
	if enter(3, 3) != nil {
		t.Error("two jobs that were interrupted are worked on at the same time")
	}
	again()
	if again = enter(3, 3); again == nil {
		t.Error("a job that was interrupted finds no place")
	} else {
		again()
	}
	if held, users := w.places.all.InUse(); held != 0 || users != 0 {
		t.Errorf("%d places are held by %d at rest", held, users)
	}
	w.places = newPlaces(1)
	if leave := enter(1, 1); leave == nil {
		t.Error("the only worker takes nothing")
	}
}
