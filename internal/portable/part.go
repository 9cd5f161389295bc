// Package portable is the archive of an account: a ZIP with what the account has as lines of
// JSON, its files, and a manifest with the hashes of all. It writes archives and verifies
// them. No SQL, no network.
package portable

import "slices"

// Version is that of the shape of archives. Any change of the parts below raises it. A new
// part says since which version there is one: older archives are read without it, and an
// archive that has nothing to put into it is written as an older one.
const Version = 2

// Format is how a manifest calls itself.
const Format = "vitrine-archive"

// Limits of an archive.
const (
	MaxLines   = 5_000_000
	MaxLine    = 1 << 20
	MaxEntries = 1_000_000

	maxManifest = 1 << 20
)

// Kind is what a member holds.
type Kind int

const (
	Text    Kind = iota
	Integer      // 64 bits
	Number       // any
	Boolean
	Time      // RFC 3339, in UTC, with microseconds
	Day       // YYYY-MM-DD
	UUID      // of the object itself
	Reference // the uuid of an object of another part
	Several   // references, in order
	Hash      // a SHA-256
	File      // the SHA-256 of a file in the archive
	Options   // a list of texts
	Values    // by the uuid of a custom field
)

// Member is one of an object.
type Member struct {
	Name string
	Kind Kind
	To   string // the part that references are to
	Null bool   // it may be absent, as null
}

// Part is the objects of one kind. Its members are in the order of their names.
type Part struct {
	Name    string
	Members []Member
	Order   []string // the members that its lines are in the order of; no two are equal
	Since   int      // the first version of archives that has it
}

// since is the part, in archives of this version and later ones.
func (p Part) since(version int) Part {
	p.Since = version
	return p
}

// PartsOf are the parts that an archive of a version has.
func PartsOf(version int) []Part {
	return slices.DeleteFunc(slices.Clone(Parts), func(p Part) bool { return p.Since > version })
}

// Path is where the part is in the archive.
func (p Part) Path() string { return "data/" + p.Name + ".jsonl" }

func id() Member                       { return Member{Name: "uuid", Kind: UUID} }
func text(name string) Member          { return Member{Name: name, Kind: Text} }
func maybe(name string, k Kind) Member { return Member{Name: name, Kind: k, Null: true} }
func must(name string, k Kind) Member  { return Member{Name: name, Kind: k} }
func of(name, part string) Member      { return Member{Name: name, Kind: Reference, To: part} }
func perhaps(name, part string) Member {
	return Member{Name: name, Kind: Reference, To: part, Null: true}
}

// kept is a part of objects with a uuid and the times of all objects.
func kept(name string, members ...Member) Part {
	return part(name, []string{"uuid"}, append(members, id(), must("created_at", Time), must("updated_at", Time))...)
}

// Parts are all of an archive, in their order: what others refer to comes before them, where
// that is possible.
var Parts = []Part{
	part("account", nil, text("currency"), text("photo_place"), must("trash_retention_days", Integer), must("public_sharing", Boolean), maybe("uninsured_above", Integer),
		must("under_insured_percent", Integer), must("attention_days", Integer)),
	kept("locations", perhaps("parent_uuid", "locations"), text("name"), text("emoji")),
	kept("item_conditions", text("name"), must("position", Integer)),
	kept("tags", text("name"), text("color")),
	kept("series", text("name"), maybe("description", Text)),
	kept("collection_types", text("name"), text("color")),
	kept("custom_field_groups", of("collection_type_uuid", "collection_types"), text("name"), must("position", Integer)),
	kept("custom_fields", of("collection_type_uuid", "collection_types"), perhaps("group_uuid", "custom_field_groups"), text("name"), text("field_type"), maybe("options", Options),
		must("position", Integer), must("is_public", Boolean)),
	kept("collections", text("name"), maybe("description", Text), text("emoji"), text("visibility"), text("currency"),
		Member{Name: "collection_type_uuids", Kind: Several, To: "collection_types"}, perhaps("cover_photo_uuid", "photos")),
	kept("categories", of("collection_uuid", "collections"), perhaps("parent_uuid", "categories"), text("name"), maybe("description", Text)),
	kept("sets", of("collection_uuid", "collections"), text("name"), maybe("description", Text), maybe("target_count", Integer)),
	kept("items", of("collection_uuid", "collections"), perhaps("collection_type_uuid", "collection_types"), text("name"), maybe("description", Text), perhaps("category_uuid", "categories"),
		perhaps("set_uuid", "sets"), perhaps("series_uuid", "series"), Member{Name: "tag_uuids", Kind: Several, To: "tags"}, Member{Name: "custom_fields", Kind: Values, To: "custom_fields"},
		must("wanted", Boolean), maybe("wanted_priority", Text), maybe("wanted_max_price", Integer), maybe("wanted_currency_code", Text)),
	kept("copies", of("item_uuid", "items"), maybe("identifier", Text), perhaps("location_uuid", "locations"), text("status"), must("quantity", Integer), maybe("acquired_at", Day),
		maybe("disposed_at", Day), maybe("ceased_at", Day), maybe("note", Text), perhaps("item_condition_uuid", "item_conditions"), must("borrowed", Boolean)),
	kept("transactions", of("copy_uuid", "copies"), text("type"), must("occurred_at", Day), maybe("counterparty", Text), maybe("amount", Integer), maybe("tax_amount", Integer),
		maybe("fee_amount", Integer), maybe("shipping_amount", Integer), maybe("total_amount", Integer), text("currency_code"), maybe("reference_number", Text), maybe("source_url", Text), maybe("note", Text)),
	kept("valuations", of("copy_uuid", "copies"), text("type"), must("amount", Integer), must("valued_at", Day), text("currency_code"), text("confidence"), maybe("valuer", Text), maybe("method", Text),
		maybe("reference_number", Text), maybe("source_url", Text), maybe("note", Text)),
	kept("insurance_records", of("copy_uuid", "copies"), text("provider"), must("insured_value", Integer), text("status"), text("currency_code"), maybe("policy_number", Text), maybe("coverage_type", Text),
		maybe("deductible_amount", Integer), text("deductible_currency_code"), maybe("starts_at", Day), maybe("ends_at", Day), must("is_scheduled_item", Boolean), maybe("contact_name", Text),
		maybe("contact_email", Text), maybe("contact_phone", Text), maybe("note", Text)),
	kept("policies", text("name"), text("provider"), must("insured_value", Integer), text("status"), text("currency_code"), maybe("policy_number", Text), maybe("coverage_type", Text),
		maybe("deductible_amount", Integer), text("deductible_currency_code"), maybe("starts_at", Day), maybe("ends_at", Day), maybe("contact_name", Text), maybe("contact_email", Text), maybe("contact_phone", Text),
		maybe("note", Text), Member{Name: "collection_uuids", Kind: Several, To: "collections"}, Member{Name: "location_uuids", Kind: Several, To: "locations"}, Member{Name: "copy_uuids", Kind: Several, To: "copies"}).since(2),
	kept("provenance_events", of("copy_uuid", "copies"), text("type"), text("title"), maybe("description", Text), maybe("occurred_at", Day), text("occurred_at_precision"), maybe("location", Text),
		maybe("from_party", Text), maybe("to_party", Text), maybe("reference_number", Text), maybe("source_url", Text), must("is_verified", Boolean), maybe("verification_note", Text),
		perhaps("transaction_uuid", "transactions"), perhaps("maintenance_record_uuid", "maintenance_records"), perhaps("loan_uuid", "loans"), perhaps("returned_loan_uuid", "loans")),
	kept("maintenance_records", of("copy_uuid", "copies"), text("type"), text("title"), maybe("description", Text), maybe("performed_by", Text), maybe("performed_at", Day), maybe("cost_amount", Integer),
		maybe("cost_currency_code", Text), perhaps("item_condition_before_uuid", "item_conditions"), perhaps("item_condition_after_uuid", "item_conditions"), maybe("next_due_at", Day), must("include_in_provenance", Boolean)),
	kept("loans", of("copy_uuid", "copies"), text("direction"), text("status"), text("party"), maybe("purpose", Text), must("loaned_at", Day), maybe("due_at", Day), maybe("returned_at", Day),
		perhaps("item_condition_out_uuid", "item_conditions"), perhaps("item_condition_in_uuid", "item_conditions"), maybe("deposit_amount", Integer), maybe("deposit_currency_code", Text), must("include_in_provenance", Boolean)),
	kept("location_stays", of("copy_uuid", "copies"), perhaps("location_uuid", "locations"), text("location_name"), must("moved_at", Day), maybe("moved_out_at", Day), maybe("reason", Text), maybe("note", Text)),
	kept("photos", of("item_uuid", "items"), perhaps("copy_uuid", "copies"), must("file", File), must("sha256", Hash), text("filename"), text("mime_type"), must("size", Integer), must("width", Integer),
		must("height", Integer), maybe("taken_at", Time), maybe("latitude", Number), maybe("longitude", Number), maybe("caption", Text), maybe("alt_text", Text), must("position", Integer), must("is_main", Boolean)),
	kept("documents", of("copy_uuid", "copies"), text("document_type"), text("name"), maybe("description", Text), maybe("issued_at", Day), maybe("reference_number", Text), maybe("file", File), maybe("mime_type", Text),
		maybe("external_url", Text), perhaps("insurance_record_uuid", "insurance_records"), perhaps("transaction_uuid", "transactions"), perhaps("provenance_event_uuid", "provenance_events"),
		perhaps("valuation_uuid", "valuations"), perhaps("maintenance_record_uuid", "maintenance_records"), perhaps("loan_uuid", "loans")),
	part("import_keys", []string{"collection_uuid", "source", "key", "copy_uuid", "item_uuid"}, of("collection_uuid", "collections"), text("source"), text("key"), of("item_uuid", "items"), perhaps("copy_uuid", "copies")),
}

// trees are the parts whose objects lie in others of their own, by parent_uuid.
var trees = map[string]bool{"locations": true, "categories": true}
