package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

const (
	loaded   = 5_000 // items, with a copy each
	perBatch = 50    // items
	mayLoad  = 180   // seconds
)

// batches prints how long a program takes to load items with a copy each, by batches, at
// the limits that an installation has unless it says otherwise.
func (b *bench) batches(ctx context.Context) error {
	a, err := b.register(ctx)
	if err != nil {
		return err
	}
	limited, err := startService(ctx, b.binary, b.database.url, "VITRINE_RATE_LIMIT_API=60")
	if err != nil {
		return err
	}
	defer limited.stop()
	began := time.Now()
	var working time.Duration
	for from := 1; from <= loaded; from += perBatch {
		took, err := limited.load(ctx, a, from)
		if err != nil {
			return err
		}
		working += took
	}
	whole := time.Since(began)
	found, err := b.database.query(ctx, `select count(*) from copies c join items i on i.id = c.item_id where i.collection_id = `+a.collection)
	if err != nil {
		return err
	}
	if found != strconv.Itoa(loaded) {
		return fmt.Errorf("%s copies are there, not %d", found, loaded)
	}
	fmt.Printf("\n%-38s %8s %8s\n%-38s %8.1f %8d\n%-38s %8.1f\n", "seconds", "", "target",
		fmt.Sprintf("%d items with a copy each", loaded), whole.Seconds(), mayLoad, "  without waiting for the limit", working.Seconds())
	return nil
}

// load sends one batch, and waits as long as the service asks for. It returns how long
// the service worked.
func (s service) load(ctx context.Context, a account, from int) (time.Duration, error) {
	var operations []map[string]any
	for n := range perBatch {
		operations = append(operations,
			map[string]any{"method": "POST", "path": "/api/collections/" + a.collection + "/items", "body": map[string]any{"name": fmt.Sprintf("Record %d", from+n), "description": "Loaded by a batch."}},
			map[string]any{"method": "POST", "path": fmt.Sprintf("/api/items/$%d/copies", 2*n), "body": map[string]any{"identifier": fmt.Sprintf("R-%d", from+n), "acquired_at": "2026-01-02"}})
	}
	content, err := json.Marshal(map[string]any{"operations": operations})
	if err != nil {
		return 0, err
	}
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+"/api/batch", bytes.NewReader(content))
		if err != nil {
			return 0, err
		}
		req.Header.Set("Authorization", "Bearer "+a.token)
		began := time.Now()
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return 0, err
		}
		answer, err := io.ReadAll(res.Body)
		res.Body.Close()
		switch {
		case err != nil:
			return 0, err
		case res.StatusCode == http.StatusOK:
			return time.Since(began), nil
		case res.StatusCode != http.StatusTooManyRequests:
			return 0, fmt.Errorf("POST /api/batch: %s %s", res.Status, answer)
		}
		seconds, err := strconv.Atoi(res.Header.Get("Retry-After"))
		if err != nil {
			return 0, err
		}
		time.Sleep(time.Duration(seconds) * time.Second)
	}
}
