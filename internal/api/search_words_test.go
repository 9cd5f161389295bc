package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// An item is found by a bounded number of words, and shown in full.
func TestWordsOfAnItemAreBounded(t *testing.T) {
	t.Parallel()
	h := server(t)
	l := newLibrary(t, h.Owner(t))
	values := M{}
	for n := range 12 {
		var text strings.Builder
		for i := range 600 {
			fmt.Fprintf(&text, "w%dx%d ", n, i)
		}
		values[l.Make(t, "/api/collection-types/"+l.kind+"/custom-fields", M{"field_type": "text"})] = strings.TrimSpace(text.String())
	}
	path := "/api/collections/" + l.collection + "/items"
	id := l.Make(t, path, M{"name": "Wordy", "collection_type_id": l.kind, "custom_fields": values})
	same(t, "what is shown", l.Send(t, "GET", path+"/"+id, nil).Want(t, http.StatusOK).Dig(t, "data.attributes.custom_fields"), values)
	conn, err := pgx.Connect(t.Context(), h.Database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var words int
	if err := conn.QueryRow(t.Context(), `select count(*) from item_value_words where item_id = $1`, id).Scan(&words); err != nil || words != 5_000 {
		t.Errorf("%d words: %v", words, err)
	}
}
