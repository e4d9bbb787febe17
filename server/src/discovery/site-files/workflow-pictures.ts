import { drawGraph } from '@nodeyard/analysis/preview/graph'
import { findWorkflow } from '../../packs/workflows/sql.ts'
import { archivePicture } from './archive-picture.ts'
import type { Deps } from './deps.ts'
import type { SiteFile } from './file.ts'
import { toPictureFile } from './pictures.ts'
import { findPublicVersion } from './sql.ts'
import { toCard } from './thumbnails.ts'

interface WorkflowPath {
  nodeId: string
  version: string
  place: number
}

/** Of the cards of lists. */
const smallWidth = 400
const cachedSeconds = 86_400

/** A workflow as the editor shows it. The small one is for lists. */
export async function workflowDrawing(
  deps: Deps,
  { nodeId, version, place }: WorkflowPath,
  isSmall: boolean,
): Promise<SiteFile | undefined> {
  const found = await findPublicVersion(deps.db, nodeId, version)
  const workflow = found && (await findWorkflow(deps.db, found.id, place))
  if (!workflow) return undefined
  return {
    contentType: 'image/svg+xml',
    body: drawGraph(workflow.layout, {
      id: 'graph',
      label: workflow.title,
      ...(isSmall ? { isSmall, shownWidth: smallWidth } : {}),
    }),
    tags: [`node:${nodeId}`],
    cachedSeconds,
    clientSeconds: 0,
  }
}

/** The image that shows what a workflow makes. */
export async function workflowPhoto(
  deps: Deps,
  { nodeId, version, place }: WorkflowPath,
): Promise<SiteFile | undefined> {
  const found = await findPublicVersion(deps.db, nodeId, version)
  const workflow = found && (await findWorkflow(deps.db, found.id, place))
  if (!workflow?.picture_path || !found?.archiveDigest) return undefined
  const picture = await archivePicture(deps, found.archiveDigest, workflow.picture_path)
  return toPictureFile(await toCard(picture), [`node:${nodeId}`])
}
