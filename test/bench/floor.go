package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
)

// startFloor builds and starts the floor with the statements that the service sends for the
// same requests, so that both do the same in the database whatever becomes of it. It answers
// what the service answers.
func (b *bench) startFloor(ctx context.Context, works []workload) (service, error) {
	a := works[0].in
	item := "/api/items/" + a.first
	get, err := b.ownStatement(ctx, a, item)
	if err != nil {
		return service{}, err
	}
	page, err := b.ownStatement(ctx, a, "/api/items")
	if err != nil {
		return service{}, err
	}
	binary := filepath.Join(b.dir, "floor")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", binary, "./test/bench/floor").CombinedOutput(); err != nil {
		return service{}, fmt.Errorf("the floor: %w: %s", err, out)
	}
	floor, err := startService(ctx, binary, b.database.url, "FLOOR_GET="+get, "FLOOR_PAGE="+page)
	if err != nil {
		return floor, err
	}
	for _, path := range []string{item, "/api/items"} {
		if err := b.sameAnswer(ctx, floor, a, path); err != nil {
			floor.stop()
			return floor, err
		}
	}
	return floor, nil
}

// ownStatement is what the service sends to PostgreSQL for a request: the last statement of
// the connection that was used last.
func (b *bench) ownStatement(ctx context.Context, a account, path string) (string, error) {
	if _, err := b.service.read(ctx, a, path); err != nil {
		return "", err
	}
	return b.database.query(ctx, `select query from pg_stat_activity where query like 'select caller.opened%' order by query_start desc limit 1`)
}

// sameAnswer compares the data of two answers, and the rest by its length.
func (b *bench) sameAnswer(ctx context.Context, floor service, a account, path string) error {
	ours, err := b.service.read(ctx, a, path)
	if err != nil {
		return err
	}
	its, err := floor.read(ctx, a, path)
	if err != nil {
		return err
	}
	its = bytes.ReplaceAll(its, []byte(floor.base), []byte(b.service.base))
	var want, got struct{ Data json.RawMessage }
	if err := json.Unmarshal(ours, &want); err != nil {
		return err
	}
	if err := json.Unmarshal(its, &got); err != nil {
		return fmt.Errorf("the floor answers %s: %w", its, err)
	}
	if more := len(its) - len(ours); !bytes.Equal(want.Data, got.Data) || max(more, -more) > len(ours)/20 {
		return fmt.Errorf("the floor answers\n%s\nthe service\n%s", its, ours)
	}
	return nil
}

// read gets the body of an answer.
func (s service) read(ctx context.Context, a account, path string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+path, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+a.token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("GET %s: %s %s", path, res.Status, body)
	}
	return body, err
}
