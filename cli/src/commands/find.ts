import { addressOf, defined, getAbout } from '@nodeyard/contract/ground'
import { getNode, searchNodes, searchSorts } from '@nodeyard/contract/packs'
import { startDetached } from '@nodeyard/outside/program'
import { type Context, exitCodes, type Options, printJson, textIn } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { plain, table } from '../ground/output.ts'
import { sizeText } from '../ground/texts.ts'
import { addressIn } from '../registry/registry.ts'
import { openRegistry } from '../registry/settings.ts'

/** Searches packs. */
export async function runSearch(context: Context, words: string[], options: Options): Promise<number> {
  const { text, signal, stdout, paint } = context
  const registry = await openRegistry(context, options)
  const sort = searchSorts.find((one) => one === textIn(options, 'sort'))
  const query = { search: words.join(' '), limit: numberIn(options, 'limit', 20), ...defined({ sort }) }
  const found = await registry.call(searchNodes, { query }, { signal })
  if (options['json']) {
    printJson(context, found)
    return exitCodes.done
  }
  if (found.corrected) stdout.write(`${text('searched_instead', { corrected: plain(found.corrected) })}\n`)
  const rows = found.nodes.map(({ id, latest_version: latest, downloads, description }) => [
    id,
    latest?.version ?? '–',
    new Intl.NumberFormat(context.locale).format(downloads),
    description.slice(0, 72),
  ])
  if (rows.length > 0) stdout.write(`${table(rows).join('\n')}\n`)
  stdout.write(`${paint('dim', text('found_count', { count: found.total }))}\n`)
  return found.total > 0 ? exitCodes.done : exitCodes.failed
}

function numberIn(options: Options, name: string, fallback: number): number {
  const given = textIn(options, name)
  if (given === undefined) return fallback
  const number = Number(given)
  if (!Number.isInteger(number) || number < 1 || number > 100)
    throw new CliError('number_invalid', { option: `--${name}` })
  return number
}

/** Prints the facts about a pack. */
export async function runInfo(context: Context, [nodeId = '']: string[], options: Options): Promise<number> {
  const { text, signal, stdout, paint } = context
  const registry = await openRegistry(context, options)
  const node = await registry.call(getNode, { params: { nodeId } }, { signal })
  if (options['json']) {
    printJson(context, node)
    return exitCodes.done
  }
  const { latest_version: latest, install, publisher, repository, license_name: license } = node
  const rows = [
    [text('info_publisher'), `${publisher.name} (${publisher.id})`],
    [text('info_version'), latest ? `${latest.version}, ${latest.createdAt.slice(0, 10)}` : '–'],
    [text('info_state'), install.state.replaceAll('_', ' ')],
    ...(latest?.size === undefined ? [] : [[text('info_size'), sizeText(text, latest.size)]]),
    ...(license ? [[text('info_license'), license]] : []),
    ...(repository ? [[text('info_repository'), repository]] : []),
    [text('info_downloads'), new Intl.NumberFormat(context.locale).format(node.downloads)],
    ...(latest && latest.dependencies.length > 0
      ? [[text('info_requirements'), latest.dependencies.join(', ')]]
      : []),
    ...(latest?.sha256 ? [['SHA-256', latest.sha256]] : []),
  ]
  const width = Math.max(...rows.map(([name = '']) => name.length))
  stdout.write(`${paint('bold', plain(node.name))} ${plain(node.id)}\n`)
  if (node.description) stdout.write(`${plain(node.description)}\n`)
  stdout.write(
    `\n${rows.map(([name = '', value = '']) => `${name.padEnd(width)}  ${plain(value)}`).join('\n')}\n`,
  )
  return exitCodes.done
}

/** Opens the page of a pack, or the site, in the browser. */
export async function runOpen(context: Context, [nodeId]: string[], options: Options): Promise<number> {
  const registry = await openRegistry(context, options)
  const { site } = await registry.call(getAbout, {}, { signal: context.signal })
  const address =
    nodeId === undefined
      ? site
      : addressIn(site, () => addressOf({ path: '/nodes/:nodeId' }, { nodeId })).href
  context.stdout.write(`${plain(address)}\n`)
  if (!options['print']) openInBrowser(context, address)
  return exitCodes.done
}

/** Starts the browser of the desktop, where there is one. */
export function openInBrowser({ env }: Pick<Context, 'env'>, address: string): void {
  if (!/^https?:\/\//.test(address)) return
  const commands = {
    win32: ['rundll32', 'url.dll,FileProtocolHandler', address],
    darwin: ['open', address],
    other: ['xdg-open', address],
  } as const
  startDetached('browser', commands[process.platform as 'win32' | 'darwin'] ?? commands.other, env)
}
