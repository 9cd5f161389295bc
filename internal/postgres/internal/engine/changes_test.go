package engine_test

import (
	"context"
	"fmt"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/importing"
	"vitrine/internal/postgres/exchange"
)

// changes are calls that write to the large account. Deleted objects are empty, so that no cascade
// prolongs them.
func changes() []call {
	a := large
	alone, leaf := a.nth(1000), a.nth(2000)
	place := catalog.LocationInput{Name: "x", ParentID: new(a.nth(1)), Emoji: "📦"}
	collection := catalog.CollectionInput{Name: "x", Emoji: "📦", Visibility: "private", TypeIDs: []int64{a.nth(1), a.nth(2)}}
	covered := catalog.CollectionInput{Name: "x", Emoji: "📦", Visibility: "private", Cover: catalog.Now(a.nth(3))}
	fields := []catalog.DocumentField{{Name: "x", Type: "text"}}
	document := catalog.DocumentType{Name: "x", Color: "#000000", Groups: []catalog.DocumentGroup{{Name: "g", Fields: fields}}, StandaloneFields: fields}
	up, down := catalog.Move{Direction: "up"}, catalog.Move{Direction: "down"}
	item := catalog.ItemInput{Name: "x", CollectionTypeID: new(a.nth(1)), CustomFields: []catalog.GivenValue{{Field: fmt.Sprint(a.field(1)), JSON: []byte(`"x"`)}},
		CategoryID: catalog.Given[int64]{Sent: true}, SeriesID: catalog.Now(a.nth(1)), TagIDs: catalog.Now([]int64{a.nth(1), a.nth(2)}), Wanted: catalog.Now(true), WantedMaxPrice: catalog.Now(int64(5))}
	piece := catalog.CopyInput{Status: "owned", Quantity: new(int64(1)), LocationID: new(a.nth(1))}
	record := catalog.InsuranceRecordInput{Provider: "x", InsuredValue: new(int64(1)), Status: "active"}
	policy := catalog.PolicyInput{Name: "x", InsuranceRecordInput: record, CollectionIDs: []int64{a.nth(1)}, LocationIDs: []int64{a.nth(1)}, CopyIDs: []int64{a.nth(7)}}
	stored := catalog.Stored{Object: "1/aa/new", Sum: sumOf(-1), Size: 10, MimeType: "image/png"}
	photo := catalog.NewPhoto{Stored: stored, SHA256: sumOf(-1), Filename: "x.png", Width: 1, Height: 1}
	paper := catalog.DocumentInput{DocumentType: "receipt", Name: "x", DocumentableType: "copy"}
	value := catalog.ValuationInput{Type: "other", Amount: new(int64(1)), ValuedAt: new(time.Now()), Confidence: "unknown"}
	deal := catalog.TransactionInput{Type: "purchase", OccurredAt: new(time.Now()), UpdateCopy: new(true)}
	stay := catalog.StayInput{LocationID: new(a.nth(3)), MovedAt: new(time.Now())}
	loan := catalog.LoanInput{Direction: "outgoing", Status: "active", Party: "x", LoanedAt: new(time.Now())}
	work := catalog.MaintenanceRecordInput{Type: "cleaning", Title: "x"}
	event := catalog.ProvenanceEventInput{Type: "other", Title: "x", OccurredAtPrecision: "unknown"}
	discard := func(method string, args ...any) call { return call{method: method, most: few, args: args} } // with all that goes with it, or tags
	proposed := importing.NewProposal{Kind: importing.ToUpdate, CollectionID: new(a.nth(1)), ItemID: new(a.nth(2)), Changes: []importing.NewProposedChange{{Column: "item_name", To: "x", Confidence: "low"}, {Column: "description", To: "x", Confidence: "low"}}}
	decide := func(w *exchange.ImportWork, p importing.Proposal) error {
		w.Import.ID = a.nth(9)
		if err := w.Decide(context.Background(), p, p.Changes[:1], exchange.Outcome{}, importing.Choice{RefuseRest: true}); err != nil {
			return err
		}
		return w.Reopen(context.Background())
	}
	return []call{
		get("CreateLocation", place), get("UpdateLocation", leaf, place), get("DeleteLocation", leaf),
		get("CreateItemCondition", catalog.ItemConditionInput{Name: "x"}), get("MoveItemCondition", a.nth(1), down),
		get("UpdateItemCondition", a.nth(1), catalog.ItemConditionInput{Name: "y", Position: new(int64(3))}), get("DeleteItemCondition", a.nth(1)),
		discard("CreateTag", catalog.TagInput{Name: "x", Color: "#000000"}), get("UpdateTag", a.nth(100), catalog.TagInput{Name: "y", Color: "#000000"}), get("DeleteTag", a.nth(100)),
		discard("MergeTag", a.nth(101), catalog.TagMerge{TagID: new(a.nth(102))}), discard("AttachTag", a.nth(5), catalog.TagName{Name: "new"}), discard("AttachTag", a.nth(5), catalog.TagName{Name: "tag 7"}),
		get("DetachTag", a.nth(5), a.nth(7)),
		call{method: "CreateCategory", most: few, args: []any{a.nth(1), catalog.CategoryInput{Name: "x", ParentID: new(a.nth(1))}}},
		get("UpdateCategory", a.nth(1), a.nth(150), catalog.CategoryInput{Name: "x", ParentID: new(a.nth(2))}), discard("DeleteCategory", a.nth(1), a.nth(150)),
		call{method: "CreateSet", most: few, args: []any{catalog.NewSet{CollectionID: new(a.nth(1)), SetInput: catalog.SetInput{Name: "x"}}}},
		get("UpdateSet", a.nth(150), catalog.SetInput{Name: "x"}), get("DeleteSet", a.nth(150)),
		call{method: "CreatePolicy", most: few, args: []any{policy}}, get("UpdatePolicy", a.nth(150), policy), get("NameInPolicy", a.nth(150), []int64{}, []int64{}), get("DeletePolicy", a.nth(150)),
		call{method: "CreateSeries", most: few, args: []any{catalog.SeriesInput{Name: "x"}}}, get("UpdateSeries", a.nth(150), catalog.SeriesInput{Name: "x"}), get("DeleteSeries", a.nth(150)),
		get("CreateShareLink", a.nth(1), catalog.ShareLinkInput{Name: "x", Shows: []string{"photos"}}, "s"), get("DeleteShareLink", a.nth(1), 10*a.nth(1)),
		get("CreateCollection", collection), get("UpdateCollection", a.nth(1), collection), get("UpdateCollection", a.nth(2), covered), get("SetCover", a.nth(1), new(a.nth(2))), discard("DeleteCollection", alone),
		get("CreateCollectionType", catalog.NewCollectionType{Name: "x", Color: "#000000"}),
		get("UpdateCollectionType", a.nth(1), catalog.CollectionTypeInput{Name: "x", Color: "#000000"}),
		get("SetCollections", alone, catalog.Links{CollectionIDs: []int64{a.nth(1)}}), get("ImportCollectionType", document),
		get("CreateCustomFieldGroup", a.nth(1), catalog.CustomFieldGroupInput{}),
		get("UpdateCustomFieldGroup", a.nth(1), a.field(1), catalog.CustomFieldGroupInput{}),
		get("MoveCustomFieldGroup", a.nth(1), a.field(1), down), get("MoveCustomFieldGroup", a.nth(1), a.field(1), up),
		get("CreateCustomField", a.nth(1), catalog.CustomFieldInput{FieldType: "text"}),
		get("UpdateCustomField", a.nth(1), a.field(1), catalog.CustomFieldInput{FieldType: "text", Position: new(int64(2))}),
		get("MoveCustomField", a.nth(1), a.field(1), down), get("MoveCustomField", a.nth(1), a.field(1), up),
		get("DeleteCustomFieldGroup", alone, 10*alone+1), get("DeleteCustomField", alone, 10*alone+1), discard("DeleteCollectionType", alone),
		get("CreateItem", a.nth(2), item), discard("UpdateItemOf", a.nth(2), a.nth(5), item), discard("UpdateItem", a.nth(5), item), discard("DeleteItemOf", a.nth(2), a.nth(5)), discard("DeleteItem", a.nth(14)),
		get("CreatePhoto", a.nth(1), photo), get("UpdatePhoto", a.nth(1), a.nth(1), catalog.PhotoInput{CopyID: new(a.nth(1)), Position: new(int64(2))}),
		get("MovePhoto", a.nth(1), a.nth(1), down), get("SetMainPhoto", a.nth(1), a.nth(50_001)), get("DeletePhoto", a.nth(1), a.nth(1)),
		call{method: "MoveItems", most: few, args: []any{catalog.ItemMove{IDs: []int64{a.nth(8), a.nth(11)}, CollectionID: new(a.nth(3))}}},
		discard("DeletePhotos", catalog.PhotoIDs{IDs: []int64{a.nth(2), a.nth(3)}}), get("Upload", stored),
		get("CreateImport", importing.NewImport{Name: "x", Source: "file", CollectionID: new(a.nth(1))}, catalog.Stored{Sum: stored.Sum, Size: 5}), get("AddImportPart", a.nth(2), int64(0), func() ([]byte, error) { return []byte("x"), nil }),
		get("EndImportParts", a.nth(3), int64(0), stored), get("CancelImport", a.nth(3)), get("MapImport", a.nth(4), importing.Mapping{}, false), get("CancelImport", a.nth(4)), get("CorrectImport", a.nth(8), int64(1), importing.Mapping{}), get("CancelImport", a.nth(8)),
		get("ApplyImport", a.nth(5), importing.Apply{Plan: 1}), get("RevertImport", a.nth(999)), // an account works on one
		call{method: "CreateProposal", most: some, args: []any{proposed, "x", []string{"", ""}}}, get("RefuseProposal", a.nth(1), importing.Refusal{}), get("DeleteProposal", a.nth(2)),
		get("BeginAccepted", importing.Proposal{CollectionID: a.nth(1), Title: "x"}, []importing.Header{}, importing.Mapping{}), get("OnProposal", a.nth(3), decide),
		get("CreateDocument", a.nth(1), paper, stored), get("UpdateDocument", a.nth(1), paper), get("DeleteDocument", a.nth(1)),
		get("CreateCopy", a.nth(1), piece), get("UpdateCopyOf", a.nth(1), a.nth(1), piece), get("UpdateCopy", a.nth(1), piece),
		get("CreateInsuranceRecord", a.nth(1), record), get("UpdateInsuranceRecord", a.nth(1), a.nth(1), record),
		get("CreateStay", a.nth(1), stay), get("UpdateStay", a.nth(2), a.nth(2), stay), get("DeleteStay", a.nth(1), a.nth(1)),
		get("CreateLoan", a.nth(1), loan), get("UpdateLoan", a.nth(2), a.nth(2), loan), get("ReturnLoan", a.nth(2), a.nth(2), catalog.LoanReturn{}), get("DeleteLoan", a.nth(1), a.nth(1)),
		get("CreateMaintenanceRecord", a.nth(1), work), get("UpdateMaintenanceRecord", a.nth(1), a.nth(1), work), get("DeleteMaintenanceRecord", a.nth(1), a.nth(1)),
		get("CreateProvenanceEvent", a.nth(1), event), get("UpdateProvenanceEvent", a.nth(1), a.nth(1), event), get("DeleteProvenanceEvent", a.nth(1), a.nth(1)),
		get("CreateValuation", a.nth(1), value), get("UpdateValuation", a.nth(1), a.nth(1), value), get("DeleteValuation", a.nth(1), a.nth(1)),
		get("CreateTransaction", a.nth(1), deal), get("UpdateTransaction", a.nth(1), a.nth(1), deal), get("DeleteTransaction", a.nth(1), a.nth(1)),
		get("DeleteInsuranceRecord", a.nth(1), a.nth(1)), discard("DeleteCopyOf", a.nth(1), a.nth(1)), discard("DeleteCopy", a.nth(2)),
		call{method: "RestoreObject", most: some, args: []any{catalog.RestoreObject{Type: "copy", ID: new(a.nth(2))}}}, discard("RestoreTrash", int64(1), catalog.RestoreInput{}),
	}
}

// ofPeople are calls that change users and their belongings.
func ofPeople() []call {
	a := large
	me := identity.Profile{FirstName: "A", LastName: "B", Email: "me@example.org", Locale: "en", TimeFormat24h: new(true)}
	return []call{
		get("UpdateAccount", catalog.AccountInput{Name: "x", CurrencyCode: new("EUR")}), get("UpdateMe", me), get("UpdateReminders", identity.RemindersInput{Mail: "weekly"}), get("CreateCalendar", "c"), get("DeleteCalendar"), get("NoteProof"), get("RenewSession", "x"), get("CreateAPIKey", "k", "y", identity.Restrictions{}), get("DeleteAPIKey", 10*a.nth(1)+1), get("SetPassword", "x"), get("ReplaceSeal", []byte("x"), []byte("y")),
		get("BeginTwoFactor", []byte("x")), get("ConfirmTwoFactor", int64(1), []string{"x", "y"}), get("RenewRecoveryCodes", []string{"x"}), get("DisableTwoFactor"),
		get("CreateInvitation", identity.InvitationInput{Email: "x@example.org", Role: "viewer"}, "z"), get("DeleteInvitation", a.nth(1)),
		get("CreateMember", identity.Registration{FirstName: "A", LastName: "B", Email: "member@example.org"}, "viewer", "x"),
		get("LimitKey", 10*a.nth(1)+1, new(int64(600))), get("SetQuota", new(int64(1<<30))), get("SuspendUser", a.nth(2), true), get("SuspendAccount", false),
		get("UpdateMember", a.nth(2), identity.MemberInput{Role: "editor"}), call{method: "RemoveMember", most: few, args: []any{a.nth(2)}},
		get("CreateView", catalog.ViewInput{Name: "x", Resource: "items"}), get("UpdateView", 10*a.nth(1)+1, catalog.ViewInput{Name: "x", Resource: "items"}), get("DeleteView", 10*a.nth(1)+1),
		get("CreateExport", catalog.NewExport{Kind: "list", Name: "x", MimeType: "text/csv", Asked: []byte(`{}`), Work: []byte(`{}`)}, int64(0)), get("ExportTaken", 10*a.nth(1)+1), get("DeleteExport", 10*a.nth(1)+1),
		get("DeleteTrashEntry", int64(1)), call{method: "EmptyTrash"},
		get("RevokeTokens"), // including the caller's own
	}
}
