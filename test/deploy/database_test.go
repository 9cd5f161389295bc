package deploy

import (
	"errors"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// database is a PostgreSQL that asks everybody but its superuser for a password.
func database(t *testing.T) *url.URL {
	t.Helper()
	dir, err := os.MkdirTemp("/var/tmp", "vitrine-deploy") // accessible to the server's user
	if err != nil {
		t.Fatal(err)
	}
	hba := filepath.Join(dir, "hba")
	rules := "host all vitrine 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
	if err := errors.Join(os.Chmod(dir, 0o755), os.WriteFile(hba, []byte(rules), 0o644)); err != nil {
		t.Fatal(err)
	}
	name := filepath.Base(dir)
	t.Cleanup(func() {
		output(t, script("scripts/postgres", "destroy", name))
		os.RemoveAll(dir)
	})
	server, err := url.Parse(strings.TrimSpace(output(t, script("scripts/postgres", "start", name, "fsync=off", "hba_file="+hba))))
	if err != nil {
		t.Fatal(err)
	}
	return server
}

// handOut creates secrets and roles as compose.yaml does, and returns the folder
// of secrets, adapted to this server.
func handOut(t *testing.T, server *url.URL) (secrets string) {
	t.Helper()
	secrets = filepath.Join(t.TempDir(), "secrets.d")
	output(t, script("deploy/compose/secrets", secrets))
	if info, err := os.Stat(secrets); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder of secrets is open to others: %v", info.Mode())
	}
	made, _ := os.ReadFile(filepath.Join(secrets, "secret_key"))
	output(t, script("deploy/compose/secrets", secrets))
	if again, err := os.ReadFile(filepath.Join(secrets, "secret_key")); err != nil || string(again) != string(made) {
		t.Errorf("a secret was overwritten, or not made: %v", err)
	}

	roles := script("deploy/compose/roles.sh")
	roles.Env = append(os.Environ(), "SECRETS="+secrets, "PGHOST="+server.Hostname(), "PGPORT="+server.Port(), "POSTGRES_USER=vitrine")
	output(t, roles)
	for _, name := range []string{"owner_url", "database_url"} {
		file := filepath.Join(secrets, name)
		content, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(content), "@postgres/") {
			t.Fatalf("%s does not lead to the service called postgres: %v", name, err)
		}
		here := strings.Replace(string(content), "@postgres/", "@"+server.Host+"/", 1)
		if err := errors.Join(os.Remove(file), os.WriteFile(file, []byte(here), 0o444)); err != nil {
			t.Fatal(err)
		}
	}
	return secrets
}

// wantPowerless fails if the serving role can do more than serve, or logs in with
// another password.
func wantPowerless(t *testing.T, server *url.URL, secrets string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(secrets, "database_url"))
	if err != nil {
		t.Fatal(err)
	}
	web, err := url.Parse(strings.TrimSpace(string(content)))
	if err != nil {
		t.Fatal(err)
	}
	psql := func(sql string) (string, error) {
		out, err := exec.Command("psql", "--no-psqlrc", "--quiet", "-v", "ON_ERROR_STOP=1", web.String(), "-c", sql).CombinedOutput()
		return string(out), err
	}
	if out, err := psql("select 1"); err != nil {
		t.Fatalf("the role that serves cannot connect: %s", out)
	}
	for _, sql := range []string{"create table mine ()", "drop table items", "alter table items disable row level security",
		"delete from logs", "create role friend", "set role vitrine_owner"} {
		if out, err := psql(sql); err == nil {
			t.Errorf("the role that serves may %s:\n%s", sql, out)
		}
	}
	web.User = url.UserPassword(web.User.Username(), "vitrine")
	if out, err := psql("select 1"); err == nil {
		t.Errorf("any password will do:\n%s", out)
	}
}
