package main

import (
	"fmt"
	"log/slog"
	"os"

	"vitrine/internal/attachment"
	"vitrine/internal/config"
	"vitrine/internal/files"
	"vitrine/internal/files/picture"
	"vitrine/internal/spool"
	"vitrine/internal/typeset"
)

// openFonts reads the fonts of labels: those in the binary, and those of VITRINE_FONTS.
func openFonts(c config.Config) (*typeset.Fonts, error) {
	if c.Fonts == "" {
		return typeset.Plain(), nil
	}
	fonts, err := typeset.With(os.DirFS(c.Fonts))
	if err != nil {
		return nil, fmt.Errorf("VITRINE_FONTS: %w", err)
	}
	return fonts, nil
}

// openStore opens what VITRINE_FILES names; nil if it names nothing.
func openStore(c config.Config) (files.Store, error) {
	if c.Files == "" {
		return nil, nil
	}
	store, err := files.Open(c.Files, c.FilesAccessKey, c.FilesSecretKey)
	if err != nil {
		return nil, fmt.Errorf("VITRINE_FILES: %w", err)
	}
	return store, nil
}

func openAttachments(c config.Config, log *slog.Logger) (*attachment.Attachments, error) {
	store, err := openStore(c)
	if err != nil {
		return nil, err
	}
	spool.Limit(c.SpoolLimit)
	options := attachment.Options{Store: store, Quota: c.StorageQuota}
	if c.ImageHelper != "" {
		options.Helper = picture.NewHelper(c.ImageHelper)
	}
	return attachment.New(options, log), nil
}
