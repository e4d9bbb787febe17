import { readdir, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { overNetwork } from '@nodeyard/outside/git'
import { ProgramFailed } from '@nodeyard/outside/program'
import { hostOf } from '@nodeyard/outside/public-address'
import { withFolder } from '../../../ground/jobs/work-folder.ts'
import { abortable } from '../../../ground/outbound/abortable.ts'
import { get, Unreachable } from '../../../ground/outbound/get.ts'
import { allowedIp, type Reach } from '../../../ground/outbound/reach.ts'
import type { ReadingLimits } from '../limits.ts'
import type { PackBuilder } from '../pack-builder.ts'
import { HostBusy, ReadingRefused } from '../refusal.ts'
import type { Git } from './git.ts'
import { addCommit } from './objects.ts'
import type { Fetched, Head, Known, Place, RepositorySource } from './source.ts'

const lookSeconds = 60
const measureMs = 500

/** Any git server, over https. The program connects to exactly the address that was checked, and follows no redirects. */
export class GitServerSource implements RepositorySource {
  readonly #git: Git
  readonly #reach: Reach
  readonly limits: ReadingLimits

  constructor(git: Git, reach: Reach, limits: ReadingLimits) {
    this.#git = git
    this.#reach = { ...reach, isUsualPortOnly: true }
    this.limits = limits
  }

  async has({ url }: Place): Promise<boolean> {
    return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  }

  hostOf({ url }: Place): string {
    return new URL(url).host
  }

  async look(place: Place, known: Known, signal: AbortSignal): Promise<Head | undefined> {
    const timed = AbortSignal.any([signal, AbortSignal.timeout(lookSeconds * 1000)])
    const settings = await this.#settingsFor(place, timed)
    const listed = await this.#asking(place, { signal, timed }, () =>
      this.#git.text(['ls-remote', '--quiet', '--', place.url, 'HEAD'], {
        signal: timed,
        settings,
        isOnline: true,
      }),
    )
    const commit = /^([0-9a-f]{40}(?:[0-9a-f]{24})?)\tHEAD$/m.exec(listed)?.[1]
    if (commit === undefined) throw new ReadingRefused('not_a_pack', 'The repository has no commits.')
    return commit === known.commit ? undefined : { commit, etag: '' }
  }

  async fetch(
    place: Place,
    { commit: named, isNamed }: Head,
    pack: PackBuilder,
    signal: AbortSignal,
  ): Promise<Fetched> {
    const timed = AbortSignal.any([signal, AbortSignal.timeout(this.limits.transferSeconds * 1000)])
    const settings = await this.#settingsFor(place, timed)
    return withFolder(async (folder) => {
      await this.#git.text(['init', '--quiet', '--bare', '--template=', folder], { signal: timed })
      const commit = await this.#asking(place, { signal, timed }, () =>
        this.#transfer(place, { settings, folder, wanted: isNamed ? named : 'HEAD' }, timed),
      )
      const seconds = this.limits.objectsSeconds
      return addCommit(this.#git, { objects: join(folder, 'objects'), commit, seconds }, pack, signal)
    })
  }

  /** Fetches one commit without its history and, where the server allows that, without its largest files. */
  async #transfer(
    { url }: Place,
    { settings, folder, wanted }: { settings: Record<string, string>; folder: string; wanted: string },
    signal: AbortSignal,
  ): Promise<string> {
    const full = new AbortController()
    const options = { signal: AbortSignal.any([signal, full.signal]), further: { GIT_DIR: folder } }
    const { transferredBytes, fileBytes } = this.limits
    const watch = setInterval(async () => {
      if ((await sizeOf(folder)) > transferredBytes)
        full.abort(new ReadingRefused('too_large', `It has more than ${transferredBytes} bytes.`))
    }, measureMs)
    try {
      const flags = ['--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules']
      await this.#git.text(['fetch', ...flags, `--filter=blob:limit=${fileBytes}`, '--', url, wanted], {
        ...options,
        settings,
        isOnline: true,
      })
      return (await this.#git.text(['rev-parse', 'FETCH_HEAD'], options)).trim()
    } finally {
      clearInterval(watch)
    }
  }

  /** Pins the address that was checked. */
  async #settingsFor({ url }: Place, signal: AbortSignal): Promise<Record<string, string>> {
    const address = new URL(url)
    const ip = await abortable(allowedIp(address, this.#reach, signal), signal).catch((error: unknown) => {
      if (signal.aborted) throw error
      throw new ReadingRefused('gone', `The host ${address.host} has no address.`)
    })
    if (ip === undefined)
      throw new ReadingRefused('private', `${address.host} is no public address with the usual port.`)
    const port = address.port || (address.protocol === 'https:' ? '443' : '80')
    const host = hostOf(address)
    return {
      ...overNetwork(this.limits.stallSeconds),
      ...(isIP(host) ? {} : { 'http.curloptResolve': `${host}:${port}:${ip}` }),
      'http.userAgent': 'nodeyard',
    }
  }

  /** Turns what git says into a reason. */
  async #asking<Result>(
    place: Place,
    { signal, timed }: { signal: AbortSignal; timed: AbortSignal },
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || error instanceof ReadingRefused) throw error
      const host = new URL(place.url).host
      if (timed.aborted) throw new HostBusy(host, `${host} takes too long.`)
      if (!(error instanceof ProgramFailed)) throw error
      throw await this.#reasonOf(place, host, error.output, signal)
    }
  }

  async #reasonOf(place: Place, host: string, output: string, signal: AbortSignal): Promise<Error> {
    const status = Number(/returned error: (\d{3})/.exec(output)?.[1] ?? 0)
    if (status >= 300 && status < 400) return this.#movedTo(place, signal)
    if (status === 429 || status >= 500) return new HostBusy(host, `${host} responded with ${status}.`)
    if (status === 404 || status === 410 || status === 451 || /not found/i.test(output))
      return new ReadingRefused('gone', 'The git server does not know it.')
    if (status === 401 || status === 403 || /could not read Username|Authentication failed/i.test(output))
      return new ReadingRefused('private', 'The git server asks who wants to read it: it is private or gone.')
    if (/not our ref|unadvertised object/i.test(output))
      return new ReadingRefused('gone', 'The git server does not give away this commit.')
    if (/Could not resolve|Failed to connect|timed out|Connection refused|too slow|low speed/i.test(output))
      return new HostBusy(host, `${host} cannot be reached.`)
    return new ReadingRefused('unreadable', `git: ${output.trim().slice(-300)}`)
  }

  /** Where the repository is now, for the admins. The code host's id leads there, see `follow-repository.ts`. */
  async #movedTo({ url }: Place, signal: AbortSignal): Promise<Error> {
    try {
      const { url: now, response } = await get(`${url}/info/refs?service=git-upload-pack`, {
        ...this.#reach,
        timeoutMs: 30_000,
        signal,
      })
      response.destroy()
      const address = `${now.origin}${now.pathname.replace(/\/info\/refs$/, '')}`
      return new ReadingRefused('moved', `It is at ${address} now.`)
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      return new ReadingRefused('moved', `It leads elsewhere: ${error.message}`)
    }
  }
}

/** The bytes of all files in a repository, unfinished ones included. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const path of await readdir(folder, { recursive: true }).catch(() => []))
    bytes += (await stat(join(folder, path)).catch(() => undefined))?.size ?? 0
  return bytes
}
