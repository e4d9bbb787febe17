-- A program of the release before knows nothing of members: what it writes counts as a whole line.

create function count_line_as_whole() returns trigger language plpgsql as $$
begin
  if new.whole_revision is null then
    new.whole_revision := new.entry_revision;
  elsif tg_op = 'UPDATE' and new.entry_revision <> old.entry_revision
      and new.whole_revision = old.whole_revision and new.member_revisions = old.member_revisions then
    new.whole_revision := new.entry_revision;
  end if;
  return new;
end
$$;

create trigger count_line_as_whole before insert or update on catalogue_entries
  for each row execute function count_line_as_whole();
