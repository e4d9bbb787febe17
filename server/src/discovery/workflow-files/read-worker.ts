import { sourceOfBytes } from '@nodeyard/analysis/archive'
import { WorkflowRefusal } from '@nodeyard/analysis/workflow'
import { readWorkflow } from '@nodeyard/analysis/workflow-reader'
import { serve } from '../../ground/threads/thread.ts'
import { yieldToRequests } from '../../ground/threads/yield-to-requests.ts'

export type ReadApi = typeof api

yieldToRequests()

const api = {
  /** Returns the workflow in a file as JSON, or undefined if it has none. */
  async read(bytes: Uint8Array): Promise<string | undefined> {
    const workflow = await readWorkflow(sourceOfBytes(bytes)).catch((error: unknown) => {
      if (error instanceof WorkflowRefusal) return undefined
      throw error
    })
    const [first, ...others] = workflow?.graphs.map(({ value }) => value) ?? []
    return first === undefined ? undefined : JSON.stringify(others.length === 0 ? first : [first, ...others])
  },
}

serve(api)
