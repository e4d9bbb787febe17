import { type HeldGroup, heldGroups } from '@nodeyard/contract/packs'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { newestVersionsQuery } from './queries.ts'

const phrases: Record<HeldGroup, TextKey<'nodes'>> = {
  network_code: 'held_for_network_code',
  hidden_code: 'held_for_hidden_code',
  unreadable_code: 'held_for_unreadable_code',
  private_data: 'held_for_private_data',
  dangerous_commands: 'held_for_dangerous_commands',
  machine_changes: 'held_for_machine_changes',
  open_access: 'held_for_open_access',
  self_starting: 'held_for_self_starting',
  names: 'held_for_names',
  rejected_files: 'held_for_rejected_files',
  reports: 'held_for_reports',
}

/** Returns a function that words why a version is held; undefined without known groups. */
export function useHeldText(): (groups: readonly HeldGroup[] | undefined) => string | undefined {
  const t = useText('nodes')
  const formats = useFormats()
  return (groups = []) => {
    const known = heldGroups.filter((group) => groups.includes(group))
    if (known.length === 0) return undefined
    return t('held_for', { list: formats.list(known.map((group) => t(phrases[group]))) })
  }
}

/** Why the newest held version of a pack without a public one is held. */
export function HeldPack({ nodeId }: { nodeId: string }) {
  const t = useText('nodes')
  const heldText = useHeldText()
  const { data: versions } = useSuspenseQuery(newestVersionsQuery(useSite(), nodeId))
  return heldText(versions.find(({ heldFor }) => heldFor)?.heldFor) ?? t('verdict_review')
}
