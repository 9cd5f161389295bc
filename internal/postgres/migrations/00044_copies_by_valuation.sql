-- +goose NO TRANSACTION
-- +goose Up

-- The copies of an account in the order of their newest valuation: those that were not
-- valued for long, and those that were valued lately.
drop index concurrently if exists copies_by_valuation;
create index concurrently copies_by_valuation on copies (account_id, valued_at, id);

-- +goose Down
drop index concurrently if exists copies_by_valuation;
