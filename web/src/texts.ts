import { fallbackLocale, type Locale } from '@nodeyard/contract/locales'
import { createInstance, type i18n } from 'i18next'
import type apiDocs from '../locales/en/api-docs.json'
import type auth from '../locales/en/auth.json'
import type common from '../locales/en/common.json'
import type home from '../locales/en/home.json'
import type nodes from '../locales/en/nodes.json'
import type publishers from '../locales/en/publishers.json'

interface English {
  common: typeof common
  home: typeof home
  nodes: typeof nodes
  publishers: typeof publishers
  'api-docs': typeof apiDocs
  auth: typeof auth
}

export type Namespace = keyof English
export type Dictionary = Record<string, string>

type WithoutPlural<Key> = Key extends `${infer Name}_${'one' | 'other'}` ? Name : Key
export type TextKey<Name extends Namespace> = WithoutPlural<keyof English[Name]>
export type TextValues = Record<string, string | number>

/** A sentence of one namespace in the page's language. */
export type Text<Name extends Namespace> = (key: TextKey<Name>, values?: TextValues) => string

/** The sentences of one language; namespaces join as pages need them. */
export interface Texts {
  add(namespace: string, dictionary: Dictionary): void
  has(namespace: string): boolean
  of<Name extends Namespace>(namespace: Name): Text<Name>
}

export function createTexts(locale: Locale): Texts {
  const instance = instanceFor(locale)
  const fixed = new Map<Namespace, Text<Namespace>>()
  return {
    add: (namespace, dictionary) => void instance.addResourceBundle(locale, namespace, dictionary),
    has: (namespace) => instance.hasResourceBundle(locale, namespace),
    of(namespace) {
      const known = fixed.get(namespace)
      if (known) return known
      const text = instance.getFixedT(locale, namespace) as unknown as Text<Namespace>
      fixed.set(namespace, text)
      return text
    },
  }
}

function instanceFor(locale: Locale): i18n {
  const instance = createInstance()
  instance.init({
    lng: locale,
    fallbackLng: fallbackLocale,
    defaultNS: 'common',
    resources: {},
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  return instance
}
