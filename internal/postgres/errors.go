package postgres

import (
	"errors"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/fault"
)

// broken says what a violated constraint means to the caller. The rule is kept
// by the database alone: nothing checks first and writes later.
var broken = map[string]error{
	"invitations_email_key":        fault.On("email", "The email has already been invited."),
	"users_email_key":              fault.On("email", "The email has already been taken."),
	"locations_parent_fkey":        fault.On("parent_id", "The selected parent id is invalid."),
	"items_collection_fkey":        fault.ErrNotFound,
	"items_type_fkey":              noSuchType,
	"copies_item_fkey":             fault.ErrNotFound,
	"copies_location_fkey":         fault.On("location_id", "The selected location id is invalid."),
	"insurance_records_copy_fkey":  fault.ErrNotFound,
	"insurance_records_one_active": fault.On("policy_number", "The policy number already has an active insurance record for this copy."),
	"custom_fields_group_fkey":     fault.On("group_id", "The selected group id is invalid."),
}

// translate turns what the database says into the words of package fault.
// What it does not know stays as it is, and becomes a 500.
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

// passing tells whether a server error goes away by itself: shutting down,
// starting up, read only while failing over, out of connections, timed out.
func passing(code string) bool {
	switch code {
	case "25006", "40001", "40P01", "55P03", "57014", "57P01", "57P02", "57P03", "57P05":
		return true
	}
	return strings.HasPrefix(code, "08") || strings.HasPrefix(code, "53")
}

// clash tells whether a transaction lost against another and may be repeated: a
// deadlock, a value of a field that was deleted meanwhile, or, without a code
// of its own, a grant on what another instance is granting.
func clash(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01" || pg.ConstraintName == "item_values_field_fkey" ||
		strings.HasPrefix(pg.Message, "tuple concurrently "))
}

// lost tells whether the connection broke or never came about.
func lost(err error) bool {
	var network net.Error
	var connect *pgconn.ConnectError
	return errors.As(err, &network) || errors.As(err, &connect) || pgconn.Timeout(err) || pgconn.SafeToRetry(err) ||
		strings.Contains(err.Error(), "unexpected EOF") || strings.Contains(err.Error(), "conn closed")
}
