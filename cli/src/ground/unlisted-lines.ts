import type { UnlistedRepository } from '@nodeyard/planning/unlisted-repositories'
import type { Context } from './context.ts'
import { plain } from './output.ts'

/** Formats the repositories that a workflow records and the registry does not list. */
export const unlistedLines = (
  unlisted: readonly UnlistedRepository[],
  { text }: Pick<Context, 'text'>,
): string[] =>
  unlisted.flatMap(({ name, url, commit, comfyNodes }) => [
    commit
      ? text('repository_unlisted_at', { repository: plain(name), commit: commit.slice(0, 7) })
      : text('repository_unlisted', { repository: plain(name) }),
    `  ${plain(url)}  ${plain(comfyNodes.join(', '))}`,
  ])
