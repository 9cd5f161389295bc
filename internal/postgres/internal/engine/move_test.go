package engine_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/people"
)

// household is an account with one of everything, on a server.
type household struct {
	*testing.T
	url   string
	db    *engine.DB
	token string
	who   identity.Actor
}

// furnish creates an account through the API of the package, so that the database
// gives every id.
func furnish(t *testing.T, server int) household {
	t.Helper()
	h := household{T: t, url: numbered(t, server), token: identity.NewToken()}
	h.open(h.url)
	registration := identity.Registration{FirstName: "Ada", LastName: "Byron", Email: fmt.Sprintf("ada%d@example.org", server), DeviceName: "x", Address: "192.0.2.1"}
	if err := people.Register(t.Context(), h.db, registration, "x", h.token); err != nil {
		t.Fatal(err)
	}
	h.enter()
	attic := done[catalog.Location](h, "CreateLocation", catalog.LocationInput{Name: "Attic", Emoji: "📦"})
	shelf := done[catalog.Location](h, "CreateLocation", catalog.LocationInput{Name: "Shelf", Emoji: "📦", ParentID: &attic.ID})
	kind := done[catalog.CollectionType](h, "CreateCollectionType", catalog.NewCollectionType{Name: "Book", Color: "#000000"})
	group := done[catalog.CustomFieldGroup](h, "CreateCustomFieldGroup", kind.ID, catalog.CustomFieldGroupInput{})
	field := done[catalog.CustomField](h, "CreateCustomField", kind.ID, catalog.CustomFieldInput{FieldType: "text", GroupID: &group.ID})
	books := done[catalog.Collection](h, "CreateCollection", catalog.CollectionInput{Name: "Books", Emoji: "📦", Visibility: "private", TypeIDs: []int64{kind.ID}})
	for n := range 3 {
		value := catalog.GivenValue{Field: fmt.Sprint(field.ID), JSON: fmt.Appendf(nil, `"value %d"`, n)}
		item := done[catalog.Item](h, "CreateItem", books.ID, catalog.ItemInput{Name: fmt.Sprintf("Item %d", n), CollectionTypeID: &kind.ID, CustomFields: []catalog.GivenValue{value}})
		piece := done[catalog.Copy](h, "CreateCopy", item.ID, catalog.CopyInput{Status: "owned", Quantity: new(int64(1)), LocationID: &shelf.ID})
		done[catalog.InsuranceRecord](h, "CreateInsuranceRecord", piece.ID, catalog.InsuranceRecordInput{Provider: "Axa", InsuredValue: new(int64(1)), Status: "active"})
	}
	done[identity.Invitation](h, "CreateInvitation", identity.InvitationInput{Email: "guest@example.org", Role: "viewer"}, identity.NewToken())
	return h
}

// numbered creates the database of a server.
func numbered(t *testing.T, server int) string {
	t.Helper()
	url := pgtest.Migrated(t)
	if err := admin.Migrate(t.Context(), url, server, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	return url
}

// serverOf returns the server that gave an id.
func serverOf(id int64) int { return int(id >> 43) }

func (h *household) open(url string) {
	h.Helper()
	db, err := engine.Open(h.Context(), url)
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(db.Close)
	h.db = db
}

func (h *household) enter() {
	h.Helper()
	who, _, err := people.Actor(h.Context(), h.db, identity.HashToken(h.token))
	if err != nil {
		h.Fatal(err)
	}
	h.who = who
}

// done makes a call and returns its result.
func done[T any](h household, method string, args ...any) T {
	h.Helper()
	made, err := get(method, args...).on(h.Context(), h.db, engine.ByToken(identity.HashToken(h.token), h.who))
	if err != nil {
		h.Fatalf("%s: %v", method, err)
	}
	return made.(T)
}

func (h household) items() catalog.Page[catalog.Item] {
	h.Helper()
	return done[catalog.Page[catalog.Item]](h, "Items", catalog.ItemFilter{Search: words("value")}, catalog.Paging{Number: 1, PerPage: 10})
}

// Two servers doing the same work give no id twice.
func TestServersHaveNoIDInCommon(t *testing.T) {
	t.Parallel()
	zero, three := furnish(t, 0), furnish(t, 3)
	from, to := superuser(t, zero.url), superuser(t, three.url)
	compared := 0
	for _, table := range names(t, from, `
		select c.relname::text from pg_attribute a join pg_class c on c.oid = a.attrelid
		where a.attidentity <> '' and c.relnamespace = 'public'::regnamespace and c.relname <> 'goose_db_version'`) {
		here, there := names(t, from, `select id::text from `+table), names(t, to, `select id::text from `+table)
		for _, id := range here {
			if slices.Contains(there, id) {
				t.Errorf("both servers have given the id %s in %s", id, table)
			}
		}
		if len(here) > 0 && len(there) > 0 {
			compared++
		}
	}
	if compared < 13 {
		t.Errorf("the accounts have rows in %d tables: the test looks in the wrong place", compared)
	}
}

// kept are the tables that triggers fill.
var kept = []string{"totals", "item_words", "item_value_words", "copy_words", "words", "item_keys"}

// An account moves to another server by copying its rows with all keys and triggers active: nothing
// collides.
func TestAccountMovesToAnotherServer(t *testing.T) {
	t.Parallel()
	moving, there := furnish(t, 0), furnish(t, 3)
	before, neighbour := moving.items(), there.items()
	from, to := superuser(t, moving.url), superuser(t, there.url)
	for _, table := range inOrder(t, from) {
		if table == "location_history" { // a copy that comes with a location begins a stay, which its own take the place of
			if _, err := to.Exec(t.Context(), `delete from location_history where account_id = $1`, moving.who.AccountID); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Contains(kept, table) {
			move(t, from, to, table, moving.who.AccountID)
		}
	}
	id := moving.who
	moving.open(there.url)
	moving.enter()
	if !reflect.DeepEqual(moving.who, id) || before.Total != 3 || !reflect.DeepEqual(moving.items(), before) {
		t.Errorf("the account was\n%+v\n%+v\nand is\n%+v\n%+v", id, before, moving.who, moving.items())
	}
	collection := before.Items[0].CollectionID
	made := done[catalog.Item](moving, "CreateItem", collection, catalog.ItemInput{Name: "Made after the move"})
	if serverOf(made.ID) != 3 || serverOf(before.Items[0].ID) != 0 {
		t.Errorf("items had ids such as %d, and have now such as %d", before.Items[0].ID, made.ID)
	}
	if !reflect.DeepEqual(there.items(), neighbour) {
		t.Errorf("whoever was there had\n%+v\nand has\n%+v", neighbour, there.items())
	}
	if got := admin.RepairTotals(t.Context(), there.url); !strings.Contains(got.What, "2 accounts were counted, 0 were wrong") {
		t.Errorf("totals: %+v", got)
	}
}

// inOrder lists the account tables, each after those it refers to.
func inOrder(t *testing.T, conn *pgx.Conn) (sorted []string) {
	t.Helper()
	rest := accountTables(t, conn)
	for len(rest) > 0 {
		ready := names(t, conn, `
			select c.relname from pg_class c where c.relname in ('`+strings.Join(rest, `', '`)+`') and c.relnamespace = 'public'::regnamespace and not exists (
				select from pg_constraint k join pg_class r on r.oid = k.confrelid
				where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid and r.relname in ('`+strings.Join(rest, `', '`)+`'))`)
		if len(ready) == 0 {
			t.Fatalf("%v refer to each other", rest)
		}
		sorted = append(sorted, ready...)
		rest = slices.DeleteFunc(rest, func(table string) bool { return slices.Contains(ready, table) })
	}
	return sorted
}

// move copies the rows of an account by COPY.
func move(t *testing.T, from, to *pgx.Conn, table string, account int64) {
	t.Helper()
	columns := strings.Join(names(t, from, `
		select quote_ident(attname) from pg_attribute where attrelid = '`+table+`'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`), ", ")
	var rows bytes.Buffer
	_, err := from.PgConn().CopyTo(t.Context(), &rows, fmt.Sprintf(`copy (select %s from %s where %s = %d) to stdout`, columns, table, column(table), account))
	if err == nil {
		_, err = to.PgConn().CopyFrom(t.Context(), &rows, fmt.Sprintf(`copy %s (%s) from stdin`, table, columns))
	}
	if err != nil {
		t.Fatalf("%s: %v", table, err)
	}
}
