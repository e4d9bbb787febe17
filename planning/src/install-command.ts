import { quoted } from '@nodeyard/analysis/lock'
import { installLine } from '@nodeyard/contract/discovery'
import { isCloned, isInstallable, type NeededNode } from './needed.ts'

/** The version that the program installs, or an empty text for the commit that was read; undefined if it can install neither. */
function versionOf(one: NeededNode): string | undefined {
  if (isInstallable(one)) return one.provider.version?.version
  return isCloned(one) && one.provider.install.commit !== undefined ? '' : undefined
}

/** The command that installs packs with the registry's program, which `program` starts; undefined if it can install none. */
export function installCommand(program: string, needed: readonly NeededNode[]): string | undefined {
  const versions = new Map<string, string>()
  for (const one of needed) {
    const [id, own] = [one.provider.node_id, versionOf(one)]
    if (own !== undefined && !versions.has(id)) versions.set(id, own)
  }
  const names = [...versions].map(([id, version]) => quoted(version ? `${id}@${version}` : id))
  const isCloning = [...versions.values()].includes('')
  return names.length === 0 ? undefined : installLine(program, isCloning ? [...names, '--git'] : names)
}
