package apitest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Response is an answer with its body already read.
type Response struct {
	*http.Response
	Content []byte
}

// JSON is the body as a value; numbers are float64.
func (r Response) JSON(t testing.TB) M {
	t.Helper()
	var v M
	if err := json.Unmarshal(r.Content, &v); err != nil {
		t.Fatalf("%s: %v", r.Content, err)
	}
	return v
}

// Dig follows a dotted path through objects and arrays.
func (r Response) Dig(t testing.TB, path string) any {
	t.Helper()
	var v any = r.JSON(t)
	for name := range strings.SplitSeq(path, ".") {
		switch x := v.(type) {
		case M:
			v = x[name]
		case []any:
			var i int
			if _, err := fmt.Sscan(name, &i); err != nil || i >= len(x) {
				return nil
			}
			v = x[i]
		default:
			return nil
		}
	}
	return v
}

// Want fails the test unless the status is as wanted.
func (r Response) Want(t testing.TB, status int) Response {
	t.Helper()
	if r.StatusCode != status {
		t.Fatalf("%s %s: status %d, want %d: %s", r.Request.Method, r.Request.URL.Path, r.StatusCode, status, r.Content)
	}
	return r
}

// ID is the id of the one object in an answer.
func (r Response) ID(t testing.TB) string {
	t.Helper()
	id, _ := r.Dig(t, "data.id").(string)
	if id == "" {
		t.Fatalf("no id in %s", r.Content)
	}
	return id
}

// Attributes are those of the object in an answer.
func (r Response) Attributes(t testing.TB) M {
	t.Helper()
	found, _ := r.Dig(t, "data.attributes").(M)
	return found
}

// Listed are the ids of a list.
func (r Response) Listed(t testing.TB) []string {
	t.Helper()
	list, _ := r.Want(t, http.StatusOK).Dig(t, "data").([]any)
	ids := []string{}
	for _, object := range list {
		ids = append(ids, object.(M)["id"].(string))
	}
	return ids
}

// Same fails the test unless both are equal as JSON.
func Same(t testing.TB, what string, got, want any) {
	t.Helper()
	if diff := Diff(got, want); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// Diff is the difference of two values as JSON, empty if there is none.
func Diff(got, want any) string { return cmp.Diff(Normal(want), Normal(got)) }

// Normal is a value after a round trip through JSON.
func Normal(v any) any {
	var b bytes.Buffer
	_ = json.NewEncoder(&b).Encode(v)
	var n any
	_ = json.Unmarshal(b.Bytes(), &n)
	return n
}

// Encoded is a value as JSON.
func Encoded(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}
