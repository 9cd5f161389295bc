package fault

import "testing"

func TestCodesSayWhatKindOfRuleIsBroken(t *testing.T) {
	for rule, want := range map[string]string{
		"The %s field is required.":                                         "required",
		"The email has already been taken.":                                 "taken",
		"You have %d views already, which is the most there can be.":        "limit_reached",
		"The %s field must not be greater than %d characters.":              "length",
		"The %s field must be at least %d characters.":                      "length",
		"The %s field must not have more than %d items.":                    "too_many",
		"The %s field must be between %d and %d.":                           "range",
		"The %s field must be at least 0.":                                  "range",
		"The %s field must be a date after or equal to starts at.":          "order",
		"The selected %s is invalid.":                                       "choice",
		"There is no such field here.":                                      "unknown",
		"The %s field must be a valid date in the form YYYY-MM-DD.":         "form",
		"The location cannot be moved below itself or one of its children.": "refused",
	} {
		if got := (Message{Rule: rule}).Code(); got != want {
			t.Errorf("%s: %s, want %s", rule, got, want)
		}
	}
	var e Invalid
	e.Required("name", "")
	e.OneOf("custom_fields.7", "x", nil)
	e.Add("a b\n", "There is no such field here.")
	if got, want := e.Codes(), "name=required, custom_fields.7=choice, a+b%0A=unknown"; got != want {
		t.Errorf("codes %q, want %q", got, want)
	}
	for range 2 * mostCodes {
		e.Required("name", "")
	}
	if got := len(e.Codes()); got > mostCodes*30 {
		t.Errorf("the header has %d bytes", got)
	}
}
