package main

import (
	"context"
	"strings"
	"time"

	"vitrine/internal/config"
	"vitrine/internal/files/picture"
	"vitrine/internal/operator"
	"vitrine/internal/postgres/admin"
	"vitrine/internal/rates"
	"vitrine/internal/traces"
)

// examineOutside tries what serve uses besides the database and the store, each as serve does. What is
// not set is not tried.
func examineOutside(ctx context.Context, c config.Config) (found []admin.Finding) {
	for _, look := range []struct {
		set      bool
		works    string
		fails    string
		advice   string
		wants    func() error
		withhold []string // what must not be shown of an error
	}{
		{c.ImageHelper != "", "the helper reads HEIC photos", "the helper for HEIC and AVIF photos does not work",
			"check VITRINE_IMAGE_HELPER: it must be a vipsthumbnail that was built with libheif; until then these photos are refused", func() error { return picture.NewHelper(c.ImageHelper).Try(ctx) }, nil},
		{c.Rates != "", "the exchange rates can be read", "the exchange rates cannot be read",
			"check VITRINE_RATES, and that this machine may reach it; until then the last rates that were read hold", func() error { return tryRates(ctx, c.Rates) }, nil},
		{c.SMTPURL != "", "the mail server takes mails from " + c.MailFrom, "mails cannot be sent",
			"check VITRINE_SMTP_URL and VITRINE_MAIL_FROM; mails wait and are tried again for days", func() error { return operator.TryMail(ctx, c) }, nil},
		{c.TracesEndpoint != "", "the collector takes traces", "traces are not taken",
			"check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS; until then traces are lost, and nothing else", func() error { return traces.Try(ctx, c.TracesEndpoint, c.TracesHeaders) }, []string{c.TracesEndpoint}},
	} {
		if !look.set {
			continue
		}
		if err := look.wants(); err != nil {
			said := err.Error()
			for _, secret := range look.withhold {
				said = strings.ReplaceAll(said, secret, "…")
			}
			found = append(found, admin.Finding{What: look.fails + ": " + said, Advice: look.advice})
			continue
		}
		found = append(found, admin.Finding{What: look.works})
	}
	return found
}

func tryRates(ctx context.Context, place string) error {
	_, err := rates.NewSource(place).Read(ctx)
	return err
}

// examineStored looks at what the database and the store must agree on. Without a usable database, which was
// reported already, and only the store is tried.
func examineStored(ctx context.Context, c config.Config, usable bool) []admin.Finding {
	if usable {
		return examineFiles(ctx, c)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	store, err := operator.OpenStore(c)
	return storeFinding(ctx, store, err)
}
