/** Rules about the stored data that constraints cannot express. Each query returns the ids of rows that break its rule. */
export const invariants = {
  'a balance is the sum of its ledger entries': `
    select c.id from customers c where c.balance_micros <> (
      select coalesce(sum(l.amount_micros), 0) from ledger_entries l where l.customer_id = c.id)`,
} as const
