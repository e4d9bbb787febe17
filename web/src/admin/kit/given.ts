type Given<Values> = { [Name in keyof Values]?: Exclude<Values[Name], '' | false | undefined> }

/** A query without what is not chosen: empty texts, flags that are off, empty lists. */
export function given<Values extends object>(values: Values): Given<Values> {
  const isGiven = (value: unknown) =>
    Array.isArray(value) ? value.length > 0 : value !== '' && value !== false && value !== undefined
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isGiven(value))) as Given<Values>
}
