import {
  type ImportOutcome,
  reportedAccelerators as known,
  type reportedAccelerators,
  type reportedSystems,
} from '@nodeyard/contract/packs'

/** Facts from the log of one start of the tool, as coarse as the registry accepts them. */
export interface ToolLog {
  /** Release series, such as `0.3`. */
  tool?: string
  python?: string
  os: (typeof reportedSystems)[number]
  accelerator: (typeof reportedAccelerators)[number]
  /** Outcome of each import, by the name of its folder. */
  outcomes: Map<string, ImportOutcome>
}

const systems: Record<string, ToolLog['os']> = {
  win32: 'windows',
  windows: 'windows',
  linux: 'linux',
  darwin: 'macos',
}

/** Reads the last start in the tool's log. Lines of other programs are ignored. */
export function readToolLog(text: string, platform: string): ToolLog {
  const log: ToolLog = { os: systems[platform] ?? 'other', accelerator: 'other', outcomes: new Map() }
  const messages = new Map<string, string>()
  for (const line of text.split('\n')) {
    readMachine(log, line)
    const [, failed = ''] = line.split('Cannot import ', 2)
    const [module = '', message] = failed.split(' module for custom nodes: ', 2)
    if (message !== undefined) messages.set(folderIn(module), message)
    if (line.includes('Import times for custom nodes:')) log.outcomes.clear()
    const [, failure, path] = /^.{0,60}?\d seconds( \(IMPORT FAILED\))?: (\S.*)$/.exec(line.trimEnd()) ?? []
    if (path === undefined) continue
    const folder = folderIn(path)
    log.outcomes.set(folder, failure ? kindOf(messages.get(folder) ?? '') : 'imported')
  }
  return log
}

function readMachine(log: ToolLog, line: string): void {
  const tool = /ComfyUI version: v?(\d{1,3}\.\d{1,3})/.exec(line)?.[1]
  const python = /Python version: (3\.\d{1,2})/.exec(line)?.[1]
  const platform = /Platform: (\w{1,20})/.exec(line)?.[1]
  const device = /Device: (\w{1,20})/.exec(line)?.[1]
  if (tool) log.tool = tool
  if (python) log.python = python
  if (platform) log.os = systems[platform.toLowerCase()] ?? 'other'
  if (device) log.accelerator = acceleratorOf(device)
  if (line.includes('AMD arch:')) log.accelerator = 'rocm'
}

function acceleratorOf(device: string): ToolLog['accelerator'] {
  return device === 'mps' ? 'metal' : (known.find((one) => one === device) ?? 'other')
}

/** The last part of a path, with either separator. */
const folderIn = (path: string) =>
  path
    .split(/[\\/]/)
    .filter((part) => part !== '')
    .at(-1) ?? ''

function kindOf(message: string): ImportOutcome {
  if (/No module named|cannot import name|DLL load failed|cannot open shared object file/.test(message))
    return 'import_error'
  return /invalid syntax|unexpected indent|was never closed|expected an indented block|unterminated/.test(
    message,
  )
    ? 'syntax_error'
    : 'other_error'
}
