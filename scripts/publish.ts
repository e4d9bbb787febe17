// Publishes a folder or a git checkout to a registry, and follows the version until it is live, held back or
// refused.
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { cleanSecret } from '@nodeyard/contract/pasted-secret'
import { followVersion, verdictOf } from '../server/demo/follow-version.ts'
import { PublishError } from '../server/demo/publish-error.ts'
import { publishFolder } from '../server/demo/publish-folder.ts'
import { exitCodes, jsonOf, progressOn, textOfVerdict } from './publish-output.ts'

const usage = `Usage: npm run publish-pack -- FOLDER --token TOKEN [OPTIONS]

  --api URL          the registry's API (http://127.0.0.1:8080)
  --publisher ID     instead of the project file's PublisherId
  --id ID            where the project file has no name
  --version X.Y.Z    where the project file has no version
  --changelog TEXT   what is new in this version
  --help             this text
  --json             the outcome as JSON on standard output, the progress on standard error

Exit code: 0 the version is live, 2 it waits for a moderator, 1 it failed, 130 stopped by Ctrl-C.
`

const seeHelp = 'The options are listed by: npm run publish-pack -- --help'

type Options = NonNullable<ReturnType<typeof readOptions>>

process.exitCode = await main()

async function main(): Promise<number> {
  const stopping = new AbortController()
  const stop = (signal: 'SIGINT' | 'SIGTERM') => stopping.abort(signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  const state: State = { page: undefined, isUploaded: false }
  try {
    const options = readOptions()
    if (options) return await publish(options, stopping.signal, state)
    console.log(usage)
    return 0
  } catch (error) {
    const { reason } = stopping.signal
    if (reason === 'SIGINT' || reason === 'SIGTERM') return stopped(reason, state)
    console.error(error instanceof PublishError ? error.message : `Something unexpected went wrong: ${error}`)
    if (state.page) console.error(`Details: ${state.page}`)
    return 1
  }
}

/** The progress so far. */
interface State {
  page: string | undefined
  isUploaded: boolean
}

async function publish(options: Options, signal: AbortSignal, state: State): Promise<number> {
  const { json, ...rest } = options
  const output = json ? process.stderr : process.stdout
  const progress = progressOn(output)
  try {
    const { nodeId, version } = await publishFolder({ ...rest, progress, signal })
    state.isUploaded = true
    const { apiUrl, token } = options
    const onPage = (page: string) => {
      state.page = page
      progress.end(`Progress: ${page}`)
    }
    const report = await followVersion({ apiUrl, token, nodeId, version, progress, signal, onPage })
    progress.clear()
    output.write(`${textOfVerdict(report)}\n`)
    if (json) console.log(jsonOf(report))
    return exitCodes[verdictOf(report) ?? 'failed']
  } finally {
    progress.clear()
  }
}

function stopped(signal: 'SIGINT' | 'SIGTERM', { isUploaded, page }: State): number {
  console.error(
    isUploaded
      ? `Stopped watching. The registry goes on checking the version${page ? `: ${page}` : '.'}`
      : 'Stopped. Nothing was published; run the same command to start again.',
  )
  return 128 + constants.signals[signal]
}

function readOptions() {
  const text = { type: 'string' } as const
  const args = process.argv.slice(2).filter((argument) => argument !== '--')
  const { values, positionals } = parse(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...{ api: text, publisher: text, id: text, version: text, changelog: text, token: text },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }),
  )
  if (values.help) return undefined
  const [folder, ...others] = positionals
  if (!folder) throw new PublishError(`Name the folder to publish. ${seeHelp}`)
  if (others.length > 0) throw new PublishError(`Only one folder is published at a time. ${seeHelp}`)
  return {
    // npm changes to the project's folder, but relative paths refer to the caller's.
    folder: resolve(process.env['INIT_CWD'] ?? '.', folder),
    apiUrl: apiUrlOf(values.api ?? 'http://127.0.0.1:8080'),
    token: tokenOf(values.token),
    publisherId: values.publisher,
    nodeId: values.id,
    version: values.version,
    changelog: values.changelog,
    json: values.json ?? false,
  }
}

function parse<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    const [problem = ''] = error instanceof Error ? error.message.split('\n') : []
    throw new PublishError(`${problem.split('. ')[0]}. ${seeHelp}`)
  }
}

function apiUrlOf(given: string): string {
  const text = given.trim()
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new PublishError(`--api ${text}: this is no address. Give one such as http://127.0.0.1:8080.`)
}

/** Removes characters that pasting adds. */
function tokenOf(given: string | undefined): string {
  if (given === undefined) throw new PublishError(`Pass a token of your publisher with --token. ${seeHelp}`)
  const token = cleanSecret(given)
  if (token === '') throw new PublishError('The token after --token is empty. Copy it again.')
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new PublishError('The token after --token holds characters that no token has. Copy it again.')
  return token
}
