import { percentDecoded } from '../ground/percent.ts'
import type { LockedModel } from './installation.ts'
import type { Lock, LockedPack } from './lock-file.ts'

/** Programs that download models. */
export type Downloader = 'curl' | 'wget' | 'aria2' | 'hub'

/** Quotes a text for a POSIX shell. Strangers choose names and addresses. */
export const quoted = (text: string): string =>
  /^[\w./:@%+,=-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", "'\\''")}'`

const isArchive = ({ url, sha256 }: LockedPack) => url !== undefined && sha256 !== undefined

/** Whether the lock says which bytes or which commit to install. */
export const isPinned = (pack: LockedPack) => isArchive(pack) || pack.commit !== undefined

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

/** Commands for a shell in the tool's folder. They stop at the first error, and can be run again. */
export function commandsByHand(lock: Lock, downloader: Downloader = 'curl'): string[] {
  return [
    'set -e',
    'mkdir -p custom_nodes',
    ...lock.packs.flatMap((pack) => (isArchive(pack) ? archiveCommands(pack) : cloneCommands(pack))),
    ...pythonCommands(lock),
    ...lock.models.flatMap((model) => modelCommands(model, downloader)),
  ]
}

/** Unpacks into a new folder first, so that an interrupted run leaves no half of a pack. */
function archiveCommands({ url = '', sha256 = '', folder }: LockedPack): string[] {
  const [file, half, whole] = [`${folder}.zip`, `${folder}.part`, folder].map((name) =>
    quoted(`custom_nodes/${name}`),
  )
  return [
    `curl -fL --retry 3 -o ${file} ${quoted(url)}`,
    checked(sha256, `custom_nodes/${folder}.zip`),
    `rm -rf ${half} && unzip -q ${file} -d ${half} && rm -rf ${whole} && mv ${half} ${whole} && rm ${file}`,
  ]
}

const checked = (sha256: string, path: string) => `echo ${quoted(`${sha256}  ${path}`)} | sha256sum -c -`

function cloneCommands({ repository = '', commit, folder }: LockedPack): string[] {
  const path = quoted(`custom_nodes/${folder}`)
  return [
    `[ -d ${path} ] || git clone ${quoted(repository)} ${path}`,
    ...(commit === undefined ? [] : [`git -C ${path} checkout --detach ${commit}`]),
  ]
}

function pythonCommands({ python }: Lock): string[] {
  if (python.length === 0) return []
  return [
    `python -m pip install ${python.map(({ name, version }) => quoted(`${name}==${version}`)).join(' ')}`,
  ]
}

/** Downloads one model, continuing where an earlier download stopped, and checks it if its hash is known. */
export function modelCommands(model: LockedModel, downloader: Downloader): string[] {
  const { url, folder, name, sha256 } = model
  if (url === undefined) return []
  const path = `models/${folder}/${name}`
  const inside = path.slice(0, path.lastIndexOf('/'))
  const file = path.slice(path.lastIndexOf('/') + 1)
  const download = {
    curl: `curl -fL --retry 3 -C - -o ${quoted(path)} ${quoted(url)}`,
    wget: `wget -c -O ${quoted(path)} ${quoted(url)}`,
    aria2: `aria2c -c -x 8 ${sha256 === undefined ? '' : `--checksum=sha-256=${sha256} `}-d ${quoted(inside)} -o ${quoted(file)} ${quoted(url)}`,
    hub: hubCommand(url, inside, path) ?? `curl -fL --retry 3 -C - -o ${quoted(path)} ${quoted(url)}`,
  }[downloader]
  return [`mkdir -p ${quoted(inside)}`, download, ...(sha256 === undefined ? [] : [checked(sha256, path)])]
}

/** The hub's own client knows tokens for gated models. It keeps folders of the repository, so the file is moved. */
function hubCommand(url: string, inside: string, path: string): string | undefined {
  const { hostname, pathname } = new URL(url)
  const [, repository, revision, file] =
    /^\/([\w.-]{1,100}\/[\w.-]{1,100})\/(?:resolve|blob)\/([\w.-]{1,100})\/(.{1,500})$/.exec(
      percentDecoded(pathname) ?? '',
    ) ?? []
  if (hostname !== 'huggingface.co' || !repository || !revision || !file || !isPlainPath(file))
    return undefined
  const download = `hf download ${quoted(repository)} ${quoted(file)} --revision ${quoted(revision)} --local-dir ${quoted(inside)}`
  const downloaded = `${inside}/${file}`
  return downloaded === path ? download : `${download} && mv ${quoted(downloaded)} ${quoted(path)}`
}

/** Whether a stranger's path stays in its folder and cannot be taken for an option. */
const isPlainPath = (path: string) => !path.startsWith('-') && !path.split('/').includes('..')

/** The same set in the form that the manager restores. */
export function managerSnapshot({ packs, python, tool }: Lock): string {
  const registered = packs.filter(({ id, version }) => id !== undefined && version !== undefined)
  const cloned = packs.filter((pack) => !registered.includes(pack) && pack.repository !== undefined)
  const snapshot = {
    comfyui: tool?.commit ?? '',
    git_custom_nodes: Object.fromEntries(
      cloned.map(({ repository, commit }) => [repository, { hash: commit ?? '', disabled: false }]),
    ),
    cnr_custom_nodes: Object.fromEntries(registered.map(({ id, version }) => [id, version])),
    file_custom_nodes: [],
    pips: Object.fromEntries(python.map(({ name, version }) => [`${name}==${version}`, ''])),
  }
  return `${JSON.stringify(snapshot, null, 4)}\n`
}

/** The same set in the form that the desktop program restores. */
export function desktopSnapshot({ packs, python, tool, created, machine }: Lock): string {
  const snapshot = {
    version: 1,
    createdAt: created,
    trigger: 'manual',
    label: null,
    comfyui: {
      ref: tool?.version ?? tool?.commit ?? '',
      commit: tool?.commit ?? null,
      releaseTag: tool?.version ?? '',
      variant: '',
    },
    customNodes: packs.map(({ id, version, repository, commit, folder }) => ({
      id: id ?? folder,
      type: isRegistered({ id, version }) ? 'cnr' : 'git',
      dirName: folder,
      enabled: true,
      version,
      commit,
      url: repository,
    })),
    pipPackages: Object.fromEntries(python.map(({ name, version }) => [name, version])),
    ...(machine ? { pythonVersion: machine.python } : {}),
  }
  return `${JSON.stringify(snapshot, null, 2)}\n`
}

const isRegistered = ({ id, version }: { id: string | undefined; version: string | undefined }) =>
  id !== undefined && version !== undefined

export const freezeOf = ({ python }: Pick<Lock, 'python'>): string =>
  python.map(({ name, version }) => `${name}==${version}\n`).join('')
