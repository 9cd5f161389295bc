package postgres

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

// broken maps violated constraints to what they mean to the caller. Only the
// database enforces these rules: nothing checks first and writes later.
var broken = map[string]error{
	"invitations_email_key":           fault.On("email", "The email has already been invited."),
	"users_email_key":                 fault.On("email", "The email has already been taken."),
	"locations_parent_fkey":           fault.On("parent_id", "The selected parent id is invalid."),
	"items_collection_fkey":           fault.ErrNotFound,
	"items_type_fkey":                 noSuchType,
	"copies_item_fkey":                fault.ErrNotFound,
	"copies_location_fkey":            fault.On("location_id", "The selected location id is invalid."),
	"insurance_records_copy_fkey":     fault.ErrNotFound,
	"insurance_records_one_active":    fault.On("policy_number", "The policy number already has an active insurance record for this copy."),
	"item_conditions_name_key":        fault.On("name", "The name has already been taken."),
	"accounts_storage":                fault.On("file", "The account has no room left for this file: delete photos or documents, and empty the trash."),
	"photos_item_fkey":                fault.ErrNotFound,
	"photos_copy_fkey":                fault.On("copy_id", "The selected copy id is invalid."),
	"photos_content":                  fault.On("file", "The item has a photo of this file already."),
	"documents_copy_fkey":             fault.ErrNotFound,
	"documents_insurance_record_fkey": catalog.ErrDocumentable,
	"copies_condition_fkey":           fault.On("item_condition_id", "The selected item condition id is invalid."),
	"copies_value":                    fault.On("amount", "The amount is too large for the quantity of the copy."),
	"copies_records":                  fault.On("copy", "The copy has 1,000 records of this kind already, which is the most there can be."),
	"valuations_copy_fkey":            fault.ErrNotFound,
	"transactions_copy_fkey":          fault.ErrNotFound,
	"custom_fields_group_fkey":        fault.On("group_id", "The selected group id is invalid."),
}

// translate turns database errors into those of package fault. Unknown ones stay
// as they are and become a 500.
func translate(err error) error {
	var pg *pgconn.PgError
	var down *fault.Unavailable
	switch {
	case err == nil, errors.As(err, &down):
		return err
	case errors.As(err, &pg):
		if meaning, ok := broken[pg.ConstraintName]; ok {
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

// clash reports whether a transaction lost against another and may be repeated: a
// deadlock, or a value of a field deleted meanwhile.
func clash(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01" || pg.ConstraintName == "item_values_field_fkey")
}

// lost reports whether the connection broke or was never made.
func lost(err error) bool {
	var network net.Error
	var connect *pgconn.ConnectError
	return errors.As(err, &network) || errors.As(err, &connect) || pgconn.Timeout(err) || pgconn.SafeToRetry(err) ||
		strings.Contains(err.Error(), "unexpected EOF") || strings.Contains(err.Error(), "conn closed")
}
