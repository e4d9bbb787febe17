-- Why a publisher advises against a version. It counts only while the version is deprecated.

alter table node_versions
  add column deprecation_message text not null default '' check (length(deprecation_message) <= 500);
