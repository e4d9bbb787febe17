import type { Setting } from '../../server/src/ground/setting-kinds.ts'
import { settingGroups } from '../../server/src/ground/settings.ts'

const introduction = `# Settings

Every setting is an environment variable, and each is optional. A bad value stops the start with one error that names all bad values.

- Flags take \`on\` or \`off\`; \`true\`, \`false\`, \`yes\`, \`no\`, \`1\` and \`0\` work too.
- A secret has at least 16 characters and no spaces; \`openssl rand -hex 32\` makes a good one.
- Access to generation services has [variables of its own](operations.md#generation-services).

This page is generated from \`server/src/ground/settings.ts\` by \`npm run docs\`.
`

/** Returns docs/settings.md as generated from the table of settings. */
export function settingsPage(): string {
  return [introduction, ...Object.entries(settingGroups).map(section)].join('\n')
}

function section([title, group]: [string, Record<string, Setting<unknown>>]): string {
  const rows = Object.entries(group).map(
    ([name, setting]) => `| \`${name}\` | ${shownDefault(setting)} | ${setting.effect} | ${setting.when} |`,
  )
  return [
    `## ${title}\n`,
    '| variable | default | effect | change it when |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

function shownDefault({ fallback, computed }: Setting<unknown>): string {
  return computed ?? (fallback ? `\`${fallback}\`` : 'none')
}
