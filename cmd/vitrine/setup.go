package main

import (
	"context"
	"log/slog"
	"net"

	"vitrine/internal/account"
	"vitrine/internal/config"
)

// announce tells who starts a new installation how to become its first user.
func announce(e *environment, c config.Config, log *slog.Logger, accounts *account.Accounts, at net.Addr) error {
	unclaimed, err := accounts.Unclaimed(e.ctx)
	if err != nil {
		return err
	}
	page, code := "", ""
	if unclaimed {
		page, code, err = setupPage(e.ctx, c, accounts)
	}
	switch {
	case err != nil:
		return err
	case e.serving != nil:
		e.serving(at, page)
	case unclaimed:
		log.Warn("this installation has no user yet: the setup code makes the first", "page", c.PublicURL+"/setup", "code", code)
	}
	return nil
}

// setupPage is where the first user begins, and the code, which the log does not tell if the operator
// chose it.
func setupPage(ctx context.Context, c config.Config, accounts *account.Accounts) (page, code string, err error) {
	if c.SetupCode != "" {
		return "/setup", "that of VITRINE_SETUP_CODE", nil
	}
	code, err = accounts.FirstCode(ctx)
	return "/setup?code=" + code, code, err
}
