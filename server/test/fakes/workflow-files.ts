import type { WorkflowFiles } from '../../src/discovery/workflow-files/source.ts'

/** Another host with one workflow. */
export const fakeWorkflowFiles: WorkflowFiles = {
  async get(address) {
    const isThere = address === 'https://files.example.test/blur.json'
    return isThere ? Buffer.from('{"1":{"class_type":"AcmeBlur","inputs":{}}}') : undefined
  },
}
