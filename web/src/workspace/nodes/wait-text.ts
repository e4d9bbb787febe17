import type { PublishWait } from '@nodeyard/contract/publish-reports'
import type { TextKey } from '../../ground/texts/texts.ts'

/** In a word or two, what a version waits for. */
export const waitText: Record<Exclude<PublishWait, 'nothing'>, TextKey<'manage'>> = {
  archive: 'waits_archive',
  turn: 'waits_turn',
  step: 'waits_step',
  another_try: 'waits_another_try',
  moderators: 'waits_moderators',
  publisher: 'waits_publisher',
}
