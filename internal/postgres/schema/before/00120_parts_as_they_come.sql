-- +goose Up

-- Parts of files are read back in pieces. Of what is compressed a piece can only be had by
-- unpacking all of it, every time, and most files are compressed by themselves.
alter table import_parts alter column content set storage external;
