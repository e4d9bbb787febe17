/**
 * Rules about stored data that constraints cannot express. Each query returns the ids of rows that break its
 * rule.
 */
export const invariants = {
  'comfy-nodes belong to versions whose extraction succeeded': `
    select c.id::text from comfy_nodes c join node_versions v on v.id = c.version_id
    where v.extract_status <> 'success'
    union all
    select c.id::text from comfy_nodes c join node_readings r on r.id = c.version_id
    where r.extract_status <> 'success'`,
  'the claimed comfy-node names are those of the latest versions and readings': `
    select coalesce(c.node_id, x.node_id) || ' ' || coalesce(c.name, x.name) as id
    from comfy_node_claims c full join (
      select n.id as node_id, x.name from nodes n join comfy_nodes x on x.version_id = n.facts_id
    ) x on x.node_id = c.node_id and x.name = c.name
    where c.name is null or x.name is null`,
} as const
