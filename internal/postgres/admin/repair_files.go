package admin

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// wrongFiles are the files of an account whose uses were miscounted.
const wrongFiles = `
	select f.id, count(u.file_id) as uses, count(u.file_id) filter (where u.shown) as photos
	from files f left join (
		select file_id, true as shown from photos where account_id = $1
		union all select file_id, false from documents where account_id = $1
		union all select file_id, false from uploads where account_id = $1
		union all select (content ->> 'file_id')::bigint, false from trash_rows where account_id = $1 and content ->> 'file_id' is not null
	) u on u.file_id = f.id
	where f.account_id = $1 group by f.id, f.uses, f.photos
	having f.uses <> count(u.file_id) or f.photos <> count(u.file_id) filter (where u.shown)`

// wrongStorage is the storage of an account, if its stored count is wrong.
const wrongStorage = `
	select a.id, coalesce(sum(f.size), 0)::bigint as used from accounts a left join files f on f.account_id = $1
	where a.id = $1 group by a.id, a.storage_used having a.storage_used <> coalesce(sum(f.size), 0)`

const tablesOfFiles = `lock table files, photos, documents, uploads, trash_rows in share row exclusive mode`

// RepairFiles recounts the uses of files and the storage of each account. Triggers maintain both;
// sweep and quota rely on them.
func RepairFiles(ctx context.Context, url string) Finding {
	repaired, accounts := 0, 0
	err := withConn(ctx, url, func(conn *pgx.Conn) error {
		return eachAccount(ctx, conn, func(id int64) error {
			n, err := lookThenLock(ctx, conn, id, tablesOfFiles, func(tx pgx.Tx, locked bool) (int, error) { return repairFiles(ctx, tx, id, locked) })
			repaired, accounts = repaired+n, accounts+1
			return err
		})
	})
	if err != nil {
		return Finding{"the uses of files could not be counted: " + err.Error(), "run it as the owner of the tables, while little is written"}
	}
	return Finding{What: fmt.Sprintf("the uses of files and the storage of %d accounts were counted, %d were wrong and are repaired", accounts, repaired)}
}

func repairFiles(ctx context.Context, tx pgx.Tx, account int64, really bool) (wrong int, err error) {
	if !really {
		err := tx.QueryRow(ctx, `select (select count(*) from (`+wrongFiles+`) f) + (select count(*) from (`+wrongStorage+`) s)`, account).Scan(&wrong)
		return wrong, err
	}
	for _, statement := range []string{
		`update files f set uses = w.uses, photos = w.photos from (` + wrongFiles + `) w where f.account_id = $1 and f.id = w.id`,
		`update accounts a set storage_used = w.used from (` + wrongStorage + `) w where a.id = w.id`,
	} {
		tag, err := tx.Exec(ctx, statement, account)
		if err != nil {
			return wrong, err
		}
		wrong += int(tag.RowsAffected())
	}
	return wrong, nil
}
