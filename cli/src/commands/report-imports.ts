import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type BodyOf, defined } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { reportImports } from '@nodeyard/contract/packs'
import { type Context, exitCodes, type Options, printJson } from '../ground/context.ts'
import { CliError, rethrowFileError } from '../ground/errors.ts'
import { plain } from '../ground/output.ts'
import { packsFolder } from '../install/folder.ts'
import { listInstalled } from '../install/installed.ts'
import { readToolLog, type ToolLog } from '../install/tool-log.ts'
import { readProjectFile } from '../pack/project-file.ts'
import { openRegistry } from '../registry/settings.ts'

/** Starts of the tool are much shorter; of a longer log, the end is read. */
const readBytes = 4 * 1024 * 1024

type Body = BodyOf<typeof reportImports>

/** Shows which packs the tool could import, and reports it only if asked. */
export async function runReportImports(
  context: Context,
  [given = '']: string[],
  options: Options,
): Promise<number> {
  const { text, stdout, folder, signal } = context
  const packs = await packsFolder(context, options)
  const log = readToolLog(await readEnd(resolve(folder, given)), process.platform)
  if (log.tool === undefined || log.python === undefined)
    throw new CliError('log_unreadable', { path: given })
  const body = await toBody(packs, log, { tool: log.tool, python: log.python })
  const isSent = Boolean(options['send']) && body.reports.length > 0
  const counted = isSent
    ? (await (await openRegistry(context, options)).call(reportImports, { body }, { signal })).counted
    : undefined
  if (options['json']) printJson(context, { ...body, ...defined({ counted }) })
  else {
    const { tool_version, python, os, accelerator } = body
    stdout.write(`${text('report_machine', { tool: tool_version, python, os, accelerator })}\n`)
    for (const { node_id, version, outcome } of body.reports)
      stdout.write(`  ${plain(node_id)} ${plain(version)} ${outcome}\n`)
    stdout.write(
      `${counted === undefined ? text('reports_not_sent') : text('reports_sent', { count: counted })}\n`,
    )
  }
  return exitCodes.done
}

/** Packs without a publisher may be private, and checkouts differ from the version that they name. */
async function toBody(packs: string, log: ToolLog, machine: { tool: string; python: string }): Promise<Body> {
  const reports: Body['reports'] = []
  for (const { folder, nodeId, version, isCheckout, isDisabled } of await listInstalled(packs)) {
    const outcome = log.outcomes.get(folder.split(/[\\/]/).at(-1) ?? '')
    if (!outcome || !nodeId || !version || isCheckout || isDisabled) continue
    const { publisherId } = await readProjectFile(folder)
    if (publisherId !== '') reports.push({ node_id: nodeId, version, outcome })
  }
  return {
    tool_version: machine.tool,
    python: machine.python,
    os: log.os,
    accelerator: log.accelerator,
    reports: reports.slice(0, limits.importReportsAtOnce),
  }
}

async function readEnd(path: string): Promise<string> {
  const file = await open(path).catch((error: unknown) => rethrowFileError(error, path))
  try {
    const { size } = await file.stat()
    const buffer = Buffer.alloc(Math.min(size, readBytes))
    const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, Math.max(0, size - readBytes))
    return buffer.toString('utf8', 0, bytesRead)
  } catch (error) {
    rethrowFileError(error, path)
  } finally {
    await file.close()
  }
}
