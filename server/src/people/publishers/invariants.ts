/** Rules about the stored data that constraints cannot express. Each query returns the ids of rows that break its rule. */
export const invariants = {
  'every publisher but the unclaimed one has an owner': `
    select p.id from publishers p
    where p.id <> 'admin-11338bd3-f081-43cf-b3f9-295c829826f7' and not exists (
      select from publisher_permissions m where m.publisher_id = p.id and m.role = 'owner')`,
} as const
