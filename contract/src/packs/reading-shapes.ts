import Type, { type Static } from 'typebox'
import { oneOf, Timestamp } from '../ground/shapes.ts'
import { limits } from '../limits.ts'
import { HeldFor } from './held-for.ts'

export const readingVerdicts = ['clear', 'warned', 'held'] as const

/** A commit as an address names it: all of it, or its beginning. */
export const CommitId = Type.String({
  pattern: '^[0-9a-fA-F]{7,64}$',
  'x-form': 'a commit, or at least its first seven characters',
})

/**
 * The content of one commit of the node's repository, read by the registry. Its author has not published it here, so it
 * is not a version and installers never get it.
 */
export const Reading = Type.Object({
  commit: Type.String(),
  committed_at: Type.Optional(Timestamp),
  read_at: Timestamp,
  gone_since: Type.Optional(
    Type.String({
      ...Timestamp,
      description: `Since when its repository is gone or private. Its last facts stay for ${limits.goneReadingDays} days.`,
    }),
  ),
  repository: Type.Optional(Type.String({ description: 'Omitted while the reading is held back.' })),
  verdict: oneOf(
    readingVerdicts,
    '`held`: critical findings wait for a moderator. The repository is not offered, and nothing of its contents is shown. `warned`: there are blocking findings.',
  ),
  held_for: HeldFor,
  blocking_findings: Type.Integer({ description: 'Findings that would keep a version from being released.' }),
  extract_status: oneOf(['success', 'failed']),
  comfy_node_count: Type.Integer(),
  license_name: Type.Optional(Type.String({ description: 'Its short name, or its first words.' })),
  is_shareable: Type.Boolean({
    description: 'Whether the registry shows its README and source, which its license has to permit.',
  }),
  requires_python: Type.Optional(Type.String()),
  python_versions: Type.Array(Type.String(), { description: 'Python versions of the wheels that it names.' }),
  needs_os: Type.Array(Type.String(), { description: 'Systems that its code needs, as far as it shows.' }),
  needs_accelerators: Type.Array(Type.String()),
  requirements: Type.Array(Type.String(), {
    description: 'Lines of its project file and of `requirements.txt`.',
  }),
  example_count: Type.Integer({ description: 'Example workflows.' }),
  file_count: Type.Integer(),
  unpacked_bytes: Type.Integer(),
  omitted_files: Type.Integer({
    description: 'Files that were too large, that no archive can hold, or that are in Git LFS.',
  }),
  omitted_bytes: Type.Integer(),
  submodules: Type.Array(Type.String(), {
    description: 'Folders of other repositories inside (submodules), which were not read.',
  }),
  archive_bytes: Type.Optional(
    Type.Integer({ description: 'Size of its source as an archive, if the registry shows it.' }),
  ),
})
export type Reading = Static<typeof Reading>
