type NonEmpty<Values> = { [Name in keyof Values]?: Exclude<Values[Name], '' | false | undefined> }

/** Removes empty texts, false flags, undefined values and empty lists from a query. */
export function withoutEmpty<Values extends object>(values: Values): NonEmpty<Values> {
  const isFilled = (value: unknown) =>
    Array.isArray(value) ? value.length > 0 : value !== '' && value !== false && value !== undefined
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isFilled(value))) as NonEmpty<Values>
}
