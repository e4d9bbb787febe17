import { resolve } from 'node:path'
import { subjectOf } from '@nodeyard/planning/project'
import { type Context, type Options, printJson, textIn } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import type { Texts } from '../ground/texts.ts'
import { selectOptionsOf } from '../pack/ask.ts'
import { assertAccepted, readProjectFile } from '../pack/project-file.ts'
import { type Attested, attest, type Bundle, readBundle } from '../publish/bundle.ts'
import { releaseOptionsOf } from '../publish/certain-failures.ts'
import { followVersion, verdictOf } from '../publish/follow-version.ts'
import { assertFolder, type Progress, publishFolder } from '../publish/publish-folder.ts'
import { exitCodeOf, jsonOf, progressOn, textOfVerdict } from '../publish/publish-output.ts'
import { tokenFor } from '../registry/credentials.ts'
import { registryUrl } from '../registry/settings.ts'
import { isTrustedBuild, tokenOfBuild } from '../registry/trusted-build.ts'

/** Publishes a folder and follows the version until it is live, held back or refused. */
export async function runPublish(
  context: Context,
  [path = '.']: string[],
  options: Options,
): Promise<number> {
  const { text, signal, stdout, stderr } = context
  const folder = resolve(context.folder, path)
  const given = {
    folder,
    publisherId: textIn(options, 'publisher'),
    nodeId: textIn(options, 'id'),
    version: textIn(options, 'setVersion'),
    changelog: textIn(options, 'changelog'),
  }
  const bundleFile = textIn(options, 'bundle')
  const bundle = bundleFile === undefined ? undefined : await readBundle(resolve(context.folder, bundleFile))
  const apiUrl = await registryUrl(context, options)
  await assertFolder(folder)
  // Finds problems of the folder before it asks for a token.
  const project = await readProjectFile(folder)
  assertAccepted(project, given)
  const subject = subjectOf(project, given)
  const token = await tokenOf(context, options, apiUrl, subject)
  const output = options['json'] ? stderr : stdout
  const progress = progressOn(output)
  const state = { isUploaded: false, page: '' }
  try {
    const target = { apiUrl, token, progress, text, signal }
    const select = selectOptionsOf(context, options)
    const release = releaseOptionsOf(context, options)
    const { nodeId, version } = await publishFolder({ ...given, ...target, bundle, select, release })
    state.isUploaded = true
    const attested = { ...target, publisherId: subject.publisherId, nodeId, version }
    const refusal = bundle && (await attestOrRefusal(bundle, attested))
    const onPage = (page: string) => {
      state.page = page
      progress.end(text('progress_at', { page }))
    }
    const report = await followVersion({ ...target, nodeId, version, onPage })
    progress.clear()
    output.write(`${textOfVerdict(report, text)}\n`)
    if (refusal) throw refusal
    if (options['json']) printJson(context, jsonOf(report))
    return exitCodeOf[verdictOf(report) ?? 'failed']
  } catch (error) {
    progress.clear()
    if (!signal.aborted) throw withPage(error, state.page, context)
    stderr.write(
      `${state.isUploaded ? text('stopped_watching', { page: state.page }) : text('stopped_early')}\n`,
    )
    return 130
  } finally {
    progress.clear()
  }
}

/** Adds the bundle. A refusal is returned, so that the version is still followed. */
async function attestOrRefusal(
  bundle: Bundle,
  attested: Attested & { progress: Progress; text: Texts },
): Promise<CliError | undefined> {
  try {
    const { identity } = await attest(bundle, attested)
    attested.progress.end(attested.text('attested', { signer: identity }))
    return undefined
  } catch (error) {
    if (error instanceof CliError) return error
    throw error
  }
}

/** A given token comes first, then the identity of a CI job, then the login. */
async function tokenOf(
  context: Context,
  options: Options,
  url: string,
  subject: { publisherId: string; nodeId: string },
): Promise<string> {
  const isGiven = Boolean(textIn(options, 'token') ?? context.env['NODEYARD_TOKEN'])
  const ofBuild = !isGiven && isTrustedBuild(context) ? await tokenOfBuild(context, url, subject) : undefined
  return ofBuild ?? tokenFor(context, options, { registry: url, publisher: subject.publisherId })
}

function withPage(error: unknown, page: string, { text }: Context): unknown {
  if (!(error instanceof CliError) || page === '') return error
  const { key, values, details, code, advice } = error
  return new CliError(key, values, { code, advice, details: [...details, text('details_at', { page })] })
}
