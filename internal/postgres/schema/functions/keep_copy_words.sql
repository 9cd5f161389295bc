create or replace function keep_copy_words_insert() returns trigger language plpgsql set search_path from current as $$
begin
    insert into copy_words (account_id, copy_id, word)
    select account_id, id, split_part(unnest(tsvector_to_array(search)), '/', -1) from added
    on conflict do nothing;
    return null;
end $$;

create or replace trigger words_insert after insert on copies referencing new table as added
    for each statement execute function keep_copy_words_insert();

create or replace function keep_copy_words_update() returns trigger language plpgsql set search_path from current as $$
begin
    delete from copy_words where (account_id, copy_id, word) in (
        select account_id, id, split_part(unnest(tsvector_to_array(search)), '/', -1) from removed
        except
        select account_id, id, split_part(unnest(tsvector_to_array(search)), '/', -1) from added);
    insert into copy_words (account_id, copy_id, word) (
        select account_id, id, split_part(unnest(tsvector_to_array(search)), '/', -1) from added
        except
        select account_id, id, split_part(unnest(tsvector_to_array(search)), '/', -1) from removed)
    on conflict do nothing;
    return null;
end $$;

create or replace trigger words_update after update on copies referencing old table as removed new table as added
    for each statement execute function keep_copy_words_update();

create or replace function keep_copy_words_delete() returns trigger language plpgsql set search_path from current as $$
begin
    delete from copy_words where (account_id, copy_id, word) in (
        select account_id, id, split_part(unnest(tsvector_to_array(search)), '/', -1) from removed);
    return null;
end $$;

create or replace trigger words_delete after delete on copies referencing old table as removed
    for each statement execute function keep_copy_words_delete();
