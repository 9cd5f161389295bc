package load

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"vitrine/test/fixture"
)

// Invariants lists violations of rules that hold for every row of the database,
// whoever wrote it.
func Invariants(ctx context.Context, conn *pgx.Conn) (broken []string, err error) {
	rules := fixture.Rules()
	for _, rule := range slices.Sorted(maps.Keys(rules)) {
		rows, err := conn.Query(ctx, rules[rule])
		if err != nil {
			return nil, err
		}
		found, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", rule, err)
		}
		for _, f := range found {
			broken = append(broken, rule+", but not: "+f)
		}
	}
	return broken, nil
}
