-- +goose Up

-- What one unit of a currency, the base, was worth in another on a day. For the whole
-- installation, as the operator's source has it; what was read once stays.
create table exchange_rates (
    date          date not null,
    base          text not null check (base ~ '^[A-Z]{3}$'),
    currency_code text not null check (currency_code ~ '^[A-Z]{3}$' and currency_code <> base),
    rate          numeric(24, 12) not null check (rate > 0),
    primary key (date, base, currency_code)
);

-- When they were last read and, if that failed since, why.
create table exchange_rate_reading (
    singular  boolean primary key default true check (singular),
    read_at   timestamptz,
    failed_at timestamptz,
    failure   text
);

-- +goose Down
drop table exchange_rates, exchange_rate_reading;
