package engine_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"reflect"
	"slices"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/importing"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/people"
	"vitrine/internal/postgres/sharing"
)

// A call is one use of a function on the objects that fill creates.
type call struct {
	method, how string
	most        int64 // rows it may touch; 0 if they may grow with the account
	args        []any // after the context
	only        bool  // by a key limited to some collections
}

func (c call) String() string { return c.method + c.how }

// on makes the call with the function's first argument: a Reader, the DB or a change.
func (c call) on(ctx context.Context, db *engine.DB, who engine.Access) (result any, err error) {
	if c.only {
		who.CollectionIDs = []int64{account(who.AccountID).nth(1)}
	}
	invoke := func(with any) error { result, err = c.invoke(ctx, with); return err }
	scope := db.Scope(who)
	switch c.takes() {
	case reflect.TypeFor[engine.Reader]():
		reader, err := scope.View(identity.View)
		if err != nil {
			return nil, err
		}
		return result, invoke(reader)
	case reflect.TypeFor[sharing.Showcase]():
		in, err := sharing.Visit(ctx, db, engine.ByShareToken(linkTo(account(who.AccountID))))
		if err != nil {
			return nil, err
		}
		return result, invoke(in)
	case reflect.TypeFor[engine.Writer]():
		return result, engine.Change(ctx, scope, "tested", func(w engine.Writer) error { return invoke(w) })
	case reflect.TypeFor[engine.Sharer]():
		return result, engine.Change(ctx, scope, "tested", func(s engine.Sharer) error { return invoke(s) })
	case reflect.TypeFor[engine.Fetcher]():
		return result, engine.Change(ctx, scope, "tested", func(f engine.Fetcher) error { return invoke(f) })
	case reflect.TypeFor[engine.Proposer]():
		return result, engine.Change(ctx, scope, "tested", func(p engine.Proposer) error { return invoke(p) })
	case reflect.TypeFor[engine.Own]():
		return result, engine.Change(ctx, scope, "tested", func(o engine.Own) error { return invoke(o) })
	case reflect.TypeFor[engine.Manager]():
		return result, engine.Change(ctx, scope, "tested", func(m engine.Manager) error { return invoke(m) })
	case reflect.TypeFor[engine.Scope]():
		return result, db.Scope(scope.Access).Carefully(ctx, identity.Edit, func(c engine.Scope) error { return invoke(c) })
	}
	return result, invoke(db)
}

// takes is the first parameter that is not the context.
func (c call) takes() reflect.Type {
	fn := reflect.TypeOf(called[c.method])
	if first := fn.In(0); first != reflect.TypeFor[context.Context]() {
		return first
	}
	return fn.In(1)
}

func (c call) invoke(ctx context.Context, with any) (any, error) {
	in := []reflect.Value{reflect.ValueOf(ctx), reflect.ValueOf(with)}
	fn := reflect.ValueOf(called[c.method])
	if fn.Type().In(0) == reflect.TypeOf(with) {
		slices.Reverse(in)
	}
	for _, arg := range c.args {
		in = append(in, reflect.ValueOf(arg))
	}
	out := fn.Call(in)
	err, _ := out[len(out)-1].Interface().(error)
	return out[0].Interface(), err
}

// few is how many rows a page of ten with its related rows may touch, twice if the total was counted
// first; one is for a single object; some is for a tree, or a count that ends at a thousand.
const some, few, one = 4_000, 320, 160

func get(method string, args ...any) call { return call{method: method, most: one, args: args} }

func reads(a account) []call {
	var none *int64
	return slices.Concat([]call{
		get("Me"), get("Reminders"), get("Calendar"), get("Due", time.Time{}, time.Now()), get("ReadMailbox"), get("Secrets"), get("TwoFactor"), get("KnowsAddress", "192.0.2.1"),
		get("APIKeys"), get("ReadShell"), get("RecentItems"), call{method: "CollectionLinks"}, get("TypeForms", a.nth(1)), get("Sessions"), get("Proven"), get("APIKey", 10*a.nth(1)), get("Log", int64(3)), get("Member", a.nth(1)), get("Invitation", a.nth(1)),
		get("Location", a.nth(1)), get("ItemCondition", a.nth(1)), get("Collection", a.nth(1)), get("CollectionType", a.nth(1)), get("ExportCollectionType", a.nth(1)),
		call{method: "TypeSummaries"}, call{method: "TypeEdit", args: []any{a.nth(1)}}, call{method: "LocationTree", most: some}, get("CopyItems", []int64{a.nth(1), a.nth(2)}),
		get("CustomFieldGroup", a.nth(1), a.field(1)), get("CustomField", a.nth(1), a.field(1)),
		get("Item", a.nth(5)), get("ItemOf", a.nth(2), a.nth(5)), get("Copy", a.nth(1)), get("CopyOf", a.nth(1), a.nth(1)),
		get("InsuranceRecord", a.nth(1), a.nth(1)), get("Valuation", a.nth(1), a.nth(1)), get("Transaction", a.nth(1), a.nth(1)),
		get("Stay", a.nth(1), a.nth(1)), get("Loan", a.nth(1), a.nth(1)), get("MaintenanceRecord", a.nth(1), a.nth(1)), get("ProvenanceEvent", a.nth(1), a.nth(1)),
		get("ItemLog", a.nth(1), int64(3)), get("CopyLog", a.nth(1), int64(3)),
		get("Photo", a.nth(1), a.nth(1)), get("PhotoContent", a.nth(1), a.nth(1)), get("PhotoPlace", a.nth(1)), get("MainPhotos", []int64{a.nth(1), a.nth(2)}), get("FoundTexts", []int64{a.nth(1), a.nth(2)}), get("Held", []int64{a.nth(1), a.nth(2)}), get("Havings", []int64{a.nth(1), a.nth(2)}), call{method: "SameName", args: []any{"item 5"}}, call{method: "Have", args: []any{catalog.HaveInput{Code: "9783492281577"}}}, call{method: "Have", how: " by its name", args: []any{catalog.HaveInput{Query: "item 5"}}}, get("Loss", a.nth(1), []int64{a.nth(1), a.nth(2)}), get("ItemNames", []int64{a.nth(1), a.nth(2)}), get("TagsOfItems", []int64{a.nth(1), a.nth(2)}), get("CopiesIn", a.nth(1)),
		get("HeldIDs", a.nth(1), []int64{a.nth(1), a.nth(2)}, catalog.CopiesAsked{Status: "owned"}), call{method: "ItemIDs", args: []any{a.nth(1), catalog.ItemFilter{}}},
		call{method: "CountStamp"}, call{method: "CountItems", args: []any{a.nth(1), catalog.ItemFilter{Search: words("item")}, "1"}}, call{method: "CountItems", how: " with four filters", args: []any{a.nth(1), catalog.ItemFilter{Search: words("item"), HasCopies: new(true), HasPhotos: new(false), SortedBy: catalog.SortedBy{TagIDs: []int64{1, 2}}}, "1"}},
		get("Noted", "a request", 10), get("OwnChanges", []int64{1, 2, 3}),
		call{method: "ItemFigures", most: few, args: []any{a.nth(1), []int64{a.nth(1), a.nth(2)}, catalog.CopiesAsked{Currency: "EUR"}, false}},
		call{method: "ItemFigures", how: " in a tree of places", args: []any{a.nth(1), []int64{a.nth(1), a.nth(2)}, catalog.CopiesAsked{LocationID: catalog.IDFilter{Asked: true, ID: new(a.nth(1))}, Value: catalog.Between{Min: new(int64(1))}, Currency: "EUR"}, true}},
		call{method: "Figures", args: []any{a.nth(1), catalog.ItemFilter{}}}, call{method: "Figures", how: " at a place", args: []any{a.nth(1), catalog.ItemFilter{Copies: catalog.CopiesAsked{LocationID: catalog.IDFilter{Asked: true, ID: new(a.nth(1))}, Status: "owned"}}}},
		get("Document", a.nth(1)), get("DocumentContent", a.nth(1)), get("File", sumOf(a.nth(1))), get("FileContent", sumOf(a.nth(2))),
		list("PhotosOf", "", few, a.nth(1)), list("Photos", "", few, catalog.PhotoFilter{}), list("Photos", " of a copy", few, catalog.PhotoFilter{CopyID: new(a.nth(1))}),
		list("Photos", " of no copy", 0, catalog.PhotoFilter{OfItem: true}), list("Photos", " of a collection", 0, catalog.PhotoFilter{CollectionID: new(a.nth(1))}), list("Photos", " that are duplicates", 0, catalog.PhotoFilter{Duplicates: true}),
		list("Documents", "", few, a.nth(1)),
		get("TypeFields", []int64{a.nth(1), a.nth(2)}), call{method: "FirstCopies", most: few, args: []any{[]int64{a.nth(1), a.nth(2)}}}, call{method: "ItemSummaries", args: []any{[]int64{a.nth(1)}}}, call{method: "CollectionSummaries", args: []any{[]int64{a.nth(1)}}}, call{method: "LocationSummaries", args: []any{[]int64{a.nth(1)}}},
		call{method: "Rates", args: []any{time.Now()}}, call{method: "ValueSeries", args: []any{catalog.ValueSeriesInput{}, []time.Time{time.Now()}}},
		call{method: "InsuredSeries", args: []any{catalog.ValueSeriesInput{}, []time.Time{time.Now()}}}, call{method: "Movers", args: []any{catalog.ValueSeriesInput{}, time.Now().AddDate(-1, 0, 0)}}, call{method: "ValueChange", args: []any{catalog.ValueSeriesInput{}, time.Now().AddDate(-1, 0, 0)}},
		call{method: "ValueChanges", args: []any{catalog.ValueSeriesInput{}, time.Now().AddDate(-1, 0, 0)}}, call{method: "KnownValueChange", args: []any{time.Now().AddDate(-1, 0, 0)}}, call{method: "PaidSeries", args: []any{catalog.ValueSeriesInput{}, []time.Time{time.Now()}}},
		call{method: "Statistics", args: []any{a.nth(1)}}, call{method: "Statistics", how: " by a limited key", args: []any{a.nth(1)}, only: true},
		call{method: "Dashboard"}, call{method: "KnownDashboard"}, call{method: "InsuredNow"}, call{method: "InsuredNow", how: " by a limited key", only: true}, call{method: "Dashboard", how: " by a limited key", only: true}, list("Attention", "", 0, catalog.AttentionFilter{UninsuredAbove: new(int64(1))}),
		get("Account"), get("ItemSheet", a.nth(1)), get("ItemWorth", a.nth(1)), get("CopySheet", a.nth(1)), list("PlacedCopies", "", few, a.nth(1)), call{method: "Places", most: some, args: []any{new(a.nth(2))}}, get("Suggestions", a.field(1), "x"),
		get("TypeFormsOf", catalog.Item{ID: a.nth(1), CollectionID: a.nth(1), CollectionTypeID: new(a.nth(1))}),
		list("Members", "", few), list("Invitations", "", 0), list("Logs", "", few, catalog.OwnLogFilter{}), list("Logs", " of actions", 0, catalog.OwnLogFilter{Actions: catalog.ActionsOf("item")}), list("Logs", " of days", 0, catalog.OwnLogFilter{From: new(time.Now()), To: new(time.Now())}),
		list("Locations", "", few),
		list("ItemConditions", "", few, catalog.Search{}), list("ItemConditions", " by name", few, words("grade")),
		list("SavedViews", "", 0, catalog.Search{}), list("SavedViews", " by name", 0, words("view")), get("SavedView", 10*a.nth(1)+1), get("ChangesView", 10*a.nth(1)+1),
		call{method: "ShownCollection"}, call{method: "ShownItem", most: one, args: []any{a.nth(2)}}, get("ShownPhoto", a.nth(2)), list("ShownItems", "", 0, catalog.Search{}), list("ShownItems", " by name", 0, words("item")),
		list("ShareLinks", "", few, a.nth(1)), list("SharedCollections", "", 2*some), get("ShareLink", a.nth(1), 10*a.nth(1)),
		list("Collections", "", few), list("Shelves", "", few), list("CollectionTypes", "", few), list("CustomFieldGroups", "", few, a.nth(1)),
		list("CustomFields", "", few, a.nth(1)), list("InsuranceRecords", "", few, a.nth(1)),
		list("Valuations", "", few, a.nth(1)), list("Transactions", "", few, a.nth(1)),
		list("Stays", "", few, a.nth(1)), list("LoansOf", "", few, a.nth(1)), list("Loans", "", 0, catalog.LoanFilter{}), list("Loans", " that are late", 0, catalog.LoanFilter{Status: "overdue"}),
		list("MaintenanceRecords", "", few, a.nth(1)), list("ProvenanceEvents", "", few, a.nth(1)), list("Timeline", "", few, a.nth(1), catalog.TimelineFilter{Complete: true}),
		list("ItemLogs", "", 0, a.nth(1), catalog.LogFilter{}), list("CopyLogs", "", 0, a.nth(1), catalog.LogFilter{Action: "item_created"}),
		list("Exports", "", some), get("Export", 10*a.nth(1)+1), get("ExportContent", 10*a.nth(1)+1),
		list("Imports", "", some, importing.OfAll), list("LatestImports", "", some), get("Import", a.nth(1)), get("ImportContent", a.nth(1)), get("UploadedPart", a.nth(1), int64(0)), get("ImportKeys", []int64{a.nth(1), a.nth(2)}),
		call{method: "Present", args: []any{[]importing.Proposal{{CollectionID: a.nth(1), ItemID: new(a.nth(2)), Changes: []importing.ProposedChange{{Field: "location"}, {Field: "tags"}, {Field: "series"}, {Field: "condition"}, {Field: "category"}, {Field: "set"}}}}}},
		get("Taken", []int64{a.nth(1), a.nth(8)}), get("Proposal", a.nth(1)), get("ProposalFor", new(a.nth(1)), none), get("ProposalFor", none, new(a.nth(2))),
		list("Proposals", "", some, importing.ProposalFilter{State: "open"}), list("Proposals", " of an item", few, importing.ProposalFilter{State: "open", ItemID: new(a.nth(1))}),
		list("Proposals", " of a collection", some, importing.ProposalFilter{State: "open", Origin: "member", CollectionID: new(a.nth(1))}),
		list("ImportRows", "", 0, a.nth(1), importing.RowFilter{}), list("ImportRows", " with a code", 0, a.nth(1), importing.RowFilter{Action: "error", Code: "bad_money"}), get("ReportRows", a.nth(1), int64(0), 10), get("ImportCells", a.nth(1), []importing.CellPlace{{Row: 2, Column: 1}}),
		list("Trash", "", 0, catalog.TrashFilter{}), get("TrashEntry", int64(1)), get("InTrash", []int64{1, 2}),
		list("CopyLabels", "", few, catalog.LabelFilter{Copies: []int64{a.nth(1)}, Items: []int64{a.nth(2)}}), list("CopyLabels", " in a tree", 0, catalog.LabelFilter{Shelf: &catalog.ShelfCheck{LocationID: a.nth(1), Nested: true}}),
		list("Unseen", "", 0, catalog.ShelfCheck{LocationID: a.nth(1)}, []int64{a.nth(1), a.nth(2)}), list("Unseen", " in a tree", 0, catalog.ShelfCheck{LocationID: a.nth(1), Nested: true}, []int64{a.nth(1)}),
		list("Strays", "", few, catalog.ShelfCheck{LocationID: a.nth(1)}, []int64{a.nth(1), a.nth(2)}), list("Strays", " in a tree", 0, catalog.ShelfCheck{LocationID: a.nth(1), Nested: true}, []int64{a.nth(1)}),
	}, items(a), tables(a), copies(a), searches(), insurance(a), organise(a), sorted(a), listings(a), packings(a), restricted(a))
}

// listings read whole lists.
func listings(a account) (all []call) {
	all = append(all, call{method: "ListedFields"})
	for how, l := range map[string]catalog.Listing{
		" of items": {List: catalog.ListItems}, " of a collection": {List: catalog.ListCollection, CollectionID: a.nth(2)}, " of copies": {List: catalog.ListCopies},
		" of items that were searched": {List: catalog.ListItems, Items: catalog.ItemFilter{Search: words("item"), Sort: catalog.Sort{Key: "name"}}},
		" of a collection by a field":  {List: catalog.ListCollection, CollectionID: a.nth(2), Items: catalog.ItemFilter{CollectionTypeID: new(a.nth(1)), Sort: catalog.Sort{FieldID: a.field(1)}}},
		" of copies in a tree":         {List: catalog.ListCopies, Copies: catalog.CopyFilter{LocationID: new(a.nth(1)), Nested: true, Sort: "-acquired_at"}},
	} {
		l.Most = 1 << 40
		c := call{method: "Listing", how: how, args: []any{l, func(catalog.ListingNames) error { return nil }, func(*catalog.ListedRow) error { return nil }}}
		all = append(all, c)
		if c.only = true; l.List != catalog.ListCollection {
			all = append(all, c)
		}
	}
	return all
}

// restricted are the reads that depend on the collections of a key.
func restricted(a account) []call {
	var none *int64
	all := []call{
		get("Collection", a.nth(1)), get("Item", a.nth(2)), get("Copy", a.nth(2)), get("CopyOf", a.nth(2), a.nth(2)), list("Collections", "", few), list("Shelves", "", few),
		call{method: "LocationTree"}, get("CopyItems", []int64{a.nth(1), a.nth(2)}),
		list("Items", "", 0, catalog.ItemFilter{}), list("Copies", "", 0, catalog.CopyFilter{}),
		get("Photo", a.nth(2), a.nth(2)), get("Document", a.nth(2)), get("File", sumOf(a.nth(2))), get("MainPhotos", []int64{a.nth(1), a.nth(2)}), get("Held", []int64{a.nth(1), a.nth(2)}), get("Have", catalog.HaveInput{Code: "9783492281577"}),
		list("Photos", "", 0, catalog.PhotoFilter{}), list("Loans", "", 0, catalog.LoanFilter{}),
		list("CopyLabels", "", 0, catalog.LabelFilter{Shelf: &catalog.ShelfCheck{LocationID: a.nth(1)}}),
		list("Unseen", "", 0, catalog.ShelfCheck{LocationID: a.nth(1)}, []int64{a.nth(1)}), list("Strays", "", 0, catalog.ShelfCheck{LocationID: a.nth(1)}, []int64{a.nth(1), a.nth(2)}),
		list("GapCopies", "", 0, catalog.GapFilter{Kind: "uninsured"}), list("Policies", "", 0, catalog.PolicyFilter{}), call{method: "PolicyFigures", args: []any{[]catalog.Policy{{ID: a.nth(1)}}}},
		get("Set", a.nth(1)), list("Sets", "", 0, catalog.SetFilter{}), list("Categories", "", 0, a.nth(1), catalog.Search{}), list("Tags", "", 0, catalog.TagFilter{}),
		get("Taken", []int64{a.nth(2), a.nth(8)}), get("Proposal", a.nth(2)), get("ProposalFor", new(a.nth(2)), none), list("Proposals", "", 0, importing.ProposalFilter{State: "open"}),
		call{method: "TagSummaries", args: []any{[]int64{a.nth(1)}}}, call{method: "SeriesSummaries", args: []any{[]int64{a.nth(1)}}}, call{method: "SetSummaries", args: []any{[]int64{a.nth(1)}}},
	}
	for i := range all {
		all[i].how, all[i].only = " by a restricted key", true
	}
	return all
}

// preauthCalls are the calls made before the caller is known.
func preauthCalls(a account) []call {
	email, hash := fmt.Sprintf("u%d@example.org", a.nth(2)), identity.HashToken("x")
	return []call{
		get("Actor", hash), get("KeyHolder", int64(a), 10*a.nth(1)), get("Sweep", int64(a), []string{"1/aa/x", "1/aa/y"}), get("Credentials", email), get("EmailTakenIn", email), get("FindInvited", hash), get("FindHost", people.Invited{ID: a.nth(1), AccountID: int64(a)}),
		get("Verification", identity.HashToken(fmt.Sprint("pack ", a.nth(1)))), get("Visit", engine.ByShareToken(linkTo(a))), get("Visit", engine.ByAddress(fmt.Sprintf("00000000-0000-4000-8000-%012d", a.nth(1)))), get("CountViews", []int64{int64(a)}, []int64{10 * a.nth(1)}, []int64{2}, []time.Time{time.Now()}),
		get("UseStep", int64(1)), get("UseRecoveryCode", "x"), get("CountWrongCode", a.owner()),
		get("ResetPassword", hash, "x", silent), get("ConfirmAddress", hash), get("TakeBack", hash, people.Restored{PasswordHash: "x", Notify: silent}), get("TouchKeys", []int64{int64(a), int64(a)}, []int64{10 * a.nth(1), 10 * a.nth(2)}, []time.Time{time.Now(), time.Now()}),
		get("Accept", people.Invited{ID: a.nth(1), AccountID: int64(a)}, identity.Acceptance{FirstName: "A", LastName: "B", DeviceName: "d"}, "x", "x"),
		get("Begin", engine.Key{Path: "x", Key: "x"}), get("Keep", engine.Key{Path: "x", Key: "x", BodyHash: []byte{}}, 201, []byte("x")),
		get("Claim", identity.Edit, engine.Key{Path: "x", Key: "y", BodyHash: []byte{}}), get("Settle", identity.Edit, engine.Key{Path: "x", Key: "y", BodyHash: []byte{}}, 0, []byte{}),
		get("ForgetAnswers"), get("PurgeTrash"), get("QueueReminders", "1970-01-05", 10), get("ReadReminded", people.Reminder{AccountID: int64(a), UserID: a.nth(1)}, time.Now()),
		get("Register", identity.Registration{FirstName: "A", LastName: "B", Email: "new@example.org", DeviceName: "d"}, "x", "x"),
	}
}

// sumOf is the hash of a file that fill creates.
func sumOf(id int64) [32]byte { return sha256.Sum256([]byte(fmt.Sprint(id))) }

// linkTo is the hash of the token of a link to the first collection.
func linkTo(a account) []byte { return identity.HashToken(fmt.Sprint("link ", 10*a.nth(1))) }

// silent notifies nobody.
func silent(people.Notice) []engine.Job { return nil }

// list is a call that takes a page.
func list(method, how string, most int64, args ...any) call {
	return call{method: method, how: how, most: most, args: append(args, catalog.Paging{})}
}

func words(all ...string) catalog.Search { return catalog.Search{Asked: true, Words: all} }

// items lists items with each filter alone and some combined, in every order.
func items(a account) (all []call) {
	kind, last := a.nth(1), map[account]int64{large: 19_998, small: 18}[a] // of the first type
	rare, unique := fmt.Sprint(last), fmt.Sprintf("v%d", a.nth(last))
	equal := catalog.ValueFilter{FieldID: a.field(1), Text: "Item " + rare}
	for _, f := range []struct {
		name string
		most int64
		catalog.ItemFilter
	}{
		{"", few, catalog.ItemFilter{}},
		{" of a type", 0, catalog.ItemFilter{CollectionTypeID: &kind}},
		{" of no type", 0, catalog.ItemFilter{Untyped: true}},
		{" with copies", 0, catalog.ItemFilter{HasCopies: new(true)}},
		{" without copies", 0, catalog.ItemFilter{HasCopies: new(false)}},
		{" with photos", 0, catalog.ItemFilter{HasPhotos: new(true)}},
		{" without photos", 0, catalog.ItemFilter{HasPhotos: new(false)}},
		{" with a word", few + options, catalog.ItemFilter{Search: words(rare)}},
		{" with two words", few + options, catalog.ItemFilter{Search: words(rare, unique)}},
		{" without a word", few, catalog.ItemFilter{Search: words()}},
		{" with a value", few, catalog.ItemFilter{Values: []catalog.ValueFilter{equal}}},
		{" with two values", few, catalog.ItemFilter{Values: []catalog.ValueFilter{equal, {FieldID: a.field(2), Text: fmt.Sprint(last % 1000)}}}},
		{" with everything", few + options, catalog.ItemFilter{CollectionTypeID: &kind, Search: words(rare), Values: []catalog.ValueFilter{equal}}},
	} {
		for _, key := range append([]string{""}, catalog.ItemSorts...) {
			for _, down := range []bool{false, true} {
				f.Sort = catalog.Sort{Key: key, Descending: down}
				how := fmt.Sprintf("%s, sorted by %q, descending %v", f.name, key, down)
				all = append(all, list("Items", how, f.most, f.ItemFilter), list("ItemsOf", how, f.most, a.nth(1), f.ItemFilter))
			}
		}
	}
	for _, key := range append([]string{""}, catalog.ItemSorts...) {
		for _, down := range []bool{false, true} {
			sort := catalog.Sort{Key: key, Descending: down}
			all = append(all, call{method: "Neighbours", how: fmt.Sprintf(", sorted by %q, descending %v", key, down), most: one, args: []any{a.nth(5), catalog.ItemFilter{Sort: sort}}})
		}
	}
	return append(all, itemsByField(a)...)
}

// itemsByField lists items in the order of a custom field, and by ranges of one.
func itemsByField(a account) (all []call) {
	kind := a.nth(1)
	for _, f := range []struct {
		name string
		catalog.ItemFilter
	}{
		{" of a type", catalog.ItemFilter{CollectionTypeID: &kind}},
		{" in a range", catalog.ItemFilter{Values: []catalog.ValueFilter{{FieldID: a.field(2), Min: "7", Max: "9.5"}}}},
		{" from a number", catalog.ItemFilter{Values: []catalog.ValueFilter{{FieldID: a.field(2), Min: "-1e3"}}}},
		{" with words", catalog.ItemFilter{CollectionTypeID: &kind, Search: words("item", "value")}},
	} {
		for _, s := range []catalog.Sort{{Key: "name"}, {FieldID: a.field(1)}, {FieldID: a.field(1), Descending: true}, {FieldID: a.field(2)}, {FieldID: a.field(3)}} {
			f.Sort = s
			how := fmt.Sprintf("%s, sorted by %s", f.name, s)
			all = append(all, list("Items", how, 0, f.ItemFilter), list("ItemsOf", how, 0, a.nth(1), f.ItemFilter))
			if f.CollectionTypeID != nil && !f.Search.Asked {
				all = append(all, call{method: "Neighbours", how: how, args: []any{a.nth(3), f.ItemFilter}})
			}
		}
	}
	return all
}
