package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// exchange prints how long files take on their way in and out, and how much memory the
// service needs more for it.
func (b *bench) exchange(ctx context.Context) error {
	if _, err := b.newAccount(ctx, 10_000); err != nil { // PostgreSQL plans badly for tables that it believes to be empty
		return err
	}
	fmt.Printf("\n%-38s %8s %8s %8s %8s\n", "seconds", "", "target", "+ MiB", "target")
	for _, part := range []struct {
		name string
		run  func(context.Context) error
	}{{"imports", b.everyImport}, {"cancel", b.cancelled}, {"beside", b.beside}, {"packs", b.packs}, {"archives", b.archives}, {"lists", b.exports}} {
		if b.part != "" && b.part != part.name {
			continue
		}
		if err := part.run(ctx); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return nil
}

func (b *bench) everyImport(ctx context.Context) error {
	if err := b.imports(ctx, 5_000, 3, 20, 20); err != nil {
		return err
	}
	return b.imports(ctx, min(100_000, b.large), 60, 400, 0)
}

// step runs one thing and prints what it took. Targets are seconds and MiB, 0 for none.
func (b *bench) step(name string, target, most int, do func() error) error {
	before, err := b.service.memory(true)
	if err != nil {
		return err
	}
	began := time.Now()
	if err := do(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	took := time.Since(began)
	after, err := b.service.memory(false)
	if err != nil {
		return err
	}
	fmt.Printf("%-38s %8.1f %8s %8d %8s\n", name, took.Seconds(), figure(target), max(0, after-before)>>10, figure(most))
	return nil
}

func figure(target int) string {
	if target == 0 {
		return ""
	}
	return strconv.Itoa(target)
}

// memory is the most that the service has had, in KiB, since it was last asked to begin anew:
// then it is what it has now.
func (s service) memory(anew bool) (int, error) {
	directory := filepath.Join("/proc", strconv.Itoa(s.Process.Pid))
	if anew {
		if err := os.WriteFile(filepath.Join(directory, "clear_refs"), []byte("5"), 0); err != nil {
			return 0, err
		}
	}
	status, err := os.ReadFile(filepath.Join(directory, "status"))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	return strconv.Atoi(strings.Fields(rest)[0])
}

// table is a spreadsheet of twelve columns.
func table(rows int) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"item_key", "item_name", "description", "category", "tags", "condition", "location", "identifier", "purchase_date", "purchase_price", "value", "Artist"})
	for n := range rows {
		id := strconv.Itoa(n)
		_ = w.Write([]string{"k" + id, "Record " + id, "Bought at a fair.", "Shelf " + strconv.Itoa(n%20), "vinyl; " + strconv.Itoa(n%50), []string{"Mint", "Good", "Fair"}[n%3],
			"House > Room " + strconv.Itoa(n%10), "R-" + id, "2020-01-02", strconv.Itoa(n%500) + ".50", strconv.Itoa(n % 900), "Artist " + strconv.Itoa(n%300)})
	}
	w.Flush()
	return b.Bytes()
}

func (b *bench) imports(ctx context.Context, rows, plan, apply, revert int) error {
	a, err := b.register(ctx)
	if err != nil {
		return err
	}
	content, id := table(rows), ""
	err = b.step(fmt.Sprintf("import of %d rows, planned", rows), plan, 128, func() (err error) {
		id, err = b.service.plan(ctx, a, "records.csv", a.collection, content)
		return err
	})
	if err != nil {
		return err
	}
	err = b.step("  applied", apply, 128, func() error {
		return b.service.act(ctx, a, http.MethodPost, "/api/imports/"+id+"/apply", map[string]any{"plan": 1}, "applied")
	})
	if err != nil {
		return err
	}
	found, err := b.database.query(ctx, `select count(*) from copies where account_id = `+a.id)
	if err != nil || found != strconv.Itoa(rows) {
		return fmt.Errorf("%s copies are there, not %d (%w)", found, rows, err)
	}
	return b.step("  reverted", revert, 0, func() error {
		return b.service.act(ctx, a, http.MethodPost, "/api/imports/"+id+"/revert", map[string]any{}, "reverted")
	})
}

// plan uploads a file and waits until it is planned.
func (s service) plan(ctx context.Context, a account, name, collection string, content []byte) (string, error) {
	id, err := s.upload(ctx, a, name, collection, content)
	if err != nil {
		return "", err
	}
	if err := s.becomes(ctx, a, "/api/imports/"+id, "ready"); err != nil {
		return "", err
	}
	return id, s.act(ctx, a, http.MethodPut, "/api/imports/"+id+"/mapping", map[string]any{}, "planned")
}

// upload begins an import, into a collection unless the file tells.
func (s service) upload(ctx context.Context, a account, name, collection string, content []byte) (string, error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if collection != "" {
		_ = form.WriteField("collection_id", collection)
	}
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		return "", err
	}
	_, _ = part.Write(content)
	form.Close()
	answer, err := s.send(ctx, a, http.MethodPost, "/api/imports", &body, form.FormDataContentType())
	return answer.Data.ID, err
}

// export makes a file and waits for it.
func (s service) export(ctx context.Context, a account, body map[string]any) (string, error) {
	sent, _ := json.Marshal(body) // texts and numbers always encode
	answer, err := s.send(ctx, a, http.MethodPost, "/api/exports", bytes.NewReader(sent), "application/json")
	if err != nil {
		return "", err
	}
	return answer.Data.ID, s.becomes(ctx, a, "/api/exports/"+answer.Data.ID, "done")
}

// act asks for something and waits until it is done.
func (s service) act(ctx context.Context, a account, method, path string, body map[string]any, until string) error {
	sent, _ := json.Marshal(body) // texts and numbers always encode
	if _, err := s.send(ctx, a, method, path, bytes.NewReader(sent), "application/json"); err != nil {
		return err
	}
	object := strings.Join(strings.Split(path, "/")[:4], "/")
	return s.becomes(ctx, a, object, until)
}

// becomes waits for a state.
func (s service) becomes(ctx context.Context, a account, path, until string) error {
	for {
		answer, err := s.send(ctx, a, http.MethodGet, path, nil, "")
		if err != nil {
			return err
		}
		switch state := answer.Data.Attributes.State; state {
		case until:
			return nil
		case "failed", "stopped":
			return fmt.Errorf("%s is %s: %s", path, state, answer.Data.Attributes.Error)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

type exchangeAnswer struct {
	Data struct {
		ID         string
		Attributes struct {
			State string
			Error json.RawMessage
		}
	}
}

func (s service) send(ctx context.Context, a account, method, path string, body io.Reader, kind string) (answer exchangeAnswer, err error) {
	req, err := http.NewRequestWithContext(ctx, method, s.base+path, body)
	if err != nil {
		return answer, err
	}
	req.Header.Set("Authorization", "Bearer "+a.token)
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return answer, err
	}
	defer res.Body.Close()
	content, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode >= 300 {
		err = fmt.Errorf("%s %s: %s %s", method, path, res.Status, content)
	}
	if err != nil {
		return answer, err
	}
	return answer, json.Unmarshal(content, &answer)
}

// fetch keeps an answer in a file.
func (s service) fetch(ctx context.Context, a account, path, file string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+path, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+a.token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(f, res.Body)
	return err
}
