/** The body of an answer of another program as text. Throws when it has more bytes than that. */
export async function readLimitedText({ body }: Response, mostBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Error('The answer is too large.')
    text += decoder.decode(chunk, { stream: true })
  }
  return text
}
