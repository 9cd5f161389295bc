package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"vitrine/internal/config"
	"vitrine/internal/fault"
	"vitrine/internal/files"
	"vitrine/internal/operator"
	"vitrine/internal/postgres/admin"
)

// accountCommands serve people who ask for their data or its erasure.
func accountCommands(e *environment) *cobra.Command {
	return group("account", "List accounts, limit or suspend one, export or erase it.",
		accountLists(e), accountQuotas(e), accountSuspends(e), accountResumes(e), accountExports(e), accountErases(e))
}

type accountExport struct {
	ID           int64
	File         string
	WithoutFiles bool
}

func accountExports(e *environment) *cobra.Command {
	a := new(accountExport)
	c := command(e, a, "export ACCOUNT FILE [--without-files]", "Write all that is kept of an account to a ZIP: its rows as JSON, its photos and documents.")
	c.Long = c.Short + "\n\nACCOUNT is the number that vitrine user list shows. FILE must not be there yet."
	c.Args = arguments(2, &a.ID, &a.File)
	c.Flags().BoolVar(&a.WithoutFiles, "without-files", false, "Leave photos and documents out.")
	return c
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
	ID           int64
	Yes          bool
	WithoutFiles bool
}

func accountErases(e *environment) *cobra.Command {
	a := new(accountErase)
	c := command(e, a, "erase ACCOUNT --yes [--without-files]", "Delete an account with its members and all it holds, for good.")
	c.Long = c.Short + "\n\nACCOUNT is the number that vitrine user list shows."
	c.Args = arguments(1, &a.ID)
	c.Flags().BoolVar(&a.Yes, "yes", false, "Really do it.")
	c.Flags().BoolVar(&a.WithoutFiles, "without-files", false, "Leave photos and documents to the sweep, which takes them within two days.")
	return c
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
	store, err := operator.OpenStore(c)
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
	store, err := operator.OpenStore(c)
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
