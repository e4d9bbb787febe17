-- Why the tool certainly cannot load a version, the rules that its publisher released it in spite of, and whether any other is left.
alter table node_versions
  add load_failures jsonb not null default '[]',
  add allowed_failures text[] not null default '{}',
  add is_broken boolean not null default false;
