import { defined, isLocale } from '@nodeyard/contract/ground'
import * as contract from '@nodeyard/contract/services'
import type { DbOrTx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { type App, mount } from '../../ground/http/mount.ts'
import { mountPages } from '../../ground/http/raw-pages.ts'
import { userOf } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { findSettings, putSettings, setFirstLanguage } from './sql.ts'
import { askToStop, stopMail, unsubscribePath } from './unsubscribe.ts'

/** Mounts the notification settings and the unsubscribe page. */
export function mountNotifications(app: App<Deps>): void {
  const { deps } = app
  mount(app, contract.getNotificationSettings, async ({ actor }) =>
    settingsOf(deps.db, deps, userOf(actor).id),
  )
  mount(app, contract.setNotificationSettings, async ({ body: { language, muted }, actor }) => {
    if (muted?.some((kind) => contract.fixedKinds.includes(kind))) {
      throw new RegistryError('notification_kind_fixed', { field: 'body.muted' })
    }
    const { id } = userOf(actor)
    await putSettings(deps.db, id, {
      ...defined({ language }),
      ...(muted === undefined ? {} : { muted: [...new Set(muted)] }),
    })
    return settingsOf(deps.db, deps, id)
  })
  mount(app, contract.noteLanguage, async ({ body, actor }) => {
    await setFirstLanguage(deps.db, userOf(actor).id, body.language)
    return null
  })
  mountPages(app, {
    [`GET ${unsubscribePath}`]: (call) => askToStop(deps, call),
    [`POST ${unsubscribePath}`]: (call) => stopMail(deps, call),
  })
}

async function settingsOf(
  db: DbOrTx,
  { mailer }: Pick<Deps, 'mailer'>,
  userId: string,
): Promise<contract.NotificationSettings> {
  const settings = await findSettings(db, userId)
  const language = settings?.language ?? undefined
  return {
    ...(isLocale(language) ? { language } : {}),
    muted: contract.notificationKinds.filter((kind) => settings?.muted.includes(kind)),
    sendsMail: mailer !== undefined,
  }
}
