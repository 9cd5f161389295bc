package admin

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"

	"vitrine/internal/postgres/schema"
)

// A migration must not stop the service, neither by a lock held in proportion to
// a table's size nor by removing what the previous release still uses. A
// statement may be excused by the line before it,
//
//	-- locks allowed: the reason, in some words
//
// which is an error where there is nothing to excuse.
func TestMigrationsDoNotStopTheService(t *testing.T) {
	files, err := fs.Glob(schema.Migrations, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	watched := 0
	for _, f := range files {
		content, err := schema.Migrations.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		version, err := goose.NumericComponent(f)
		if err != nil || version <= schema.Baseline {
			continue
		}
		watched++
		for _, complaint := range lint(string(content)) {
			t.Errorf("%s: %s", f, complaint)
		}
	}
	if watched == 0 {
		t.Error("no migration was looked at")
	}
}

// harms are things that a statement, or a clause of alter table, must not do to an existing table.
var harms = []struct {
	does, unless *regexp.Regexp
	why          string
}{
	{re(`\balter (column )?\w+ (set data )?type\b`), nil, "rewrites the table while nobody can use it: add a column, fill it in batches, and use it in the release after"},
	{re(`\bset not null\b`), nil, "reads the whole table while nobody can use it: add a check (… is not null) not valid, validate it, and then say so as the reason"},
	{re(`^add column .*\bnot null\b`), re(`\bdefault\b`), "fails if there are rows, and the release before does not fill it: give it a default"},
	{re(`^add column .*\b(generated|serial|bigserial|gen_random_uuid|random|clock_timestamp|nextval)\b`), nil, "rewrites the table while nobody can use it"},
	{re(`^add column .*\b(references|check|unique|primary key)\b`), nil, "reads the whole table under a lock: add the column, then the constraint not valid, then validate it"},
	{re(`^add (constraint \w+ )?(foreign key|check)\b`), re(`\bnot valid$`), "reads the whole table under a lock: add it not valid, and validate it in a migration of its own"},
	{re(`^add (constraint \w+ )?(unique|primary key|exclude)\b`), re(`\busing index\b`), "builds an index under a lock: build it concurrently, then add the constraint using index"},
	{re(`^create (unique )?index\b`), re(`^create (unique )?index concurrently\b`), "stops all writes for as long as it takes: create index concurrently"},
	{re(`^drop index\b`), re(`^drop index concurrently\b`), "waits for everybody while everybody waits for it: drop index concurrently"},
	{re(`^drop\b`), re(`^drop index\b`), "the release before may still use it: drop it in the release after"},
	{re(`\brename\b|\bset schema\b`), nil, "the release before knows the old name"},
	{re(`^(truncate|lock|vacuum|cluster|reindex)\b`), nil, "keeps everybody out"},
	{re(`^(update|delete from|merge into)\b`), nil, "locks every row it touches until the end: fill in batches, outside of migrations"},
	{re(`\bexecute (format|'|\w+ *$)`), nil, "nobody can read here what it executes"},
}

func re(pattern string) *regexp.Regexp { return regexp.MustCompile(pattern) }

var (
	excuse     = re(`^-- locks allowed: (\S+ \S+ \S+.*)$`)
	makesTable = re(`^create (?:unlogged )?table (?:if not exists )?(\w+)`)
	onTable    = re(`^(?:alter table (?:if exists )?(?:only )?|create (?:unique )?index (?:\w+ )?on (?:only )?|update |delete from )(\w+)`)
	concurrent = re(`^(create (?:unique )?|drop )index concurrently (?:if exists )?(\w+)`)
	validates  = re(`^alter table \w+ validate constraint \w+$`)
	fills      = re(`^call fill_\w+\(\)$`) // commits as it goes, and goes on where it was stopped
	repeatable = re(`^(alter table \w+ (add column if not exists|drop constraint if exists) |create or replace |drop \w+ if exists )`)
	afresh     = re(`\bdrop constraint if exists (\w+), add constraint (\w+) `)
)

type statement struct{ text, excused string }

// lint reports the harms in the upward part of a migration.
func lint(migration string) (complaints []string) {
	_, up, _ := strings.Cut(migration, "-- +goose Up\n")
	up, _, _ = strings.Cut(up, "-- +goose Down")
	alone := strings.Contains(migration, "-- +goose NO TRANSACTION\n")
	var fresh []string
	before, held := "", ""
	for _, s := range statements(up) {
		var found []string
		complain := func(why string) { found = append(found, fmt.Sprintf("%.70s: %s", s.text, why)) }
		if m := makesTable.FindStringSubmatch(s.text); m != nil {
			fresh = append(fresh, m[1])
		}
		m := onTable.FindStringSubmatch(s.text)
		if m == nil || !slices.Contains(fresh, m[1]) {
			text := s.text
			if c := afresh.FindStringSubmatch(text); c != nil && c[1] == c[2] {
				text = strings.Replace(text, "drop constraint if exists "+c[1]+", ", "", 1)
			}
			if m != nil && !alone && held != "" && held != m[1] {
				complain("holds " + held + " while it waits for " + m[1] + ", and everybody with it: -- +goose NO TRANSACTION, and statements that can be run twice")
			}
			if m != nil {
				held = m[1]
			}
			for _, part := range clauses(text) {
				for _, h := range harms {
					if h.does.MatchString(part) && (h.unless == nil || !h.unless.MatchString(part)) {
						complain(h.why)
					}
				}
			}
		}
		index := concurrent.FindStringSubmatch(s.text)
		switch {
		case index != nil && !alone:
			complain("needs -- +goose NO TRANSACTION in a migration of its own")
		case index == nil && alone && !validates.MatchString(s.text) && !fills.MatchString(s.text) && !repeatable.MatchString(s.text):
			complain("a migration without a transaction must do nothing but what can be run twice: fill in batches, build indexes, validate constraints, if exists, if not exists")
		case index != nil && index[1] != "drop " && before != "drop index concurrently if exists "+index[2]:
			complain("what was left of a failed try is in the way: write drop index concurrently if exists " + index[2] + " before it")
		}
		switch {
		case s.excused == "":
			complaints = append(complaints, found...)
		case len(found) == 0:
			complaints = append(complaints, fmt.Sprintf("%.70s: there is nothing to allow", s.text))
		}
		before = s.text
	}
	return complaints
}

// statements splits a migration: lower case, one space between words, without
// comments. Dollar-quoted text stays in one piece.
func statements(sql string) (all []statement) {
	var current statement
	quoted := false
	for line := range strings.Lines(sql) {
		line = strings.TrimSpace(line)
		if m := excuse.FindStringSubmatch(line); m != nil && current.text == "" {
			current.excused = m[1]
			continue
		}
		line, _, _ = strings.Cut(line, "--")
		for at, piece := range strings.Split(line, ";") {
			if at > 0 && !quoted {
				if all = append(all, current); current.text == "" {
					all = all[:len(all)-1]
				}
				current = statement{}
			} else if at > 0 {
				current.text += ";"
			}
			if strings.Count(piece, "$$")%2 == 1 {
				quoted = !quoted
			}
			current.text = strings.Join(strings.Fields(strings.ToLower(current.text+" "+piece)), " ")
		}
	}
	if current.text != "" {
		all = append(all, current)
	}
	return all
}

// clauses are the parts of an alter table; any other statement is one clause.
func clauses(text string) (parts []string) {
	head := re(`^alter table (if exists )?(only )?\w+ `).FindString(text)
	if head == "" {
		return []string{text}
	}
	depth, from := 0, len(head)
	for at := from; at < len(text); at++ {
		switch text[at] {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, strings.TrimSpace(text[from:at]))
				from = at + 1
			}
		}
	}
	return append(parts, strings.TrimSpace(text[from:]))
}

func TestLintKnowsWhatStopsTheService(t *testing.T) {
	const alone = "-- +goose NO TRANSACTION\n"
	for _, c := range []struct{ sql, says string }{
		{"create table a (id bigint not null);\ncreate index a_id on a (id);\nalter table a add check (id > 0), alter column id type int;", ""},
		{"alter table items add column note text, add column n int not null default 0;", ""},
		{"alter table items add column note text,\n  add column n int not null;", "give it a default"},
		{"alter table items alter column name type varchar(10);", "rewrites"},
		{"ALTER TABLE items ALTER name SET DATA TYPE text;", "rewrites"},
		{"alter table items add column h bigint generated always as (1) stored;", "rewrites"},
		{"alter table items add column u uuid default gen_random_uuid();", "rewrites"},
		{"alter table items alter column name set not null;", "not valid, validate it"},
		{"-- locks allowed: items_name_there was validated in 00012\nalter table items alter column name set not null;", ""},
		{"-- locks allowed: because\nalter table items alter column name set not null;", "not valid, validate it"},
		{"-- locks allowed: nobody needs this reason\nalter table items add column x int;", "nothing to allow"},
		{"alter table items add constraint c check (id > 0);", "add it not valid"},
		{"alter table items add constraint c check (id > 0) not valid;", ""},
		{"alter table items add constraint c foreign key (account_id, a) references a (account_id, id);", "add it not valid"},
		{"alter table items add constraint u unique (account_id, name);", "using index"},
		{"alter table items add constraint u unique using index items_u;", ""},
		{"alter table items add column a bigint references a (id);", "reads the whole table"},
		{"create index items_x on items (account_id);", "concurrently"},
		{"create unique index on items (account_id);", "concurrently"},
		{"create index concurrently items_x on items (account_id);", "NO TRANSACTION"},
		{alone + "create index concurrently items_x on items (account_id);", "failed try"},
		{alone + "drop index concurrently if exists items_x;\ncreate index concurrently items_x on items (account_id);", ""},
		{alone + "alter table items add column x int;", "nothing but"},
		{alone + "alter table items add column if not exists x int;\nalter table copies add column if not exists x int;", ""},
		{alone + "alter table items drop constraint if exists c, add constraint c check (id > 0) not valid;", ""},
		{alone + "alter table items drop constraint if exists c, add constraint d check (id > 0) not valid;", "release before"},
		{"alter table items add column x int;\nalter table copies add column x int;", "everybody with it"},
		{"create table a (id int);\nalter table a add column b int;\nalter table items add column x int;\nalter table items add column y int;", ""},
		{alone + "alter table items validate constraint c;", ""},
		{alone + "call fill_names();", ""},
		{alone + "call purge_names();", "nothing but"},
		{"drop index items_x;", "concurrently"},
		{"drop table items;", "release before"},
		{"alter table items drop column name;", "release before"},
		{"alter table items rename column name to title;", "old name"},
		{"alter table items rename to things;", "old name"},
		{"truncate items;", "keeps everybody out"},
		{"update items set name = '';", "batches"},
		{"create table b (id int);\nupdate b set id = 1;", ""},
		{"do $$ begin\n execute format('drop table %I', 'items');\nend $$;", "nobody can read"},
		{"create function f() returns trigger language plpgsql as $$ begin\n delete from a; return null; end $$;\ncreate trigger t after insert on items for each row execute function f();", ""},
		{"alter table items enable row level security; -- drop table items;", ""},
	} {
		marks, sql := "", c.sql
		if strings.HasPrefix(sql, alone) {
			marks, sql = alone, sql[len(alone):]
		}
		got := strings.Join(lint(marks+"-- +goose Up\n"+sql+"\n-- +goose Down\ndrop table everything;\n"), "\n")
		if c.says == "" && got != "" || !strings.Contains(got, c.says) {
			t.Errorf("%s\nis said to be %q, want %q", c.sql, got, c.says)
		}
	}
}
