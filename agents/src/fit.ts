const encoder = new TextEncoder()
const sizeOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).byteLength

/** Each step keeps less: letters of a text, and members of a list. */
const steps = [
  { letters: 2_000, members: 200 },
  { letters: 600, members: 100 },
  { letters: 300, members: 50 },
  { letters: 200, members: 20 },
  { letters: 120, members: 10 },
  { letters: 80, members: 5 },
  { letters: 60, members: 3 },
  { letters: 40, members: 1 },
] as const

/** Shortens texts and lists until the JSON fits. Says how much is missing, so that an agent can ask for more. */
export function fit(value: unknown, maxBytes: number): unknown {
  if (sizeOf(value) <= maxBytes) return value
  for (const step of steps) {
    const shortened = shorten(value, step)
    if (sizeOf(shortened) <= maxBytes) return shortened
  }
  return { too_large: `The response has ${sizeOf(value)} bytes. Ask with a larger max_bytes, or for less.` }
}

function shorten(value: unknown, step: (typeof steps)[number]): unknown {
  if (typeof value === 'string')
    return value.length > step.letters
      ? `${value.slice(0, step.letters).toWellFormed()}… (${value.length} characters)`
      : value
  if (Array.isArray(value)) {
    const kept: unknown[] = value.slice(0, step.members).map((one) => shorten(one, step))
    const left = value.length - kept.length
    return left > 0 ? [...kept, { omitted: left }] : kept
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shorten(member, step)]))
}
