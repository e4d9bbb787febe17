import type { StatedProblem } from '@nodeyard/analysis/workflow-reader'
import { isAlwaysKept, type PipRun } from './commands.ts'

/** A text of the site and of the command line, with its values. */
export interface Said {
  key:
    | `stated_${'pack_failed' | 'pack_failed_unknown' | 'tool_failed' | 'module_missing' | 'symbol_missing'}`
    | `stated_requirement_${'installed' | 'of' | 'alone' | 'not_found'}`
    | `stated_value_${'in_folder' | 'of_input'}`
    | `stated_out_of_memory${'' | '_alone'}`
    | `stated_type_missing${'' | '_alone'}`
    | `stated_${'files_missing' | 'install_blocked' | 'build_mismatch'}`
    | `remedy_${'install' | 'requirements' | 'value' | 'memory' | 'type' | 'files' | 'blocked'}`
    | `remedy_build${'' | '_alone'}`
  values: Record<string, string>
}

/** What to do, with runs of pip below it where there are any. */
export interface Remedy extends Said {
  pip?: PipRun[]
}

/**
 * Returns the texts that say what went wrong and, where it is known, what to do. `nameOf` names a pack by its folder. `pack` is the
 * one with the problem, where the text does not name it.
 */
export function textsOfProblem(
  problem: StatedProblem,
  nameOf: (folder: string) => string,
): { pack?: string; problem: Said; remedy?: Remedy | undefined } {
  switch (problem.kind) {
    case 'pack_failed': {
      const pack = nameOf(problem.folder)
      return problem.reason
        ? { problem: { key: 'stated_pack_failed', values: { pack, reason: problem.reason } } }
        : { problem: { key: 'stated_pack_failed_unknown', values: { pack } } }
    }
    case 'tool_failed':
      return { problem: { key: 'stated_tool_failed', values: { file: problem.file } } }
    case 'module_missing':
      return { ...ofModule(problem), ...(problem.folder ? { pack: nameOf(problem.folder) } : {}) }
    case 'requirement_unmet':
      return ofRequirement(problem)
    case 'out_of_memory': {
      const { node } = problem
      return {
        problem: node
          ? { key: 'stated_out_of_memory', values: { node } }
          : { key: 'stated_out_of_memory_alone', values: {} },
        remedy: { key: 'remedy_memory', values: {} },
      }
    }
    case 'type_missing': {
      const { id } = problem
      return {
        problem: id
          ? { key: 'stated_type_missing', values: { id } }
          : { key: 'stated_type_missing_alone', values: {} },
        remedy: { key: 'remedy_type', values: {} },
      }
    }
    case 'files_missing':
      return {
        pack: nameOf(problem.folder),
        problem: { key: 'stated_files_missing', values: { file: problem.file } },
        remedy: {
          key: 'remedy_files',
          values: { line: `git -C custom_nodes/${problem.folder} submodule update --init --recursive` },
        },
      }
    case 'install_blocked':
      return {
        problem: { key: 'stated_install_blocked', values: { file: problem.file } },
        remedy: { key: 'remedy_blocked', values: {} },
      }
    case 'build_mismatch': {
      const line = fittingBuild(problem)
      return {
        ...(problem.folder ? { pack: nameOf(problem.folder) } : {}),
        problem: { key: 'stated_build_mismatch', values: { package: problem.package } },
        remedy: line
          ? { key: 'remedy_build', values: { line } }
          : { key: 'remedy_build_alone', values: { package: problem.package } },
      }
    }
    case 'value_missing': {
      const { value, folder, input = '' } = problem
      return {
        problem: folder
          ? { key: 'stated_value_in_folder', values: { value, folder } }
          : { key: 'stated_value_of_input', values: { value, input } },
        ...(folder ? { remedy: { key: 'remedy_value', values: {} } } : {}),
      }
    }
  }
}

function ofModule({ module, symbol, package: needed }: StatedProblem & { kind: 'module_missing' }) {
  const problem: Said = symbol
    ? { key: 'stated_symbol_missing', values: { module, symbol } }
    : { key: 'stated_module_missing', values: { module } }
  const remedy = (needed && installing(needed, symbol !== undefined)) || {
    key: 'remedy_requirements' as const,
    values: {},
  }
  return { problem, remedy }
}

function ofRequirement(unmet: StatedProblem & { kind: 'requirement_unmet' }) {
  const { requirement, by, installed } = unmet
  // A log can name any package, so a command only changes the version of one that is installed.
  const isInstalled = installed !== undefined && leadingName(installed) === leadingName(requirement)
  const remedy = isInstalled ? installing(requirement, false) : undefined
  if (by && installed)
    return {
      problem: { key: 'stated_requirement_installed', values: { by, requirement, installed } },
      remedy,
    } as const
  // pip lists such requirements when no version fits all of them, so the command would fail again.
  if (by) return { problem: { key: 'stated_requirement_of', values: { by, requirement } } } as const
  if (installed)
    return {
      problem: { key: 'stated_requirement_alone', values: { requirement, installed } },
      remedy,
    } as const
  return { problem: { key: 'stated_requirement_not_found', values: { requirement } } } as const
}

/** Releases of these packages are numbered after those of torch 2, and have the same index for each accelerator. */
function fittingBuild({ package: name, torch = '' }: StatedProblem & { kind: 'build_mismatch' }) {
  const [, minor, patch, build] = /^2\.(\d+)\.(\d+)(?:\+([\w.]+))?$/.exec(torch) ?? []
  if (minor === undefined || name === 'xformers') return undefined
  const version = name === 'torchaudio' ? `2.${minor}.${patch}` : `0.${Number(minor) + 15}.${patch}`
  const index = build ? ` --index-url https://download.pytorch.org/whl/${build}` : ''
  return `pip install --no-deps ${name}==${version}${index}`
}

const leadingName = (text: string) =>
  /^[\w.-]+/
    .exec(text)?.[0]
    .toLowerCase()
    .replace(/[-_.]+/g, '-') ?? ''

const openCv = [
  'opencv-python',
  'opencv-python-headless',
  'opencv-contrib-python',
  'opencv-contrib-python-headless',
]

/** A name with versions, without addresses, options, or characters with a meaning in a shell when they are in double quotes. */
const plainRequirement = /^\w[\w.-]*(?:\[[\w,.-]+\])?(?:[ ,]*(?:[<>=!~]=|[<>])[ ]?[\w.*+]+)*$/

/** pip repeats it with a requirement that has one. */
const environmentMarker = /\s{0,4};/

/**
 * Returns the runs of pip that install a requirement. Texts come from strangers: what is not plain gets none, and neither does torch,
 * because its builds belong to one graphics card. All OpenCV packages write the same files, so the others are removed.
 */
function installing(stated: string, isReplaced: boolean): Remedy | undefined {
  const [requirement = ''] = stated.split(environmentMarker, 1)
  if (!plainRequirement.test(requirement) || isAlwaysKept(leadingName(requirement))) return undefined
  const install = ['install', ...(isReplaced ? ['--upgrade'] : []), requirement]
  const pip = openCv.includes(requirement) ? [['uninstall', '-y', ...openCv], install] : [install]
  return { key: 'remedy_install', values: {}, pip }
}
