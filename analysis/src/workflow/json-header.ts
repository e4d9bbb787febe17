import { isObject, parseJson, toJsonText } from '../ground/json.ts'
import { type Bytes, latin1, longestText, utf8 } from './bytes.ts'
import { WorkflowRefusal } from './refusal.ts'
import type { Texts } from './texts.ts'

/** Reads the extra members of the asset in a GLB model, where the tool writes its workflow. */
export async function readGlbTexts(bytes: Bytes): Promise<Texts> {
  if (latin1(await bytes.read(16, 4)) !== 'JSON') return []
  const length = (await bytes.view(12, 4)).getUint32(0, true)
  const asset = memberOf(parseJson(utf8(await bytes.read(20, length)).trim()), 'asset')
  return textsOf(memberOf(asset, 'extras'))
}

const lengthBytes = 8

/** Whether a file starts with the length of a JSON object and that object, as safetensors and latents do. */
export const hasJsonHeader = (head: Uint8Array): boolean =>
  head[lengthBytes] === 0x7b && head[5] === 0 && head[6] === 0 && head[7] === 0

/** Reads the metadata of safetensors. The tool saves latents in the same format. */
export async function readSafetensorsTexts(bytes: Bytes): Promise<Texts> {
  const length = (await bytes.view(0, lengthBytes)).getBigUint64(0, true)
  if (length > longestText) throw new WorkflowRefusal('too_large')
  const header = parseJson(utf8(await bytes.read(lengthBytes, Number(length))).trim())
  return textsOf(memberOf(header, '__metadata__'))
}

const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)

/** Some writers store the workflow as an object, others as its text. */
const textsOf = (members: unknown): Texts =>
  isObject(members)
    ? Object.entries(members).map(([key, value]) => ({
        key,
        text: typeof value === 'string' ? value : (toJsonText(value) ?? ''),
      }))
    : []
