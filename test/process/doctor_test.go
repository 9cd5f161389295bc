package process

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/pgtest"
)

const ratesOfADay = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<Cube><Cube time="2026-11-18"><Cube currency="USD" rate="1.1000"/></Cube></Cube></gesmes:Envelope>`

// The doctor uses whatever serve uses. Each cause is one finding, and nothing else is blamed for it.
func TestDoctorTriesWhatServeUses(t *testing.T) {
	t.Parallel()
	database, box, collector, dir := pgtest.Migrated(t), newPostbox(t), observe(t), t.TempDir()
	good, bad := filepath.Join(dir, "rates.xml"), filepath.Join(dir, "helper")
	if err := os.WriteFile(good, []byte(ratesOfADay), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(bad, []byte("#!/bin/sh\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	smtp := func(url string) []string {
		return []string{"VITRINE_SMTP_URL=" + url, "VITRINE_MAIL_FROM=Vitrine <vitrine@example.org>", "VITRINE_PUBLIC_URL=https://vitrine.example"}
	}
	const password = "never5ay"
	for name, c := range map[string]struct {
		database string
		env      []string
		says     string
		fails    bool
	}{
		"mail":             {database, box.settings(), "ok   the mail server takes mails from Vitrine <vitrine@example.org>", false},
		"mail refused":     {database, smtp("smtp://u:" + password + "@127.0.0.1:1?starttls=off"), "FAIL mails cannot be sent: dial tcp 127.0.0.1:1", true},
		"mail without TLS": {database, smtp("smtp://" + box.address + "?starttls=required"), "FAIL mails cannot be sent: ", true},
		"password refused": {database, smtp("smtp://u:" + password + "@" + box.address + "?starttls=off"), "FAIL mails cannot be sent: ", true},
		"traces":           {database, []string{"OTEL_EXPORTER_OTLP_ENDPOINT=" + collector.URL}, "ok   the collector takes traces", false},
		"traces refused":   {database, []string{"OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:1"}, "FAIL traces are not taken: ", true},
		"rates":            {database, []string{"VITRINE_RATES=" + good}, "ok   the exchange rates can be read", false},
		"rates missing":    {database, []string{"VITRINE_RATES=" + good + ".old"}, "FAIL the exchange rates cannot be read: ", true},
		"helper":           {database, []string{"VITRINE_IMAGE_HELPER=" + bad}, "FAIL the helper for HEIC and AVIF photos does not work: ", true},
		"helper missing":   {database, []string{"VITRINE_IMAGE_HELPER=" + bad + "2"}, "FAIL the helper for HEIC and AVIF photos does not work: ", true},
		"database away":    {"postgres://vitrine@127.0.0.1:1/vitrine", []string{"VITRINE_FILES=" + dir, "DATABASE_REPLICA_URL=postgres://vitrine@127.0.0.1:1/vitrine"}, "FAIL the database cannot be reached", true},
		"schema is old":    {pgtest.Database(t), []string{"VITRINE_FILES=" + dir}, "FAIL the schema", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := command(c.database, c.env, "doctor").CombinedOutput()
			if got := string(out); c.fails != (err != nil) || !strings.Contains(got, c.says) || strings.Contains(got, password) || strings.Count(got, "  FAIL ") > 1 {
				t.Errorf("want %q, and one finding: %v\n%s", c.says, err, got)
			}
		})
	}
	t.Cleanup(func() {
		if n := len(box.letters); n > 0 {
			t.Errorf("%d mails were sent", n)
		}
	})
}
