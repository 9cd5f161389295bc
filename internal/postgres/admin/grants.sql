-- Run after every migration: lets the serving role use what exists, and no more.
do $$
begin
    if not exists (select from pg_roles where rolname = 'vitrine_app') then
        begin
            create role vitrine_app nologin nosuperuser nobypassrls;
        exception
            when duplicate_object or unique_violation then null; -- another database of this server was faster
        end;
    end if;
    -- From PostgreSQL 16 on, who makes a role may grant it but not become it.
    if not pg_has_role(session_user, 'vitrine_app', case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end) then
        execute format('grant vitrine_app to %I', session_user);
    end if;
    execute format('grant usage on schema %I to vitrine_app', current_schema());
    execute format('grant select, insert, update, delete on all tables in schema %I to vitrine_app', current_schema());
    execute format('grant usage on all sequences in schema %I to vitrine_app', current_schema());
    revoke all on goose_db_version, river_migration, applied_functions from vitrine_app;
    grant select on goose_db_version, river_migration, applied_functions to vitrine_app;
    revoke update, delete on logs from vitrine_app; -- the audit trail only grows
    revoke update, delete on installation from vitrine_app;
    revoke delete on accounts from vitrine_app; -- and with an account goes all it holds: erasing one is the owner's
end $$;
