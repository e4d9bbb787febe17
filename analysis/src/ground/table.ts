/**
 * A table that is asked for names from a pack. An object would also answer to names such as `constructor`, which every object
 * has.
 */
export const tableOf = <T>(rows: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
  new Map(Object.entries(rows))
