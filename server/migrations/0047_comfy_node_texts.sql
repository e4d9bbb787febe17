-- What packs say of their comfy-nodes beside the code: in other languages, and on pages of their own.
create table comfy_node_texts (
  version_id uuid not null,
  name text not null,
  -- As the pack names it; empty for what serves every language.
  language text not null check (language ~ '^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?)?$'),
  translation jsonb check (jsonb_typeof(translation) = 'object'),
  document_html text not null default '',
  primary key (version_id, name, language),
  foreign key (version_id, name) references comfy_nodes (version_id, name) on delete cascade,
  check (translation is not null or document_html <> '')
);
