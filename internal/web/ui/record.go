package ui

import (
	"strconv"
	"time"
)

// Sum is an amount that may be absent, to be typed.
type Sum struct {
	Amount *int64
	Code   string
}

// Filled is a record as its form shows it. What is absent is left out.
func Filled(fields map[string]any) map[string]string {
	values := map[string]string{}
	for name, field := range fields {
		switch v := field.(type) {
		case string:
			values[name] = v
		case *string:
			if v != nil {
				values[name] = *v
			}
		case *int64:
			if v != nil {
				values[name] = strconv.FormatInt(*v, 10)
			}
		case time.Time:
			values[name] = v.Format(time.DateOnly)
		case *time.Time:
			if v != nil {
				values[name] = v.Format(time.DateOnly)
			}
		case Sum:
			if v.Amount != nil {
				values[name] = Typed(*v.Amount, v.Code)
			}
		case bool:
			if v {
				values[name] = "1"
			}
		}
	}
	return values
}

// ValueOr is a text that may be absent.
func ValueOr(text *string, otherwise string) string {
	if text == nil {
		return otherwise
	}
	return *text
}
