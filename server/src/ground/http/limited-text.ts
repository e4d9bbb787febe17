/** Reads the body of another service's response as text. Throws when it exceeds the limit. */
export async function readLimitedText({ body }: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error('The response is too large.')
    text += decoder.decode(chunk, { stream: true })
  }
  return text
}
