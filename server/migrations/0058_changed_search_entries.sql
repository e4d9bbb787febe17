-- Every process keeps the search entries in memory, and is told of each that changes: see server/src/search/entries-at-hand.ts.

-- In pieces, because a notification takes less than 8000 bytes.
create function tell_of_search_entries() returns trigger language plpgsql as $$
begin
  perform pg_notify('nodeyard_changes', string_agg('entry:' || node_id, ' '))
  from (select node_id, (row_number() over ()) / 50 as piece from changed) as numbered
  group by piece;
  return null;
end $$;

create trigger node_search_added after insert on node_search
  referencing new table as changed for each statement execute function tell_of_search_entries();
create trigger node_search_changed after update on node_search
  referencing new table as changed for each statement execute function tell_of_search_entries();
create trigger node_search_removed after delete on node_search
  referencing old table as changed for each statement execute function tell_of_search_entries();
