package engine

import (
	"errors"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// Broken maps violated constraints to errors for the caller. Only the database enforces these rules,
// because a check before the write could be outdated by then.
var Broken = map[string]error{
	"invitations_email_key":              fault.On("email", "The email has already been invited."),
	"users_email_key":                    fault.On("email", "The email has already been taken."),
	"locations_parent_fkey":              fault.On("parent_id", "The selected parent id is invalid."),
	"items_collection_fkey":              fault.ErrNotFound,
	"items_type_fkey":                    ErrTypeNotLinked,
	"copies_item_fkey":                   fault.ErrNotFound,
	"copies_location_fkey":               fault.On("location_id", "The selected location id is invalid."),
	"insurance_records_copy_fkey":        fault.ErrNotFound,
	"insurance_records_one_active":       fault.On("policy_number", "The policy number already has an active insurance record for this copy."),
	"item_conditions_name_key":           fault.On("name", "The name has already been taken."),
	"tags_name_key":                      fault.On("name", "The name has already been taken."),
	"tags_key":                           fault.On("name", "The name is too long."),
	"accounts_tags":                      catalog.TooMany("tags", 10_000),
	"accounts_series":                    catalog.TooMany("series", 10_000),
	"accounts_policies":                  catalog.TooMany("policies", 1_000),
	"policy_collections_collection_fkey": fault.On("collection_ids", "The selected collection ids are invalid."),
	"policy_locations_location_fkey":     fault.On("location_ids", "The selected location ids are invalid."),
	"policy_copies_copy_fkey":            fault.On("copy_ids", "The selected copy ids are invalid."),
	"collections_categories":             fault.On("collection", "The collection has 10,000 categories already, which is the most there can be."),
	"collections_sets":                   fault.On("collection", "The collection has 10,000 sets already, which is the most there can be."),
	"items_tags":                         catalog.ErrItemTags,
	"item_tags_tag_fkey":                 fault.On("tag_ids", "The selected tag ids are invalid."),
	"item_tags_item_fkey":                fault.ErrNotFound,
	"categories_collection_fkey":         fault.ErrNotFound,
	"categories_parent_fkey":             fault.On("parent_id", "The selected parent id is invalid."),
	"categories_tree":                    fault.On("parent_id", "A category cannot be placed inside itself or one of its own descendants, nor deeper than 32 levels."),
	"sets_collection_fkey":               fault.On("collection_id", "The selected collection id is invalid."),
	"items_category_fkey":                fault.On("category_id", "The selected category id is invalid."),
	"items_set_fkey":                     fault.On("set_id", "The selected set id is invalid."),
	"items_series_fkey":                  fault.On("series_id", "The selected series id is invalid."),
	"accounts_storage":                   fault.On("file", "The account has no room left for this file: delete photos or documents, and empty the trash."),
	"photos_item_fkey":                   fault.ErrNotFound,
	"photos_copy_fkey":                   fault.On("copy_id", "The selected copy id is invalid."),
	"photos_content":                     fault.On("file", "The item has a photo of this file already."),
	"documents_copy_fkey":                fault.ErrNotFound,
	"documents_insurance_record_fkey":    catalog.ErrDocumentable,
	"copies_condition_fkey":              fault.On("item_condition_id", "The selected item condition id is invalid."),
	"copies_value":                       fault.On("amount", "The amount is too large for the quantity of the copy."),
	"copies_records":                     fault.On("copy", "The copy has 1,000 records of this kind already, which is the most there can be."),
	"valuations_copy_fkey":               fault.ErrNotFound,
	"transactions_copy_fkey":             fault.ErrNotFound,
	"transactions_lent":                  fault.On("copy", "The copy is lent or borrowed, so it can be neither sold nor given away."),
	"copies_lent":                        fault.On("status", "The copy is lent. End its loan first."),
	"location_history_copy_fkey":         fault.ErrNotFound,
	"location_history_location_fkey":     fault.On("location_id", "The selected location id is invalid."),
	"location_history_days":              fault.On("moved_at", "The date is before the copy arrived at this location."),
	"location_history_overlap":           fault.On("moved_at", "The copy was at another location on these days."),
	"location_history_one_open":          fault.On("moved_out_at", "The copy is at a location already: give the day it left this one."),
	"loans_copy_fkey":                    fault.ErrNotFound,
	"loans_one_active":                   fault.On("copy", "The copy has an active loan already."),
	"loans_held":                         fault.On("copy", "Only a copy that you have can be lent."),
	"loans_returned":                     fault.On("returned_at", "The date is before the copy arrived at this location."),
	"loans_out_fkey":                     fault.On("item_condition_out_id", "The selected item condition out id is invalid."),
	"loans_in_fkey":                      fault.On("item_condition_in_id", "The selected item condition in id is invalid."),
	"maintenance_records_copy_fkey":      fault.ErrNotFound,
	"maintenance_records_before_fkey":    fault.On("item_condition_before_id", "The selected item condition before id is invalid."),
	"maintenance_records_after_fkey":     fault.On("item_condition_after_id", "The selected item condition after id is invalid."),
	"provenance_events_copy_fkey":        fault.ErrNotFound,
	"provenance_events_transaction":      fault.On("transaction_id", "The transaction has an event already."),
	"provenance_events_transaction_fkey": fault.On("transaction_id", "The selected transaction id is invalid."),
	"documents_transaction_fkey":         catalog.ErrDocumentable,
	"documents_provenance_event_fkey":    catalog.ErrDocumentable,
	"documents_valuation_fkey":           catalog.ErrDocumentable,
	"documents_maintenance_record_fkey":  catalog.ErrDocumentable,
	"documents_loan_fkey":                catalog.ErrDocumentable,
	"collection_covers_photo_fkey":       fault.On("cover_photo_id", "The selected cover photo id is invalid."),
	"collections_restricted":             fault.On("visibility", notByRestricted),
	"custom_fields_restricted":           fault.On("is_public", notByRestricted),
	"items_restricted":                   fault.On("collection_id", notByRestricted),
	"imports_one_working":                ErrImportRunning,
	"exports_one_working_of_user":        ErrExportRunning,
	"custom_fields_group_fkey":           fault.On("group_id", "The selected group id is invalid."),
}

// notByRestricted refuses sharing to keys that expire or may not read everything they would share.
const notByRestricted = "A restricted key cannot show anything to people without an account."

// Translate turns database errors into those of package fault. Unknown ones stay
// as they are and become a 500.
func Translate(err error) error {
	var pg *pgconn.PgError
	var down *fault.Unavailable
	switch {
	case err == nil, errors.As(err, &down):
		return err
	case errors.As(err, &pg):
		if meaning, ok := Broken[pg.ConstraintName]; ok {
			return meaning
		}
		if passing(pg.Code) {
			return &fault.Unavailable{After: time.Second, Cause: err}
		}
		return err
	case errors.Is(err, pgx.ErrNoRows):
		return fault.ErrNotFound
	case lost(err):
		return &fault.Unavailable{After: time.Second, Cause: err}
	}
	return err
}

// passing reports whether a server error is temporary: shutdown, startup, read
// only during failover, out of connections, timeout.
func passing(code string) bool {
	switch code {
	case "25006", "40001", "40P01", "55P03", "57014", "57P01", "57P02", "57P03", "57P05":
		return true
	}
	return strings.HasPrefix(code, "08") || strings.HasPrefix(code, "53")
}

// clash reports whether a transaction lost against another and may be retried: a deadlock, or custom
// fields that were changed or deleted meanwhile.
func clash(err error) bool {
	var pg *pgconn.PgError
	return errors.Is(err, ErrFieldsChanged) || errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01" || pg.ConstraintName == "item_values_field_fkey")
}

// lost reports whether the connection broke or was never made.
func lost(err error) bool {
	var network net.Error
	var connect *pgconn.ConnectError
	return errors.As(err, &network) || errors.As(err, &connect) || pgconn.Timeout(err) || pgconn.SafeToRetry(err) ||
		strings.Contains(err.Error(), "unexpected EOF") || strings.Contains(err.Error(), "conn closed")
}

// ErrExportRunning is a second working archive or pack of a user.
var ErrExportRunning = errors.New("another export of the user is under way")

// ErrImportRunning is a second working import of an account.
var ErrImportRunning = errors.New("another import of the account is under way")

var ErrTypeNotLinked = fault.On("collection_type_id", "The selected collection type id is not linked to the collection.")

// ErrFieldsChanged means that values were checked against outdated fields.
var ErrFieldsChanged = errors.New("the custom fields have changed")
