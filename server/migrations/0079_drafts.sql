-- A node is a draft until a version of it was active once: only its owners and admins see it until then. What an announcement says
-- of its node waits with the version, and is said of the node when that becomes active.

alter table nodes drop constraint nodes_status_check;
alter table nodes
  add constraint nodes_status_check check (status in ('draft', 'active', 'deleted', 'banned')),
  -- Without a default that differs from row to row, so that no row is written anew.
  add column was_public boolean not null default true,
  add constraint nodes_public_check check (case status when 'active' then was_public when 'draft' then not was_public else true end);
comment on column nodes.was_public is 'False until a version was active once. A node of an import is public from the beginning.';

alter table node_versions add column announced_node jsonb check (jsonb_typeof(announced_node) = 'object');
comment on column node_versions.announced_node is 'Columns of its node as the announcement gives them. Null once they were applied.';

-- Nodes that came by an announcement, or were made by their owner, and never had an active version. Imported ones have names of
-- comfy-nodes, or came to their publisher from the unclaimed one.
create temporary table drafts on commit drop as
select n.id from nodes n
where n.publisher_id <> 'admin-11338bd3-f081-43cf-b3f9-295c829826f7' and n.status in ('active', 'banned')
  and not exists (select from node_versions v where v.node_id = n.id and v.first_active_at is not null)
  and not exists (select from comfy_node_hints h where h.node_id = n.id)
  and not exists (
    select from audit_events e
    where e.subject_kind = 'node' and e.subject_id = n.id
      and e.before ->> 'publisher' = 'admin-11338bd3-f081-43cf-b3f9-295c829826f7');
update nodes set was_public = false, status = case status when 'active' then 'draft' else status end
where id in (select id from drafts);
delete from node_search where node_id in (select id from drafts);

-- The few that the public count of banned nodes leaves out.
create index nodes_banned on nodes (publisher_id) where status = 'banned';

-- How a node without a latest version can be had depends on all of its versions.
create or replace function note_catalogue_version() returns trigger language plpgsql as $$
begin
  if exists (
    select from nodes where id = new.node_id and status = 'active'
      and (latest_version_id = new.id or latest_version_id is null)
  ) then
    insert into catalogue_changes (node_id) values (new.node_id);
    perform tell_of_catalogue();
  end if;
  return null;
end $$;
