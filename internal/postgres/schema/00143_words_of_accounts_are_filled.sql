-- +goose NO TRANSACTION
-- +goose Up

-- Searches read the fields that have options, and no others.
drop index concurrently if exists custom_fields_options;
create index concurrently custom_fields_options on custom_fields (account_id, id) where (options is not null);

-- The owner of the tables may be subject to row security, so it goes from account to
-- account. All are listed first: what is read after the first is opened shows only that one.
-- locks allowed: none that stops readers or writers
-- +goose StatementBegin
do $$
declare
    account bigint;
begin
    foreach account in array array(select distinct account_id from users order by 1) loop
        perform set_config('app.account_id', account::text, true);
        insert into words (account_id, word)
        select account, word from (
            select word from item_words where account_id = account
            union select word from item_value_words where account_id = account
            union select word from copy_words where account_id = account) w
        where length(word) >= 4 and word !~ '[0-9]' on conflict do nothing;
        commit; -- what was done is not done again
    end loop;
end $$;
-- +goose StatementEnd
