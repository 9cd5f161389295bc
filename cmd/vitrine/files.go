package main

import (
	"fmt"
	"log/slog"

	"vitrine/internal/attachment"
	"vitrine/internal/config"
	"vitrine/internal/files"
	"vitrine/internal/files/picture"
)

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
	options := attachment.Options{Store: store, Quota: c.StorageQuota}
	if c.ImageHelper != "" {
		options.Helper = picture.NewHelper(c.ImageHelper)
	}
	return attachment.New(options, log), nil
}
