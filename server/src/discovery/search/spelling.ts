/** A word of the catalogue, with the number of nodes that have it. */
export interface KnownTerm {
  term: string
  node_count: number
}

/** Shorter words are too close to too many others. */
const shortestCorrected = 4
/** Up to this length every text that is one slip away is looked up. */
const longestTried = 16

/** Texts to look up because one slip away from the word: two letters swapped, one too many, one wrong, one missing. */
export function textsOneSlipAway(word: string): string[] {
  const letters = [...word]
  if (letters.length > longestTried) return []
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
  return (
    word.length >= shortestCorrected && /^\p{L}[\p{L}\p{M}\p{N}]*$/u.test(word) && !technicalWords.has(word)
  )
}

/** Words of the field that hardly any node has, and that are spelled as they should be. */
const technicalWords = new Set(
  (
    'xformers xformer triton cuda rocm zluda numpy scipy torch pytorch torchvision torchaudio torchsde insightface onnx ' +
    'onnxruntime sageattention sageattn flashattention flash_attn bitsandbytes diffusers transformers accelerate huggingface ' +
    'safetensors python traceback importerror modulenotfounderror attributeerror typeerror valueerror runtimeerror keyerror ' +
    'mps macos windows linux docker comfyui github pip venv conda portable mediapipe tensorflow protobuf pydantic gradio ' +
    'facexlib basicsr gfpgan codeformer nvidia amdgpu vram oom'
  ).split(' '),
)

/** How much more frequent a word must be to be meant instead of one that exists. */
const timesAsFrequent = 20

const slipsAllowed = ({ length }: string) => (length < 5 ? 1 : length < 9 ? 2 : 3)

/** Whether the word can be the term, or a beginning of it, with a few slips. */
export const isNear = (word: string, term: string) =>
  slipsToBeginning(word, term, slipsAllowed(word)) <= slipsAllowed(word)

/**
 * The word that is most likely meant, among `known`; `asTyped` nodes have words that begin like the one typed.
 * Whoever is still typing has not come to the end of the word, so candidates are compared by their beginnings.
 */
export function chooseCorrection(
  word: string,
  known: readonly KnownTerm[],
  asTyped: number,
): string | undefined {
  const [best] = known
    .filter(({ term, node_count }) => !term.startsWith(word) && node_count >= asTyped * timesAsFrequent)
    .filter(({ term }) => startsAlike(word, term))
    .map((known) => ({ ...known, slips: slipsToBeginning(word, known.term) }))
    .filter(({ slips }) => slips <= slipsAllowed(word))
    .sort((a, b) => rank(b, word) - rank(a, word) || (a.term < b.term ? -1 : 1))
  return best?.term
}

/** People hit the first letter, or swap it with the second. */
function startsAlike(word: string, term: string): boolean {
  return word[0] === term[0] || (word[0] === term[1] && word[1] === term[0])
}

/** A slip more needs a word that is some fifty times as frequent; so does a longer rest that is not typed yet. */
function rank({ term, node_count, slips }: KnownTerm & { slips: number }, word: string): number {
  const untyped = Math.max(0, term.length - word.length)
  const sameStart = term[0] === word[0] ? 0.5 : 0
  return Math.log(1 + node_count) / 4 + sameStart - slips - untyped * 0.25
}

/**
 * The least number of slips (a letter wrong, missing, too many, or two swapped) that make the word from the
 * term or from a beginning of it. A missing end counts little, see `rank`. Any number above `most` means more than that.
 */
export function slipsToBeginning(word: string, term: string, most = Number.POSITIVE_INFINITY): number {
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
    if (Math.min(...last) > most) break
  }
  return Math.min(...last)
}
