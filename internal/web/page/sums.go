package page

import (
	"context"
	"errors"

	"vitrine/internal/postgres/figures"
)

// Sums is the context in which a page adds up an account. A large one, whose sums are not in memory, is added
// up by a second request, which says so.
func Sums(v *Visit) context.Context {
	if v.Param("sums") != "" {
		return v.Context()
	}
	return figures.Promptly(v.Context())
}

// Later reports whether sums are left to a second request. Any other error stays.
func Later(err error) (bool, error) {
	if errors.Is(err, figures.ErrLater) {
		return true, nil
	}
	return false, err
}
