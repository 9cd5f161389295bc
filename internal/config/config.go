// Package config reads the settings from the environment, checks them all and
// prints them without secrets.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/netip"
	"strings"
	"time"

	"vitrine/internal/identity"
)

type Config struct {
	DatabaseURL       string
	ReplicaURL        string
	RedisURL          string
	Sealer            *identity.Sealer
	Files             string // a directory or bucket; empty keeps no files
	FilesAccessKey    string
	FilesSecretKey    string
	StorageQuota      int64 // bytes; 0 is none
	ImageHelper       string
	Fonts             string // a directory; empty has those in the binary only
	Rates             string // a file or an address; empty reads none
	Listen            string // a TCP address, or unix: and the path of a socket
	SocketMode        fs.FileMode
	MetricsListen     string // empty when switched off
	TracesEndpoint    string // empty when switched off
	TracesHeaders     map[string]string
	PublicURL         string
	TrustedProxies    []netip.Prefix
	CORSOrigins       []string
	APILimit          int
	AuthLimit         int
	FileLimit         int
	PageLimit         int
	VisitLimit        int
	ExchangeWorkers   int
	Spool             string // a directory; empty is that of temporary files
	SpoolLimit        int64  // bytes; 0 is what its disk has
	ReleasesURL       string
	PwnedPasswordsURL string // empty when switched off
	LeakedPasswords   string
	DisposableDomains string
	LogFormat         string
	LogLevel          slog.Level
	DrainDelay        time.Duration
	Registration      string
	SetupCode         string
	Demo              bool
	ServerNumber      int
	SMTPURL           string
	MailFrom          string
}

// Setting describes one environment variable for help and doctor.
type Setting struct {
	Name, Default, Help string
	Secret              bool
	read                func(c *Config, value string) error
}

var Settings = []Setting{
	{Name: "DATABASE_URL", Secret: true, Help: "PostgreSQL to keep everything in, e.g. postgres://user@host/vitrine (required)",
		read: func(c *Config, v string) error { return databaseURL(&c.DatabaseURL, v) }},
	{Name: "DATABASE_REPLICA_URL", Secret: true, Help: "replica of that PostgreSQL, to read lists from where it is not behind; unset, there is none",
		read: func(c *Config, v string) error { return databaseURL(&c.ReplicaURL, v) }},
	{Name: "VITRINE_SERVER_NUMBER", Default: "0", Help: "number of that PostgreSQL, from 0 to 1023, where several have accounts: each gives ids of its own range; kept for good",
		read: func(c *Config, v string) error { return serverNumber(&c.ServerNumber, v) }},
	{Name: "REDIS_URL", Secret: true, Help: "Redis or Valkey that shares rate limits between instances, e.g. redis://host:6379",
		read: func(c *Config, v string) error { return urlOf(&c.RedisURL, v, "redis", "rediss", "unix") }},
	{Name: "VITRINE_SECRET_KEY", Secret: true, Help: "key that second factors are encrypted with, as vitrine keygen prints it, or several with commas: the first encrypts, all decrypt; unset, there is no second factor",
		read: func(c *Config, v string) (err error) { c.Sealer, err = identity.NewSealer(v); return err }},
	{Name: "VITRINE_FILES", Help: "directory of photos and documents, e.g. /var/lib/vitrine/files, or bucket, e.g. s3://bucket?endpoint=https://s3.example.org; unset, there are none",
		read: func(c *Config, v string) error { return filesPlace(&c.Files, v) }},
	{Name: "VITRINE_FILES_ACCESS_KEY", Secret: true, Help: "access key of that bucket",
		read: func(c *Config, v string) error { c.FilesAccessKey = v; return nil }},
	{Name: "VITRINE_FILES_SECRET_KEY", Secret: true, Help: "secret key of that bucket",
		read: func(c *Config, v string) error { c.FilesSecretKey = v; return nil }},
	{Name: "VITRINE_STORAGE_QUOTA", Default: "10 GiB", Help: "how much an account may store, e.g. 500 MiB or 10 GiB; 0 is no limit",
		read: func(c *Config, v string) error { return byteSize(&c.StorageQuota, v) }},
	{Name: "VITRINE_EXCHANGE_WORKERS", Default: "2", Help: "imports and exports that an instance works on at the same time",
		read: func(c *Config, v string) error { return positive(&c.ExchangeWorkers, v) }},
	{Name: "VITRINE_SPOOL_LIMIT", Default: "0", Help: "how much files on their way, such as uploads and exports, may take in TMPDIR, or in the directory of files where that is unset, e.g. 20 GiB; 0 is what its disk has",
		read: func(c *Config, v string) error { return byteSize(&c.SpoolLimit, v) }},
	{Name: "VITRINE_IMAGE_HELPER", Help: "program that reads HEIC and AVIF photos, e.g. /usr/bin/vipsthumbnail; unset, they are refused",
		read: func(c *Config, v string) error { return absolute(&c.ImageHelper, v) }},
	{Name: "VITRINE_FONTS", Help: "directory of TrueType fonts (*.ttf) for labels and packs in Chinese, Japanese and other scripts; unset, there are Latin, Greek and Cyrillic",
		read: func(c *Config, v string) error { return absolute(&c.Fonts, v) }},
	{Name: "VITRINE_RATES", Help: "exchange rates to read daily, a file or an address such as https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml; unset, there are none",
		read: func(c *Config, v string) error { return ratesPlace(&c.Rates, v) }},
	{Name: "VITRINE_REGISTRATION", Default: "open", Help: "open: anybody may register; invite: only who was invited; closed: nobody; setup: the first user by a code in the log, then as invite",
		read: func(c *Config, v string) error {
			return oneOf(&c.Registration, v, "open", "invite", "closed", "setup")
		}},
	{Name: "VITRINE_SETUP_CODE", Secret: true, Help: "code that makes the first user where VITRINE_REGISTRATION is setup; unset, there is one of VITRINE_SECRET_KEY, which the log tells",
		read: func(c *Config, v string) error { return setupCode(&c.SetupCode, v) }},
	{Name: "VITRINE_DEMO", Default: "0", Help: "1 lets visitors try everything: a click makes an account with a sample, which is erased after an hour; nobody registers, and no mail is sent",
		read: func(c *Config, v string) error { return demo(&c.Demo, v) }},
	{Name: "VITRINE_SMTP_URL", Secret: true, Help: "mail server, e.g. smtp://user:password@host:587 or smtps://user:password@host:465; unset, no mail is sent",
		read: func(c *Config, v string) error { return urlOf(&c.SMTPURL, v, "smtp", "smtps") }},
	{Name: "VITRINE_MAIL_FROM", Help: "sender of mails, e.g. Vitrine <vitrine@example.org> (required with VITRINE_SMTP_URL)",
		read: func(c *Config, v string) error { return sender(&c.MailFrom, v) }},
	{Name: "VITRINE_LISTEN", Default: ":8080", Help: "address to listen on, e.g. 127.0.0.1:8080, [::1]:8080 or unix:/run/vitrine/vitrine.sock; PORT is honoured when this is unset",
		read: func(c *Config, v string) error { return listenPlace(&c.Listen, v) }},
	{Name: "VITRINE_SOCKET_MODE", Default: "0660", Help: "who may open that unix socket, as with chmod",
		read: func(c *Config, v string) error { return fileMode(&c.SocketMode, v) }},
	{Name: "VITRINE_METRICS_LISTEN", Help: "address to show metrics on, e.g. 127.0.0.1:9464, never the public one; unset, nowhere",
		read: func(c *Config, v string) error { return listen(&c.MetricsListen, v) }},
	{Name: "OTEL_EXPORTER_OTLP_ENDPOINT", Secret: true, Help: "OpenTelemetry collector that traces are sent to over HTTP, e.g. http://127.0.0.1:4318; unset, there are none",
		read: func(c *Config, v string) error { return urlOf(&c.TracesEndpoint, v, "http", "https") }},
	{Name: "OTEL_EXPORTER_OTLP_HEADERS", Secret: true, Help: "headers for that collector, e.g. x-api-key=secret,x-team=web",
		read: func(c *Config, v string) error { return headers(&c.TracesHeaders, v) }},
	{Name: "VITRINE_PUBLIC_URL", Help: "address that links begin with, also with a path, e.g. https://home.example/vitrine; unset takes the one a client used (required with VITRINE_SMTP_URL)",
		read: func(c *Config, v string) error {
			return publicURL(&c.PublicURL, strings.TrimRight(v, "/"))
		}},
	{Name: "VITRINE_TRUSTED_PROXIES", Help: "networks of proxies whose X-Forwarded headers count, e.g. 10.0.0.0/8,::1/128 (default: none)",
		read: func(c *Config, v string) error { return prefixes(&c.TrustedProxies, v) }},
	{Name: "VITRINE_CORS_ORIGINS", Help: "origins whose pages may call the API from a browser, e.g. https://app.example.org,http://localhost:5173 (default: none)",
		read: func(c *Config, v string) error { return origins(&c.CORSOrigins, v) }},
	{Name: "VITRINE_RATE_LIMIT_API", Default: "60", Help: "requests per minute for one user",
		read: func(c *Config, v string) error { return positive(&c.APILimit, v) }},
	{Name: "VITRINE_RATE_LIMIT_AUTH", Default: "6", Help: "registrations, and logins, per minute from one address",
		read: func(c *Config, v string) error { return positive(&c.AuthLimit, v) }},
	{Name: "VITRINE_RATE_LIMIT_FILES", Default: "1200", Help: "photos and documents sent by or shown to one user per minute, or to one address with signed addresses",
		read: func(c *Config, v string) error { return positive(&c.FileLimit, v) }},
	{Name: "VITRINE_RATE_LIMIT_PAGES", Default: "600", Help: "pages per minute for one user",
		read: func(c *Config, v string) error { return positive(&c.PageLimit, v) }},
	{Name: "VITRINE_RATE_LIMIT_SHARED", Default: "60", Help: "requests and pages per minute from one address for what is shared, and ten times as many photos",
		read: func(c *Config, v string) error { return positive(&c.VisitLimit, v) }},
	{Name: "VITRINE_PWNED_PASSWORDS_URL", Default: "https://api.pwnedpasswords.com/range", Help: "range API that knows leaked passwords; off asks nobody",
		read: func(c *Config, v string) error {
			if v == "off" {
				return nil
			}
			return urlOf(&c.PwnedPasswordsURL, v, "http", "https")
		}},
	{Name: "VITRINE_LEAKED_PASSWORDS_FILE", Help: "list of leaked passwords, one per line, instead of the one in the binary",
		read: func(c *Config, v string) error { c.LeakedPasswords = v; return nil }},
	{Name: "VITRINE_DISPOSABLE_DOMAINS_FILE", Help: "list of disposable mail domains, one per line, instead of the one in the binary",
		read: func(c *Config, v string) error { c.DisposableDomains = v; return nil }},
	{Name: "VITRINE_RELEASES_URL", Help: "address of a file whose first line is the newest version, for vitrine version --check; unset, nobody is asked",
		read: func(c *Config, v string) error { return urlOf(&c.ReleasesURL, v, "https", "http") }},
	{Name: "VITRINE_LOG_FORMAT", Default: "json", Help: "json or text",
		read: func(c *Config, v string) error { return oneOf(&c.LogFormat, v, "json", "text") }},
	{Name: "VITRINE_LOG_LEVEL", Default: "info", Help: "debug, info, warn or error",
		read: func(c *Config, v string) error { return level(&c.LogLevel, v) }},
	{Name: "VITRINE_DRAIN_DELAY", Default: "5s", Help: "how long SIGTERM waits for load balancers to look elsewhere",
		read: func(c *Config, v string) error { return duration(&c.DrainDelay, v) }},
}

// Read reads every setting. The error names everything that is wrong.
func Read(getenv func(string) string) (Config, error) {
	var c Config
	var wrong []error
	for _, s := range Settings {
		value, err := s.value(getenv)
		switch {
		case err != nil:
		case value != "":
			err = s.read(&c, value)
		case s.Name == "DATABASE_URL":
			err = errors.New("is required, e.g. postgres://user@localhost/vitrine; vitrine local needs none")
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", s.Name, err))
		}
	}
	if c.SMTPURL != "" && strings.TrimSpace(getenv("VITRINE_MAIL_FROM")) == "" {
		wrong = append(wrong, errors.New("VITRINE_MAIL_FROM: is required with VITRINE_SMTP_URL"))
	}
	if c.SMTPURL != "" && strings.TrimSpace(getenv("VITRINE_PUBLIC_URL")) == "" { // otherwise whoever requests a mail chooses where its links lead
		wrong = append(wrong, errors.New("VITRINE_PUBLIC_URL: is required with VITRINE_SMTP_URL, for the links in mails"))
	}
	if c.Demo {
		if c.SMTPURL != "" {
			wrong = append(wrong, errors.New("VITRINE_SMTP_URL: must be unset with VITRINE_DEMO, which sends no mail"))
		}
		c.Registration = "closed"
	}
	if strings.HasPrefix(c.Files, "s3://") && (c.FilesAccessKey == "" || c.FilesSecretKey == "") {
		wrong = append(wrong, errors.New("VITRINE_FILES_ACCESS_KEY: is required for a bucket, and VITRINE_FILES_SECRET_KEY too"))
	}
	if c.Registration == "setup" && c.SetupCode == "" && !c.Sealer.Ready() {
		wrong = append(wrong, errors.New("VITRINE_SETUP_CODE: is required with VITRINE_REGISTRATION=setup, or VITRINE_SECRET_KEY, to make a code of"))
	}
	c.Spool = spoolPlace(c.Files, getenv("TMPDIR"))
	return c, errors.Join(wrong...)
}

// value is the setting from the environment or its file, or the default.
func (set Setting) value(getenv func(string) string) (string, error) {
	value := strings.TrimSpace(getenv(set.Name))
	if file := strings.TrimSpace(getenv(set.Name + fileSuffix)); set.Secret && file != "" {
		if value != "" {
			return "", fmt.Errorf("is set, and %s too; unset one of them", set.Name+fileSuffix)
		}
		return fromFile(file)
	}
	if value != "" {
		return value, nil
	}
	if port := strings.TrimSpace(getenv("PORT")); set.Name == "VITRINE_LISTEN" && port != "" {
		return fromPort(port)
	}
	return set.Default, nil
}
