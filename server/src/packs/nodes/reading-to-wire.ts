import { defined } from '@nodeyard/contract/ground'
import { heldGroupsOf, type Reading } from '@nodeyard/contract/packs'
import type { ReadingSettings } from '../../ground/settings.ts'
import type { ReadingFacts } from './sql.ts'
import { isOpenReading, type ReadingSight } from './versions/held-reading.ts'

/** Whether the texts of a reading are shown: its verdict, its license and the current settings decide. */
export function showsContent(
  facts: Pick<ReadingFacts, 'is_shareable' | 'verdict'>,
  { content }: Pick<ReadingSettings, 'content'>,
  sight: ReadingSight,
): boolean {
  return isOpenReading(facts, sight) && facts.is_shareable && content !== 'none'
}

/** Translates a reading to the wire format. */
export function toReading(
  facts: ReadingFacts,
  settings: Pick<ReadingSettings, 'content'>,
  sight: ReadingSight,
): Reading {
  const isOpen = isOpenReading(facts, sight)
  const { traits, comfyNodes, submodules }: Pick<ReadingFacts, 'traits' | 'comfyNodes' | 'submodules'> =
    isOpen ? facts : { traits: {}, comfyNodes: 0, submodules: [] }
  const isShown = showsContent(facts, settings, sight)
  return {
    commit: facts.commit_id,
    ...(facts.committed_at ? { committed_at: new Date(facts.committed_at).toISOString() } : {}),
    read_at: new Date(facts.read_at).toISOString(),
    ...(facts.goneSince ? { gone_since: new Date(facts.goneSince).toISOString() } : {}),
    ...defined({ repository: (facts.verdict !== 'held' && facts.repository_url) || undefined }),
    verdict: facts.verdict,
    ...(facts.verdict === 'held' ? { held_for: heldGroupsOf(facts.holdingRules) } : {}),
    blocking_findings: facts.blocking,
    extract_status: facts.extract_status,
    comfy_node_count: comfyNodes,
    ...defined({ license_name: traits.license || undefined }),
    is_shareable: isShown,
    ...defined({ requires_python: traits.python || undefined }),
    python_versions: traits.wheels ?? [],
    needs_os: traits.os ?? [],
    needs_accelerators: traits.accelerators ?? [],
    requirements: traits.requirements ?? [],
    example_count: traits.examples ?? 0,
    file_count: facts.file_count,
    unpacked_bytes: facts.unpacked_bytes,
    omitted_files: facts.omitted_files,
    omitted_bytes: facts.omitted_bytes,
    submodules,
    ...(isShown && facts.archive_bytes !== null ? { archive_bytes: facts.archive_bytes } : {}),
  }
}
