-- +goose Up

-- Where an item is sorted, and whether it is wanted. Category and set are of the
-- collection that the item is in.
alter table items
    add column category_id          bigint,
    add column set_id               bigint,
    add column series_id            bigint,
    add column wanted               boolean not null default false,
    add column wanted_priority      text,
    add column wanted_max_price     bigint,
    add column wanted_currency_code text,
    add constraint items_category_fkey foreign key (account_id, collection_id, category_id) references categories (account_id, collection_id, id)
        on delete set null (category_id) not valid,
    add constraint items_set_fkey foreign key (account_id, collection_id, set_id) references sets (account_id, collection_id, id)
        on delete set null (set_id) not valid,
    add constraint items_series_fkey foreign key (account_id, series_id) references series (account_id, id)
        on delete set null (series_id) not valid,
    add constraint items_wish check (case when wanted then wanted_priority in ('low', 'normal', 'high') and wanted_priority is not null
            and (wanted_max_price is null) = (wanted_currency_code is null)
        else num_nonnulls(wanted_priority, wanted_max_price, wanted_currency_code) = 0 end) not valid,
    add constraint items_top_price check (wanted_max_price between 0 and 999999999999999) not valid,
    add constraint items_wish_currency check (wanted_currency_code ~ '^[A-Z]{3}$') not valid;

-- +goose Down
alter table items drop column category_id, drop column set_id, drop column series_id, drop column wanted, drop column wanted_priority,
    drop column wanted_max_price, drop column wanted_currency_code;
