-- The level of a category, 1 at the top; 33 if it is deeper, or in a circle.
create or replace function category_level(account bigint, category bigint) returns integer language sql stable set search_path from current as $$
    with recursive above as (
        select category as id, 1 as n
        union all
        select c.parent_id, above.n + 1 from above
        cross join lateral (select parent_id from categories where account_id = account and id = above.id offset 0) c
        where c.parent_id is not null and above.n < 33
    ) select max(n) from above
$$;
