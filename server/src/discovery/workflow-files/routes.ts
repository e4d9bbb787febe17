import { readWorkflowFile } from '@nodeyard/contract/discovery'
import { limits } from '@nodeyard/contract/limits'
import { type App, mount } from '../../ground/http/mount.ts'
import { BoundedThread } from '../../ground/threads/bounded-thread.ts'
import type { Deps } from './deps.ts'
import { readWorkflowFile as readFile } from './read.ts'
import type { ReadApi } from './read-worker.ts'

/** Reading the largest file takes some two seconds. */
const [cpuMs, memoryMb, idleMs] = [10_000, 512, 60_000]

export function mountWorkflowFiles(app: App<Deps>): void {
  const thread = new BoundedThread<ReadApi>(new URL('./read-worker.ts', import.meta.url), {
    name: 'The thread that reads workflow files',
    log: app.deps.log,
    cpuMs,
    memoryMb,
    idleMs,
    waiting: limits.waitingWorkflowFiles,
  })
  app.fastify.addHook('onClose', () => thread.end())
  mount(app, readWorkflowFile, ({ body, caller }) => readFile(app.deps, thread, body.url, caller), {
    limit: { name: 'workflow-files', perMinute: limits.workflowFilesPerMinute },
  })
}
