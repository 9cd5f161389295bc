package process

import (
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/config"
	"vitrine/internal/pgtest"
)

// All wrong settings are reported at once.
func TestBadSettingsAreNamedAtOnce(t *testing.T) {
	bad := map[string]string{
		"DATABASE_URL":                "mysql://vitrine:hunter2@db/vitrine",
		"REDIS_URL":                   "http://:hunter2@cache",
		"VITRINE_SERVER_NUMBER":       "1024",
		"VITRINE_PUBLIC_URL":          "vitrine.example",
		"VITRINE_TRUSTED_PROXIES":     "0.0.0.0/0",
		"VITRINE_RATE_LIMIT_API":      "many",
		"VITRINE_RATE_LIMIT_AUTH":     "0",
		"VITRINE_PWNED_PASSWORDS_URL": "no",
		"VITRINE_LOG_FORMAT":          "xml",
		"VITRINE_LOG_LEVEL":           "loud",
		"VITRINE_DRAIN_DELAY":         "soon",
	}
	var env []string
	for name, value := range bad {
		env = append(env, name+"="+value)
	}
	for _, sub := range []string{"serve", "migrate", "doctor"} {
		out, err := command("", env, sub).CombinedOutput()
		if code(err) != 1 {
			t.Errorf("%s: %v, want exit code 1", sub, err)
		}
		_, complaint, _ := strings.Cut(string(out), "the settings are not usable:")
		for name := range bad {
			if !strings.Contains(complaint, name+":") {
				t.Errorf("%s does not name %s:\n%s", sub, name, complaint)
			}
		}
		wantNoSecret(t, sub, out)
	}
	out, err := command("", nil, "serve").CombinedOutput()
	if code(err) != 1 || !strings.Contains(string(out), "DATABASE_URL: is required") {
		t.Errorf("without settings: %v\n%s", err, out)
	}
}

// An unusable database gives a one-line error without its password.
func TestUnusableDatabaseKeepsItsPassword(t *testing.T) {
	t.Parallel()
	for _, database := range []string{
		"postgres://vitrine:hunter2@127.0.0.1:1/vitrine",
		"postgres://vitrine@127.0.0.1:1/vitrine?password=hunter2",
		"postgres://vitrine:hunter2@127.0.0.1:port/vitrine",
		"postgres://vitrine:hunter2@127.0.0.1/vitrine?sslmode=perhaps",
		"host=127.0.0.1 port=1 user=vitrine password=hunter2",
		"host=127.0.0.1 port=x user=vitrine password=hunter2",
	} {
		for _, sub := range []string{"serve", "migrate", "doctor"} {
			out, err := command(database, nil, sub).CombinedOutput()
			if code(err) != 1 {
				t.Errorf("%s with %s: %v, want exit code 1\n%s", sub, database, err, out)
			}
			wantNoSecret(t, sub+" with "+database, out)
		}
	}
	out, err := command(pgtest.Database(t), []string{"REDIS_URL=redis://:hunter2@127.0.0.1:1/x"}, "serve").CombinedOutput()
	if code(err) != 1 || !strings.Contains(string(out), "REDIS_URL") {
		t.Errorf("a Redis database that is no number: %v\n%s", err, out)
	}
	wantNoSecret(t, "serve", out)
}

func wantNoSecret(t *testing.T, what string, out []byte) {
	t.Helper()
	if strings.Contains(string(out), "hunter2") {
		t.Errorf("%s prints a password:\n%s", what, out)
	}
	if strings.Contains(string(out), "goroutine ") {
		t.Errorf("%s panics:\n%s", what, out)
	}
}

func TestHelpNamesEveryCommand(t *testing.T) {
	for _, args := range [][]string{{}, {"--help"}, {"help"}} {
		out, err := command("", nil, args...).CombinedOutput()
		if err != nil {
			t.Errorf("vitrine %s: %v", args, err)
		}
		for _, word := range []string{"serve", "migrate", "doctor", "vitrine settings", "version"} {
			if !strings.Contains(string(out), word) {
				t.Errorf("vitrine %s does not name %s:\n%s", args, word, out)
			}
		}
		if lines := strings.Count(string(out), "\n"); lines > 45 {
			t.Errorf("vitrine %s has %d lines, which is more than a screen", args, lines)
		}
	}
	one, err := command("", nil, "help", "user", "list").CombinedOutput()
	if err != nil || !strings.Contains(string(one), "--search") {
		t.Errorf("help user list: %v\n%s", err, one)
	}
	for _, c := range []struct{ words, says string }{
		{"srve", `did you mean "serve"?`}, {"user lst", `did you mean "list"?`}, {"help srve", `did you mean "serve"?`}, {"bananas", "vitrine --help"},
	} {
		if out, err := command("", nil, strings.Fields(c.words)...).CombinedOutput(); code(err) != 2 || !strings.Contains(string(out), c.says) {
			t.Errorf("vitrine %s: %v, want %s\n%s", c.words, err, c.says, out)
		}
	}
}

func TestSettingsAreExplained(t *testing.T) {
	env := []string{"VITRINE_RATE_LIMIT_AUTH=7", "VITRINE_SECRET_KEY=hunter2"}
	out, err := command("postgres://vitrine:hunter2@db/vitrine", env, "settings").CombinedOutput()
	if err != nil {
		t.Errorf("settings: %v\n%s", err, out)
	}
	wantNoSecret(t, "settings", out)
	for _, s := range config.Settings {
		if !strings.Contains(string(out), s.Name+" = ") || !strings.Contains(string(out), s.Help) {
			t.Errorf("settings does not explain %s", s.Name)
		}
	}
	for _, line := range []string{"DATABASE_URL = postgres://vitrine:xxxxx@db/vitrine\n", "VITRINE_RATE_LIMIT_AUTH = 7 (default 6)\n", "VITRINE_LOG_LEVEL = info (default)\n", "REDIS_URL = (unset)\n"} {
		if !strings.Contains(string(out), line) {
			t.Errorf("settings does not show %s", line)
		}
	}
	if out, err := command("postgres://db/vitrine", env, "settings", "--check").CombinedOutput(); code(err) != 1 || !strings.Contains(string(out), "VITRINE_SECRET_KEY: ") {
		t.Errorf("settings --check with a wrong key: %v\n%s", err, out)
	}
	if out, err := command("postgres://db/vitrine", nil, "settings", "--check").CombinedOutput(); err != nil {
		t.Errorf("settings --check: %v\n%s", err, out)
	}
}

// A misspelt setting is refused instead of silently leaving the default in force.
func TestUnknownSettingsAreRefused(t *testing.T) {
	for _, sub := range []string{"serve", "migrate", "doctor", "worker", "user list"} {
		out, err := command("postgres://db/vitrine", []string{"VITRINE_RATELIMIT_API=1"}, strings.Fields(sub)...).CombinedOutput()
		if code(err) != 1 || !strings.Contains(string(out), "VITRINE_RATELIMIT_API is not a setting; did you mean VITRINE_RATE_LIMIT_API?") {
			t.Errorf("%s: %v\n%s", sub, err, out)
		}
	}
}

func TestVersion(t *testing.T) {
	for _, word := range []string{"version", "--version"} {
		out, err := command("", nil, word).Output()
		if err != nil || !regexp.MustCompile(`^vitrine (version )?\S+\n$`).Match(out) {
			t.Errorf("%s: %v: %q", word, err, out)
		}
	}
}

// The doctor says what is wrong and what to do, the same each time.
func TestDoctor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, database string
		env            []string
		code           int
		says           []string
	}{
		{"unreachable", "postgres://vitrine@127.0.0.1:1/vitrine", nil, 1, []string{"FAIL the database cannot be reached", "check DATABASE_URL", "checks failed"}},
		{"empty", pgtest.Database(t), nil, 1, []string{"ok   the database answers", "FAIL the schema", "run vitrine migrate"}},
		{"healthy", pgtest.Migrated(t), nil, 0, []string{"ok   the schema is up to date", "ok   requests are served as vitrine_app", "row security is in force", "counted in memory", "ok   no photos and documents are kept", "WARN labels and packs print boxes for Chinese and Japanese", "name it in VITRINE_FONTS", "WARN DATABASE_URL is that of ", "All works."}},
		{"no Redis", pgtest.Migrated(t), []string{"REDIS_URL=redis://127.0.0.1:1"}, 1, []string{"FAIL Redis does not answer", "check REDIS_URL"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for range 2 {
				out, err := command(c.database, c.env, "doctor").CombinedOutput()
				if code(err) != c.code {
					t.Errorf("%v, want exit code %d", err, c.code)
				}
				for _, words := range c.says {
					if !strings.Contains(string(out), words) {
						t.Errorf("does not say %q:\n%s", words, out)
					}
				}
			}
		})
	}
}
