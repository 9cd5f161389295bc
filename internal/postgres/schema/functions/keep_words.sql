-- The words of an account are kept once each, in the order of the key, so that two writers
-- cannot deadlock. Those that nothing has any more stay until vitrine doctor
-- --repair: whoever removed one would have to stop all who write it.
create or replace function keep_words() returns trigger language plpgsql set search_path from current as $$
begin
    if to_regclass('words') is null then -- a migration from before the table writes items
        return null;
    end if;
    insert into words (account_id, word)
    select distinct account_id, word from added where length(word) >= 4 and word !~ '[0-9]' order by 1, 2
    on conflict do nothing;
    return null;
end $$;

create or replace trigger words_of_account after insert on item_words referencing new table as added
    for each statement execute function keep_words();
create or replace trigger words_of_account after insert on item_value_words referencing new table as added
    for each statement execute function keep_words();
create or replace trigger words_of_account after insert on copy_words referencing new table as added
    for each statement execute function keep_words();
