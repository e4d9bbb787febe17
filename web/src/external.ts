import type { Locale } from '@nodeyard/contract/locales'

/** Addresses outside of the site. Forks change them here. */
export const external = {
  docs: 'https://docs.comfy.org/registry/overview',
  docsInChinese: 'https://docs.comfy.org/zh-CN/registry/overview',
  /** The server knows where the community talks and redirects there. */
  chat: '/discord',
} as const

export function docsAddress(locale: Locale): string {
  return locale.startsWith('zh') ? external.docsInChinese : external.docs
}
