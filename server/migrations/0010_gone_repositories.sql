-- Since when the repository cannot be had any more. Its last reading is kept for some days, without texts and source.
alter table reading_turns add column gone_since timestamptz;
create index reading_turns_gone on reading_turns (gone_since) where gone_since is not null;
