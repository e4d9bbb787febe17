import { limits } from '@nodeyard/contract/limits'
import { readWorkflowFile } from '@nodeyard/contract/workflow-files'
import { type App, mount } from '../../ground/http/mount.ts'
import type { Deps } from './deps.ts'
import { readWorkflowFile as readFile } from './read.ts'

export function mountWorkflowFiles(app: App<Deps>): void {
  mount(app, readWorkflowFile, ({ body, ip }) => readFile(app.deps, body.url, ip), {
    limit: { name: 'workflow-files', perMinute: limits.workflowFilesPerMinute },
  })
}
