import type { BodyOf } from '@nodeyard/contract/ground'
import type { moderateVersion } from '@nodeyard/contract/safety'
import { useCallback, useState } from 'react'

/** A decision about one finding: that about the version, or another one, here or in every node. */
export const choices = ['follow', 'approve', 'reject', 'approve_everywhere', 'reject_everywhere'] as const
export type Choice = (typeof choices)[number]

/** Choices, keyed by the digest of the code. */
export type Verdicts = ReadonlyMap<string, Choice>

const none: Verdicts = new Map()

/** The decisions about single findings of each version, until its own decision is made. */
export function useVerdicts() {
  const [all, setAll] = useState<ReadonlyMap<string, Verdicts>>(new Map())
  const of = useCallback((version: string) => all.get(version) ?? none, [all])
  const set = useCallback(
    (version: string, digest: string, choice: Choice) =>
      setAll((before) => new Map(before).set(version, new Map(before.get(version)).set(digest, choice))),
    [],
  )
  return { of, set }
}

export function toWire(verdicts: Verdicts): NonNullable<BodyOf<typeof moderateVersion>['verdicts']> {
  return [...verdicts].flatMap(([digest, choice]) =>
    choice === 'follow'
      ? []
      : [
          {
            digest,
            verdict: choice.startsWith('approve') ? ('approved' as const) : ('rejected' as const),
            ...(choice.endsWith('everywhere') ? { everywhere: true } : {}),
          },
        ],
  )
}
