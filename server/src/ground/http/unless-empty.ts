/** A member of an answer that is absent when there is no text. Source: clients 1.1. */
export function unlessEmpty<Key extends string>(key: Key, text: string): { [key in Key]?: string } {
  return text === '' ? {} : ({ [key]: text } as { [key in Key]: string })
}
