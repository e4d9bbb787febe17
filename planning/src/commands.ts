import { quoted, quotedIn, type Shell, shells, trimEndOf } from '@nodeyard/analysis/ground'
import { type Downloader, isPinned, type Lock, type LockedPack, modelCommands } from '@nodeyard/analysis/lock'
import { installLine } from '@nodeyard/contract/discovery'
import type { Install } from '@nodeyard/contract/ground'
import { isCloned, isInstallable, type NeededNode } from './needed.ts'

/** How the tool is installed, which decides the Python that has its packages. */
export const setups = ['active', 'venv', 'portable', 'desktop', 'conda', 'docker'] as const
export type Setup = (typeof setups)[number]

/** Where commands are pasted: a shell in the tool's folder, which contains `custom_nodes`. */
export interface Place {
  setup: Setup
  shell: Shell
}

export const usualPlace: Place = { setup: 'active', shell: 'posix' }

/** The portable version is for Windows. */
export const shellsOf = (setup: Setup): readonly Shell[] =>
  setup === 'portable' ? shells.filter((shell) => shell !== 'posix') : shells

/** An example, which people replace by the name of their container and the tool's folder in it. */
export const exampleContainer = { container: 'comfyui', folder: '/root/ComfyUI' } as const
const inContainer = `docker exec -w ${exampleContainer.folder} ${exampleContainer.container} `

/** The start of commands that run the Python of the tool. */
function pythonAt({ setup, shell }: Place): string {
  const isWindows = shell !== 'posix'
  const inFolder = (folder: string) =>
    isWindows ? `.\\${folder}\\Scripts\\python.exe` : `${folder}/bin/python`
  const activated = {
    posix: '"$CONDA_PREFIX/bin/python"',
    powershell: '& "$env:CONDA_PREFIX\\python.exe"',
    cmd: '"%CONDA_PREFIX%\\python.exe"',
  }
  return {
    active: 'python',
    venv: inFolder('venv'),
    // Without `-s`, it would see packages of the user's own Python.
    portable: '..\\python_embeded\\python.exe -s',
    desktop: inFolder('.venv'),
    conda: activated[shell],
    docker: `${inContainer}python`,
  }[setup]
}

/** Packages whose builds belong to the user's graphics card, and numpy, which many of them are compiled against. */
const keptPackages = [
  'torch',
  'torchvision',
  'torchaudio',
  'numpy',
  'xformers',
  'triton',
  'triton-windows',
  'pytorch-triton-rocm',
  'torch-directml',
  'intel-extension-for-pytorch',
]
/** Whether no command changes a package: its builds are for one graphics card, and others are compiled against them. */
export const isAlwaysKept = (name: string): boolean => name.startsWith('torch')

const usualConstraints = 'nodeyard-constraints.txt'
const foundRequirements = 'nodeyard-requirements.txt'

/** Arguments of pip for one run, such as `install numpy<2`. */
export type PipRun = readonly string[]

/** A shell with the Python of the tool, for programs that know both. */
export interface Terminal {
  /** The start of commands that run Python. */
  python: string
  quote: (word: string) => string | undefined
}

interface PipOptions {
  /** The file that keeps installed versions. */
  constraints?: string
  /** Files of requirements that may not exist. */
  possible?: readonly string[]
}

/**
 * Returns the arguments of Python that do what these runs of pip do. A file of constraints keeps the installed versions of torch and
 * the like, with their builds, except of packages that the runs name. The program text has no character with a meaning between double
 * quotes in any of the shells, and redirections would write UTF-16 in PowerShell.
 */
export function pythonRuns(
  runs: readonly PipRun[],
  { constraints = usualConstraints, possible = [] }: PipOptions = {},
): string[][] {
  const isInstall = ([command]: PipRun) => command === 'install'
  const wanted = runs.filter((run) => run.length > 1 || (isInstall(run) && possible.length > 0))
  if (!wanted.some(isInstall)) return wanted.map((run) => ['-m', 'pip', ...run])
  const named = wanted.filter(isInstall).flat().flatMap(nameOfRequirement)
  const kept = keptPackages.filter((name) => isAlwaysKept(name) || !named.includes(name))
  const file = constraints === usualConstraints ? `'${constraints}'` : JSON.stringify(constraints)
  const program = [
    'from importlib.metadata import distributions as d',
    `k='${kept.join(' ')}'.split()`,
    "n=lambda x: str(x.metadata['Name']).lower().replace('_','-')",
    // Python imports the first of several copies. Two versions of one package would be a conflict.
    'v={n(x):x.version for x in [*d()][::-1] if n(x) in k}',
    `open(${file},'w').write(chr(10).join(sorted(a+'=='+b for a,b in v.items())))`,
    ...(possible.length === 0
      ? []
      : [
          'from os.path import exists',
          `open('${foundRequirements}','w').write(chr(10).join('-r '+f for f in '${possible.join(' ')}'.split() if exists(f)))`,
        ]),
  ].join('; ')
  const found = possible.length === 0 ? [] : ['-r', foundRequirements]
  return [
    ['-c', program],
    ...wanted.map((run) =>
      isInstall(run)
        ? ['-m', 'pip', 'install', '-c', constraints, ...run.slice(1), ...found]
        : ['-m', 'pip', ...run],
    ),
  ]
}

const nameOfRequirement = (word: string) =>
  /^[a-z\d][\w.-]*/i.exec(word)?.map((name) => name.toLowerCase().replace(/[-_.]+/g, '-')) ?? []

/** The commands of these runs of pip, one a line. Words that the shell cannot state are left out. */
export function pipLines(place: Place | Terminal, runs: readonly PipRun[], options?: PipOptions): string[] {
  const { python, quote } =
    'quote' in place
      ? place
      : { python: pythonAt(place), quote: (word: string) => quotedIn(place.shell, word) }
  const written = (word: string, at: number, args: readonly string[]) => {
    if (at === 1 && args[0] === '-c') return `"${word}"`
    return /^-{1,2}[a-z][a-z-]*$/.test(word) ? word : (quote(word) ?? [])
  }
  return pythonRuns(runs, options).map((args) => [python, ...args.flatMap(written)].join(' '))
}

/** A repository to clone at the commit that was read. */
export type ClonedPack = Pick<Install, 'clone' | 'commit' | 'has_requirements' | 'has_submodules'>

/**
 * Commands that clone packs and install their Python packages, one a line. Packs whose address has characters with a meaning in some
 * shell are left out: authors write it, and people paste it. Undefined without any pack.
 */
export function cloneCommands(place: Place, packs: readonly ClonedPack[]): string[] | undefined {
  const start = place.setup === 'docker' ? inContainer : ''
  const named = packs.flatMap((pack) => {
    const folder = folderOf(pack.clone)
    return folder === undefined ? [] : [{ ...pack, path: `custom_nodes/${folder}` }]
  })
  if (named.length === 0) return undefined
  const clones = named.flatMap(({ clone, commit = '', path, has_submodules: hasSubmodules }) => [
    `${start}git clone ${clone} ${path}`,
    ...(/^[0-9a-f]{40,64}$/.test(commit) ? [`${start}git -C ${path} checkout --quiet ${commit}`] : []),
    ...(hasSubmodules ? [`${start}git -C ${path} submodule update --init --recursive`] : []),
  ])
  const filesOf = (known: boolean | undefined) =>
    named.flatMap(({ path, has_requirements: has }) => (has === known ? [`${path}/requirements.txt`] : []))
  const words = filesOf(true).flatMap((file) => ['-r', file])
  return [...clones, ...pipLines(place, [['install', ...words]], { possible: filesOf(undefined) })]
}

/**
 * Name of the folder that git would create. Returns undefined for unusual names: a shell replaces `~name` by a home folder, and names
 * that begin with a dot are those of settings, of disabled packs, and of the history.
 */
function folderOf(address = ''): string | undefined {
  if (!/^https?:\/\/[\w.-]+(?::\d{1,5})?(?:\/[\w.:@~+=-]+)+\/?$/.test(address)) return undefined
  const [name = ''] = trimEndOf(address, '/').split('/').slice(-1)
  const folder = name.replace(/\.git$/, '')
  return /^[\w+][\w.~+-]*$/.test(folder) ? folder : undefined
}

/** The command that gets the archive of a pack in the folder of custom nodes, for a POSIX shell. */
export function archiveCommand(id: string, address: string): string {
  const file = quoted(`${id}.zip`)
  return `curl -gfLo ${file} ${quoted(address)} && unzip ${file} -d ${quoted(id)} && rm ${file}`
}

/** The version that the program installs, or an empty text for the commit that was read; undefined if it can install neither. */
function versionOf(one: NeededNode): string | undefined {
  if (isInstallable(one)) return one.provider.version?.version
  return isCloned(one) && one.provider.install.commit !== undefined ? '' : undefined
}

/** The command that installs packs with the registry's program, which `program` starts; undefined if it can install none. */
export function installCommand(program: string, needed: readonly NeededNode[]): string | undefined {
  const versions = new Map<string, string>()
  for (const one of needed) {
    const [id, own] = [one.provider.node_id, versionOf(one)]
    if (own !== undefined && !versions.has(id)) versions.set(id, own)
  }
  const names = [...versions].map(([id, version]) => quoted(version ? `${id}@${version}` : id))
  const isCloning = [...versions.values()].includes('')
  return names.length === 0 ? undefined : installLine(program, isCloning ? [...names, '--git'] : names)
}

const isArchive = ({ url, sha256 }: LockedPack) => url !== undefined && sha256 !== undefined

/**
 * The command that installs a lock file with the registry's program, which `program` starts; undefined if it cannot, because a pack
 * is not pinned.
 */
export function lockCommand(
  program: string,
  file: string,
  { packs }: Pick<Lock, 'packs'>,
): string | undefined {
  if (!packs.every(isPinned)) return undefined
  return `${program} install --lock ${quoted(file)}${packs.every(isArchive) ? '' : ' --git'}`
}

/** Commands for a POSIX shell in the tool's folder. They stop at the first error, and can be run again. */
export function commandsByHand(lock: Lock, setup: Setup, downloader: Downloader = 'curl'): string[] {
  return [
    'set -e',
    'mkdir -p custom_nodes',
    ...lock.packs.flatMap((pack) => (isArchive(pack) ? unpackCommands(pack) : checkoutCommands(pack))),
    ...pinCommands({ setup, shell: 'posix' }, lock),
    ...lock.models.flatMap((model) => modelCommands(model, downloader)),
  ]
}

/** Commands that install the Python packages of a lock. */
export const pinCommands = (place: Place | Terminal, lock: Pick<Lock, 'python'>): string[] =>
  pipLines(place, [pinRun(lock)])

export const pinRun = ({ python }: Pick<Lock, 'python'>): PipRun => [
  'install',
  ...python.map(({ name, version }) => `${name}==${version}`),
]

/** Unpacks into a new folder first, so that a damaged archive changes nothing. The user's files in the folder of the pack stay. */
function unpackCommands({ url = '', sha256 = '', folder }: LockedPack): string[] {
  const [file, half, whole] = [`${folder}.zip`, `${folder}.part`, folder].map((name) =>
    quoted(`custom_nodes/${name}`),
  )
  return [
    `curl -gfL --retry 3 -o ${file} ${quoted(url)}`,
    `echo ${quoted(`${sha256}  custom_nodes/${folder}.zip`)} | sha256sum -c -`,
    `rm -rf ${half} && unzip -q ${file} -d ${half} && mkdir -p ${whole} && cp -R ${half}/. ${whole} && rm -rf ${half} ${file}`,
  ]
}

function checkoutCommands({ repository = '', commit, folder }: LockedPack): string[] {
  const path = quoted(`custom_nodes/${folder}`)
  return [
    `[ -d ${path} ] || git clone ${quoted(repository)} ${path}`,
    ...(commit === undefined ? [] : [`git -C ${path} checkout --detach ${commit}`]),
  ]
}
