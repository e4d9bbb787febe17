import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '@nodeyard/contract/ground'
import type { Plugin } from 'vite'

/** Emits the texts of every language as files with content hashes in their names. */
export function textFiles(): Plugin {
  let root = ''
  return {
    name: 'text-files',
    configResolved(config) {
      root = config.root
    },
    buildStart() {
      if (this.environment.name !== 'client') return
      for (const originalFileName of textFilesIn(root)) {
        const [, locale, namespace] = originalFileName.split('/')
        const source = JSON.stringify(JSON.parse(readFileSync(join(root, originalFileName), 'utf8')))
        this.emitFile({ type: 'asset', name: `${locale}-${namespace}`, originalFileName, source })
        this.addWatchFile(join(root, originalFileName))
      }
    },
  }
}

function textFilesIn(root: string): string[] {
  return locales.flatMap((locale) =>
    readdirSync(join(root, 'locales', locale)).map((file) => `locales/${locale}/${file}`),
  )
}
