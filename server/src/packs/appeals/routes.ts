import * as contract from '@nodeyard/contract/packs'
import { RegistryError } from '../../ground/errors.ts'
import { type App, mount } from '../../ground/http/mount.ts'
import { userOf } from '../../ground/permissions.ts'
import { answerAppeal } from './answer.ts'
import type { Deps } from './deps.ts'
import { getAppeal, getAppeals, readAppeal } from './read.ts'
import { writeAppeal } from './write.ts'

export function mountAppeals(app: App<Deps>): void {
  const { deps } = app
  mount(app, contract.writeAppeal, async ({ actor, params, body }) => {
    const version = await writeAppeal(deps, userOf(actor), params, body.text)
    const sight = { publisherId: params.publisherId, forModerators: false }
    const appeal = await readAppeal(deps.db, version, sight)
    if (!appeal) throw new RegistryError('version_not_found')
    return appeal
  })
  mount(app, contract.listAppeals, ({ query }) => getAppeals(deps.db, query))
  mount(app, contract.getAppeal, ({ params }) => getAppeal(deps.db, params))
  mount(app, contract.answerAppeal, async ({ actor, params, body }) => {
    await answerAppeal(deps, userOf(actor), params, body.text)
    return getAppeal(deps.db, params)
  })
}
