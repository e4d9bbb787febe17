type Defined<Values> = {
  [Key in keyof Values as undefined extends Values[Key] ? never : Key]: Values[Key]
} & {
  [Key in keyof Values as undefined extends Values[Key] ? Key : never]?: Exclude<Values[Key], undefined>
}

/** Leaves out the properties that are undefined. */
export function defined<Values extends object>(values: Values): Defined<Values> {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) if (value !== undefined) kept[name] = value
  return kept as Defined<Values>
}
