package main

import (
	"context"
	"log/slog"
	"time"

	"vitrine/internal/account"
)

// endTrials erases the accounts of visitors whose hour is over.
func endTrials(ctx context.Context, accounts *account.Accounts, log *slog.Logger) {
	for {
		n, err := accounts.EndTrials(ctx)
		switch {
		case err != nil && ctx.Err() == nil:
			log.Error("trials that are over were not all erased", "error", err)
		case n > 0:
			log.Info("erased trials that are over", "accounts", n)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(15 * time.Second):
		}
	}
}
