-- +goose Up

-- Positions of words, so that a search finds them in index order. Row security
-- lets an index compare text by its order, but not a tsvector or jsonb, whose
-- operators might leak other accounts' rows.
create table item_words (
    account_id bigint not null,
    word       text collate "C" not null,
    item_id    bigint not null,
    primary key (account_id, word, item_id)
);
create table item_value_words (
    account_id      bigint not null,
    word            text collate "C" not null,
    item_id         bigint not null,
    custom_field_id bigint not null,
    primary key (account_id, word, item_id, custom_field_id)
);
create table copy_words (
    account_id bigint not null,
    word       text collate "C" not null,
    copy_id    bigint not null,
    primary key (account_id, word, copy_id)
);

-- Triggers maintain them in the transaction of every change. The words a row had
-- are in its search column, so one index suffices. Words in search may be
-- prefixed by the account, as in 17/tintin: until now they were.
-- locks allowed: before the first release, when no large database is served
-- +goose StatementBegin
do $$
declare
    kept record;
    put  text;
    cut  text;
begin
    for kept in select *, format($w$select account_id, %s, split_part(unnest(tsvector_to_array(search)), '/', -1) as word from %%I$w$, key) as words_of
        from (values
            ('items',       'item_words',       'item_id',                  'id as item_id'),
            ('item_values', 'item_value_words', 'item_id, custom_field_id', 'item_id, custom_field_id'),
            ('copies',      'copy_words',       'copy_id',                  'id as copy_id')
        ) k (table_name, words, columns, key)
    loop
        put := format('insert into %I (account_id, %s, word) %%s on conflict do nothing', kept.words, kept.columns);
        cut := format('delete from %I where (account_id, %s, word) in (%%s)', kept.words, kept.columns);
        execute format('create function keep_%s_insert() returns trigger language plpgsql as $body$ begin %s; return null; end $body$',
            kept.words, format(put, format(kept.words_of, 'added')));
        execute format('create function keep_%s_delete() returns trigger language plpgsql as $body$ begin %s; return null; end $body$',
            kept.words, format(cut, format(kept.words_of, 'removed')));
        execute format('create function keep_%s_update() returns trigger language plpgsql as $body$ begin %s; %s; return null; end $body$', kept.words,
            format(cut, format(kept.words_of || ' except ' || kept.words_of, 'removed', 'added')),
            format(put, format(kept.words_of || ' except ' || kept.words_of, 'added', 'removed')));
        execute format($t$
            create trigger words_insert after insert on %1$I referencing new table as added for each statement execute function keep_%2$s_insert();
            create trigger words_update after update on %1$I referencing old table as removed new table as added for each statement execute function keep_%2$s_update();
            create trigger words_delete after delete on %1$I referencing old table as removed for each statement execute function keep_%2$s_delete()
        $t$, kept.table_name, kept.words);
        -- Forced row security holds for an owner who migrates, too, and no account is in scope here.
        execute format('alter table %I no force row level security', kept.table_name);
        execute format(put, format(kept.words_of, kept.table_name));
        execute format('alter table %I force row level security', kept.table_name);
        execute format('alter table %I enable row level security, force row level security', kept.words);
        execute format($p$create policy account_only on %I using (account_id = current_setting('app.account_id')::bigint)$p$, kept.words);
    end loop;
end $$;
-- +goose StatementEnd
-- locks allowed: before the first release, when no large database is served
drop index items_search, item_values_search, copies_search;

-- Equal values have equal hashes, whatever their length. As a column, the hash
-- is a number that an index may compare.
-- locks allowed: before the first release, when no large database is served
alter table item_values add column value_hash bigint generated always as (jsonb_hash_extended(value, 0)) stored;
-- locks allowed: before the first release, when no large database is served
drop index item_values_field;
-- locks allowed: before the first release, when no large database is served
create index item_values_field on item_values (account_id, custom_field_id, value_hash, item_id);

-- +goose Down
drop index item_values_field;
create index item_values_field on item_values (account_id, custom_field_id, jsonb_hash_extended(value, 0));
alter table item_values drop column value_hash;
create index items_search on items using gin (search);
create index item_values_search on item_values using gin (search);
create index copies_search on copies using gin (search);
-- +goose StatementBegin
do $$
declare
    name text;
begin
    foreach name in array array ['item_words', 'item_value_words', 'copy_words'] loop
        execute format('drop function keep_%1$s_insert, keep_%1$s_update, keep_%1$s_delete cascade', name);
    end loop;
end $$;
-- +goose StatementEnd
drop table item_words, item_value_words, copy_words;
