/** Rules about the stored data that constraints cannot express. Each query returns the ids of rows that break its rule. */
export const invariants = {
  'a search entry belongs to an active node': `
    select s.node_id as id from node_search s join nodes n on n.id = s.node_id where n.status <> 'active'`,
} as const
