package apitest

// madeExport leads an export to its end: nobody works on exports here. Its file is one that
// the account has stored.
const madeExport = `update exports e set state = 'done', object = f.object, size = f.size, sha256 = f.sha256, rows = 1, expires_at = now() + interval '7 days'
	from files f where f.account_id = e.account_id and e.id = ID and f.id = (select min(id) from files where account_id = e.account_id)`
