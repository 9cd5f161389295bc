package admin_test

import (
	"strings"
	"testing"

	"vitrine/internal/files"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

// The doctor finds files that the store has lost or truncated, and nothing else.
func TestExamineFiles(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, open func(*testing.T) files.Store) {
		url, store := pgtest.Migrated(t), open(t)
		says := func(store files.Store, what string, sick bool) {
			t.Helper()
			if got := admin.ExamineFiles(t.Context(), url, store); !strings.Contains(got.What, what) || sick != (got.Advice != "") {
				t.Errorf("the doctor says %q → %q, want %q", got.What, got.Advice, what)
			}
		}
		says(nil, "no photos and documents are kept", false)
		says(store, "has the 0 files that were looked for, of 0", false)
		settle(t, url, 2)
		addFiles(t, url, store, 3)
		says(nil, "the rows name 6 files, and VITRINE_FILES is unset", true)
		says(store, "has the 6 files that were looked for, of 6", false)
		two := some(t, url, 2)
		remove(t, store, two[0])
		says(store, "lacks 1 of 6 files that were looked for, of 6, or has them cut off: "+two[0], true)
		damage(t, store, two[1])
		says(store, "lacks 2 of 6 files", true)
		execute(t, url, `delete from files where object in ('`+two[0]+`', '`+two[1]+`')`)
		says(store, "has the 4 files that were looked for, of 4", false)
		putObject(t, store, files.Owner, []byte("somebody else"))
		says(store, "belongs to another installation", true)
	})
}

// Of many files only a sample is checked.
func TestExamineSomeFiles(t *testing.T) {
	t.Parallel()
	url, store := pgtest.Migrated(t), directory(t)
	settle(t, url, 1)
	execute(t, url, `insert into files (account_id, sha256, size, mime_type, object)
		select 1, sha256(n::text::bytea), 0, 'text/plain', '1/aa/' || translate(lpad(n::text, 26, '0'), '0189', 'abcd') from generate_series(1, 1500) n`)
	if got := admin.ExamineFiles(t.Context(), url, store); !strings.Contains(got.What, "lacks 1000 of 1000 files that were looked for, of 1500") {
		t.Errorf("%+v", got)
	}
}
