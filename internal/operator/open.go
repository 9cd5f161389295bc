// Package operator holds what the commands of operators share: they open the database and
// the store of files, create users, and say what to do about an error.
package operator

import (
	"context"
	"fmt"
	"log/slog"

	"vitrine/internal/account"
	"vitrine/internal/attachment"
	"vitrine/internal/config"
	"vitrine/internal/files"
	"vitrine/internal/files/picture"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/admin"
	"vitrine/internal/spool"
)

// WithDatabase opens a database whose schema is up to date.
func WithDatabase(ctx context.Context, c config.Config, fn func(*postgres.DB) error) error {
	if err := UpToDate(ctx, c); err != nil {
		return err
	}
	db, err := postgres.Open(ctx, c.DatabaseURL)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	defer db.Close()
	return fn(db)
}

// UpToDate refuses a database whose schema or functions are older than the program: without
// its triggers nothing would be counted and no limit held.
func UpToDate(ctx context.Context, c config.Config) error {
	has, wants, err := admin.SchemaVersion(ctx, c.DatabaseURL)
	if err != nil {
		return fmt.Errorf("read the schema version: %w", err)
	}
	if has < wants {
		return fmt.Errorf("the schema has version %d of %d: run vitrine migrate first", has, wants)
	}
	n, err := admin.FunctionsToApply(ctx, c.DatabaseURL)
	if err != nil {
		return fmt.Errorf("read which functions the database has: %w", err)
	}
	if n > 0 {
		return fmt.Errorf("%d functions of the database are older than the program: run vitrine migrate first", n)
	}
	return nil
}

// Accounts are those of a database for the operator: registration is open, and nobody is
// mailed.
func Accounts(c config.Config, db *postgres.DB) *account.Accounts {
	return account.New(account.Options{Pwned: identity.NewPwned(c.PwnedPasswordsURL)}, db)
}

// OpenStore opens what VITRINE_FILES names; nil if it names nothing.
func OpenStore(c config.Config) (files.Store, error) {
	if c.Files == "" {
		return nil, nil
	}
	store, err := files.Open(c.Files, c.FilesAccessKey, c.FilesSecretKey)
	if err != nil {
		return nil, fmt.Errorf("VITRINE_FILES: %w", err)
	}
	return store, nil
}

// OpenAttachments opens what looks at photos and documents, and keeps them.
func OpenAttachments(c config.Config, log *slog.Logger) (*attachment.Attachments, error) {
	store, err := OpenStore(c)
	if err != nil {
		return nil, err
	}
	spool.Use(c.Spool)
	spool.Limit(c.SpoolLimit)
	options := attachment.Options{Store: store, Quota: c.StorageQuota}
	if c.ImageHelper != "" {
		options.Helper = picture.NewHelper(c.ImageHelper)
	}
	return attachment.New(options, log), nil
}
