import { type Bytes, utf8 } from './bytes.ts'
import type { Texts } from './texts.ts'

const ids = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  tags: 0x1254c367,
  tag: 0x7373,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  tagString: 0x4487,
} as const

interface Element {
  id: number
  /** Start of the content. */
  start: number
  end: number
}

const maxElements = 200_000

/** Reads the tags of a WebM or Matroska film, and skips the elements with pictures and sound. */
export async function readMatroskaTexts(bytes: Bytes): Promise<Texts> {
  const texts: Texts = []
  const elements = { left: maxElements }
  for await (const top of elementsIn(bytes, 0, bytes.size, elements)) {
    if (top.id !== ids.segment) continue
    for await (const element of elementsIn(bytes, top.start, top.end, elements)) {
      if (element.id === ids.tags) await readTags(bytes, element, elements, texts)
    }
  }
  return texts
}

async function readTags(
  bytes: Bytes,
  parent: Element,
  elements: { left: number },
  texts: Texts,
): Promise<void> {
  for await (const element of elementsIn(bytes, parent.start, parent.end, elements)) {
    if (element.id === ids.tag) await readTags(bytes, element, elements, texts)
    if (element.id === ids.simpleTag) texts.push(await readSimpleTag(bytes, element, elements))
  }
}

async function readSimpleTag(bytes: Bytes, tag: Element, elements: { left: number }): Promise<Texts[number]> {
  const found = { key: '', text: '' }
  for await (const { id, start, end } of elementsIn(bytes, tag.start, tag.end, elements)) {
    if (id === ids.tagName) found.key = utf8(await bytes.read(start, end - start))
    if (id === ids.tagString) found.text = utf8(await bytes.read(start, end - start))
  }
  return found
}

/** An element of unknown length, as in live recordings, extends to the end of its parent. */
async function* elementsIn(
  bytes: Bytes,
  start: number,
  end: number,
  elements: { left: number },
): AsyncGenerator<Element> {
  for (let at = start; at < end && elements.left-- > 0; ) {
    const head = await bytes.read(at, Math.min(12, end - at))
    const id = readNumber(head, 0, false)
    const size = id && readNumber(head, id.length, true)
    if (!id || !size) return
    const content = at + id.length + size.length
    const isUnknown = size.value === undefined
    const contentEnd = isUnknown ? end : content + (size.value ?? 0)
    if (contentEnd > end) return
    yield { id: id.value ?? 0, start: content, end: contentEnd }
    // The elements after a cluster of unknown length are inside it.
    at = isUnknown && id.value === ids.cluster ? content : contentEnd
  }
}

/** The leading zeros of the first byte tell how many bytes follow; all ones mean an unknown size. */
function readNumber(
  bytes: Uint8Array,
  at: number,
  withoutMarker: boolean,
): { value: number | undefined; length: number } | undefined {
  const first = bytes[at]
  if (!first) return undefined
  const length = Math.clz32(first) - 23
  if (at + length > bytes.byteLength) return undefined
  let value = withoutMarker ? first & (0xff >> length) : first
  let isUnknown = withoutMarker && value === 0xff >> length
  for (let index = 1; index < length; index++) {
    const byte = bytes[at + index] ?? 0
    isUnknown &&= byte === 0xff
    value = value * 256 + byte
  }
  return { value: isUnknown ? undefined : value, length }
}
