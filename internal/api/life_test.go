package api

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

// life is a copy of a new account whose records are tested.
type life struct {
	*person
	t                      testing.TB
	collection, item, copy string
}

func aLife(t testing.TB) life {
	t.Helper()
	l := life{person: server(t).Owner(t), t: t}
	l.collection = l.Make(t, "/api/collections", M{"name": "Coins", "visibility": "private", "currency": "EUR"})
	l.item = l.Make(t, "/api/collections/"+l.collection+"/items", M{"name": "Ducat"})
	l.copy = l.Make(t, "/api/items/"+l.item+"/copies", M{})
	return l
}

func (l life) piece() string              { return "/api/items/" + l.item + "/copies/" + l.copy }
func (l life) records(kind string) string { return "/api/copies/" + l.copy + "/" + kind }

// do sends a request that must succeed, and returns the attributes of the answer.
func (l life) do(method, path string, body M) M {
	l.t.Helper()
	r := l.Send(l.t, method, path, body)
	if r.StatusCode >= 300 {
		l.t.Fatalf("%s %s %v: %s\n%s", method, path, body, r.Status, r.Content)
	}
	if len(r.Content) == 0 {
		return nil
	}
	attributes, _ := r.Dig(l.t, "data.attributes").(M)
	return attributes
}

// refused requires a request to be refused on one field.
func (l life) refused(method, path string, body M, field string) {
	l.t.Helper()
	r := l.Send(l.t, method, path, body).Want(l.t, http.StatusUnprocessableEntity)
	if errors, _ := r.Dig(l.t, "errors").(M); errors[field] == nil {
		l.t.Errorf("%s %s %v is not refused on %s: %s", method, path, body, field, r.Content)
	}
}

// is compares some attributes of the copy.
func (l life) is(want M) {
	l.t.Helper()
	now, _ := patiently(func() response { return l.Send(l.t, "GET", l.piece(), nil) }).Want(l.t, http.StatusOK).Dig(l.t, "data.attributes").(M)
	for name, value := range want {
		same(l.t, name, shownAs(now[name]), shownAs(value))
	}
}

// shownAs writes a value so that numbers of all types compare.
func shownAs(value any) string {
	if n, ok := value.(float64); ok {
		value = int64(n)
	}
	return fmt.Sprint(value)
}

// on is a day as it is shown.
func on(day string) int64 {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic(err)
	}
	return at.Unix()
}

// fromToday is a day in UTC.
func fromToday(days int) string { return time.Now().UTC().AddDate(0, 0, days).Format(time.DateOnly) }
