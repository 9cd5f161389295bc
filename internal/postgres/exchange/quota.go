package exchange

// quotaOf is how many bytes the account may store, which the operator says for it or, in the
// parameter, for all; 0 is no limit.
func quotaOf(all string) string {
	return `coalesce((select storage_quota from accounts where id = $1), ` + all + `::bigint)`
}
