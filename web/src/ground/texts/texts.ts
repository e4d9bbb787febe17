import type { Locale } from '@nodeyard/contract/ground'
import type account from '../../../locales/en/account.json'
import type admin from '../../../locales/en/admin.json'
import type adminOversight from '../../../locales/en/admin-oversight.json'
import type adminRegistry from '../../../locales/en/admin-registry.json'
import type adminReview from '../../../locales/en/admin-review.json'
import type adminSafety from '../../../locales/en/admin-safety.json'
import type apiDocs from '../../../locales/en/api-docs.json'
import type auth from '../../../locales/en/auth.json'
import type collections from '../../../locales/en/collections.json'
import type common from '../../../locales/en/common.json'
import type compare from '../../../locales/en/compare.json'
import type device from '../../../locales/en/device.json'
import type forms from '../../../locales/en/forms.json'
import type home from '../../../locales/en/home.json'
import type manage from '../../../locales/en/manage.json'
import type models from '../../../locales/en/models.json'
import type nodes from '../../../locales/en/nodes.json'
import type notifications from '../../../locales/en/notifications.json'
import type paths from '../../../locales/en/paths.json'
import type plan from '../../../locales/en/plan.json'
import type publishers from '../../../locales/en/publishers.json'
import type repositories from '../../../locales/en/repositories.json'
import type resolve from '../../../locales/en/resolve.json'
import type safety from '../../../locales/en/safety.json'
import type service from '../../../locales/en/service.json'
import type source from '../../../locales/en/source.json'
import type tokens from '../../../locales/en/tokens.json'
import type workflows from '../../../locales/en/workflows.json'
import type workspace from '../../../locales/en/workspace.json'
import { formatsOf, isolatedIn } from './formats.ts'

interface English {
  common: typeof common
  home: typeof home
  nodes: typeof nodes
  publishers: typeof publishers
  source: typeof source
  plan: typeof plan
  compare: typeof compare
  collections: typeof collections
  resolve: typeof resolve
  repositories: typeof repositories
  safety: typeof safety
  service: typeof service
  'api-docs': typeof apiDocs
  auth: typeof auth
  account: typeof account
  device: typeof device
  forms: typeof forms
  tokens: typeof tokens
  manage: typeof manage
  models: typeof models
  workspace: typeof workspace
  workflows: typeof workflows
  notifications: typeof notifications
  paths: typeof paths
  admin: typeof admin
  'admin-registry': typeof adminRegistry
  'admin-review': typeof adminReview
  'admin-safety': typeof adminSafety
  'admin-oversight': typeof adminOversight
}

export type Namespace = keyof English
export type Dictionary = Readonly<Record<string, string>>

type WithoutPlural<Key> = Key extends `${infer Name}_${'one' | 'other'}` ? Name : Key
export type TextKey<Name extends Namespace> = WithoutPlural<keyof English[Name]>
/** `count` selects the plural form and is formatted in the language. Lists of names are joined. */
export type TextValues = Readonly<Record<string, string | number | readonly string[]>>

/** Returns a text of one namespace in the page's language. */
export type Text<Name extends Namespace> = (key: TextKey<Name>, values?: TextValues) => string

/** Texts of one language; pages add the namespaces that they need. */
export interface Texts {
  add(namespace: string, dictionary: Dictionary): void
  has(namespace: string): boolean
  of<Name extends Namespace>(namespace: Name): Text<Name>
}

/**
 * Reads the files of `locales/` in the format of i18next: `{{name}}` is a placeholder, and plural forms have
 * suffixes such as `_few`. i18next itself would take an eighth of the page's script budget. A test compares the
 * output of both.
 */
export function createTexts(locale: Locale): Texts {
  const dictionaries = new Map<string, Dictionary>()
  return {
    add: (namespace, dictionary) => void dictionaries.set(namespace, dictionary),
    has: (namespace) => dictionaries.has(namespace),
    of: (namespace) => (key, values) => {
      const dictionary = dictionaries.get(namespace) ?? {}
      return fill(sentence(dictionary, locale, String(key), values) ?? String(key), locale, values)
    },
  }
}

function sentence(
  dictionary: Dictionary,
  locale: Locale,
  key: string,
  values?: TextValues,
): string | undefined {
  const count = values?.['count']
  if (typeof count !== 'number') return dictionary[key]
  return (
    dictionary[`${key}_${formatsOf(locale).plural(count)}`] ?? dictionary[`${key}_other`] ?? dictionary[key]
  )
}

/** Between names, where it is not the Latin comma. */
const commas: Partial<Record<Locale, string>> = { ar: '، ', ja: '、', zh: '、' }

function fill(text: string, locale: Locale, values: TextValues = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    if (typeof value === 'number') return formatsOf(locale).number(value)
    const names = typeof value === 'string' ? [value] : value
    return isolatedIn(locale, names).join(commas[locale] ?? ', ')
  })
}
