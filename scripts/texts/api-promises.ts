import { describeApi } from '../../server/src/ground/http/openapi.ts'

/**
 * Finds sentences that callers rely on beyond the shape of a response: about the time of an effect, data that is kept, and the
 * people who see it. Other absolute words define a list, a filter or an omitted field.
 */
const promise = new RegExp(
  [
    String.raw`\b(never|always|immediately)\b`,
    String.raw`\b(is|are|become\w*) (\w+ )?at once\b`,
    String.raw`\bnothing\b.* is\b|\bchanges? nothing\b`,
    String.raw`\bonly (\w+[ ,]+)+(sees?|gets?|decides?|contains?)\b|\bno other response\b`,
  ].join('|'),
  'iu',
)

export const promisesIn = (text: string): string[] =>
  text.split(/(?<=[.!?:;])\s+/).filter((sentence) => promise.test(sentence))

/** Returns the promises in the texts of the API contract, by `api:` and the sentence. Refusals only explain themselves. */
export function apiPromises(): Map<string, string> {
  const { paths, components } = describeApi('https://registry.test') as {
    paths: object
    components: Record<string, object>
  }
  const { responses: _refusals, ...shapes } = components
  const sentences = [...textsIn(paths), ...textsIn(shapes)].flatMap(promisesIn)
  return new Map(sentences.map((sentence) => [`api:${sentence}`, sentence]))
}

/** Finds summaries and descriptions at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    typeof member === 'string' && /^(?:summary|description)$/.test(key) ? [member] : textsIn(member),
  )
}
