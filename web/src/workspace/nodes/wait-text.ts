import type { PublishWait } from '@nodeyard/contract/packs'
import type { TextKey } from '../../ground/texts/texts.ts'

/** Short labels for the state that a version waits in. */
export const waitText: Record<Exclude<PublishWait, 'nothing'>, TextKey<'manage'>> = {
  archive: 'waits_archive',
  turn: 'waits_turn',
  step: 'waits_step',
  another_try: 'waits_another_try',
  moderators: 'waits_moderators',
  publisher: 'waits_publisher',
}
