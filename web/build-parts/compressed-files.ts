import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const worthIt = /^assets\/.*\.(?:js|css|json|svg)$/

/** Writes a Brotli copy beside each file at the highest level, which is too slow to do per request. */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      if (this.environment.name !== 'client') return
      const files = Object.keys(bundle).filter((file) => worthIt.test(file))
      await Promise.all(files.map((file) => compress(join(dir, file))))
    },
  }
}

async function compress(file: string): Promise<void> {
  const body = await readFile(file)
  const small = await promisify(brotliCompress)(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
  await writeFile(`${file}.br`, small)
}
