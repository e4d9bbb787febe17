/** Returns a member of a response that is absent when the text is empty. Source: clients 1.1. */
export function unlessEmpty<Key extends string>(key: Key, text: string): { [key in Key]?: string } {
  return text === '' ? {} : ({ [key]: text } as { [key in Key]: string })
}
