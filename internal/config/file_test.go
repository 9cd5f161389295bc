package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func environment(pairs map[string]string) func(string) string {
	return func(name string) string { return pairs[name] }
}

func file(t *testing.T, content string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(name, []byte(content), 0o400); err != nil {
		t.Fatal(err)
	}
	return name
}

const (
	database = "postgres://vitrine:hunter2@db/vitrine"
	key      = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
)

func TestEverySecretCanStandInAFile(t *testing.T) {
	values := map[string]string{"DATABASE_URL": database, "DATABASE_REPLICA_URL": database, "REDIS_URL": "redis://:hunter2@cache", "VITRINE_SECRET_KEY": key,
		"VITRINE_SMTP_URL": "smtp://user:hunter2@mail", "OTEL_EXPORTER_OTLP_ENDPOINT": "https://user:hunter2@collector",
		"OTEL_EXPORTER_OTLP_HEADERS": "x-api-key=hunter2", "VITRINE_FILES_ACCESS_KEY": "hunter2-access", "VITRINE_FILES_SECRET_KEY": "hunter2-secret", "VITRINE_SETUP_CODE": "hunter2-and-hunter3"}
	rest := map[string]string{"VITRINE_MAIL_FROM": "vitrine@example.org", "VITRINE_PUBLIC_URL": "https://vitrine.example.org"}
	for _, s := range Settings {
		if s.Secret {
			rest[s.Name+"_FILE"] = file(t, values[s.Name]+"\n") // without a value here the file is empty, which is an error
		}
	}
	c, err := Read(environment(rest))
	if err != nil {
		t.Fatal(err)
	}
	if c.DatabaseURL != database || c.ReplicaURL != database || c.RedisURL != values["REDIS_URL"] || c.SMTPURL != values["VITRINE_SMTP_URL"] || c.Sealer == nil ||
		c.TracesEndpoint != values["OTEL_EXPORTER_OTLP_ENDPOINT"] || len(c.TracesHeaders) != 1 ||
		c.FilesAccessKey != values["VITRINE_FILES_ACCESS_KEY"] || c.FilesSecretKey != values["VITRINE_FILES_SECRET_KEY"] || c.SetupCode != values["VITRINE_SETUP_CODE"] {
		t.Errorf("read %+v", c)
	}
	var printed strings.Builder
	Print(&printed, environment(rest))
	if strings.Contains(printed.String(), "hunter2") || strings.Contains(printed.String(), key) || !strings.Contains(printed.String(), "@cache") {
		t.Errorf("printed, redacted or not:\n%s", printed.String())
	}
}

func TestUnusableFilesAreNamedAndNotShown(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	for name, c := range map[string]struct {
		env  map[string]string
		says string
	}{
		"missing":       {map[string]string{"DATABASE_URL_FILE": missing}, "DATABASE_URL: cannot be read from its file (open " + missing},
		"folder":        {map[string]string{"DATABASE_URL_FILE": t.TempDir()}, "is a directory"},
		"empty":         {map[string]string{"DATABASE_URL_FILE": file(t, " \n")}, "is an empty file"},
		"several lines": {map[string]string{"DATABASE_URL_FILE": file(t, database+"\n"+database+"\n")}, "must be a single line"},
		"no URL":        {map[string]string{"DATABASE_URL_FILE": file(t, "mysql://vitrine:hunter2@db")}, "DATABASE_URL: must begin with postgres://"},
		"both":          {map[string]string{"DATABASE_URL_FILE": file(t, database), "DATABASE_URL": database}, "DATABASE_URL: is set, and DATABASE_URL_FILE too"},
		"not a secret":  {map[string]string{"DATABASE_URL": database, "VITRINE_LOG_FORMAT_FILE": missing}, ""},
	} {
		_, err := Read(environment(c.env))
		switch {
		case c.says == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "required")):
			t.Errorf("%s: %v, want %q and no password", name, err, c.says)
		}
	}
}
