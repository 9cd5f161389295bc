package load

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
)

// Verdict is what the database says after a load.
type Verdict struct {
	Acknowledged, Refused, Unknown int // writes
	UnknownDone                    int // of unknown fate, and done
	Entries                        int // of the log, beside those of registering

	Lost    []string // acknowledged writes that are not there, or not equal
	Foreign []string // rows that nobody wrote, or twice
	Broken  []string // invariants
	Audit   []string // log entries that do not match the writes
	Wrong   []string // what the clients saw and must not
}

// Faults are all that is wrong, in words.
func (v Verdict) Faults() []string {
	return slices.Concat(v.Lost, v.Foreign, v.Broken, v.Audit, v.Wrong)
}

// Check compares the database with what was promised, once the load has
// stopped. The URL must be one that may read past row security.
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

// thing names an object wherever it is kept.
type thing struct {
	table   string
	account int64
	id      int64
}

// checkRows holds every row of the accounts against what it may be.
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
	// What nobody was told the id of is found by what it is.
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

// rows are the states of all that the load may have written.
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
