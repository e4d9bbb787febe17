import type { InstalledPack } from '@nodeyard/analysis/installations'
import type { Registry } from '@nodeyard/contract/ground'
import {
  type Advisory,
  getKillList,
  type KillList,
  type KillListEntry,
  listAdvisories,
} from '@nodeyard/contract/safety'

/** A pack that should not be used, and why. */
export interface Affected {
  name: string
  version: string | undefined
  advisory: string
  title: string
  severity: Advisory['severity']
  /** Whether clients refuse to install it. */
  isRefused: boolean
}

export interface Warnings {
  /** Entries of the kill list. */
  killed: readonly KillListEntry[]
  /** In force. */
  advisories: readonly Advisory[]
}

const pageSize = 100
const maxPages = 100

export interface Comparison {
  affected: Affected[]
  /** Number of advisories and entries of the kill list that the packs were compared with. */
  compared: number
  /** Names of packs that no advisory could match, because id or version is missing. */
  unnamed: string[]
}

/** Finds dangerous packs. Downloads all advisories, and sends nothing about the packs. */
export async function findAffected(registry: Registry, packs: readonly InstalledPack[]): Promise<Comparison> {
  const [signed, advisories] = await Promise.all([registry.call(getKillList), readAdvisories(registry)])
  const killed = (JSON.parse(textOfBase64(signed.payload)) as KillList).entries
  return {
    affected: packs
      .flatMap((pack) => affectedBy(pack, { killed, advisories }))
      .toSorted((a, b) => Number(b.isRefused) - Number(a.isRefused)),
    compared: new Set([...killed.map(({ advisory }) => advisory), ...advisories.map(({ id }) => id)]).size,
    unnamed: packs.filter((pack) => !isComparable(pack)).map(nameOf),
  }
}

const nameOf = ({ id, folder, repository }: InstalledPack) => id ?? folder ?? repository ?? ''

/** Advisories name a version of a pack, or the digest of its archive. */
const isComparable = ({ version, sha256 }: InstalledPack) => version !== undefined || sha256 !== undefined

/** Compares one pack with all warnings, each advisory once. */
export function affectedBy(pack: InstalledPack, { killed, advisories }: Warnings): Affected[] {
  const { version } = pack
  const sha256 = pack.sha256?.toLowerCase()
  const name = nameOf(pack)
  const names = namesOf(pack)
  const isPack = (id: string | undefined) => id !== undefined && names.includes(id.toLowerCase())
  const refused = killed
    .filter((one) => (isPack(one.node) && one.version === version) || (sha256 && one.sha256 === sha256))
    .map((one) => ({ ...one, isRefused: true, id: one.advisory }))
  const advised = advisories.filter(
    (one) =>
      (sha256 !== undefined && one.archive_digests.includes(sha256)) ||
      one.affected.some((affected) => isPack(affected.node_id) && affected.version === version),
  )
  const found = [...advised.map((one) => ({ ...one, isRefused: one.refuses_installs })), ...refused]
  return [...new Map(found.map((one) => [one.id, one])).values()].map(
    ({ id, title, severity, isRefused }) => ({ name, version, advisory: id, title, severity, isRefused }),
  )
}

/** Folders are named by the id or by the repository. */
function namesOf({ id, folder, repository }: InstalledPack): string[] {
  const last = repository
    ?.split('/')
    .at(-1)
    ?.replace(/\.git$/, '')
  return [id, folder?.replace(/\.disabled$/i, ''), last].flatMap((name) => name?.toLowerCase() ?? [])
}

/** Downloads all advisories in force, so that nothing about an installation is sent. */
export async function readAdvisories(registry: Registry): Promise<Advisory[]> {
  const all: Advisory[] = []
  for (let page = 1; page <= maxPages; page++) {
    const answer = await registry.call(listAdvisories, { query: { page, limit: pageSize } })
    all.push(...answer.advisories)
    if (page >= answer.totalPages || answer.advisories.length === 0) break
  }
  return all.filter(({ withdrawnAt }) => withdrawnAt === undefined)
}

function textOfBase64(encoded: string): string {
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder().decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)))
}
