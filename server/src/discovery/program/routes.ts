import manifest from '../../../package.json' with { type: 'json' }
import { RegistryError } from '../../ground/errors.ts'
import type { App } from '../../ground/http/mount.ts'
import { mountFile, type ServedFile } from '../../ground/http/served-file.ts'
import { type ProgramArchive, packProgram } from './archive.ts'

/** Serves the command line of this version to npm, ready to use with this registry. */
export function mountProgram(app: App): void {
  const { config } = app.deps
  let packing: Promise<ProgramArchive> | undefined
  const open = () => {
    packing ??= packProgram(config.apiUrl).catch((error) => {
      packing = undefined
      app.deps.log.error({ err: error }, 'the command line is not built: run npm run build')
      throw new RegistryError('unavailable')
    })
    return packing
  }
  const archive = async (): Promise<ServedFile> => {
    const { bytes } = await open()
    return { contentType: 'application/gzip', bytes }
  }
  mountFile(app, '/nodeyard.tgz', archive)
  mountFile(app, `/nodeyard-${manifest.version}.tgz`, archive)
  mountFile(app, '/nodeyard.json', async () => {
    const { version, bytes, integrity } = await open()
    const facts = { version, url: `${config.apiUrl}/nodeyard-${version}.tgz`, integrity, size: bytes.length }
    return { contentType: 'application/json; charset=utf-8', bytes: Buffer.from(JSON.stringify(facts)) }
  })
}
