-- A held reading says nothing about its node until a moderator approves it, like a held version: it is not among the facts.
alter table nodes alter column facts_id drop expression;

create function set_facts_of_node() returns trigger language plpgsql as $$
begin
  new.facts_id := coalesce(new.latest_version_id, (
    select r.id from node_readings r where r.id = new.reading_id and r.verdict <> 'held'));
  return new;
end $$;
create trigger nodes_facts before insert or update of latest_version_id, reading_id on nodes
  for each row execute function set_facts_of_node();

create function set_facts_of_judged_readings() returns trigger language plpgsql as $$
begin
  update nodes set reading_id = reading_id where reading_id = new.id;
  return null;
end $$;
create trigger node_readings_judged after update of verdict on node_readings
  for each row when (old.verdict is distinct from new.verdict) execute function set_facts_of_judged_readings();

update nodes set reading_id = reading_id
where reading_id in (select id from node_readings where verdict = 'held');
