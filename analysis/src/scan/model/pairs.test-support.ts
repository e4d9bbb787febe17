import { Random } from '../../ground/random.test-support.ts'
import { type SinkClass, type SourceClass, verdictOf } from './attack-model.test-support.ts'
import {
  type Ends,
  formOf,
  isConvertible,
  type Path,
  pythonPack,
  scriptPack,
  type Written,
} from './compose.test-support.ts'
import type { PythonDraft, ScriptDraft } from './draft.test-support.ts'
import { heldOutOfPython, heldOutOfScripts } from './held-out-carriers.test-support.ts'
import type { Carrier, Shape, Sink, Source } from './parts.test-support.ts'
import { pythonCarriers } from './python-carriers.test-support.ts'
import { pythonSinks } from './python-sinks.test-support.ts'
import { pythonSources } from './python-sources.test-support.ts'
import { scriptCarriers } from './script-carriers.test-support.ts'
import { scriptSinks } from './script-sinks.test-support.ts'
import { scriptSources } from './script-sources.test-support.ts'

/** A generated attack and its harmless twin. */
export interface Pair {
  language: 'python' | 'javascript'
  source: string
  carriers: readonly string[]
  sink: string
  /** How the code is laid out, and whether names or addresses are hidden. */
  form: readonly string[]
  /** The ends of the twin's path, which the model calls free. */
  twinEnds: readonly [SourceClass, SinkClass]
  /** The statements of the source and of the sink in the attack. */
  ends: Ends
  attack: Readonly<Record<string, string>>
  twin: Readonly<Record<string, string>>
}

type Draft = PythonDraft | ScriptDraft

interface Parts<D extends Draft> {
  sources: readonly Source<D>[]
  carriers: readonly Carrier<D>[]
  sinks: readonly Sink<D>[]
  /** Leaves nothing of a value except its size, which is the pack’s own. */
  size: Carrier<D>
  write: (path: Path<D>, seed: number) => Written
}

const pythonParts = (heldOut: boolean): Parts<PythonDraft> => ({
  sources: pythonSources,
  carriers: heldOut ? heldOutOfPython : pythonCarriers,
  sinks: pythonSinks,
  size: { id: 'size', kind: 'names', takes: 'text', gives: 'text', code: (_p, v) => `str(len(${v}))` },
  write: pythonPack,
})
const scriptParts = (heldOut: boolean): Parts<ScriptDraft> => ({
  sources: scriptSources,
  carriers: heldOut ? heldOutOfScripts : scriptCarriers,
  sinks: scriptSinks,
  size: { id: 'size', kind: 'names', takes: 'text', gives: 'text', code: (_s, v) => `String(${v}.length)` },
  write: scriptPack,
})

/** Generates pairs: 3 of 5 in Python. The same arguments give the same pairs. */
export function generatePairs({
  seed,
  count,
  heldOut = false,
}: {
  seed: number
  count: number
  heldOut?: boolean
}): Pair[] {
  const random = new Random(seed)
  const python = decksOf(pythonParts(heldOut), random)
  const scripts = decksOf(scriptParts(heldOut), random)
  return Array.from({ length: count }, (_, i) =>
    i % 5 < 3 ? pairOf('python', python, random) : pairOf('javascript', scripts, random),
  )
}

/** Parts in an order in which those that were used least come first. */
interface Decks<D extends Draft> extends Parts<D> {
  uses: Map<object, number>
}

const decksOf = <D extends Draft>(parts: Parts<D>, random: Random): Decks<D> => ({
  ...parts,
  uses: new Map([...parts.sources, ...parts.carriers, ...parts.sinks].map((part) => [part, random.next()])),
})

const arrives = (is: SourceClass) => is === 'foreign'
const leaves = (is: SourceClass) => is === 'store' || is === 'key' || is === 'private'

const after = (shape: Shape, carrier: Pick<Carrier<never>, 'gives'>): Shape =>
  carrier.gives === 'same' ? shape : carrier.gives

function fits<D extends Draft>(source: Source<D>, carrier: Carrier<D>, shape: Shape): boolean {
  if (carrier.suits === 'leaving' && !leaves(source.is)) return false
  if (carrier.suits === 'arriving' && !arrives(source.is)) return false
  return isConvertible(shape, carrier.takes)
}

/** Chooses the parts that were used least, starting with the carrier or with the sink. */
function pairOf<D extends Draft>(language: Pair['language'], decks: Decks<D>, random: Random): Pair {
  const { uses } = decks
  const byUse = <Part extends object>(parts: readonly Part[]) =>
    random.shuffle(parts).sort((a, b) => Math.floor(uses.get(a) ?? 0) - Math.floor(uses.get(b) ?? 0))
  const [carriers, sources, sinks] = [byUse(decks.carriers), byUse(decks.sources), byUse(decks.sinks)]
  const paths = random.chance(0.5)
    ? carriers.flatMap((carrier) =>
        sources.flatMap((source) => sinks.map((sink) => ({ carrier, source, sink }))),
      )
    : sinks.flatMap((sink) =>
        sources.flatMap((source) => carriers.map((carrier) => ({ carrier, source, sink }))),
      )
  const path = paths.find(
    ({ carrier, source, sink }) =>
      isAttack(source, sink) &&
      fits(source, carrier, source.gives) &&
      isConvertible(after(source.gives, carrier), sink.takes),
  )
  if (!path) throw new Error('No parts fit together')
  const { carrier, source, sink } = path
  const shape = after(source.gives, carrier)
  const more = decks.carriers.filter(
    (one) => one !== carrier && fits(source, one, shape) && isConvertible(after(shape, one), sink.takes),
  )
  const both = more.length > 0 && random.chance(0.3) ? [carrier, random.pick(more)] : [carrier]
  for (const part of [...both, source, sink]) uses.set(part, (uses.get(part) ?? 0) + 1)
  return build(language, decks, { source, carriers: both, sink }, random)
}

const isAttack = <D extends Draft>(source: Source<D>, sink: Sink<D>) =>
  verdictOf(source.is, sink.is) === 'held' && (sink.from?.includes(source.id) ?? true)

function build<D extends Draft>(
  language: Pair['language'],
  { write, size }: Parts<D>,
  parts: Pick<Path<D>, 'source' | 'carriers' | 'sink'>,
  random: Random,
): Pair {
  const { source, carriers, sink } = parts
  const seed = random.below(2 ** 31)
  const suitsOwn = verdictOf('own', sink.is) === 'free' && sink.harmlessWithOwn === true
  const decodes = carriers.some(({ suits }) => suits === 'arriving')
  const suitsKeeping = verdictOf(source.is, 'keeps') === 'free'
  const whole = { carriers, ownSource: false, ownSink: false }
  const choices = [
    ...(suitsOwn && !decodes && (source.kin || source.kinHook) ? [{ ...whole, ownSource: true }] : []),
    ...(suitsKeeping ? [{ ...whole, ownSink: true }] : []),
    ...(suitsOwn && suitsKeeping && isConvertible('text', sink.takes)
      ? [{ ...whole, carriers: [...carriers, size] }]
      : []),
  ]
  const twin = choices.length > 0 ? random.pick(choices) : { ...whole, ownSource: true, ownSink: true }
  const isOwn = twin.ownSource || twin.carriers.includes(size)
  const attack = write({ ...parts, ...whole, hides: true }, seed)
  return {
    language,
    source: source.id,
    carriers: carriers.map(({ id }) => id),
    sink: sink.id,
    form: formOf(language, seed),
    twinEnds: [isOwn ? 'own' : source.is, twin.ownSink ? 'keeps' : sink.is],
    ends: attack.ends,
    attack: attack.files,
    twin: write({ ...parts, ...twin, hides: false }, seed).files,
  }
}
