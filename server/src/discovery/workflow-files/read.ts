import { sourceOfBytes } from '@nodeyard/analysis/archive/source'
import { percentDecoded } from '@nodeyard/analysis/text/percent'
import { readWorkflow } from '@nodeyard/analysis/workflow/read'
import { WorkflowRefusal } from '@nodeyard/analysis/workflow/refusal'
import type { ResponseOf } from '@nodeyard/contract/route'
import type { readWorkflowFile as contract } from '@nodeyard/contract/workflow-files'
import { RegistryError } from '../../ground/errors.ts'
import type { Deps } from './deps.ts'

/**
 * Fetches a file and returns only the workflow in it, so that the registry passes nothing else on to browsers.
 */
export async function readWorkflowFile(
  { workflowFiles }: Pick<Deps, 'workflowFiles'>,
  url: string,
  reader: string,
): Promise<ResponseOf<typeof contract>> {
  const bytes = await workflowFiles.get(url, reader)
  if (!bytes) throw new RegistryError('workflow_file_unreachable')
  const workflow = await readWorkflow(sourceOfBytes(bytes)).catch((error: unknown) => {
    if (error instanceof WorkflowRefusal) throw new RegistryError('workflow_file_without_workflow')
    throw error
  })
  if (workflow.graphs.length === 0) throw new RegistryError('workflow_file_without_workflow')
  const [first] = workflow.graphs
  const lastPart = new URL(url).pathname.split('/').at(-1) ?? ''
  const value = workflow.graphs.length === 1 ? first?.value : workflow.graphs.map((graph) => graph.value)
  return { name: percentDecoded(lastPart) ?? lastPart, workflow: JSON.stringify(value) }
}
