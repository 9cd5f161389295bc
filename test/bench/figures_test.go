package main

import (
	"strings"
	"testing"
)

// What became dearer is named with its figures; what did not is not.
func TestWhatIsDearerFails(t *testing.T) {
	t.Parallel()
	before := figures{
		Requests: []requestFigures{{Name: "get", ToEngine: 0.30, ToFloor: 0.90}, {Name: "create", ToEngine: 0.60}},
		Pages:    []pageFigures{{Name: "grid", ToFloor: 60, Trips: 3, Statements: 22, Bytes: 6000}},
	}
	if err := before.heldAgainst(before); err != nil {
		t.Error(err)
	}
	now := figures{
		Requests: []requestFigures{{Name: "get", ToEngine: 0.25, ToFloor: 0.70}, {Name: "create", ToEngine: 0.52}},
		Pages:    []pageFigures{{Name: "grid", ToFloor: 68, Trips: 3, Statements: 23, Bytes: 6800}},
	}
	err := now.heldAgainst(before)
	if err == nil || !strings.Contains(err.Error(), "get: the ratio to the floor is 0.70, accepted is 0.90") || !strings.Contains(err.Error(), "page grid: statements are 23, accepted are 22") {
		t.Errorf("what is dearer is told as: %v", err)
	}
	if wrong := now.dearer(before); len(wrong) != 2 {
		t.Errorf("dearer are %v", wrong)
	}
	again := figures{Requests: []requestFigures{{Name: "get", ToEngine: 0.29, ToFloor: 0.88}}, Pages: []pageFigures{{Name: "grid", ToFloor: 61, Trips: 3, Statements: 22, Bytes: 6000}}}
	if err := now.better(again).heldAgainst(before); err != nil {
		t.Errorf("the better of two runs: %v", err)
	}
	elsewhere := figures{Requests: []requestFigures{{Name: "get", ToEngine: 0.22, ToFloor: 0.88}, {Name: "create", ToEngine: 0.60}}, Pages: before.Pages}
	if err := elsewhere.heldAgainst(before); err != nil {
		t.Errorf("a machine whose network is dearer, for the floor as well: %v", err)
	}
	if err := (figures{}).heldAgainst(before); err == nil {
		t.Error("what was not measured is accepted")
	}
}
