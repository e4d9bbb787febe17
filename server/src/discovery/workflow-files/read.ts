import { percentDecoded } from '@nodeyard/analysis/ground'
import type { readWorkflowFile as contract } from '@nodeyard/contract/discovery'
import type { ResponseOf } from '@nodeyard/contract/ground'
import type { AddressKey } from '../../ground/address-key.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { BoundedThread } from '../../ground/threads/bounded-thread.ts'
import type { Deps } from './deps.ts'
import type { ReadApi } from './read-worker.ts'

/**
 * Fetches a file and returns only the workflow in it, so that the registry passes nothing else on to browsers.
 */
export async function readWorkflowFile(
  { workflowFiles }: Pick<Deps, 'workflowFiles'>,
  thread: Pick<BoundedThread<ReadApi>, 'call'>,
  url: string,
  reader: AddressKey,
): Promise<ResponseOf<typeof contract>> {
  const file = await workflowFiles.get(url, reader)
  if (!file) throw new RegistryError('workflow_file_unreachable')
  const bytes = new Uint8Array(file)
  const workflow = await thread.call('read', bytes, { caller: reader, moved: [bytes.buffer] })
  if (workflow === undefined) throw new RegistryError('workflow_file_without_workflow')
  const lastPart = new URL(url).pathname.split('/').at(-1) ?? ''
  return { name: percentDecoded(lastPart) ?? lastPart, workflow }
}
