-- Who holds a repository: nodes.repository_key is set where a node does. A publisher who has proven control of it keeps it, and may
-- have several nodes in it, each in a folder of its own.

alter table nodes
  add column repository_folder text not null default '',
  add column repository_proof text check (repository_proof in ('claim', 'build')),
  add constraint nodes_proof_check check (repository_proof is null or repository_key is not null);
comment on column nodes.repository_folder is 'Inside of the repository, in lowercase; empty for its root.';
comment on column nodes.repository_proof is
  'How its publisher has proven control of the repository: as its administrator at the code host, or by a build from it.';

-- Nobody has proven anything with a draft yet, and without that it holds no repository.
update nodes set repository_key = null, github_repository_id = null, github_stars = 0, github_stars_at = null
where not was_public and repository_key is not null;

-- Nodes that were claimed, and whose repository was not changed since by an edit.
update nodes set repository_proof = 'claim'
where repository_key is not null and publisher_id <> 'admin-11338bd3-f081-43cf-b3f9-295c829826f7'
  and exists (
    select from audit_events e where e.subject_kind = 'node' and e.subject_id = nodes.id and e.action = 'node.claim'
      and not exists (
        select from audit_events later where later.subject_kind = 'node' and later.subject_id = nodes.id
          and later.action = 'node.update' and later.id > e.id and later.after ? 'repository_key'));

-- Nodes with an active version that was built in their repository.
update nodes set repository_proof = 'build'
where repository_key is not null and repository_proof is null and exists (
  select from node_versions v join version_provenance p on p.version_id = v.id
  where v.node_id = nodes.id and v.status = 'active'
    and lower(regexp_replace(p.repository_url, '^https?://(www[.])?', '')) = nodes.repository_key);

drop index nodes_repository;
create unique index nodes_repository on nodes (repository_key, repository_folder) where status <> 'deleted';
-- Of those that a process asks the code host about.
create index nodes_by_host_repository on nodes (github_repository_id) where github_repository_id is not null;
