package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"vitrine/internal/config"
	"vitrine/internal/identity"
	"vitrine/internal/operator"
	"vitrine/internal/postgres/admin"
)

type doctorCommand struct {
	Repair bool
}

func doctorCommands(e *environment) *cobra.Command {
	d := new(doctorCommand)
	c := command(e, d, "doctor [--repair]", "Check every setting against the real thing.")
	c.Flags().BoolVar(&d.Repair, "repair", false, "Write what items show of their values, words, totals of lists, what copies cost and are worth, sums of collections, uses of files and storage of accounts anew where they are wrong.")
	return c
}

// Run makes every check, and fails if any does.
func (d doctorCommand) Run(e *environment) error {
	fmt.Fprintln(e.stdout, "Settings:")
	config.Print(e.stdout, e.getenv)
	c, _, err := e.settings()
	if err != nil {
		return err
	}
	fmt.Fprintln(e.stdout, "\nChecks:")
	first, done := context.WithTimeout(e.ctx, 30*time.Second)
	defer done()
	findings := admin.Examine(first, c.DatabaseURL, c.ServerNumber)
	usable := operator.UpToDate(first, c) == nil // otherwise a finding says why not, and whatever needs the database would say it again
	if d.Repair && usable {
		for _, repair := range admin.Repairs {
			findings = append(findings, repair(e.ctx, c.DatabaseURL))
		}
	}
	if well(findings) {
		findings = append(findings, admin.ExamineContents(e.ctx, c.DatabaseURL)...)
	}
	ctx, cancel := context.WithTimeout(e.ctx, 30*time.Second) // comparing may have taken longer
	defer cancel()
	if c.ReplicaURL != "" && usable {
		findings = append(findings, admin.ExamineReplica(ctx, c.DatabaseURL, c.ReplicaURL))
	}
	findings = append(findings, examineStored(e.ctx, c, usable)...)
	findings = append(findings, examineRedis(ctx, c), examineLists(c))
	findings = append(findings, examineOutside(ctx, c)...)
	findings = append(findings, examineUpgrade(c)...)
	fonts, unusable := examineFonts(c)
	if unusable {
		findings = append(findings, fonts)
	}
	sick := 0
	for _, f := range findings {
		if e.show(f, "FAIL") {
			sick++
		}
	}
	if sick > 0 {
		return fmt.Errorf("%d of %d checks failed", sick, len(findings))
	}
	e.show(fonts, "WARN")
	if e.show(admin.ExamineLogin(ctx, c.DatabaseURL), "WARN") {
		fmt.Fprintln(e.stdout, "\nAll works. It would be safer without the last warning.")
		return nil
	}
	fmt.Fprintln(e.stdout, "\nAll is well.")
	return nil
}

// well reports whether nothing is wrong so far.
func well(findings []admin.Finding) bool {
	return !slices.ContainsFunc(findings, func(f admin.Finding) bool { return f.Advice != "" })
}

// show writes a finding, marked if something is wrong, and reports whether it is.
func (e *environment) show(f admin.Finding, mark string) bool {
	if f.Advice == "" {
		fmt.Fprintf(e.stdout, "  ok   %s\n", f.What)
		return false
	}
	fmt.Fprintf(e.stdout, "  %s %s\n       → %s\n", mark, f.What, f.Advice)
	return true
}

func examineRedis(ctx context.Context, c config.Config) admin.Finding {
	if c.RedisURL == "" {
		return admin.Finding{What: "rate limits are counted in memory, exact for one instance (REDIS_URL is unset)"}
	}
	limiter, err := newLimiter(c, nil)
	if err == nil {
		defer limiter.Close()
		err = limiter.Ping(ctx)
	}
	if err != nil {
		return admin.Finding{What: "Redis does not answer: " + err.Error(), Advice: "check REDIS_URL and that Redis or Valkey runs; until then each instance counts alone"}
	}
	return admin.Finding{What: "Redis answers; rate limits are shared by all instances"}
}

func examineLists(c config.Config) admin.Finding {
	if err := identity.UseLists(c.DisposableDomains, c.LeakedPasswords); err != nil {
		return admin.Finding{What: "a list cannot be read: " + err.Error(), Advice: "check VITRINE_LEAKED_PASSWORDS_FILE and VITRINE_DISPOSABLE_DOMAINS_FILE"}
	}
	return admin.Finding{What: "the lists of leaked passwords and disposable domains are readable"}
}
