import type { StatedProblem } from '@nodeyard/analysis/workflow-reader'
import { defined } from '@nodeyard/contract/ground'
import { installCommand, pipLines, type Terminal } from '@nodeyard/planning/commands'
import { isCloned, isInstallable, type NeededNode, neededNodes } from '@nodeyard/planning/needed'
import { type Said, textsOfProblem } from '@nodeyard/planning/problem-texts'
import {
  nameOfFolder,
  type Resolved,
  type ResolvedComfyNode,
  resolveWorkflow,
} from '@nodeyard/planning/resolve'
import { unlistedRepositories } from '@nodeyard/planning/unlisted-repositories'
import { type Context, exitCodes, type Options, printJson } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { plain, quotedFor } from '../ground/output.ts'
import { unlistedLines } from '../ground/unlisted-lines.ts'
import { terminalOf } from '../install/run-installers.ts'
import { shownPython } from '../install/tool-python.ts'
import { explain, inputsIn } from '../plan/inputs.ts'
import { cancellable } from '../registry/registry.ts'
import { openRegistry } from '../registry/settings.ts'

/** Finds the packs of workflows, error texts or names of nodes. Exit code 1: some have none. */
export async function runResolve(context: Context, args: string[], options: Options): Promise<number> {
  const { given, installations, names } = await inputsIn(context, args)
  const folder = args.map((one) => ` ${quotedFor(process.platform, one)}`).join('')
  if (installations.length > 0) throw new CliError('resolve_folder', { folder })
  const registry = cancellable(await openRegistry(context, options), context.signal)
  const all = [...given, ...(names.length > 0 ? [{ comfyNodeNames: names }] : [])]
  const resolved = await resolveWorkflow(registry, all).catch(explain)
  const active = resolved.comfyNodes.filter(({ isInactive }) => !isInactive)
  if (options['json']) printJson(context, toJson(resolved))
  else context.stdout.write(textOf(resolved, context, terminalOf(await shownPython(context, [], options))))
  const isWhole = active.every(({ status }) => status !== 'unknown')
  return isWhole && resolved.packs.every(({ node }) => node.status === 'found')
    ? exitCodes.done
    : exitCodes.failed
}

const sourceOf = (needed: NeededNode) =>
  isInstallable(needed) ? 'archive' : isCloned(needed) ? 'repository' : 'unavailable'

function toJson({ comfyNodes, packs, problems }: Resolved): unknown {
  return {
    packs: neededNodes(comfyNodes).map((needed) => ({
      node_id: needed.provider.node_id,
      ...(needed.provider.version ? { version: needed.provider.version.version } : {}),
      source: sourceOf(needed),
      install: needed.provider.install,
      comfy_nodes: namesOf(needed.comfyNodes),
    })),
    named_packs: packs.map(({ named, node }) => ({ named, ...node })),
    built_in: namesOf(comfyNodes.filter(({ status }) => status === 'built_in')),
    unknown: namesOf(comfyNodes.filter(({ status }) => status === 'unknown')),
    unlisted_repositories: unlistedRepositories(comfyNodes).map(({ url, commit, comfyNodes: names }) => ({
      url,
      ...defined({ commit }),
      comfy_nodes: names,
    })),
    python_modules: problems.filter(({ kind }) => kind === 'module_missing'),
    problems,
    comfy_nodes: comfyNodes,
  }
}

const namesOf = (comfyNodes: readonly ResolvedComfyNode[]) => [
  ...new Set(comfyNodes.map((one) => one.comfy_node_name)),
]

function textOf({ comfyNodes, packs, problems }: Resolved, context: Context, terminal: Terminal): string {
  const { nodeyard, text, paint } = context
  const active = comfyNodes.filter(({ isInactive }) => !isInactive)
  const needed = neededNodes(active)
  const [builtIn, unknown] = (['built_in', 'unknown'] as const).map((status) =>
    namesOf(active.filter((one) => one.status === status)),
  )
  const list = (names: readonly string[] = []) => plain(names.join(', '))
  // Errors name folders of packs that are installed already.
  const found = packs.filter(({ named, node }) => node.status === 'found' && /:\/\/|^git@/.test(named))
  const named = found.flatMap(({ node: { provider } }) => (provider ? { provider, comfyNodes: [] } : []))
  const command = installCommand(nodeyard, [...needed, ...named])
  const failed = new Set(problems.flatMap((one) => ('folder' in one ? (one.folder ?? []) : [])))
  const lines = [
    ...(problems.length > 0 ? [paint('bold', text('stated_title'))] : []),
    ...problems.flatMap((one) => problemLines(one, packs, context, terminal)),
    ...needed.flatMap((one) => packLines(one, context)),
    ...packs
      .filter(({ named }) => !failed.has(named))
      .map(({ named, node }) =>
        node.node_id
          ? `${paint('bold', plain(node.node_id))}  ${plain(named)}`
          : text('pack_unknown', { name: plain(named) }),
      ),
    ...(builtIn?.length ? [text('nodes_built_in', { names: list(builtIn) })] : []),
    ...(unknown?.length ? [paint('yellow', text('nodes_unknown', { names: list(unknown) }))] : []),
    ...unlistedLines(unlistedRepositories(active), context),
    ...active.flatMap((one) => replacementLines(one, context)),
    ...(command === undefined ? [] : ['', text('install_with', { command })]),
  ]
  return `${lines.join('\n')}\n`
}

function problemLines(
  stated: StatedProblem,
  packs: Resolved['packs'],
  { text }: Context,
  terminal: Terminal,
): string[] {
  const { pack, problem, remedy } = textsOfProblem(stated, (folder) => nameOfFolder(packs, folder))
  const said = ({ key, values }: Said) => plain(text(key, values))
  const place = pack === undefined ? '' : `${plain(pack)}: `
  const commands = pipLines(terminal, remedy?.pip ?? [])
  return [
    `  ${place}${said(problem)}`,
    ...(remedy ? [`    ${said(remedy)}`] : []),
    ...commands.map((command) => `      ${plain(command)}`),
  ]
}

function packLines(needed: NeededNode<ResolvedComfyNode>, { text, paint }: Context): string[] {
  const { provider, comfyNodes } = needed
  const { node_id: id, version, install } = provider
  const place = {
    archive: version?.version ?? '',
    repository: `${install.clone ?? ''}${install.commit ? `@${install.commit.slice(0, 10)}` : ''}`,
    unavailable: text('pack_unavailable', { state: install.state.replaceAll('_', ' ') }),
  }[sourceOf(needed)]
  const others = [
    ...new Set(comfyNodes.flatMap(({ alternatives }) => alternatives.map((one) => one.node_id))),
  ]
  return [
    `${paint('bold', plain(id))}  ${plain(place)}`,
    `  ${plain(namesOf(comfyNodes).join(', '))}`,
    ...(others.length > 0 ? [`  ${text('also_in', { packs: plain(others.join(', ')) })}`] : []),
  ]
}

function replacementLines(
  { comfy_node_name: name, replaced_by: by = [] }: ResolvedComfyNode,
  { text }: Context,
): string[] {
  return by
    .slice(0, 1)
    .map(({ new_node_id: next, provider_id: pack = '' }) =>
      text('node_replaced', { name: plain(name), next: plain(next), pack: plain(pack) }),
    )
}
