import Type from 'typebox'
import { Compile } from 'typebox/compile'

const payloadType = 'application/vnd.in-toto+json'

const Statement = Compile(
  Type.Object({
    _type: Type.String({ pattern: '^https://in-toto\\.io/Statement/v' }),
    subject: Type.Array(
      Type.Object({ digest: Type.Optional(Type.Object({ sha256: Type.Optional(Type.String()) })) }),
      { maxItems: 1000 },
    ),
    predicateType: Type.String({ minLength: 1, maxLength: 500 }),
  }),
)

export interface InTotoStatement {
  /** SHA-256 of its subjects, lowercase hex. */
  digests: string[]
  predicateType: string
}

/** Reads the subjects of an in-toto statement. Returns undefined for anything else. Source: in-toto attestation, Statement v1. */
export function readStatement(type: string, payload: Uint8Array): InTotoStatement | undefined {
  if (type !== payloadType) return undefined
  const parsed = parse(new TextDecoder().decode(payload))
  if (!Statement.Check(parsed)) return undefined
  const digests = parsed.subject.flatMap(({ digest }) =>
    digest?.sha256 ? [digest.sha256.toLowerCase()] : [],
  )
  return { digests, predicateType: parsed.predicateType }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
