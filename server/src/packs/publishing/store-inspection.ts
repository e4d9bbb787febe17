import type { Replacement } from '@nodeyard/analysis/comfy-nodes'
import { compareFindings, type Finding } from '@nodeyard/analysis/ground'
import { nodesLost } from '@nodeyard/analysis/inspection'
import { compareWithAnnounced } from '@nodeyard/analysis/manifest'
import { rulesVersion } from '@nodeyard/analysis/scan'
import type { DbOrTx, Tx } from '../../ground/db/database.ts'
import { firstTellingPicture } from '../../ground/markdown/telling-picture.ts'
import {
  type ComfyNodeTextValues,
  type ComfyNodeValues,
  insertComfyNodeTexts,
  replaceComfyNodes,
} from '../comfy-nodes/sql.ts'
import { replaceGrounds } from '../decisions/sql.ts'
import { listLastingNames } from '../nodes/aliases/sql.ts'
import { isBroken, loadFailuresIn } from '../nodes/versions/load-failures.ts'
import { changeVersion, findVersionBefore, type VersionRow } from '../nodes/versions/sql.ts'
import { storeVersionReplacements } from '../replacements/sql.ts'
import { storeWorkflows } from '../workflows/store.ts'
import { replaceAnalysis } from './analysis/sql.ts'
import type { ArchiveReport, PackReport } from './analyst.ts'
import { manifestFindings, takeFromManifest } from './manifest-values.ts'

/** Replaces everything that is stored of a version's archive. */
export async function storeInspection(
  tx: Tx,
  version: VersionRow,
  report: PackReport,
  { contents, findings, now }: { contents: ArchiveReport; findings: readonly Finding[]; now: Date },
): Promise<void> {
  const readmePicture = firstTellingPicture(report.readmeHtml)
  await storeAnalysis(tx, version.id, report, { findings, now, readmePicture })
  await takeFromManifest(tx, version, report.inspection.manifest)
  const { grounds } = report.inspection
  await replaceGrounds(
    tx,
    version.id,
    grounds.map((one) => ({ grounds: one, decisionId: null })),
  )
  const failures = loadFailuresIn(report.inspection, findings)
  await changeVersion(tx, version.id, {
    load_failures: JSON.stringify(failures),
    // A version that users have stays the latest until its publisher acts.
    is_broken:
      isBroken(failures, version.allowed_failures) && (version.status !== 'active' || version.is_broken),
    extract_status: extractStatusOf(report),
    file_count: contents.files,
    unpacked_bytes: contents.unpackedBytes,
  })
}

export const toReplacementValues = ({ old_node_id, new_node_id, ...details }: Replacement) => ({
  old_name: old_node_id,
  new_name: new_node_id,
  details,
})

interface AnalysisParts {
  findings: readonly Finding[]
  now: Date
  /** Where the README has an image for cards. Readings store the image itself. */
  readmePicture?: number | undefined
}

/** Replaces what the files of a version or a reading show. */
export async function storeAnalysis(
  tx: Tx,
  id: string,
  report: PackReport,
  { findings, now, readmePicture }: AnalysisParts,
): Promise<void> {
  const { inspection } = report
  await replaceComfyNodes(tx, id, comfyNodeRows(report))
  await insertComfyNodeTexts(tx, id, comfyNodeTextRows(report))
  await storeWorkflows(tx, id, report.workflows)
  await storeVersionReplacements(
    tx,
    id,
    inspection.replacements
      .map(toReplacementValues)
      .map((row) => ({ ...row, details: JSON.stringify(row.details) })),
  )
  await replaceAnalysis(tx, id, {
    readmeHtml: report.readmeHtml,
    readmePicture,
    readmeLetters: inspection.readme?.letters ?? 0,
    hasTests: report.hasTests,
    manifest: inspection.manifest,
    findings,
    capabilities: inspection.capabilities,
    undecided: inspection.undecided,
    traits: inspection.traits,
    requirements: inspection.requirements,
    rulesVersion,
    now,
  })
}

export const extractStatusOf = (report: PackReport): 'success' | 'failed' =>
  isReadable(report) ? 'success' : 'failed'

/** Stores an empty result for a version that is decided without a finished inspection. */
export async function storeWithoutInspection(
  tx: Tx,
  version: VersionRow,
  { findings, now }: { findings: readonly Finding[]; now: Date },
): Promise<void> {
  const nothing = {
    readmeHtml: '',
    readmePicture: undefined,
    readmeLetters: 0,
    hasTests: false,
    manifest: null,
    capabilities: [],
    undecided: [],
    traits: {},
    requirements: null,
  }
  await replaceAnalysis(tx, version.id, { ...nothing, findings, rulesVersion, now })
  await replaceGrounds(tx, version.id, [])
  await changeVersion(tx, version.id, { extract_status: 'failed' })
}

/** A pack with undecided comfy-nodes must not count as a pack without any. Scripts say nothing about those in Python. */
const isReadable = ({ inspection: { comfy_nodes, undecided } }: PackReport) =>
  comfy_nodes.some((node) => node.browser_script === undefined) ||
  !undecided.some(({ subject }) => subject === 'nodes')

/** Returns the findings of the archive itself, and of a comparison with the version before. */
export async function packFindings(
  db: DbOrTx,
  { inspection }: PackReport,
  version: VersionRow,
): Promise<Finding[]> {
  const otherNames = await listLastingNames(db, version.node_id)
  const announced = { nodeId: version.node_id, otherNames, version: version.version }
  const before = inspection.has_no_nodes ? await findVersionBefore(db, version) : undefined
  const { manifest } = inspection
  const mismatches = manifest
    ? [...compareWithAnnounced(manifest, announced), ...manifestFindings(version, manifest)]
    : []
  const lost = before && before.count > 0 ? [nodesLost(before)] : []
  return [...mismatches, ...lost, ...inspection.findings].sort(compareFindings)
}

/** Returns one row per comfy-node of the pack. */
export function comfyNodeRows({ inspection }: PackReport): ComfyNodeValues[] {
  return inspection.comfy_nodes.map((comfyNode) => ({
    name: comfyNode.comfy_node_name,
    category: comfyNode.category ?? '',
    description: comfyNode.description ?? '',
    function: comfyNode.function ?? '',
    input_types: comfyNode.input_types ?? '',
    return_types: comfyNode.return_types ?? '',
    return_names: comfyNode.return_names ?? '',
    output_is_list: comfyNode.output_is_list ?? [],
    deprecated: comfyNode.deprecated,
    experimental: comfyNode.experimental,
    display_name: comfyNode.display_name ?? '',
    output_node: comfyNode.output_node,
    browser_script: comfyNode.browser_script ?? '',
  }))
}

/** Returns one row per comfy-node and language with texts. */
export function comfyNodeTextRows({ inspection, documents }: PackReport): ComfyNodeTextValues[] {
  const rows = new Map<string, ComfyNodeTextValues>()
  const put = (name: string, language: string, values: Partial<ComfyNodeTextValues>) => {
    const key = `${language} ${name}`
    const row = rows.get(key) ?? { name, language, translation: null, document_html: '' }
    rows.set(key, { ...row, ...values })
  }
  for (const { comfy_node_name: name, translations = {} } of inspection.comfy_nodes)
    for (const [language, translation] of Object.entries(translations)) put(name, language, { translation })
  for (const { name, language, html } of documents)
    if (html !== '') put(name, language, { document_html: html })
  return [...rows.values()]
}
