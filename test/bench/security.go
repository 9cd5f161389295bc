package main

import (
	"context"
	"fmt"
	"strings"
)

// servingRole is the role of the service's connections.
const servingRole = "vitrine_app"

// security prints the cost of row security: the policies, the serving role, and
// set_config, which opens the account. The service always calls set_config, so
// disabling its policies would measure only half. Hence both runs are the
// engine's: a superuser's plain statement, without policies, against the same
// statement sent with set_config.
func (b *bench) security(ctx context.Context) error {
	works, err := b.prepare(ctx)
	if err != nil {
		return err
	}
	return b.undisturbed(ctx, func() error {
		fmt.Printf("\n%-38s %8s %8s %8s\n", "processor time of the engine (µs)", "without", "with", "share")
		for _, w := range works {
			var pairs []pair
			for range b.pairs {
				without, err := b.engine(ctx, w.sql, superuser)
				if err != nil {
					return err
				}
				with, err := b.engine(ctx, w.in.scoped(w.sql), servingRole)
				if err != nil {
					return err
				}
				pairs = append(pairs, pair{engine: without, service: with})
			}
			fmt.Printf("%-38s %8.0f %8.0f %8.2f\n", w.name, median(pairs, func(p pair) float64 { return p.engine.all() }),
				median(pairs, func(p pair) float64 { return p.service.all() }), median(pairs, func(p pair) float64 { return p.engine.all() / p.service.all() }))
		}
		return nil
	})
}

// scoped sends a statement after the one that opens the account, in one round
// trip and one transaction.
func (a account) scoped(sql string) string {
	settings, statement := "", sql
	if strings.HasPrefix(sql, `\set`) {
		settings, statement, _ = strings.Cut(sql, "\n")
	}
	return settings + "\n\\startpipeline\nselect set_config('app.account_id', '" + a.id + "', true);\n" + statement + "\n\\endpipeline\n"
}
