/** Rules about the stored data that constraints cannot express. Each query returns the ids of rows that break its rule. */
export const invariants = {
  'an advisory hits what it names, and nothing else': `
    select coalesce(h.advisory_id, x.advisory_id) || ' ' || coalesce(h.version_id, x.version_id) as id
    from advisory_versions h full join (
      select a.id as advisory_id, v.id as version_id
      from advisories a join node_versions v on v.node_id = a.node_id or v.archive_digest = any (a.archive_digests)
      where advisory_hits(a, v)
    ) x on x.advisory_id = h.advisory_id and x.version_id = h.version_id
    where h.advisory_id is null or x.advisory_id is null`,
  'a version is killed by an advisory that is published, hits it and refuses installs, or by none': `
    select v.id from node_versions v where v.killed_by is distinct from (
      select min(a.id) from advisory_versions h join advisories a on a.id = h.advisory_id
      where h.version_id = v.id and a.refuses_installs and a.withdrawn_at is null)`,
  'every entry of the last kill list has an advisory': `
    select entry ->> 'advisory' as id
    from (select envelope from kill_lists order by serial desc limit 1) last,
      jsonb_array_elements(convert_from(decode(
        rpad(translate(envelope ->> 'payload', '-_', '+/'),
          4 * ceil(length(envelope ->> 'payload') / 4.0)::int, '='), 'base64'), 'UTF8')::jsonb -> 'entries') as entry
    where not exists (select from advisories a where a.id = entry ->> 'advisory')`,
  'an advisory has all its revisions': `
    select a.id from advisories a where a.revision <> (
      select count(*) from advisory_revisions r where r.advisory_id = a.id)`,
} as const
