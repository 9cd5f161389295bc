package admin

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// wordTables are the tables of words, their owner columns, and the source rows of the account.
var wordTables = []struct{ table, of, from string }{
	{"item_words", "item_id", `select id, search from items where account_id = $1`},
	{"item_value_words", "item_id, custom_field_id", `select item_id, custom_field_id, search from (` + recordedValues + `) r`},
	{"copy_words", "copy_id", `select id, search from copies where account_id = $1`},
}

// wordsOf are the words as triggers write them, without the account prefix.
func wordsOf(of, from string) string {
	return `select ` + of + `, split_part(unnest(tsvector_to_array(search)), '/', -1) as word from (` + from + `) s (` + of + `, search)`
}

// RepairWords rewrites search words that differ from those of items, values and copies.
func RepairWords(ctx context.Context, url string) Finding {
	return repair{
		failed: "the words of items could not be compared",
		done:   "the words of all items, values and copies were compared, %d were wrong and are repaired",
		tables: "items, item_values, copies, item_words, item_value_words, copy_words, words",
		work:   wrongWords,
	}.run(ctx, url)
}

// wrongWords counts missing and extra words of an account, and repairs them if the tables are locked.
func wrongWords(ctx context.Context, tx pgx.Tx, account int64, repair bool) (wrong int, err error) {
	for _, w := range wordTables {
		has, wants := `select `+w.of+`, word from `+w.table+` where account_id = $1`, wordsOf(w.of, w.from)
		missing, surplus := wants+` except `+has, has+` except `+wants
		statement := `select (select count(*) from (` + missing + `) m) + (select count(*) from (` + surplus + `) s)`
		if repair {
			statement = `
				with missing as materialized (` + missing + `), surplus as materialized (` + surplus + `), put as (
					insert into ` + w.table + ` (account_id, ` + w.of + `, word) select $1, m.* from missing m returning 1
				), cut as (
					delete from ` + w.table + ` where account_id = $1 and (` + w.of + `, word) in (select * from surplus) returning 1
				) select (select count(*) from put) + (select count(*) from cut)`
		}
		n := 0
		if err := tx.QueryRow(ctx, statement, account).Scan(&n); err != nil {
			return wrong, err
		}
		wrong += n
	}
	n := 0
	err = tx.QueryRow(ctx, wordsOfAccount(repair), account).Scan(&n)
	return wrong + n, err
}

// wordsOfAccount counts the words that the account lacks, or has although nothing else
// does, and repairs them. Searches for words typed wrongly read them.
func wordsOfAccount(repair bool) string {
	wants := `select word from (select word from item_words where account_id = $1 union select word from item_value_words where account_id = $1
		union select word from copy_words where account_id = $1) w where length(word) >= 4 and word !~ '[0-9]'`
	has := `select word from words where account_id = $1`
	missing, surplus := wants+` except `+has, has+` except (`+wants+`)`
	if !repair {
		return `select (select count(*) from (` + missing + `) m) + (select count(*) from (` + surplus + `) s)`
	}
	return `with put as (insert into words (account_id, word) select $1, word from (` + missing + `) m returning 1),
		cut as (delete from words where account_id = $1 and word in (` + surplus + `) returning 1)
		select (select count(*) from put) + (select count(*) from cut)`
}
