type Defined<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> }

/** Keeps the members that are defined, for a spread into an object whose optional members must not be undefined. */
export function defined<Members extends object>(members: Members): Defined<Members> {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(members)) if (value !== undefined) kept[name] = value
  return kept as Defined<Members>
}
