-- +goose Up

-- What the values of a field are sorted and compared by: texts without case and
-- accents, as the service folds names, and numbers in a form that sorts as they do.
-- It is independent of the database's locale. Long texts are sorted by their
-- beginning, because an index holds no more.
create function number_key(n numeric) returns text language sql immutable strict parallel safe as $body$
    select case when n < 0 then 'n' || translate(digits, '0123456789', '9876543210') || '~' else 'p' || digits end
    from (select lpad(length(ltrim(split_part(plain, '.', 1), '0'))::text, 3, '0') || ltrim(split_part(plain, '.', 1), '0') || split_part(plain, '.', 2) as digits
        from (select trim_scale(abs(n))::text as plain) p) d
$body$;
create function text_key(s text) returns text language sql immutable strict parallel safe as $body$
    select replace(replace(replace(replace(left(translate(
        lower(regexp_replace(normalize(left(s, 400), NFKD), '[\u0300-\u036f\u3099\u309a]', '', 'g') collate "C"),
        'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯІЄЋЂЈЉЊЏЅØŁĐÐÆŒÞøłđðı',
        'αβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяієћђјљњџѕolddæœþolddi'),
        200), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$body$;
create function value_key(value jsonb) returns text language sql immutable strict parallel safe as $body$
    select case jsonb_typeof(value) when 'number' then number_key(value::numeric) when 'string' then text_key(value #>> '{}') else value::text end
$body$;

-- locks allowed: before the first release, when no large database is served
alter table item_values add column sort_key text collate "C" generated always as (value_key(value)) stored;

-- +goose Down
alter table item_values drop column sort_key;
drop function value_key, text_key, number_key;
