-- +goose Up

-- A function with its owner's rights looks for temporary tables last, where nobody can
-- put a table of their own before ours.
-- locks allowed: alter function locks no table
-- +goose StatementBegin
do $$ begin
    execute format('alter function erase_account set search_path = %I, pg_temp', current_schema());
end $$;
-- +goose StatementEnd

-- +goose Down
alter function erase_account set search_path from current;
