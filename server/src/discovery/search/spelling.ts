/** A word of the index, with the number of nodes that contain it. */
export interface KnownTerm {
  term: string
  node_count: number
}

/** Shorter words resemble too many others. */
const minCorrectedLength = 4
/** Longer words would have too many variants to look up. */
const maxVariedLength = 16

/** Returns every text that differs from the word by two swapped letters or by one additional, wrong or missing letter. */
export function textsWithOneTypo(word: string): string[] {
  const letters = [...word]
  if (letters.length > maxVariedLength) return []
  const texts = new Set<string>()
  for (let at = 0; at <= letters.length; at++) {
    const before = letters.slice(0, at).join('')
    const [next = '', afterNext = '', ...others] = letters.slice(at)
    const rest = others.join('')
    texts.add(before + afterNext + rest)
    if (afterNext) texts.add(before + afterNext + next + rest)
    for (const letter of lettersOf(word)) {
      texts.add(before + letter + next + afterNext + rest)
      texts.add(before + letter + afterNext + rest)
    }
  }
  texts.delete(word)
  return [...texts]
}

const latin = 'abcdefghijklmnopqrstuvwxyz'
const cyrillic = 'абвгдежзиклмнопрстуфхцчшщъыьэюя'
const lettersOf = (word: string) => (/^\p{sc=Cyrillic}/u.test(word) ? cyrillic : latin)

export function mayBeCorrected(word: string): boolean {
  return word.length >= minCorrectedLength && correctedScript.test(word) && !technicalWords.has(word)
}

/** Words in other scripts have no vocabulary to compare with. */
const correctedScript = /^(?:[\p{sc=Latin}\p{N}]+|[\p{sc=Cyrillic}\p{N}]+)$/u

/** Letters that occur in none of the languages of the glossary. */
const otherLetters = /[äößãõåøłşğıđőűčćěřšžżźńąęșțăơưіїєґўђћљњџ]/i
/** Frequent words of languages without a glossary. English, Spanish and French lack them. */
const otherWords = new Set(
  (
    'und ist nicht mit fur auf ein eine einen dem zum zur bild bilder ich wie mein aus ohne ' +
    'gli che piu della dello delle degli nel nella senza immagine immagini poca ' +
    'uma nao mais meu minha dos pelo imagem imagens ' +
    'het een voor niet naar afbeelding bir icin ile jak dla oraz zdjecie'
  ).split(' '),
)
/** Whether a text is in a language without a glossary, whose words would be taken for misspelled English ones. */
export const isOtherLanguage = (text: string, words: readonly string[]): boolean =>
  otherLetters.test(text) || words.some((word) => otherWords.has(word))

/** Words of the field that hardly any node has, and that are spelled as they should be. */
const technicalWords = new Set(
  (
    'xformers xformer triton cuda rocm zluda numpy scipy torch pytorch torchvision torchaudio torchsde insightface onnx ' +
    'onnxruntime sageattention sageattn flashattention flash_attn bitsandbytes diffusers transformers accelerate huggingface ' +
    'directml safetensors python traceback importerror modulenotfounderror attributeerror typeerror valueerror runtimeerror keyerror ' +
    'mps macos windows linux docker comfyui github pip venv conda portable mediapipe tensorflow protobuf pydantic gradio ' +
    'facexlib basicsr gfpgan codeformer nvidia amdgpu vram oom'
  ).split(' '),
)

/** A correction must be this many times as frequent as the typed word. */
const minFrequencyRatio = 20

const maxTypos = ({ length }: string) => (length < 5 ? 1 : length < 10 ? 2 : 3)

/** Whether the word can be the term or a prefix of it, with a few typing errors. */
export const isNear = (word: string, term: string) =>
  typosToPrefix(word, term, maxTypos(word)) <= maxTypos(word)

/**
 * Chooses the most likely correction among `known`. Compares prefixes of the candidates, because the word may be typed only
 * in part. `asTyped` is the number of nodes with words that begin with the typed one.
 */
export function chooseCorrection(
  word: string,
  known: readonly KnownTerm[],
  asTyped: number,
): string | undefined {
  const [best] = known
    .filter(({ term, node_count }) => !term.startsWith(word) && node_count >= asTyped * minFrequencyRatio)
    .filter(({ term }) => startsAlike(word, term))
    .map((known) => ({ ...known, typos: typosToPrefix(word, known.term) }))
    .filter(({ typos }) => typos <= maxTypos(word))
    .sort((a, b) => rank(b, word) - rank(a, word) || (a.term < b.term ? -1 : 1))
  return best?.term
}

/** People hit the first letter, or swap it with the second. */
function startsAlike(word: string, term: string): boolean {
  return word[0] === term[0] || (word[0] === term[1] && word[1] === term[0])
}

/** A word that is about fifty times as frequent outweighs one more typing error, or four more untyped letters. */
function rank({ term, node_count, typos }: KnownTerm & { typos: number }, word: string): number {
  const untyped = Math.max(0, term.length - word.length)
  const sameStart = term[0] === word[0] ? 0.5 : 0
  return Math.log(1 + node_count) / 4 + sameStart - typos - untyped * 0.25
}

/**
 * Returns the smallest number of typing errors (a wrong, missing or additional letter, or two swapped letters) between the
 * word and a prefix of the term. Stops counting above `max`.
 */
export function typosToPrefix(word: string, term: string, max = Number.POSITIVE_INFINITY): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: term.length + 1 }, (_, at) => at)
  for (let row = 1; row <= word.length; row++) {
    const current = [row]
    for (let column = 1; column <= term.length; column++) {
      const same = word[row - 1] === term[column - 1]
      const swapped = word[row - 1] === term[column - 2] && word[row - 2] === term[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped && row > 1 && column > 1 ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
    if (Math.min(...last) > max) break
  }
  return Math.min(...last)
}
