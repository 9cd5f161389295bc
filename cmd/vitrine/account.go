package main

import (
	"errors"
	"fmt"
	"os"

	"vitrine/internal/fault"
	"vitrine/internal/postgres/admin"
)

// accountCommand serves people who ask for their data or its erasure.
type accountCommand struct {
	Export accountExport `cmd:"" help:"Write all that is kept of an account to a file, as JSON."`
	Erase  accountErase  `cmd:"" help:"Delete an account with its members and all it holds, for good."`
}

type accountExport struct {
	ID   int64  `arg:"" help:"Number of the account, as vitrine user list shows it."`
	File string `arg:"" help:"File to write, which must not be there yet."`
}

func (a accountExport) Run(e *environment) error {
	c, _, err := e.settings()
	if err != nil {
		return err
	}
	found, err := findAccount(e, c.DatabaseURL, a.ID)
	if err != nil {
		return err
	}
	to, err := os.OpenFile(a.File, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	rows, err := admin.ExportAccount(e.ctx, c.DatabaseURL, a.ID, to)
	if err = errors.Join(err, to.Sync(), to.Close()); err != nil {
		return errors.Join(err, os.Remove(a.File)) // a partial export is useless
	}
	fmt.Fprintf(e.stdout, "Exported: %d rows of %s are in %s.\n", rows, describe(found), a.File)
	return nil
}

type accountErase struct {
	ID  int64 `arg:"" help:"Number of the account, as vitrine user list shows it."`
	Yes bool  `help:"Really do it."`
}

func (a accountErase) Run(e *environment) error {
	c, _, err := e.settings()
	if err != nil {
		return err
	}
	found, err := findAccount(e, c.DatabaseURL, a.ID)
	if err != nil {
		return err
	}
	if !a.Yes {
		return fmt.Errorf("this would delete %s, for good: pass --yes to do it", describe(found))
	}
	if err := admin.EraseAccount(e.ctx, c.DatabaseURL, a.ID); err != nil {
		return err
	}
	fmt.Fprintf(e.stdout, "Erased: %s. Backups still hold it.\n", describe(found))
	return nil
}

func findAccount(e *environment, url string, id int64) (admin.Account, error) {
	found, err := admin.FindAccount(e.ctx, url, id)
	if errors.Is(err, fault.ErrNotFound) {
		err = fmt.Errorf("there is no account %d; vitrine user list shows the numbers of accounts", id)
	}
	return found, err
}

func describe(a admin.Account) string {
	return fmt.Sprintf("account %d (%s) with %d members and %d items", a.ID, a.Name, a.Members, a.Items)
}
