-- +goose NO TRANSACTION
-- +goose Up

-- What an object is called everywhere: exports and archives name it so, and another account
-- keeps the name. Collections have had one. New rows get theirs from the default, also those
-- of the previous release; the rows that are there get it in 00081. A transaction would hold one
-- table while it waits for the next, and the service with it.
alter table accounts add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table items add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table copies add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table locations add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table item_conditions add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table tags add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table series add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table collection_types add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table custom_field_groups add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table custom_fields add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table categories add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table sets add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table transactions add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table valuations add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table insurance_records add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table provenance_events add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table maintenance_records add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table loans add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table location_history add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table photos add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();
alter table documents add column if not exists uuid uuid, alter column uuid set default gen_random_uuid();

-- Names the rows that have no uuid, a thousand at a time, so that nobody waits long for a row.
-- Rows in the trash come after their tables, because some may have gone there without one
-- meanwhile; and it begins again until the tables have none left, because some may have come
-- back. Triggers that keep records in step rest, as when rows are restored.
-- +goose StatementBegin
-- locks allowed: nothing is executed before somebody calls it
create or replace procedure fill_uuids() language plpgsql as $$
declare
    named   text[] := array[
        'items', 'copies', 'locations', 'item_conditions', 'tags', 'series', 'collection_types', 'custom_field_groups', 'custom_fields',
        'categories', 'sets', 'transactions', 'valuations', 'insurance_records', 'provenance_events', 'maintenance_records', 'loans',
        'location_history', 'photos', 'documents'];
    ids     bigint[] := array(select distinct account_id from users order by 1);
    account bigint;
    rel     text;
    upto    bigint;
    place   text[];
    missing boolean;
begin
    foreach account in array ids loop
        perform set_config('app.account_id', account::text, true);
        update accounts set uuid = gen_random_uuid() where id = account and uuid is null;
        commit;
        loop
            missing := false;
            foreach rel in array named loop
                upto := 0;
                loop
                    perform set_config('app.account_id', account::text, true), set_config('app.restoring', 'all', true);
                    execute format('with chosen as materialized (
                            select id from %I where account_id = $1 and id > $2 and uuid is null order by id limit 1000
                        ), filled as (
                            update %I t set uuid = gen_random_uuid() from chosen where t.account_id = $1 and t.id = chosen.id and t.uuid is null
                        ) select max(id) from chosen', rel, rel) into upto using account, upto;
                    commit;
                    exit when upto is null;
                    missing := true;
                end loop;
            end loop;
            place := array['', ''];
            loop
                perform set_config('app.account_id', account::text, true);
                with chosen as materialized (
                    select relation, key from trash_rows
                    where account_id = account and (relation, key) > (place[1], place[2]) and relation = any(named) and content ->> 'uuid' is null
                    order by relation, key limit 1000
                ), filled as (
                    update trash_rows t set content = t.content || jsonb_build_object('uuid', gen_random_uuid())
                    from chosen where t.account_id = account and t.relation = chosen.relation and t.key = chosen.key and t.content ->> 'uuid' is null
                ) select array[relation, key] into place from chosen order by relation desc, key desc limit 1;
                commit;
                exit when place is null;
            end loop;
            exit when not missing;
        end loop;
    end loop;
end $$;
-- +goose StatementEnd

-- +goose Down
drop procedure if exists fill_uuids;
alter table accounts drop column if exists uuid;
alter table items drop column if exists uuid;
alter table copies drop column if exists uuid;
alter table locations drop column if exists uuid;
alter table item_conditions drop column if exists uuid;
alter table tags drop column if exists uuid;
alter table series drop column if exists uuid;
alter table collection_types drop column if exists uuid;
alter table custom_field_groups drop column if exists uuid;
alter table custom_fields drop column if exists uuid;
alter table categories drop column if exists uuid;
alter table sets drop column if exists uuid;
alter table transactions drop column if exists uuid;
alter table valuations drop column if exists uuid;
alter table insurance_records drop column if exists uuid;
alter table provenance_events drop column if exists uuid;
alter table maintenance_records drop column if exists uuid;
alter table loans drop column if exists uuid;
alter table location_history drop column if exists uuid;
alter table photos drop column if exists uuid;
alter table documents drop column if exists uuid;
