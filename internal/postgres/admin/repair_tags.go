package admin

import "context"

// wrongTags are the items of the account whose column of tags differs from the recorded tags.
const wrongTags = `
	select i.id, recorded.ids from items i
	cross join lateral (select array(select t.tag_id from item_tags t where t.account_id = $1 and t.item_id = i.id order by t.tag_id) as ids) recorded
	where i.account_id = $1 and i.tag_ids <> recorded.ids`

const repairTags = `
	with wrong as materialized (` + wrongTags + `), repaired as (
		update items i set tag_ids = wrong.ids from wrong where i.account_id = $1 and i.id = wrong.id returning i.id
	) select count(*) from repaired`

// RepairTags compares the tags that items show with the recorded ones.
func RepairTags(ctx context.Context, url string) Finding {
	return repair{
		failed: "the tags of items could not be compared",
		done:   "the tags of all items were compared, those of %d were wrong and are repaired",
		tables: "items, item_tags",
		work:   counting(`select count(*) from (`+wrongTags+`) wrong`, repairTags),
	}.run(ctx, url)
}
