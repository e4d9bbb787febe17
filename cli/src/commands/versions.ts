import { resolve } from 'node:path'
import { versionStatuses } from '@nodeyard/contract/ground'
import {
  getNode,
  getPublishReport,
  listNodeVersions,
  type NodeVersion,
  unyankVersion,
  updateVersion,
  yankVersion,
} from '@nodeyard/contract/packs'
import { type Context, exitCodes, type Options, printJson, textIn } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { nameIn } from '../ground/names.ts'
import { plain, table } from '../ground/output.ts'
import { readProjectFile, toError } from '../pack/project-file.ts'
import { verdictOf } from '../publish/follow-version.ts'
import { exitCodeOf, jsonOf, textOfVerdict } from '../publish/publish-output.ts'
import { tokenFor } from '../registry/credentials.ts'
import { type Registry, registryAt } from '../registry/registry.ts'
import { registryUrl } from '../registry/settings.ts'

/** A version of the user's own, and the registry with the token for it. */
interface Own {
  registry: Registry
  params: { publisherId: string; nodeId: string; versionId: string }
}

async function openOwn(context: Context, given: string | undefined, options: Options): Promise<Own> {
  const { nodeId, version } = nameIn(given)
  if (version === undefined) throw new CliError('version_needed', { example: `${nodeId}@1.0.0` })
  const url = await registryUrl(context, options)
  const publisherId = textIn(options, 'publisher') ?? (await publisherOf(registryAt(url), nodeId, context))
  const token = await tokenFor(context, options, { registry: url, publisher: publisherId })
  return { registry: registryAt(url, token), params: { publisherId, nodeId, versionId: version } }
}

async function publisherOf(registry: Registry, nodeId: string, { signal }: Context): Promise<string> {
  return (await registry.call(getNode, { params: { nodeId } }, { signal })).publisher.id
}

/** Hides a version from new installs, or undoes that. */
export async function runYank(context: Context, [given]: string[], options: Options): Promise<number> {
  const { registry, params } = await openOwn(context, given, options)
  const { signal, text } = context
  const reason = textIn(options, 'reason')
  const values = { node: params.nodeId, version: params.versionId }
  if (options['undo']) {
    const version = await registry.call(unyankVersion, { params, body: {} }, { signal })
    return done(context, options, version, text('unyanked', values))
  }
  if (!reason) throw new CliError('reason_needed')
  const version = await registry.call(yankVersion, { params, body: { reason } }, { signal })
  return done(context, options, version, text('yanked', values))
}

/** Warns the users of a version, or undoes that. */
export async function runDeprecate(context: Context, [given]: string[], options: Options): Promise<number> {
  const { registry, params } = await openOwn(context, given, options)
  const { signal, text } = context
  const message = textIn(options, 'message')
  const isUndone = Boolean(options['undo'])
  if (!isUndone && !message) throw new CliError('message_needed')
  const body = isUndone
    ? { deprecated: false }
    : { deprecated: true, ...(message ? { deprecation_message: message } : {}) }
  const version = await registry.call(updateVersion, { params, body }, { signal })
  const values = { node: params.nodeId, version: params.versionId }
  return done(context, options, version, text(isUndone ? 'undeprecated' : 'deprecated', values))
}

function done(context: Context, options: Options, result: unknown, sentence: string): number {
  if (options['json']) printJson(context, result)
  else context.stdout.write(`${sentence}\n`)
  return exitCodes.done
}

/** Shows the state of a version, or all versions of a pack. Without a name, the version of the project file. */
export async function runStatus(context: Context, [given]: string[], options: Options): Promise<number> {
  const { signal, text, stdout } = context
  const { nodeId, version } = given === undefined ? await ownName(context) : nameIn(given)
  const url = await registryUrl(context, options)
  const token = await tokenFor(context, options, {
    registry: url,
    publisher: textIn(options, 'publisher'),
  }).catch(
    // The public state needs no token.
    (error: unknown) => (error instanceof CliError ? undefined : Promise.reject(error)),
  )
  if (version !== undefined && token !== undefined) {
    const params = { nodeId, version }
    const report = await registryAt(url, token).call(
      getPublishReport,
      { params },
      { signal, subject: 'report' },
    )
    const verdict = verdictOf(report)
    if (options['json']) printJson(context, jsonOf(report))
    else
      stdout.write(
        verdict
          ? `${textOfVerdict(report, text)}\n`
          : `${text('in_progress', { node: nodeId, version, page: report.page })}\n`,
      )
    return verdict ? exitCodeOf[verdict] : exitCodes.done
  }
  const versions = await registryAt(url, token).call(
    listNodeVersions,
    { params: { nodeId }, query: { statuses: [...versionStatuses] } },
    { signal },
  )
  const shown = versions.filter((one) => version === undefined || one.version === version)
  if (options['json']) printJson(context, shown)
  else if (shown.length > 0) stdout.write(`${table(shown.map((one) => rowOf(one, text))).join('\n')}\n`)
  else if (version === undefined) stdout.write(`${text('without_versions', { node: nodeId })}\n`)
  else throw new CliError('version_unknown', { node: nodeId, version })
  return exitCodes.done
}

async function ownName({ folder }: Context): Promise<{ nodeId: string; version?: string }> {
  const path = resolve(folder)
  const { id, version, unreadable } = await readProjectFile(path)
  if (unreadable) throw toError(unreadable)
  if (!id) throw new CliError('name_needed')
  return { nodeId: id, ...(version ? { version } : {}) }
}

function rowOf(
  version: Pick<
    NodeVersion,
    'version' | 'status' | 'createdAt' | 'yankedAt' | 'deprecated' | 'load_failures'
  >,
  text: Context['text'],
): string[] {
  const state = version.status.replace('NodeVersionStatus', '').toLowerCase()
  const marks = [
    ...(version.load_failures ? [text('mark_broken')] : []),
    ...(version.yankedAt ? [text('mark_yanked')] : []),
    ...(version.deprecated ? [text('mark_deprecated')] : []),
  ]
  return [version.version, plain(state), version.createdAt.slice(0, 10), marks.join(', ')]
}
