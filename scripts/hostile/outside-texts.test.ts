import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { quoted } from '../../analysis/src/ground/shell.ts'
import {
  commitOf,
  fileNameOf,
  idOf,
  pathOf,
  repositoryOf,
  sha256Of,
  urlOf,
  versionOf,
} from '../../analysis/src/lock/parts.ts'
import { plain } from '../../cli/src/ground/output.ts'
import { planInstallation } from '../../contract/src/discovery/plans.ts'
import { addressOf, RegistryRefusal } from '../../contract/src/ground/client.ts'
import { identifyNodes } from '../../contract/src/packs/identify.ts'
import { findProviders } from '../../contract/src/packs/providers.ts'
import { publishVersion } from '../../contract/src/packs/versions.ts'
import { cloneCommands, lockCommand, usualPlace } from '../../planning/src/commands.ts'
import { escapeHtml } from '../../server/src/ground/markdown/escape.ts'
import { renderMarkdown } from '../../server/src/ground/markdown/render.ts'
import { plainText } from '../../server/src/ground/plain-text.ts'
import { useWorld } from '../../server/test/world.ts'

/** Each text is an attack on at least one place, and is tried in all. */
const hostile = [
  '<script>x</script>',
  '" onload="x',
  '[a](javascript:x)',
  "'; drop table nodes; --",
  '$(touch owned) `touch owned` && touch owned',
  "x'$(touch owned)'",
  '-rf',
  '--upload-pack=touch',
  'ext::sh -c touch',
  'https://host.test/a&calc&b/x',
  'https://host.test/%USERNAME%/x',
  'https://user:password@host.test/a/b',
  '..',
  '../../etc/passwd',
  'C:\\windows\\x',
  'CON',
  'a\u0000b',
  '\u001b]0;x\u0007\u009b31m',
  '\u202eabc\r\nSubject: x\u2028',
  '%2e%2e',
  '{"$ne": 1}',
]

type Place = 'page' | 'terminal' | 'shell' | 'SQL' | 'path' | 'mail' | 'git'

/** Throws if a text gets through the guard of the place. */
const guards: Record<Place, (text: string) => void> = {
  page(text) {
    assert.doesNotMatch(escapeHtml(text), /[<>"]/)
    assert.doesNotMatch(renderMarkdown(text), /<script|<[^>]*\son\w+\s*=|href="javascript/i)
  },
  terminal: (text) => assert.doesNotMatch(plain(text), /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]/u),
  shell(text) {
    if (text.includes('\0')) return
    const printed = execFileSync('sh', ['-c', `printf %s ${quoted(text)}`], { encoding: 'utf8' })
    assert.equal(printed, text)
    assert.ok(lockCommand('nodeyard', text, { packs: [] })?.endsWith(` ${quoted(text)}`))
  },
  // Every query has parameters. The requests below prove it.
  SQL() {},
  path(text) {
    const name = fileNameOf(text)
    if (name !== undefined) assert.doesNotMatch(name, /[\\/\p{Cc}:]|^\.{1,2}$/u)
    const path = pathOf(text)
    if (path !== undefined) assert.ok(path.split('/').every((part) => part !== '..' && part !== ''))
    try {
      const { pathname } = new URL(
        addressOf({ path: '/nodes/:nodeId/x' }, { nodeId: text }),
        'http://host.test',
      )
      assert.match(pathname, /^\/nodes\/[^/]+\/x$/)
    } catch (error) {
      assert.ok(error instanceof RegistryRefusal)
    }
  },
  mail: (text) => assert.doesNotMatch(plainText(text, 300), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u),
  git(text) {
    const address = repositoryOf(text)
    if (address !== undefined) assert.match(address, /^https?:\/\/[^@]+$/)
    assert.equal(commitOf(text), undefined)
    const commands = cloneCommands(usualPlace, [{ clone: text, has_requirements: false }])
    if (commands) assert.match(commands.join('\n'), /^[\w./:@~+=\n -]+$/)
  },
}

const shown: readonly Place[] = ['page', 'terminal', 'SQL']
/** Where each text of strangers is shown or used. */
const places: Record<string, readonly Place[]> = {
  ...Object.fromEntries(
    [
      ...[
        'allowed_failures',
        'author',
        'banner_url',
        'category',
        'changelog',
        'dependencies',
        'description',
        'icon',
        'license',
        'status',
      ],
      ...[
        'supported_accelerators',
        'supported_os',
        'supported_comfyui_version',
        'supported_comfyui_frontend_version',
      ],
      ...[
        'tags',
        'latest_version',
        'status_detail',
        'freeze',
        'tool_requirements',
        'pins',
        'comfy_nodes',
        'unknown',
      ],
      ...[
        'comfy_node_name',
        'os',
        'architecture',
        'accelerator',
        'python',
        'as_of',
        'min_age',
        'code_host_token',
        'personal_access_token',
        'downloads',
      ],
    ].map((kind) => [kind, shown]),
  ),
  id: [...shown, 'shell', 'path', 'mail'],
  name: [...shown, 'shell', 'path', 'mail'],
  node_id: [...shown, 'shell', 'path', 'mail'],
  nodeId: [...shown, 'path', 'mail'],
  publisherId: [...shown, 'path', 'mail'],
  version: [...shown, 'shell', 'path', 'mail'],
  folder: [...shown, 'shell', 'path'],
  repository: [...shown, 'shell', 'git', 'mail'],
  repository_url: [...shown, 'shell', 'git', 'mail'],
  commit: [...shown, 'shell', 'git'],
  commits: [...shown, 'git'],
  url: [...shown, 'shell'],
  sha256: [...shown, 'shell'],
}

const sources = [publishVersion, planInstallation, findProviders, identifyNodes]

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** Names of the members that are texts, in whichever depth. */
function textsIn(schema: Schema, name = ''): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => textsIn(one, name))
  if (schema.items) return textsIn(schema.items, name)
  if (schema.properties) return Object.entries(schema.properties).flatMap(([key, one]) => textsIn(one, key))
  return schema.type === 'string' ? [name] : []
}

const kinds = [
  ...new Set(sources.flatMap((route) => [route.params, route.body].flatMap((one) => textsIn(one as Schema)))),
]

describe('texts from outside', () => {
  it('each have their places', () => {
    assert.deepEqual(
      kinds.filter((kind) => !places[kind]),
      [],
    )
  })

  for (const place of Object.keys(guards) as Place[])
    it(`do nothing but be texts in the place: ${place}`, () => {
      assert.ok(Object.values(places).some((list) => list.includes(place)))
      for (const text of hostile) guards[place](text)
    })

  it('are read strictly where they have a form', () => {
    for (const text of hostile)
      for (const read of [idOf, versionOf, sha256Of]) {
        const value = read(text)
        if (value !== undefined) assert.match(value, /^[\w.@+/!~-]+$/)
      }
    for (const text of hostile) assert.doesNotMatch(urlOf(text) ?? '', /[\s"'<>`]|^(?!https?:)./)
  })
})

describe('texts from outside in queries', () => {
  const holder = useWorld()

  it('are parameters of every query', async () => {
    const { world } = holder
    await world.given.node({ id: 'mist' })
    const machine = { python: '3.12', os: 'linux' } as const
    const well = hostile.filter((text) => !text.includes('\0'))
    for (const text of well) {
      const anonymous = world.anonymous
      const requests = [
        anonymous.call(identifyNodes, {
          body: { nodes: [{ node_id: text, repository: text, folder: text, version: text }] },
        }),
        anonymous.call(findProviders, {
          body: { comfy_nodes: [{ comfy_node_name: text, node_id: text, repository: text, version: text }] },
        }),
        anonymous.call(planInstallation, {
          body: {
            machine,
            packs: [
              {
                node_id: text,
                repository: text,
                folder: text,
                version: text,
                commit: text,
                commits: [text],
                comfy_nodes: [text],
              },
            ],
            pins: [{ name: text, version: text }],
            unknown: [text],
          },
        }),
      ]
      for (const outcome of await Promise.allSettled(requests))
        if (outcome.status === 'rejected') assert.equal((outcome.reason as RegistryRefusal).status, 400, text)
    }
    const found = await world.anonymous.call(identifyNodes, { body: { nodes: [{ node_id: 'mist' }] } })
    assert.equal(found.nodes[0]?.status, 'found')
  })
})
