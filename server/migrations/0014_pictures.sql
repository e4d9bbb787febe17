-- Pictures that publishers uploaded, by the digest of the stored file; empty for none.
alter table nodes
  add column icon_upload text not null default '' check (icon_upload ~ '^([0-9a-f]{64})?$'),
  add column banner_upload text not null default '' check (banner_upload ~ '^([0-9a-f]{64})?$');
alter table publishers add column logo_upload text not null default '' check (logo_upload ~ '^([0-9a-f]{64})?$');
create index nodes_by_icon on nodes (icon_upload) where icon_upload <> '';
create index nodes_by_banner on nodes (banner_upload) where banner_upload <> '';
create index publishers_by_logo on publishers (logo_upload) where logo_upload <> '';

create or replace trigger publishers_in_catalogue after update on publishers
  for each row
  when (row (new.name, new.description, new.website, new.source_code_repo, new.logo_url, new.logo_upload, new.status, new.created_at)
    is distinct from
    row (old.name, old.description, old.website, old.source_code_repo, old.logo_url, old.logo_upload, old.status, old.created_at))
  execute function note_catalogue_publisher();

create table reading_pictures (
  reading_id uuid not null references node_readings on delete cascade,
  kind text not null check (kind in ('icon', 'card')),
  source text not null check (source in ('manifest', 'readme', 'example')),
  -- A file of the repository, or an address.
  origin text not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  primary key (reading_id, kind)
);
comment on table reading_pictures is 'Pictures of repositories whose license lets them be shown, and where they come from.';
create index reading_pictures_by_digest on reading_pictures (digest);
