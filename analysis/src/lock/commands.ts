import { percentDecoded } from '../ground/percent.ts'
import { quoted } from '../ground/shell.ts'
import type { LockedModel } from './installation.ts'
import type { Lock, LockedPack } from './lock-file.ts'

/** Programs that download models. */
export type Downloader = 'curl' | 'wget' | 'aria2' | 'hub'

const isArchive = ({ url, sha256 }: LockedPack) => url !== undefined && sha256 !== undefined

/** Whether the lock says which bytes or which commit to install. */
export const isPinned = (pack: LockedPack) => isArchive(pack) || pack.commit !== undefined

const checked = (sha256: string, path: string) => `echo ${quoted(`${sha256}  ${path}`)} | sha256sum -c -`

/**
 * Downloads one model, continuing where an earlier download stopped, and checks it if its hash is known. Without `-g`, curl would
 * replace `#1` in a path by what braces in the address say.
 */
export function modelCommands(model: LockedModel, downloader: Downloader): string[] {
  const { url, folder, name, sha256 } = model
  if (url === undefined) return []
  const path = `models/${folder}/${name}`
  const inside = path.slice(0, path.lastIndexOf('/'))
  const file = path.slice(path.lastIndexOf('/') + 1)
  const download = {
    curl: `curl -gfL --retry 3 -C - -o ${quoted(path)} ${quoted(url)}`,
    wget: `wget -c -O ${quoted(path)} ${quoted(url)}`,
    aria2: `aria2c -c -x 8 ${sha256 === undefined ? '' : `--checksum=sha-256=${sha256} `}-d ${quoted(inside)} -o ${quoted(file)} ${quoted(url)}`,
    hub: hubCommand(url, inside, path) ?? `curl -gfL --retry 3 -C - -o ${quoted(path)} ${quoted(url)}`,
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
export function managerSnapshot(lock: Lock): string {
  const { packs, python, tool } = lock
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
    nodeyard: restOf(lock),
  }
  return `${JSON.stringify(snapshot, null, 4)}\n`
}

/** The same set in the form that the desktop program restores. */
export function desktopSnapshot(lock: Lock): string {
  const { packs, python, tool, created, machine } = lock
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
    nodeyard: restOf(lock),
  }
  return `${JSON.stringify(snapshot, null, 2)}\n`
}

/** The members of a lock that a snapshot has no place for. Other programs ignore them. */
const restOf = ({ tool, models, unknown }: Lock) => ({ tool, models, unknown })

const isRegistered = ({ id, version }: { id: string | undefined; version: string | undefined }) =>
  id !== undefined && version !== undefined

export const freezeOf = ({ python }: Pick<Lock, 'python'>): string =>
  python.map(({ name, version }) => `${name}==${version}\n`).join('')
