/**
 * Rules about stored data that constraints cannot express. Each query returns the ids of rows that break its
 * rule.
 */
export const invariants = {
  'a token of trusted publishing announces one version, and is used up by that': `
    select t.id from trusted_tokens t join node_versions v on v.announced_by_token = t.id
    group by t.id having count(*) > 1 or t.used_at is null`,
  'what a build announced says which build that was': `
    select v.id from node_versions v join trusted_tokens t on t.id = v.announced_by_token
    where not exists (select from version_provenance p where p.version_id = v.id)`,
  'a token of trusted publishing that is not used yet is of a repository that is bound': `
    select t.id from trusted_tokens t join trusted_publishers p on p.id = t.trusted_publisher_id
    where t.used_at is null and p.repository_id is null`,
} as const
