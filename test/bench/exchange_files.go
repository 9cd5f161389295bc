package main

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// stocked is an account whose items have copies with values. Triggers rest: what is taken out
// needs no words to search by.
func (b *bench) stocked(ctx context.Context, items int) (account, error) {
	a, err := b.register(ctx)
	if err != nil {
		return a, err
	}
	a.items = items
	if a.first, err = b.database.query(ctx, a.fillStatement(items)); err != nil {
		return a, err
	}
	return a, b.fillCopies(ctx, a)
}

const distinctPhotos = 200

// packs makes a pack of 5,000 copies. Each item has a photo; a few hundred are distinct.
func (b *bench) packs(ctx context.Context) error {
	a, err := b.stocked(ctx, 5_300) // every twentieth copy is sold
	if err != nil {
		return err
	}
	for n := range distinctPhotos {
		if _, err := b.addPhoto(ctx, a, n); err != nil {
			return err
		}
	}
	_, err = b.database.query(ctx, fmt.Sprintf(`set session_replication_role = replica;
		insert into photos (account_id, item_id, file_id, sha256, filename, mime_type, size, width, height, position, is_main)
		select account_id, item_id + %[2]d * n, file_id, sha256, filename, mime_type, size, width, height, 1, true
		from photos, generate_series(1, %[3]d) n where account_id = %[1]s and item_id + %[2]d * n < %[4]s + %[5]d`, a.id, distinctPhotos, a.items/distinctPhotos, a.first, a.items))
	if err != nil {
		return err
	}
	held, err := b.database.query(ctx, `select count(*) from copies where status = 'owned' and account_id = `+a.id)
	if err != nil {
		return err
	}
	return b.step("pack of "+held+" copies with thumbs", 180, 300, func() error {
		_, err := b.service.export(ctx, a, map[string]any{"kind": "insurance_pack"})
		return err
	})
}

const (
	documents     = 50
	documentBytes = 20 << 20
)

// archives makes an archive with 1 GB of documents, and verifies it.
func (b *bench) archives(ctx context.Context) error {
	items := min(100_000, b.large)
	a, err := b.stocked(ctx, items)
	if err != nil {
		return err
	}
	if a.copy, err = b.database.query(ctx, `select min(id) from copies where account_id = `+a.id); err != nil {
		return err
	}
	for n := range documents {
		if err := b.service.document(ctx, a, n); err != nil {
			return err
		}
	}
	made := ""
	err = b.step(fmt.Sprintf("archive of %d items, %d MB of files", items, documents*documentBytes/1_000_000), 120, 128, func() (err error) {
		made, err = b.service.export(ctx, a, map[string]any{"kind": "archive"})
		return err
	})
	if err != nil {
		return err
	}
	file := filepath.Join(b.dir, "archive.zip")
	if err := b.service.fetch(ctx, a, "/api/exports/"+made+"/file", file); err != nil {
		return err
	}
	err = b.step("  verified", 30, 0, func() error {
		out, err := exec.CommandContext(ctx, b.binary, "archive", "verify", file).CombinedOutput()
		if err != nil {
			err = fmt.Errorf("%w: %s", err, out)
		}
		return err
	})
	if err != nil {
		return err
	}
	return b.archiveComesIn(ctx, a)
}

// archiveComesIn brings what an account has, but for its files, into an empty one.
func (b *bench) archiveComesIn(ctx context.Context, from account) error {
	made, err := b.service.export(ctx, from, map[string]any{"kind": "archive", "without_files": true})
	if err != nil {
		return err
	}
	file := filepath.Join(b.dir, "archive.zip")
	if err := b.service.fetch(ctx, from, "/api/exports/"+made+"/file", file); err != nil {
		return err
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	a, err := b.register(ctx)
	if err != nil {
		return err
	}
	id := ""
	err = b.step("  without files, into another: planned", 0, 128, func() (err error) {
		id, err = b.service.plan(ctx, a, "archive.zip", "", content)
		return err
	})
	if err != nil {
		return err
	}
	return b.step("  applied", 0, 128, func() error {
		return b.service.act(ctx, a, http.MethodPost, "/api/imports/"+id+"/apply", map[string]any{"plan": 1}, "applied")
	})
}

// document adds a text of its own to the copy.
func (s service) document(ctx context.Context, a account, n int) error {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	_ = form.WriteField("document_type", "other") // to memory
	_ = form.WriteField("name", "Notes "+strconv.Itoa(n))
	part, err := form.CreateFormFile("file", "notes.txt")
	if err != nil {
		return err
	}
	line := []byte(fmt.Sprintf("%063d\n", n))
	for range documentBytes / len(line) {
		_, _ = part.Write(line)
	}
	_ = form.Close()
	_, err = s.send(ctx, a, http.MethodPost, "/api/copies/"+a.copy+"/documents", &body, form.FormDataContentType())
	return err
}

// exports writes a list of copies of any length by the job.
func (b *bench) exports(ctx context.Context) error {
	a, err := b.stocked(ctx, b.large)
	if err != nil {
		return err
	}
	for _, file := range []struct {
		format string
		target int
	}{{"csv", 60}, {"xlsx", 120}} {
		err := b.step(fmt.Sprintf("export of %d copies, %s", b.large, file.format), file.target, 64, func() error {
			_, err := b.service.export(ctx, a, map[string]any{"kind": "list", "list": "copies", "format": file.format})
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
