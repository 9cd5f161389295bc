package engine_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// session is the service with a single connection, whose prepared statements and
// plans a test can inspect.
type session struct {
	*engine.DB
	*testing.T
	seen map[string]bool // statements, by name
}

func openSession(t *testing.T, url string) *session {
	t.Helper()
	db, err := engine.Open(t.Context(), url+"&pool_max_conns=1&statement_cache_capacity=4096")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return &session{db, t, map[string]bool{}}
}

// ask runs a query on that connection without preparing it.
func ask[T any](s *session, sql string) []T {
	s.Helper()
	rows, _ := s.Pool().Query(s.Context(), sql, pgx.QueryExecModeSimpleProtocol)
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[T])
	if err != nil {
		s.Fatalf("%s: %v", sql, err)
	}
	return found
}

// prepared is a statement prepared on the service's connection.
type prepared struct {
	Name, SQL       string
	Parameters      int
	Generic, Custom int64
}

func (s *session) prepared() []prepared {
	return ask[prepared](s, `select name, statement, cardinality(parameter_types), generic_plans, custom_plans from pg_prepared_statements`)
}

// fresh lists the statements prepared since the last call.
func (s *session) fresh() []prepared {
	return slices.DeleteFunc(s.prepared(), func(p prepared) bool {
		defer func() { s.seen[p.Name] = true }()
		return s.seen[p.Name]
	})
}

// node is a node of a plan as EXPLAIN reports it.
type node struct {
	Type   string `json:"Node Type"`
	Table  string `json:"Relation Name"`
	Filter string `json:"One-Time Filter"`
	Plans  []node
}

// scanned lists the tables that a plan scans sequentially.
func (n node) scanned() (tables []string) {
	if n.Filter == "false" {
		return nil // nothing below ever runs
	}
	if n.Type == "Seq Scan" && n.Table != "exchange_rate_reading" { // which has one row
		tables = append(tables, n.Table)
	}
	for _, below := range n.Plans {
		tables = append(tables, below.scanned()...)
	}
	return tables
}

// explain returns the plan that the service uses: the generic one, on its
// connection, under its role and with row security.
func (s *session) explain(p prepared, format string) string {
	s.Helper()
	execute := `execute "` + p.Name + `"`
	if p.Parameters > 0 {
		execute += `(null` + strings.Repeat(`, null`, p.Parameters-1) + `)`
	}
	s.must(`set app.account_id = '1'`)
	defer s.must(`reset app.account_id`)
	lines := ask[struct{ Line string }](s, `explain (costs off, format `+format+`) `+execute)
	var plan strings.Builder
	for _, l := range lines {
		plan.WriteString(l.Line + "\n")
	}
	return plan.String()
}

func (s *session) must(sql string) {
	s.Helper()
	if _, err := s.Pool().Exec(s.Context(), sql, pgx.QueryExecModeSimpleProtocol); err != nil {
		s.Fatalf("%s: %v", sql, err)
	}
}

// touched counts the rows and index entries read of every table so far, including
// by triggers and reference checks, if the call has a bound.
func (s *session) touched(c call) map[string]int64 {
	if c.most == 0 {
		return nil
	}
	s.must(`select pg_stat_force_next_flush()`)
	counts := map[string]int64{}
	for _, c := range ask[struct {
		Table string
		Rows  int64
	}](s, `select t.relname::text, t.seq_tup_read + coalesce(sum(i.idx_tup_read), 0)::bigint
		from pg_stat_user_tables t left join pg_stat_user_indexes i using (relid) group by t.relid, t.relname, t.seq_tup_read`) {
		counts[c.Table] = c.Rows
	}
	return counts
}

// known lists calls, by prefix, that touch more rows in larger accounts although
// they need not. Remove an entry when it is fixed.
var known = []struct{ call, why string }{
	{"DeleteLocation", "the tree is joined with all places, which a large tree needs"},
}

func growing(c call) string {
	for _, k := range known {
		if strings.HasPrefix(c.String(), k.call) {
			return k.why
		}
	}
	return ""
}

// Every statement is planned once for all accounts, without sequential scans. The
// rows read for one object or page do not grow with the account, except where
// known.
func TestEveryStatementIsIndexed(t *testing.T) {
	t.Parallel()
	s := openSession(t, filled(t))
	for _, c := range commonSearches(large) {
		s.measureNext(c, large.access())
	}
	for _, c := range slices.Concat(preauthCalls(large), reads(large), changes(), ofPeople()) {
		if c.most > 0 {
			s.try(c, large.access())
		}
	}
	for _, c := range reads(small) { // the large account would take long
		if c.most == 0 {
			s.try(c, small.access())
		}
	}
	if n := len(s.seen); n < 300 {
		t.Errorf("saw %d statements: the test looks in the wrong place", n)
	}
}

// try makes a call, for lists on the first two pages by cursor, the second and
// the last by number, and checks the plan of each new statement.
func (s *session) try(c call, who engine.Access) {
	s.Helper()
	last := len(c.args) - 1
	if last < 0 || reflect.TypeOf(c.args[last]) != reflect.TypeFor[catalog.Paging]() {
		s.measure(c, who)
		return
	}
	total, after := int64(0), ""
	for _, page := range []string{"first", "next", "second", "last"} {
		p := catalog.Paging{Number: map[string]int64{"first": 1, "next": 1, "second": 2, "last": max(2, (total+9)/10)}[page], PerPage: 10}
		if page == "next" {
			p.After = after
		}
		named := c
		named.how, named.args = c.how+", "+page+" page", append(slices.Clone(c.args[:last]), p)
		if found := s.measure(named, who); found != nil {
			total, after = reflect.ValueOf(found).FieldByName("Total").Int(), reflect.ValueOf(found).FieldByName("NextAfter").String()
		}
	}
}

func (s *session) measure(c call, who engine.Access) any {
	s.Helper()
	before := s.touched(c)
	found, err := c.on(s.Context(), s.DB, who)
	if err != nil && !errors.Is(err, fault.ErrNotFound) {
		s.Errorf("%s: %v", c, err)
		return nil
	}
	rows, read := int64(0), map[string]int64{}
	for table, n := range s.touched(c) {
		if n -= before[table]; n > 0 {
			rows, read[table] = rows+n, n
		}
	}
	if why := growing(c); rows > c.most && why != "" {
		s.Logf("%s touches %d rows, as is known: %s", c, rows, why)
	} else if rows > c.most {
		s.Errorf("%s touches %d rows, at most %d wanted: %v", c, rows, c.most, read)
	}
	for _, p := range s.fresh() {
		s.judge(c, p)
	}
	return found
}

// computed are the methods that read a whole account, seldom: their answers are cached, or a file.
// They have custom plans.
var computed = []string{"Statistics", "Dashboard", "InsuredNow", "ValueSeries", "InsuredSeries", "PaidSeries", "Movers", "ValueChange", "ValueChanges", "Attention", "PolicyFigures", "CountedPolicies", "PolicyCopies", "GapCopies", "Listing", "PackSize", "Pack", "CountItems"}

// judge requires a generic plan that uses only indexes.
func (s *session) judge(c call, p prepared) {
	s.Helper()
	if seldom := slices.Contains(computed, c.method); !seldom && (p.Custom > 0 || p.Generic == 0) {
		s.Errorf("%s: planned %d times for values, %d times for all\n%s", c, p.Custom, p.Generic, p.SQL)
	}
	var plans []struct{ Plan node }
	if err := json.Unmarshal([]byte(s.explain(p, "json")), &plans); err != nil || len(plans) != 1 {
		s.Fatalf("%s: %v", p.SQL, err)
	}
	if tables := plans[0].Plan.scanned(); len(tables) > 0 {
		s.Errorf("%s reads %q from end to end\n%s\n%s", c, tables, p.SQL, s.explain(p, "text"))
	}
}

// A list is planned once per connection; planning each call would cost several
// times its execution.
func TestAListIsPlannedOnce(t *testing.T) {
	t.Parallel()
	s := openSession(t, pgtest.Migrated(t))
	const times = 50
	for i := range times {
		if i == times/2 {
			s.must(`analyze`)
		}
		reader, err := s.Scope(engine.ByOperator(identity.Actor{AccountID: 1, UserID: 1})).View(identity.View)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := inventory.Items(t.Context(), reader, catalog.ItemFilter{}, catalog.Paging{Number: 1, PerPage: 10}); err != nil {
			t.Fatal(err)
		}
	}
	seen := 0
	for _, p := range s.prepared() {
		if p.Custom > 0 {
			t.Errorf("planned %d times for the values of a call\n%s", p.Custom, p.SQL)
		}
		if p.Generic == times {
			seen++
		}
	}
	if seen != 2 { // the scope and the list
		t.Errorf("%d statements were run %d times by one plan", seen, times)
	}
}
