/** A mark that packs put before or after the names of all their comfy-nodes. */
export interface Affix {
  place: 'start' | 'end'
  /** The exact characters at that place. */
  text: string
  /** The letters and digits of the mark, which can be the name of its pack. */
  word: string
  /** Whether the mark stands apart, such as `(rgthree)`, so that it can only be a brand. */
  isBrand: boolean
}

const longestAffix = 40

const forms: readonly { place: Affix['place']; form: RegExp; isBrand: boolean }[] = [
  { place: 'end', form: /(?: ?\([^()]{2,30}\)| ?\[[^[\]]{2,30}\])$/u, isBrand: true },
  { place: 'start', form: /^(?:\([^()]{2,30}\)|\[[^[\]]{2,30}\]) ?/u, isBrand: true },
  { place: 'end', form: / ?(?:\/\/|\||::) ?[^/|:]{2,30}$/u, isBrand: true },
  { place: 'end', form: / - ?[\p{L}\d]{2,30}$/u, isBrand: true },
  { place: 'start', form: /^[^:|/]{2,30}[:|] ?/u, isBrand: false },
  { place: 'start', form: /^[\p{L}\d]{2,20}[_.]/u, isBrand: false },
  { place: 'start', form: /^[\p{L}\d]{2,12} /u, isBrand: false },
  { place: 'end', form: /_[\p{L}\d]{2,20}$/u, isBrand: false },
  { place: 'start', form: /^[A-Z]{2,6}(?=[A-Z][a-z])/u, isBrand: false },
  { place: 'start', form: /^[^\p{L}\d\s]{1,8} ?(?=\S)/u, isBrand: false },
  { place: 'end', form: /(?<=\S) ?[^\p{L}\d\s()[\]]{1,8}$/u, isBrand: false },
]

/** Lists the marks of a comfy-node's name that can tell its pack, brands first. */
export function affixesOf(name: string): Affix[] {
  return [...marksOf(name), ...capitalizedWords(name)]
}

const fewestLetters = 6

/**
 * Words run together, such as `BizyAir` in `BizyAirCanny` and `MultiGPU` in `UnetLoaderMultiGPU`. The word `Node` at the end
 * says nothing.
 */
function capitalizedWords(name: string): Affix[] {
  if (!/^\w{1,100}$/.test(name)) return []
  const starts = [...name.matchAll(/[A-Z]+(?![a-z])\d*|[A-Z][a-z\d]*/g)].map(({ index }) => index).slice(1)
  const parts = starts.flatMap((at) => [
    { place: 'start' as const, text: name.slice(0, at) },
    { place: 'end' as const, text: name.slice(at) },
  ])
  return parts
    .filter(({ text }) => text.replace(/Nodes?$/, '').length >= fewestLetters && text.length <= longestAffix)
    .map(({ place, text }) => ({ place, text, word: packKey(text), isBrand: false }))
}

function marksOf(name: string): Affix[] {
  const found = new Map<string, Affix>()
  for (const { place, form, isBrand } of forms) {
    const text = form.exec(name)?.[0]
    if (text === undefined || text.trim() === '' || text.length > longestAffix || text === name) continue
    const key = `${place} ${text}`
    if (!found.has(key)) found.set(key, { place, text, word: packKey(text), isBrand })
  }
  return [...found.values()]
}

/** Reduces an id or a name to its letters and digits in lowercase, because packs are spelled in many ways. */
export function packKey(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\d]/gu, '')
}

/** Removes the tool's name from a {@link packKey}, which some spellings of a pack's name leave out. */
export function shortKey(key: string): string {
  const short = key.replace(/^(comfyui|comfy)/, '').replace(/(comfyui|comfy)$/, '')
  return short === '' ? key : short
}

/** Marks of packs whose names no list has, by repository. */
const knownAffixes: readonly { place: Affix['place']; text: string; repository: string }[] = [
  { place: 'start', text: '[Comfy3D]', repository: 'github.com/mrforexample/comfyui-3d-pack' },
  {
    place: 'start',
    text: '[AnimateAnyone]',
    repository: 'github.com/mrforexample/comfyui-animateanyone-evolved',
  },
  { place: 'start', text: 'DF_', repository: 'github.com/derfuu/derfuu_comfyui_moddednodes' },
  { place: 'start', text: 'ttN ', repository: 'github.com/tinyterra/comfyui_tinyterranodes' },
  { place: 'start', text: 'JW', repository: 'github.com/jameswalker55/comfyui-various' },
  { place: 'start', text: 'easy ', repository: 'github.com/yolain/comfyui-easy-use' },
  { place: 'end', text: 'MultiGPU', repository: 'github.com/pollockjj/comfyui-multigpu' },
  { place: 'end', text: '|pysssss', repository: 'github.com/pythongosssss/comfyui-custom-scripts' },
  { place: 'end', text: ' (rgthree)', repository: 'github.com/rgthree/rgthree-comfy' },
  { place: 'end', text: ' (mtb)', repository: 'github.com/melmass/comfy_mtb' },
  { place: 'end', text: '[Crystools]', repository: 'github.com/crystian/comfyui-crystools' },
  { place: 'end', text: '//Inspire', repository: 'github.com/ltdrdata/comfyui-inspire-pack' },
]

/** Comfy-nodes that exist only in the browser script of their pack, by repository. */
const frontendNodes: ReadonlyMap<string, string> = new Map([
  ['SetNode', 'github.com/kijai/comfyui-kjnodes'],
  ['GetNode', 'github.com/kijai/comfyui-kjnodes'],
])

/** Finds the repository of a known mark, or of a comfy-node that only a browser script defines. */
export function repositoryOfName(name: string): string | undefined {
  const marked = knownAffixes.find(({ place, text }) =>
    place === 'start' ? name.startsWith(text) : name.endsWith(text),
  )
  return frontendNodes.get(name) ?? marked?.repository
}
