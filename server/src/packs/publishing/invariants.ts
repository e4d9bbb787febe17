/**
 * Rules about stored data that constraints cannot express. Each query returns the ids of rows that break its
 * rule.
 */
export const invariants = {
  'an active version was listed once': `
    select v.id from node_versions v join version_steps s on s.version_id = v.id and s.step = 'listed'
    where v.status = 'active' and s.finished_at is null`,
  'a finished step follows finished steps': `
    select s.version_id || ' ' || s.step as id from version_steps s join version_steps earlier using (version_id)
    where s.finished_at is not null and earlier.finished_at is null
      and array_position(array['received','checked','extracted','scanned','listed'], earlier.step)
        < array_position(array['received','checked','extracted','scanned','listed'], s.step)`,
  'an archive belongs to a version': `
    select a.digest as id from archives a
    where not exists (select from node_versions v where v.archive_digest = a.digest)`,
} as const
