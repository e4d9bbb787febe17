// Publishes a folder or a git checkout to a registry, as the command-line client does.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { cleanSecret } from '@nodeyard/contract/pasted-secret'
import { PublishError, publishFolder } from '../server/demo/publish-folder.ts'

const usage = `Usage: npm run publish-pack -- FOLDER --token TOKEN [OPTIONS]

  --api URL          the registry's API (http://127.0.0.1:8080)
  --publisher ID     instead of the project file's PublisherId
  --id ID            instead of the project file's name
  --version X.Y.Z    instead of the project file's version
  --changelog TEXT   what is new in this version
`

process.exitCode = await main()

async function main(): Promise<number> {
  const options = readOptions()
  if (!options) {
    process.stderr.write(usage)
    return 1
  }
  try {
    await publishFolder({ ...options, report: (line) => console.log(line) })
    return 0
  } catch (error) {
    if (!(error instanceof PublishError)) throw error
    console.error(error.message)
    return 1
  }
}

function readOptions() {
  const text = { type: 'string' } as const
  const args = process.argv.slice(2).filter((argument) => argument !== '--')
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { api: text, publisher: text, id: text, version: text, changelog: text, token: text },
    })
    const folder = positionals[0]
    const token = cleanSecret(values.token ?? '')
    if (!folder || positionals.length > 1 || token === '') return undefined
    return {
      // npm changes to the project's folder; a relative path means the one it was called from.
      folder: resolve(process.env['INIT_CWD'] ?? '.', folder),
      apiUrl: values.api ?? 'http://127.0.0.1:8080',
      token,
      publisherId: values.publisher,
      nodeId: values.id,
      version: values.version,
      changelog: values.changelog,
    }
  } catch {
    return undefined
  }
}
