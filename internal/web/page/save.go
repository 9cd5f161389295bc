package page

import (
	"cmp"
	"context"
	"net/http"

	"github.com/a-h/templ"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/web/ui"
)

// Load reads the object of the path.
func Load[T any](v *Visit, name string, read func(context.Context, postgres.Reader, int64) (T, error)) (found T, err error) {
	id, err := v.Number(name)
	if err != nil {
		return found, err
	}
	err = v.Together(func(r postgres.Reader) (err error) {
		found, err = read(v.Context(), r, id)
		return err
	})
	return found, err
}

// validated is an input that checks itself.
type validated[In any] interface {
	*In
	Validate() error
}

// sentInput reads a form, and checks it.
func sentInput[In any, P validated[In]](v *Visit, input func(*Visit, *fault.Invalid) In) (In, error) {
	var wrong fault.Invalid
	in := input(v, &wrong)
	err := cmp.Or(wrong.Err(), P(&in).Validate()) // Validate may normalise it
	return in, err
}

// Again shows a refused form, with its values and errors.
type Again func(v *Visit, status int, form ui.Form) error

// Create creates an object by a form, and shows its page; or shows the form again.
func Create[In, T any, P validated[In]](v *Visit, action catalog.Action, input func(*Visit, *fault.Invalid) In, do func(context.Context, postgres.Writer, In) (T, error), again Again, to func(T) string) error {
	var made T
	in, err := sentInput[In, P](v, input)
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, action, func(w postgres.Writer) (err error) {
			made, err = do(v.Context(), w, in)
			return err
		})
	}
	return v.Answer(err, func(form ui.Form) error { return again(v, http.StatusUnprocessableEntity, form) },
		func() error { return v.Redirect(to(made)) })
}

// Stored is how an object of the path is read and written.
type Stored[T, In any] struct {
	Read   func(context.Context, postgres.Reader, int64) (T, error)
	Write  func(context.Context, postgres.Writer, int64, In) (T, error)
	Values func(T) map[string]string // as its form has them
	Input  func(*Visit, *fault.Invalid) In
}

// Update changes an object by a form, and redirects; or shows the form again. What others wrote
// meanwhile stays.
func Update[In, T any, P validated[In]](v *Visit, action catalog.Action, id int64, s Stored[T, In], again Again, to string) error {
	err := v.AmendBy(action, func(r postgres.Reader) (map[string]string, error) {
		now, err := s.Read(v.Context(), r, id)
		return s.Values(now), err
	}, func(w postgres.Writer) error {
		in, err := sentInput[In, P](v, s.Input)
		if err == nil {
			_, err = s.Write(v.Context(), w, id, in)
		}
		return err
	})
	return v.Answer(err, func(form ui.Form) error { return again(v, http.StatusUnprocessableEntity, form) },
		func() error { return v.Redirect(to) })
}

// Show frames and renders a page whose title is a text of the program.
func (v *Visit) Show(status int, title, current string, component func(ui.Frame) templ.Component) error {
	f, err := v.Frame("", current)
	if err != nil {
		return err
	}
	f.Title = f.T(title)
	return v.Render(status, component(f))
}

// Summed adds the counts of a list's objects.
func Summed[T, S any](v *Visit, of catalog.Page[T], id func(T) int64, read func(context.Context, postgres.Reader, []int64) (map[int64]S, error)) (map[int64]S, error) {
	reader, err := v.Reader()
	if err != nil {
		return nil, err
	}
	return read(v.Context(), reader, IdsOf(of.Items, id))
}
