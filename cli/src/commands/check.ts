import { writeFile } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import type { Inspection } from '@nodeyard/analysis/inspection'
import { toGitHub, toGitLab } from '../check/annotations.ts'
import { type Check, checkPack } from '../check/check.ts'
import { fixSafely } from '../check/fix.ts'
import { toSarif } from '../check/sarif.ts'
import { textOfCheck } from '../check/text.ts'
import { type Context, exitCodes, type Options, textIn, textsIn } from '../ground/context.ts'
import { CliError, rethrowWriteError } from '../ground/errors.ts'
import { jsonText } from '../ground/output.ts'
import { programVersion } from '../ground/program-version.ts'
import { selectOptionsOf } from '../pack/ask.ts'
import { noticesOf, type Selection } from '../pack/select-files.ts'
import { registryUrl } from '../registry/settings.ts'

const formats = ['text', 'json', 'sarif', 'github', 'gitlab'] as const
type Format = (typeof formats)[number]

/** Prints the verdict of the registry without a server. Exit codes: 0 listed, 2 held for a moderator, 1 refused. */
export async function runCheck(context: Context, [path = '.']: string[], options: Options): Promise<number> {
  const format = formatOf(options)
  const folder = resolve(context.folder, path)
  const compare = await comparison(context, options)
  const given = {
    nodeId: textIn(options, 'id'),
    publisherId: textIn(options, 'publisher'),
    version: textIn(options, 'setVersion'),
  }
  const select = {
    ...selectOptionsOf(context, options),
    // Nothing leaves the machine.
    mayPackAll: async () => true,
    onSelected({ withoutGit, ...selection }: Selection) {
      const said = noticesOf(
        withoutGit === 'missing' ? { ...selection, withoutGit } : selection,
        context.text,
      )
      for (const notice of said) context.stderr.write(`${notice}\n`)
    },
  }
  const words = format === 'text' ? { text: context.text } : {}
  const allowed = textsIn(options, 'allow')
  let check = await checkPack(folder, { given, compare, select, allowed, ...words })
  if (options['fix'] && check.inspection) {
    const fixes = await fixSafely(folder, check.inspection)
    for (const { key, values } of fixes) context.stderr.write(`${context.text(key, values)}\n`)
    if (fixes.length > 0)
      check = await checkPack(folder, {
        given,
        compare,
        select: { ...select, onSelected() {} },
        allowed,
        ...words,
      })
    else context.stderr.write(`${context.text('fixed_nothing')}\n`)
  }
  const output = textIn(options, 'output')
  const written = write(check, format, context, folder)
  if (output === undefined) context.stdout.write(written)
  else {
    const file = resolve(context.folder, output)
    await writeFile(file, written).catch((error) => rethrowWriteError(error, file))
    context.stdout.write(textOfCheck(check, context))
  }
  return { active: exitCodes.done, waiting: exitCodes.waiting, refused: exitCodes.failed }[check.verdict]
}

function formatOf(options: Options): Format {
  const wanted = options['json'] ? 'json' : (textIn(options, 'format') ?? 'text')
  const format = formats.find((one) => one === wanted)
  if (!format) throw new CliError('format_unknown', { format: wanted, formats: formats.join(', ') })
  return format
}

/** Programs read the whole result as JSON. */
function write(check: Check, format: Format, context: Context, folder: string): string {
  const place = relative(context.folder, folder).split(sep).join('/')
  switch (format) {
    case 'json':
      return jsonText(check)
    case 'sarif':
      return jsonText(toSarif(check, programVersion, place))
    case 'github':
      return toGitHub(check, place)
    case 'gitlab':
      return toGitLab(check, place)
    case 'text':
      return textOfCheck(check, context)
  }
}

async function comparison(context: Context, options: Options) {
  const version = textIn(options, 'against')
  if (version === undefined) return undefined
  const url = await registryUrl(context, options)
  return async (after: Inspection) => {
    const { inspectPublished } = await import('../check/published.ts')
    const { differenceSince } = await import('../check/difference.ts')
    const name = textIn(options, 'id') ?? after.manifest?.name
    if (name === undefined)
      throw new CliError('project_incomplete', {
        path: 'pyproject.toml',
        key: 'name in [project]',
        option: '--id',
      })
    const before = await inspectPublished(url, { nodeId: name, version }, context.signal)
    return differenceSince(before.version, before.inspection, after)
  }
}
