import type { Locale } from '@nodeyard/contract/ground'

/** Addresses outside the site. Operators of another community change them here. */
export const external = {
  docs: 'https://docs.comfy.org/registry/overview',
  docsInChinese: 'https://docs.comfy.org/zh-CN/registry/overview',
  /** Where changes to translations are discussed. */
  translations: '/discord',
  /** The server redirects to the community's chat. */
  chat: '/discord',
} as const

export function docsAddress(locale: Locale): string {
  return locale.startsWith('zh') ? external.docsInChinese : external.docs
}
