package load

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
)

// Verdict is the state of the database after a load.
type Verdict struct {
	Acknowledged, Refused, Unknown int // writes
	UnknownDone                    int // unknown writes that were done
	Entries                        int // log entries, without those of registering

	Lost    []string // acknowledged writes that are missing or differ
	Foreign []string // rows that nobody wrote, or duplicates
	Broken  []string // broken invariants
	Audit   []string // log entries unlike the writes
	Wrong   []string // what clients must not have seen
}

// Faults lists everything that is wrong.
func (v Verdict) Faults() []string {
	return slices.Concat(v.Lost, v.Foreign, v.Broken, v.Audit, v.Wrong)
}

// Check compares the database with the promises, after the load has stopped.
// The URL must bypass row security.
func (l *Load) Check(ctx context.Context, url string) (Verdict, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return Verdict{}, err
	}
	defer conn.Close(ctx)
	v := Verdict{Wrong: l.Wrong()}
	for _, w := range l.writes {
		switch w.outcome {
		case Acknowledged:
			v.Acknowledged++
		case Refused:
			v.Refused++
		default:
			v.Unknown++
		}
	}
	if err := l.checkRows(ctx, conn, &v); err != nil {
		return v, err
	}
	if err := l.checkEntries(ctx, conn, &v); err != nil {
		return v, err
	}
	v.Broken, err = Invariants(ctx, conn)
	return v, err
}

// thing identifies an object by table and id.
type thing struct {
	table   string
	account int64
	id      int64
}

// checkRows compares every row of the accounts with its allowed states.
func (l *Load) checkRows(ctx context.Context, conn *pgx.Conn, v *Verdict) error {
	rows, err := l.rows(ctx, conn)
	if err != nil {
		return err
	}
	var unidentified []*object
	for _, a := range l.accounts {
		for _, o := range a.objects {
			if o.id == 0 {
				unidentified = append(unidentified, o)
				continue
			}
			at := thing{o.kind.table, a.ID, o.id}
			if is := rows[at]; !slices.Contains(o.allowed, is) {
				v.Lost = append(v.Lost, fmt.Sprintf("%s %d of account %d is %q, may be %q", o.kind.name, o.id, a.ID, is, o.allowed))
			}
			delete(rows, at)
		}
	}
	// Objects whose id nobody was told are found by their state.
	left := map[string]int{}
	for at, is := range rows {
		left[fmt.Sprint(at.table, at.account, is)]++
	}
	for _, o := range unidentified {
		for _, is := range o.allowed {
			if key := fmt.Sprint(o.kind.table, o.account.ID, is); left[key] > 0 {
				left[key]--
			}
		}
	}
	for key, n := range left {
		if n > 0 {
			v.Foreign = append(v.Foreign, fmt.Sprintf("%d rows that nobody wrote: %s", n, key))
		}
	}
	return nil
}

// rows returns the states of everything the load may have written.
func (l *Load) rows(ctx context.Context, conn *pgx.Conn) (map[thing]string, error) {
	accounts, seeds := make([]int64, len(l.accounts)), make([]string, len(l.accounts))
	for i, a := range l.accounts {
		accounts[i], seeds[i] = a.ID, a.Marker+"seed|"
	}
	found := map[thing]string{}
	for _, k := range kinds[1:] { // rooms are locations
		rows, err := conn.Query(ctx, `select account_id, id, `+k.state+` from `+k.table+` where account_id = any($1) and not (`+k.state+`) = any($2)`, accounts, seeds)
		if err != nil {
			return nil, err
		}
		at, is := thing{table: k.table}, ""
		if _, err := pgx.ForEachRow(rows, []any{&at.account, &at.id, &is}, func() error { found[at] = is; return nil }); err != nil {
			return nil, err
		}
	}
	return found, nil
}
