package engine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
	"vitrine/internal/postgres/people"
)

// apartStatements lists the methods that access a table without naming an
// account.
var apartStatements = map[string]string{
	"statement Actor: api_keys":                askDirectory,
	"statement Actor: users":                   askDirectory,
	"statement Credentials: users":             askDirectory,
	"statement EmailTakenIn: users":            askDirectory,
	"statement FindInvited: invitations":       askDirectory,
	"statement ResetPassword: password_resets": askDirectory,
	"statement ResetPassword: earlier_resets":  askDirectory,
	"statement ResetPassword: users":           askDirectory,
	"statement ConfirmAddress: address_links":  askDirectory,
	"statement ConfirmAddress: users":          askDirectory,
	"statement Visit: share_links":             askDirectory,
	"statement Visit: public_collections":      askDirectory,
	"statement Visitor: share_links":           askDirectory,
	"statement Visitor: public_collections":    askDirectory,
	"statement Verification: verifications":    askDirectory,

	"statement Unclaimed: users":     anybody,
	"statement RegisterFirst: users": anybody,

	"statement TouchKeys: api_keys":             everyShard,
	"statement CountViews: share_links":         everyShard,
	"statement ForgetAnswers: idempotency_keys": everyShard,
	"statement Users: users":                    everyShard,
	"statement QueueReminders: users":           everyShard,
	"statement PurgeTrash: trash_due":           everyShard,
	"statement EndTrial: trials":                everyShard,
	"statement RegisterTrial: trials":           everyShard,
	"statement TokenHolders: api_keys":          everyShard,
	"statement TokenHolders: password_resets":   everyShard,
	"statement TokenHolders: earlier_resets":    everyShard,
	"statement SealedSeeds: users":              everyShard,
	"statement eachAccount: users":              everyShard,

	"statement everyScope: users": eachAlone,
	"statement inUse: users":      eachAlone,
	"statement openSeeds: users":  eachAlone,
}

// sparse returns a database like that of the plan tests with few accounts and
// objects: only the statements matter here.
func sparse(t *testing.T) string {
	t.Helper()
	url := pgtest.Migrated(t)
	conn := superuser(t, url)
	smaller := strings.NewReplacer("20000", "20", "generate_series(2, 200)", "generate_series(2, 3)", "generate_series(1, 5000)", "generate_series(1, 3)")
	for _, sql := range fill {
		if _, err := conn.Exec(t.Context(), smaller.Replace(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	if f := admin.RepairTotals(t.Context(), url); f.Advice != "" {
		t.Fatal(f)
	}
	return url
}

// spreadStatements makes every call and finds the statements not bound to one
// account, by method and table.
func spreadStatements(t *testing.T, url string) map[string]string {
	t.Helper()
	s, conn := openSession(t, url), superuser(t, url)
	if _, err := conn.Exec(t.Context(), `set plan_cache_mode = force_generic_plan`); err != nil {
		t.Fatal(err)
	}
	positions := accountPositions(t, conn)
	found := map[string]string{}
	look := func(method string) {
		for _, p := range s.fresh() {
			for _, table := range unbound(t, conn, p, positions) {
				found[fmt.Sprintf("statement %s: %s", method, table)] = p.SQL
			}
		}
	}
	more := []call{get("Users", "", 10), get("TokenHolders"), get("SealedSeeds"), get("ResetPassword", identity.HashToken(fmt.Sprint(large.nth(2))), "x", silent),
		get("ConfirmAddress", identity.HashToken(fmt.Sprint("confirm ", large.nth(2)))),
		get("TakeBack", identity.HashToken(fmt.Sprint("take_back ", large.nth(2))), people.Restored{PasswordHash: "y", Token: "y", Notify: silent})}
	for _, c := range slices.Concat(more, preauthCalls(large), reads(large), changes(), ofPeople()) {
		for _, page := range []int64{1, 2} {
			if last := len(c.args) - 1; last >= 0 && reflect.TypeOf(c.args[last]) == reflect.TypeFor[catalog.Paging]() {
				c.args[last] = catalog.Paging{Number: page, PerPage: 10}
			} else if page > 1 {
				break
			}
			if _, err := c.on(t.Context(), s.DB, large.access()); err != nil && !errors.Is(err, fault.ErrNotFound) {
				t.Errorf("%s: %v", c, err)
			}
		}
		look(c.method)
	}
	if len(s.seen) < 200 {
		t.Errorf("saw %d statements: the test looks in the wrong place", len(s.seen))
	}
	return found
}

// accountPositions returns the position of each table's distribution column.
func accountPositions(t *testing.T, conn *pgx.Conn) map[string]int {
	t.Helper()
	positions := map[string]int{}
	for _, table := range accountTables(t, conn) {
		var at int
		if err := conn.QueryRow(t.Context(), `select attnum - 1 from pg_attribute where attrelid = $1::regclass and attname = $2`, table, column(table)).Scan(&at); err != nil {
			t.Fatal(err)
		}
		positions[table] = at
	}
	return positions
}

// reach is a node of a plan that may touch a table.
type reach struct {
	Type      string `json:"Node Type"`
	Table     string `json:"Relation Name"`
	Operation string
	Relation  string `json:"Parent Relationship"`
	IndexCond string `json:"Index Cond"`
	Recheck   string `json:"Recheck Cond"`
	Filter    string
	Output    []string
	Plans     []reach
}

// bound matches a given account: a parameter or the one in scope.
const bound = `(\$\d+|\(?current_setting\('app\.account_id'::text\)\)?::bigint)`

// unbound lists the tables that a statement accesses without naming the account.
// It reads the plan without row security, which would add the account.
func unbound(t *testing.T, conn *pgx.Conn, p prepared, positions map[string]int) (tables []string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), `prepare looked as `+p.SQL, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatalf("%s: %v", p.SQL, err)
	}
	execute := `explain (verbose, costs off, format json) execute looked`
	if p.Parameters > 0 {
		execute += `(null` + strings.Repeat(`, null`, p.Parameters-1) + `)`
	}
	var plans []struct{ Plan reach }
	var raw string
	err := conn.QueryRow(t.Context(), execute, pgx.QueryExecModeSimpleProtocol).Scan(&raw)
	if err = errors.Join(err, json.Unmarshal([]byte(raw), &plans)); err != nil || len(plans) != 1 {
		t.Fatalf("%s: %v", p.SQL, err)
	}
	if _, err := conn.Exec(t.Context(), `deallocate looked`); err != nil {
		t.Fatal(err)
	}
	plans[0].Plan.walk(func(n reach) {
		at, account := positions[n.Table]
		if !account || n.binds(at) || slices.Contains(tables, n.Table) {
			return
		}
		tables = append(tables, n.Table)
	})
	return tables
}

func (n reach) walk(visit func(reach)) {
	visit(n)
	for _, below := range n.Plans {
		below.walk(visit)
	}
}

// binds reports whether a node stays within one account: a scan by its
// conditions, an insert by the value of the column. Updates and deletes touch
// only what was scanned.
func (n reach) binds(at int) bool {
	if n.Type == "ModifyTable" {
		from := slices.IndexFunc(n.Plans, func(below reach) bool { return below.Relation == "Outer" })
		return n.Operation != "Insert" || regexp.MustCompile(`^\(*`+bound+`|account_id$|^accounts?\.id$`).MatchString(n.Plans[from].Output[at])
	}
	return regexp.MustCompile(`\b` + column(n.Table) + ` = ` + bound).MatchString(n.IndexCond + n.Recheck + n.Filter)
}

// boundText is how a statement names its account.
var boundText = regexp.MustCompile(`account_id = |\(account_id, |\(id, name\)`)

// spreadTexts finds statements that no call sends, such as those of jobs and the
// doctor, by function. Only their text can be checked.
func spreadTexts(t *testing.T, tables []string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, file := range sources(t) {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range tree.Decls {
			function, ok := part.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(function, func(n ast.Node) bool {
				sql, text := literals(n)
				for _, m := range touches.FindAllStringSubmatch(sql, -1) {
					if slices.Contains(tables, m[2]) && m[2] != "accounts" && !boundText.MatchString(sql) {
						found[fmt.Sprintf("statement %s: %s", function.Name.Name, m[2])] = sql
					}
				}
				return !text
			})
		}
	}
	return found
}
