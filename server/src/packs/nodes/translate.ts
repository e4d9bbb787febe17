import { limits } from '@nodeyard/contract/limits'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Actor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { changeNode, lockNode } from './sql.ts'

type Translations = Record<string, Record<string, unknown>>

/** Adds translations field by field. Other languages and fields stay. Source: API contract 17.2. */
export function translateNode(
  deps: Pick<Deps, 'db' | 'changes' | 'now'>,
  actor: Actor,
  nodeId: string,
  data: Translations,
): Promise<void> {
  return transact(deps, async (tx) => {
    const node = await lockNode(tx, nodeId)
    if (!node || node.status === 'deleted') throw new RegistryError('node_not_found')
    const translations = merge(node.translations, data)
    const text = JSON.stringify(translations)
    if (text.length > limits.translationBytes) {
      throw new RegistryError('invalid_request', {
        message: `body.data makes the translations of this node longer than ${limits.translationBytes} characters`,
        field: 'body.data',
        limit: limits.translationBytes,
      })
    }
    await changeNode(tx, node.id, { translations: text, updated_at: deps.now() })
    await recordEvent(tx, {
      actor,
      action: 'node.translate',
      subject: { kind: 'node', id: node.id },
      publisherId: node.publisher_id,
      after: { languages: Object.keys(data) },
      at: deps.now(),
    })
    markChanged(tx, `node:${node.id}`, 'nodes')
  })
}

function merge(known: Translations, added: Translations): Translations {
  const languages = new Map(Object.entries(known))
  for (const [language, fields] of Object.entries(added)) {
    languages.set(language, { ...languages.get(language), ...fields })
  }
  return Object.fromEntries(languages)
}
