import { drawGraph } from '@nodeyard/analysis/workflow-drawing'
import { archiveFile, archivePicture } from '../../ground/pictures/archive-picture.ts'
import { pictureTypeOf } from '../../ground/pictures/picture-type.ts'
import { toCard } from '../../ground/pictures/thumbnails.ts'
import { findWorkflow } from '../../packs/workflows/sql.ts'
import type { Deps } from './deps.ts'
import type { SiteFile } from './file.ts'
import { keyOf, toPictureFile } from './pictures.ts'
import { findPublicSource } from './sql.ts'

interface WorkflowPath {
  nodeId: string
  version: string
  place: number
}

/** Width of the cards in lists. */
const smallWidth = 400
const cachedSeconds = 86_400

/** A workflow as the editor shows it. The small one is for lists. */
export async function workflowDrawing(
  deps: Deps,
  { nodeId, version, place }: WorkflowPath,
  isSmall: boolean,
): Promise<SiteFile | undefined> {
  const found = await findPublicSource(deps.db, nodeId, version)
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

/** The file of a workflow as its pack has it. */
export async function workflowFile(
  deps: Deps,
  { nodeId, version, place }: WorkflowPath,
): Promise<SiteFile | undefined> {
  const found = await findPublicSource(deps.db, nodeId, version)
  const workflow = found && (await findWorkflow(deps.db, found.id, place))
  const key = found && keyOf(found)
  if (!workflow || !key) return undefined
  const body = await archiveFile(deps, key, workflow.path)
  if (!body) return undefined
  return {
    contentType: pictureTypeOf(body) ?? 'application/json; charset=utf-8',
    body,
    tags: [`node:${nodeId}`],
    clientSeconds: 0,
  }
}

/** The image that shows what a workflow makes. */
export async function workflowPhoto(
  deps: Deps,
  { nodeId, version, place }: WorkflowPath,
): Promise<SiteFile | undefined> {
  const found = await findPublicSource(deps.db, nodeId, version)
  const workflow = found && (await findWorkflow(deps.db, found.id, place))
  const key = found && keyOf(found)
  if (!workflow?.picture_path || !key) return undefined
  const picture = await archivePicture(deps, key, workflow.picture_path)
  return toPictureFile(await toCard(picture), [`node:${nodeId}`])
}
