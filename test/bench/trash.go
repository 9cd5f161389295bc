package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// rowsOfItem are about how many rows an item has here: itself, a copy, one or two
// valuations, at times cover.
const rowsOfItem = 3.7

// mayTrash is how many seconds a million rows may take on their way.
const mayTrash = 120

// trash prints how long a collection of 1,000,000 rows takes to the trash and back, and
// to be gone for good.
func (b *bench) trash(ctx context.Context) error {
	if _, err := b.newAccount(ctx, 10_000); err != nil { // PostgreSQL plans badly for tables that it believes to be empty
		return err
	}
	a, err := b.newAccount(ctx, int(float64(b.large)/rowsOfItem))
	if err != nil {
		return err
	}
	if err := b.fillCopies(ctx, a); err != nil {
		return err
	}
	var entry string
	fmt.Printf("\n%-38s %8s %8s\n", fmt.Sprintf("seconds, a collection of %d rows", b.large), "", "target")
	for _, step := range []struct{ name, method, path string }{
		{"to the trash", http.MethodDelete, "/api/collections/" + a.collection},
		{"back from it", http.MethodPost, "/api/trash/{entry}/restore"},
		{"to the trash again", http.MethodDelete, "/api/collections/" + a.collection},
		{"gone for good", http.MethodDelete, "/api/trash/{entry}"},
	} {
		req, err := http.NewRequestWithContext(ctx, step.method, b.service.base+strings.ReplaceAll(step.path, "{entry}", entry), nil)
		if err != nil {
			return err
		}
		req.Header.Set("Authorization", "Bearer "+a.token)
		began := time.Now()
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		res.Body.Close()
		if res.StatusCode >= 300 {
			return fmt.Errorf("%s: %s", step.name, res.Status)
		}
		entry = res.Header.Get("X-Trash-Entry")
		fmt.Printf("%-38s %8.1f %8d\n", step.name, time.Since(began).Seconds(), mayTrash)
	}
	return nil
}
