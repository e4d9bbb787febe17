/**
 * Rules about stored data that constraints cannot express. Each query returns the ids of rows that break its
 * rule.
 */
export const invariants = {
  'an appeal that waits ends with a message of the publisher, and every appeal has one': `
    select a.version_id::text as id from appeals a
    left join lateral (
      select from_moderators from appeal_messages m where m.version_id = a.version_id order by place desc limit 1
    ) last on true
    where last.from_moderators is null or (a.waiting_since is not null and last.from_moderators)`,
} as const
