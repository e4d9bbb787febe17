import { parseJson, readRepository } from '@nodeyard/analysis/ground'
import type { InstalledPack } from '@nodeyard/analysis/installations'
import { isLock, readLock, writeLock } from '@nodeyard/analysis/lock'
import { type PackageIndex, type Unknown, usualSteps, verdictOf } from '@nodeyard/analysis/requirements'
import type { InstallationPlan, PlannedPack } from '@nodeyard/contract/discovery'
import { defined } from '@nodeyard/contract/ground'
import type { RequirementCheck } from '@nodeyard/contract/packs'
import type { RequiringNode } from './requirement-conflicts.ts'
import { checkTogether, rulesOf } from './together.ts'
import type { PlanBody } from './wanted.ts'

/** Folders of packs on this machine, and what to compare them with. */
export interface Here {
  packs: readonly InstalledPack[]
  /** The request of the plan. Its packs have no requirements. */
  body: PlanBody
  /** The slice of the package index, if there is one. */
  index?: { index: PackageIndex; readAt: string } | undefined
  now: Date
}

/** The folders that {@link checkHere} compares. */
export const foldersToCheck = (packs: readonly InstalledPack[]): InstalledPack[] =>
  packs.filter(({ lines, isDisabled }) => lines !== undefined && !isDisabled)

/**
 * Checks a plan again, on this machine, together with what folders of packs require: the registry does not know all of them. The
 * plan must be `with_requirements`. Versions stay as they were planned.
 */
export async function checkHere(
  plan: InstallationPlan,
  { packs, body, index, now }: Here,
): Promise<InstallationPlan> {
  const local = foldersToCheck(packs)
  const known = new Map(plan.requirements?.map((one) => [one.node_id, one]))
  const nodes = new Map<string, RequiringNode>()
  const gaps: Unknown[] = local.flatMap(({ unread = [] }) => unread.map(notRead))
  const here = local.map((pack) => ({ ...identify(pack.repository, pack.id, pack.folder), pack }))
  const wanted = plan.packs.map((planned) => ({
    ...identify(planned.repository, planned.node_id, planned.folder),
    planned,
  }))
  for (const { planned, ...identity } of wanted) {
    const { node_id: id, version, commit, repository = '', folder } = planned
    const there = here.find((one) => isSame(one, identity))?.pack
    const lines =
      there && isAt(there, planned) ? there.lines : linesOf(id === undefined ? undefined : known.get(id))
    if (lines ?? there?.lines)
      nodes.set(id ?? folder, {
        nodeId: id ?? folder,
        lines: lines ?? there?.lines ?? [],
        ...(id === undefined ? { folder } : {}),
        ...defined({ version, commit }),
      })
    else gaps.push(notRead(id ?? repository))
  }
  for (const { pack, ...identity } of here) {
    const { folder = '', lines = [], version, commit } = pack
    if (wanted.some((one) => isSame(one, identity))) continue
    nodes.set(folder, { nodeId: folder, folder, lines, ...defined({ version, commit }) })
  }
  const { check } = await checkTogether(
    {
      nodes: [...nodes.values()],
      unknowns: gaps,
      freeze: body.freeze,
      toolRequirements: body.tool_requirements,
      rules: rulesOf(body, now),
      steps: usualSteps,
    },
    index?.index,
    async (ids) => ids.flatMap((id) => newestOf(known.get(id))),
  )
  if (!index && plan.check.index_read_at !== undefined)
    return { ...plan, check: added(plan.check, check, local) }
  const checked: RequirementCheck = {
    ...check,
    ...defined({ index_read_at: index?.readAt }),
  }
  return { ...plan, check: checked, lock: withPins(plan.lock, checked) }
}

/** Adds the conflicts of stated lines to a check that the registry made with its index. What packages require is not compared. */
function added(
  known: RequirementCheck,
  { conflicts, unknowns }: Pick<RequirementCheck, 'conflicts' | 'unknowns'>,
  local: readonly InstalledPack[],
): RequirementCheck {
  const keys = new Set(known.conflicts.map(keyOfConflict))
  const all = [...known.conflicts, ...conflicts.filter((one) => !keys.has(keyOfConflict(one)))]
  const gaps = local.flatMap(({ folder }) =>
    folder === undefined ? [] : [{ reason: 'requirements_missing' as const, subject: folder }],
  )
  const others = known.unknowns.filter(({ reason }) => reason !== 'requirements_missing')
  return {
    ...known,
    verdict: verdictOf(all, false),
    conflicts: all,
    unknowns: [...others, ...unknowns.filter(({ reason }) => reason === 'requirements_missing'), ...gaps],
  }
}

const notRead = (subject: string): Unknown => ({ reason: 'requirements_missing', subject, requiredBy: '' })

interface Identity {
  /** The repository, as {@link readRepository} names it. */
  key: string | undefined
  /** In lower case. */
  names: string[]
}

const identify = (repository: string | undefined, ...names: (string | undefined)[]): Identity => ({
  key: readRepository(repository ?? '')?.key,
  names: names.flatMap((name) => name?.toLowerCase() ?? []),
})

/** Whether a folder has the pack that is planned. Repositories are surer than names. */
const isSame = (one: Identity, other: Identity): boolean =>
  one.key !== undefined && other.key !== undefined
    ? one.key === other.key
    : one.names.some((name) => other.names.includes(name))

/** Whether the folder has the version or the commit that is planned. Without any, nothing else is known. */
const isAt = (pack: InstalledPack, { version, commit }: PlannedPack): boolean =>
  version === undefined && commit === undefined
    ? true
    : commit === undefined
      ? pack.version === version
      : pack.commit === commit

type Known = NonNullable<InstallationPlan['requirements']>[number]

const newestOf = (known: Known | undefined): RequiringNode[] =>
  known?.newest?.map(({ version, lines }) => ({
    nodeId: known.node_id,
    version,
    lines: linesOf({ ...known, lines }) ?? [],
  })) ?? []

const linesOf = (known: Known | undefined) =>
  known?.lines.map(({ text, file, line, is_constraint: isConstraint, is_python: isPython }) => ({
    text,
    ...defined({ file, line, isConstraint, isPython }),
  }))

const keyOfConflict = ({ kind, subject, parties }: RequirementCheck['conflicts'][number]) =>
  JSON.stringify([kind, subject, parties.map(({ source, node_id }) => [source, node_id])])

/** Replaces the Python packages of a lock by those of the check. Packages that the check does not choose stay. */
function withPins(text: string, { pins, index_read_at: indexReadAt }: RequirementCheck): string {
  const value = parseJson(text)
  if (!isLock(value)) return text
  const lock = readLock(value)
  const python = new Map([...lock.python, ...pins].map((pin) => [pin.name, pin]))
  return writeLock({ ...lock, python: [...python.values()], ...defined({ indexReadAt }) })
}
