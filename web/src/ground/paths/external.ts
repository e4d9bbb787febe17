import type { Locale } from '@nodeyard/contract/locales'

/** Addresses outside of the site. Whoever runs it for another community changes them here. */
export const external = {
  docs: 'https://docs.comfy.org/registry/overview',
  docsInChinese: 'https://docs.comfy.org/zh-CN/registry/overview',
  /** Where changes to translations are discussed. */
  translations: '/discord',
  /** The server knows where the community talks and redirects there. */
  chat: '/discord',
} as const

export function docsAddress(locale: Locale): string {
  return locale.startsWith('zh') ? external.docsInChinese : external.docs
}
