package main

import (
	"errors"
	"fmt"
	"os"

	"vitrine/internal/config"
	"vitrine/internal/fault"
	"vitrine/internal/files"
	"vitrine/internal/postgres/admin"
)

// accountCommand serves people who ask for their data or its erasure.
type accountCommand struct {
	Export accountExport `cmd:"" help:"Write all that is kept of an account to a ZIP: its rows as JSON, its photos and documents."`
	Erase  accountErase  `cmd:"" help:"Delete an account with its members and all it holds, for good."`
}

type accountExport struct {
	ID           int64  `arg:"" help:"Number of the account, as vitrine user list shows it."`
	File         string `arg:"" help:"ZIP to write, which must not be there yet."`
	WithoutFiles bool   `help:"Leave photos and documents out."`
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
	store, err := storeFor(c, found, a.WithoutFiles)
	if err != nil {
		return err
	}
	to, err := os.OpenFile(a.File, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	done, err := admin.ExportAccount(e.ctx, c.DatabaseURL, a.ID, store, to, e.say)
	if err = errors.Join(err, to.Sync(), to.Close()); err != nil {
		return errors.Join(err, os.Remove(a.File)) // a partial export is useless
	}
	fmt.Fprintf(e.stdout, "Exported: %d rows and %d files of %s are in %s.\n", done.Rows, done.Files, describe(found), a.File)
	if done.Lost > 0 {
		return incomplete{fmt.Errorf("%d files are not in the export: the store does not have them as they were stored", done.Lost)}
	}
	return nil
}

type accountErase struct {
	ID           int64 `arg:"" help:"Number of the account, as vitrine user list shows it."`
	Yes          bool  `help:"Really do it."`
	WithoutFiles bool  `help:"Leave photos and documents to the sweep, which takes them within two days."`
}

func (a accountErase) Run(e *environment) error {
	c, _, err := e.settings()
	if err != nil {
		return err
	}
	found, err := admin.FindAccount(e.ctx, c.DatabaseURL, a.ID)
	if errors.Is(err, fault.ErrNotFound) {
		return a.goOn(e, c)
	}
	if err != nil {
		return err
	}
	store, err := storeFor(c, found, a.WithoutFiles)
	if err != nil {
		return err
	}
	if !a.Yes {
		return fmt.Errorf("this would delete %s, for good: pass --yes to do it", describe(found))
	}
	objects, err := admin.EraseAccount(e.ctx, c.DatabaseURL, a.ID, store)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.stdout, "Erased: %s. %sBackups still hold it.\n", describe(found), deleted(objects))
	return nil
}

// goOn deletes the files of an account whose rows are gone since this was
// interrupted.
func (a accountErase) goOn(e *environment, c config.Config) error {
	store, err := openStore(c)
	if err != nil {
		return err
	}
	if store == nil || a.WithoutFiles {
		return noAccount(a.ID)
	}
	objects, err := admin.EraseLeftFiles(e.ctx, c.DatabaseURL, a.ID, store, a.Yes)
	switch {
	case errors.Is(err, fault.ErrNotFound), err == nil && objects == 0:
		return noAccount(a.ID)
	case err != nil:
		return err
	case !a.Yes:
		return fmt.Errorf("account %d is erased, but for %d objects in the store of files: pass --yes to delete them", a.ID, objects)
	}
	fmt.Fprintf(e.stdout, "Erased: what was left of account %d. %s\n", a.ID, deleted(objects))
	return nil
}

func deleted(objects int64) string {
	if objects == 0 {
		return ""
	}
	return fmt.Sprintf("%d objects of its files, renditions included, are deleted. ", objects)
}

// storeFor opens the store if the account has files.
func storeFor(c config.Config, a admin.Account, without bool) (files.Store, error) {
	if without {
		return nil, nil
	}
	store, err := openStore(c)
	if err == nil && store == nil && a.Files > 0 {
		err = fmt.Errorf("%s has %d files, and VITRINE_FILES does not say where they are: set it as for vitrine serve, or pass --without-files", describe(a), a.Files)
	}
	return store, err
}

func findAccount(e *environment, url string, id int64) (admin.Account, error) {
	found, err := admin.FindAccount(e.ctx, url, id)
	if errors.Is(err, fault.ErrNotFound) {
		err = noAccount(id)
	}
	return found, err
}

func noAccount(id int64) error {
	return fmt.Errorf("there is no account %d; vitrine user list shows the numbers of accounts", id)
}

func describe(a admin.Account) string {
	return fmt.Sprintf("account %d (%s) with %d members and %d items", a.ID, a.Name, a.Members, a.Items)
}
