import type { Reading } from '@nodeyard/contract/reading-shapes'
import { unlessEmpty } from '../../ground/http/unless-empty.ts'
import type { ReadingSettings } from '../../ground/settings.ts'
import type { ReadingFacts } from './readings/sql.ts'

/** Whether the texts of a reading are shown: its license and the current settings decide. */
export function showsContent(
  { is_shareable }: Pick<ReadingFacts, 'is_shareable'>,
  { content }: Pick<ReadingSettings, 'content'>,
): boolean {
  return is_shareable && content !== 'none'
}

/** Translates a reading to the wire format. */
export function toReading(facts: ReadingFacts, settings: Pick<ReadingSettings, 'content'>): Reading {
  const { traits } = facts
  const isShown = showsContent(facts, settings)
  return {
    commit: facts.commit_id,
    ...(facts.committed_at ? { committed_at: new Date(facts.committed_at).toISOString() } : {}),
    read_at: new Date(facts.read_at).toISOString(),
    ...(facts.verdict === 'held' ? {} : unlessEmpty('repository', facts.repository_url)),
    verdict: facts.verdict,
    blocking_findings: facts.blocking,
    extract_status: facts.extract_status,
    comfy_node_count: facts.comfyNodes,
    ...unlessEmpty('license_name', traits.license ?? ''),
    is_shareable: isShown,
    ...unlessEmpty('requires_python', traits.python ?? ''),
    python_versions: traits.wheels ?? [],
    needs_os: traits.os ?? [],
    needs_accelerators: traits.accelerators ?? [],
    requirements: traits.requirements ?? [],
    example_count: traits.examples ?? 0,
    file_count: facts.file_count,
    unpacked_bytes: facts.unpacked_bytes,
    omitted_files: facts.omitted_files,
    omitted_bytes: facts.omitted_bytes,
    submodules: facts.submodules,
    ...(isShown && facts.archive_bytes !== null ? { archive_bytes: facts.archive_bytes } : {}),
  }
}
