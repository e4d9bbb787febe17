import { killListBy, signer } from '../../../contract/src/ground/signed.test-support.ts'

const registry = signer('a')

/** Responds like a registry to requests for its kill list and its keys; undefined for other paths. */
export function answerKillList(path: string, killed: readonly object[] = []): object | undefined {
  if (path === '/kill-list') return killListBy([registry], { entries: killed })
  if (path !== '/kill-list/keys') return undefined
  return { keys: [registry.jwk] }
}
