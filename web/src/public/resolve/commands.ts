import { isCloned, isInstallable, type NeededNode } from '@nodeyard/planning/needed'
import { cloneCommands } from '../nodes/install-commands.ts'

/** One command that installs every node with a version, at exactly that version. */
export function installCommand(needed: readonly NeededNode[], program: string): string | undefined {
  const exact = needed
    .filter(isInstallable)
    .map(({ provider }) => `${provider.node_id}@${provider.version?.version}`)
  return exact.length > 0 ? `${program} install ${exact.join(' ')}` : undefined
}

/** Two lines for each node that is available from its repository only. */
export function repositoryCommands(needed: readonly NeededNode[]): string[] {
  return needed
    .filter(isCloned)
    .flatMap(({ provider: { install } }) => cloneCommands(install.clone ?? '', install)?.usual ?? [])
}
