import Type from 'typebox'
import { oneOf } from '../ground/shapes.ts'

/** Rules whose findings hold a version, by what they found. */
const rulesOf = {
  network_code:
    'arriving-code code-download downloaded-code downloaded-program downloaded-script hosted-script manager-install moved-work-tree package-install pickled-data remote-command remote-model-code remote-shell',
  hidden_code:
    'bidirectional-text confusable-name disguised-binary disguised-code disguised-file disguised-script escaped-code hidden-call hidden-code hidden-command hidden-receiver hidden-script invisible-data long-script odd-source-encoding pushed-aside-code scrambled-code',
  unreadable_code:
    'analysis-exhausted archive-refused compiled-python machine-code-in-memory marshalled-code native-binary nested-archive packed-file python-not-read secrets-not-searched',
  private_data:
    'committed-secret credential-access credentials-sent environment-sent hard-coded-receiver home-files-sent identity-sent page-data-sent private-data-sent spying wallet-access',
  dangerous_commands:
    'dangerous-command dangerous-script dynamic-code dynamic-script pickled-command process-start script-process',
  machine_changes:
    'alters-other-code destroys-files destroys-tool-files host-list-change lowers-protection persistence',
  open_access: 'network-listener request-code request-command request-files',
  self_starting: 'editor-task git-attributes git-folder git-modules object-in-data python-start-file',
  names:
    'comfy-node-name-taken direct-dependency look-alike-comfy-node look-alike-node look-alike-publisher manifest-name-differs manifest-version-differs misspelt-dependency other-package-index unpinned-dependency',
  rejected_files: 'known-bad-file',
  reports: '',
} as const

export type HeldGroup = keyof typeof rulesOf
export const heldGroups = Object.keys(rulesOf) as HeldGroup[]

const groups = new Map(
  heldGroups.flatMap((group) => rulesOf[group].split(' ').map((rule): [string, HeldGroup] => [rule, group])),
)

/** Returns the groups of rules in a fixed order, without repetition. */
export function heldGroupsOf(rules: Iterable<string>): HeldGroup[] {
  const found = new Set([...rules].map((rule) => groups.get(rule)))
  return heldGroups.filter((group) => found.has(group))
}

export const HeldFor = Type.Optional(
  Type.Array(oneOf(heldGroups), {
    description:
      'Why the version or reading waits for a moderator: the groups of its undecided findings, or `reports`. Omitted for those that are not flagged; empty when a moderator set the flag.',
  }),
)
