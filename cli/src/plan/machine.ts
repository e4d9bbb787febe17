import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { withoutLogins } from '@nodeyard/analysis/ground'
import { defined } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { RequirementMachine } from '@nodeyard/contract/packs'
import { ProgramFailed, ProgramMissing } from '@nodeyard/outside/program'
import { type PlanBody, unknownIn, type Wanted } from '@nodeyard/planning/wanted'
import { type Context, type Options, textIn } from '../ground/context.ts'
import { CliError, rethrowFileError } from '../ground/errors.ts'
import { readPython } from '../install/read-python.ts'

/** The machine to plan for, and the Python packages on it. */
export interface Machine {
  machine: RequirementMachine
  freeze?: string
  /** The version of Python was not stated. */
  isPythonAssumed: boolean
}

const systems = ['linux', 'windows', 'macos'] as const
const architectures = ['x86_64', 'arm64'] as const
const accelerators = ['cpu', 'cuda', 'rocm', 'xpu', 'mps', 'directml'] as const
const usualPython = '3.12'

/** Describes this machine, unless options say otherwise. Runs the interpreter that `--python` names. */
export async function machineOf(
  context: Context,
  { pythonVersion }: Pick<Wanted, 'pythonVersion'>,
  options: Options,
): Promise<Machine> {
  const program = textIn(options, 'python')
  const asked = program === undefined ? undefined : await askPython(context, program)
  const stated = textIn(options, 'pythonVersion') ?? asked?.python ?? pythonVersion
  const os = oneIn(options, 'os', systems) ?? ownSystem()
  const architecture =
    oneIn(options, 'arch', architectures) ?? (process.arch === 'arm64' ? 'arm64' : 'x86_64')
  const accelerator = oneIn(options, 'accelerator', accelerators) ?? asked?.accelerator
  const python = stated ?? usualPython
  if (!/^3\.\d{1,3}(\.\d{1,3})?$/.test(python))
    throw new CliError('python_version_invalid', { given: python })
  const freeze = [asked?.freeze, await fileIn(context, options, 'freeze')].filter((one) => one !== undefined)
  return {
    machine: {
      python,
      os,
      architecture,
      accelerator: accelerator ?? (os === 'macos' && architecture === 'arm64' ? 'mps' : 'cpu'),
    },
    ...(freeze.length > 0 ? { freeze: withoutLogins(freeze.join('\n')).slice(0, limits.freezeLength) } : {}),
    isPythonAssumed: stated === undefined,
  }
}

function oneIn<One extends string>(options: Options, name: string, list: readonly One[]): One | undefined {
  const given = textIn(options, name)
  if (given === undefined) return undefined
  const found = list.find((one) => one === given.toLowerCase())
  if (!found) throw new CliError('choice_invalid', { option: `--${name}`, given, choices: list.join(', ') })
  return found
}

function ownSystem(): RequirementMachine['os'] {
  const names = { win32: 'windows', darwin: 'macos' } as const
  return names[process.platform as keyof typeof names] ?? 'linux'
}

async function askPython(context: Context, program: string) {
  const { version, freeze } = await readPython(context, program).catch((error: unknown) => {
    if (error instanceof ProgramMissing) throw new CliError('python_missing', { program })
    if (!(error instanceof ProgramFailed)) throw error
    throw new CliError('python_failed', { program, message: error.output })
  })
  const build = /^torch==[\w.!]{1,40}\+(cu|rocm|cpu|xpu)/m.exec(freeze)?.[1]
  const builds = { cu: 'cuda', rocm: 'rocm', cpu: 'cpu', xpu: 'xpu' } as const
  const accelerator = build === undefined ? undefined : builds[build as keyof typeof builds]
  // A release candidate counts as its release.
  const python = /^\d+\.\d+(\.\d+)?/.exec(version)?.[0] ?? version
  return { python, freeze, accelerator }
}

async function fileIn(
  { folder }: Pick<Context, 'folder'>,
  options: Options,
  name: string,
): Promise<string | undefined> {
  const given = textIn(options, name)
  if (given === undefined) return undefined
  const path = resolve(folder, given)
  const text = await readFile(path, 'utf8').catch((error) => rethrowFileError(error, path))
  if (text.length > limits.freezeLength) throw new CliError('lock_too_large', { place: path })
  return text
}

/** Puts together what the registry needs for a plan. */
export async function planBody(
  context: Context,
  wanted: Wanted,
  { machine, freeze: installed }: Machine,
  options: Options,
): Promise<PlanBody> {
  const { packs, models, tool, freeze, pins } = wanted
  const unknown = unknownIn(wanted)
  const all = [freeze, installed].filter((one) => one !== undefined).join('\n')
  const requirements = await fileIn(context, options, 'toolRequirements')
  const [asOf, minAge] = [textIn(options, 'asOf'), textIn(options, 'minAge')]
  if (asOf !== undefined && Number.isNaN(Date.parse(asOf)))
    throw new CliError('date_invalid', { given: asOf })
  if (packs.length > limits.checkedNodes) throw new CliError('too_many_packs', { limit: limits.checkedNodes })
  return {
    packs,
    models: models.slice(0, limits.lockedModels),
    machine,
    ...(unknown.length > 0 ? { unknown: unknown.slice(0, limits.bulkIdentifiers) } : {}),
    ...defined({ tool }),
    ...(all === '' ? {} : { freeze: all }),
    ...defined({ pins: pins?.slice(0, limits.pinnedPackages), tool_requirements: requirements }),
    ...(asOf === undefined ? {} : { as_of: new Date(asOf).toISOString() }),
    ...defined({ min_age: minAge }),
  }
}
