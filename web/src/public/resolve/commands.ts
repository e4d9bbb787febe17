import { type ClonedPack, installCommand } from '@nodeyard/planning/commands'
import { isCloned, isInstallable, type NeededNode } from '@nodeyard/planning/needed'

/** One command that installs every node with a version, at exactly that version. */
export function archivesCommand(needed: readonly NeededNode[], program: string): string | undefined {
  return installCommand(program, needed.filter(isInstallable))
}

/** The nodes that are available from their repositories only. */
export const clonedPacks = (needed: readonly NeededNode[]): ClonedPack[] =>
  needed.filter(isCloned).map(({ provider: { install } }) => install)
