import { installCommand } from '@nodeyard/planning/install-command'
import { isCloned, isInstallable, type NeededNode } from '@nodeyard/planning/needed'
import { type CloneCommands, cloneCommands } from '../nodes/install-commands.ts'

/** One command that installs every node with a version, at exactly that version. */
export function archivesCommand(needed: readonly NeededNode[], program: string): string | undefined {
  return installCommand(program, needed.filter(isInstallable))
}

/** Lines that clone every node that is available from its repository only. Undefined without any. */
export function repositoryCommands(needed: readonly NeededNode[]): CloneCommands | undefined {
  const each = needed
    .filter(isCloned)
    .flatMap(({ provider: { install } }) => cloneCommands(install.clone ?? '', install) ?? [])
  if (each.length === 0) return undefined
  const linesOf = (way: keyof CloneCommands) => each.map((one) => one[way] ?? one.usual).join('\n')
  const usual = linesOf('usual')
  return each.some(({ venv }) => venv)
    ? { usual, venv: linesOf('venv'), portable: linesOf('portable') }
    : { usual }
}
