package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"vitrine/internal/operator"
	"vitrine/internal/postgres/admin"
)

type accountList struct {
	By    string
	Limit int
	JSON  bool
}

func accountLists(e *environment) *cobra.Command {
	a := new(accountList)
	c := command(e, a, "list [--by id|storage|activity] [--limit NUMBER] [--json]", "List accounts with what they store and when they were last used.")
	c.Flags().StringVar(&a.By, "by", "id", "The `ORDER`: id, storage (the largest first) or activity (the longest unused first).")
	c.Flags().IntVar(&a.Limit, "limit", 0, "At most this `NUMBER`; 0 is all.")
	c.Flags().BoolVar(&a.JSON, "json", false, "A line of JSON for each.")
	return c
}

func (a accountList) Run(e *environment) error {
	order, known := map[string]func(a, b admin.Listed) int{
		"id":       func(a, b admin.Listed) int { return cmp.Compare(a.ID, b.ID) },
		"storage":  func(a, b admin.Listed) int { return cmp.Compare(b.StorageUsed, a.StorageUsed) },
		"activity": func(a, b admin.Listed) int { return active(a).Compare(active(b)) },
	}[a.By]
	if !known {
		return misuse("--by is id, storage or activity")
	}
	c, _, err := e.settings()
	if err == nil {
		err = operator.UpToDate(e.ctx, c)
	}
	if err != nil {
		return err
	}
	all, err := admin.Accounts(e.ctx, c.DatabaseURL)
	if err != nil {
		return err
	}
	slices.SortStableFunc(all, order)
	if a.Limit > 0 {
		all = all[:min(a.Limit, len(all))]
	}
	if a.JSON {
		return jsonLines(e, all)
	}
	out := tabwriter.NewWriter(e.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "ID\tOWNER\tMEMBERS\tITEMS\tMB\tMOST MB\tACTIVE\tSTATE")
	for _, l := range all {
		fmt.Fprintf(out, "%d\t%s\t%d\t%d\t%d\t%s\t%s\t%s\n", l.ID, l.Owner, l.Members, l.Items, l.StorageUsed>>20, mostOf(l), active(l).Format(time.DateOnly), state(l.Suspended != nil))
	}
	return out.Flush()
}

// active is when the account was last used; it was when it was made.
func active(l admin.Listed) time.Time {
	if l.Active == nil {
		return l.Created
	}
	return *l.Active
}

func mostOf(l admin.Listed) string {
	switch {
	case l.Quota == nil:
		return "usual"
	case *l.Quota == 0:
		return "any"
	}
	return fmt.Sprint(*l.Quota >> 20)
}

func state(suspended bool) string {
	if suspended {
		return "suspended"
	}
	return "active"
}

// jsonLines writes a list for programs.
func jsonLines[T any](e *environment, all []T) error {
	out := json.NewEncoder(e.stdout)
	for _, one := range all {
		if err := out.Encode(one); err != nil {
			return err
		}
	}
	return nil
}
