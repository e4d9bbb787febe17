// A promise: each command on a page leads on as printed, from a registry at another address than the default.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import type { Page } from 'playwright-core'
import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { buildZip } from '../analysis/src/archive/zip-builder.test-support.ts'
import { type Lock, readLock, writeLock } from '../analysis/src/lock/lock-file.ts'
import { identityServer, runShell } from '../cli/src/ci/runner.test-support.ts'
import { folderWith, packOf } from '../cli/src/run.test-support.ts'
import { testEnvironment } from '../scripts/set-up.mjs'
import type { Config } from '../server/src/ground/settings.ts'
import { ciIssuers } from '../server/src/packs/trusted-publishing/issuers.ts'
import { haveCatalogue } from '../server/test/catalogue.ts'
import { makeRepository, serveGit } from '../server/test/fakes/git-server.ts'
import { FakeOidcIssuer, githubClaims, gitlabClaims } from '../server/test/fakes/oidc-issuer.ts'
import { testPublisher } from '../server/test/publishing.ts'
import { haveSlice } from '../server/test/python-index.ts'
import { withJobs } from '../server/test/with-jobs.ts'
import { managePaths } from '../web/src/ground/paths/manage-links.ts'
import { memberPaths } from '../web/src/ground/paths/member-links.ts'
import { paths } from '../web/src/ground/paths/paths.ts'
import { untilIdle } from './idle.ts'
import { signUp } from './people.ts'
import { Product } from './product.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
let product: Product
let github: FakeOidcIssuer
let gitlab: FakeOidcIssuer
/** A machine whose npm reaches only this registry, and whose pip has two wheels. */
let machine: string
let fog: string
let owner: { id: string }
let endServers: () => Promise<void>
/** The page of a signed-in owner, who does everything here. */
let page: Page

before(async () => {
  const now = () => product.world.now()
  github = await FakeOidcIssuer.at('https://github.test', now)
  gitlab = await FakeOidcIssuer.at('https://gitlab.test', now)
  const known = [github, gitlab].map(
    ({ url }, at) => ({ kind: at === 0 ? 'github' : 'gitlab', url }) as const,
  )
  const fetch: typeof globalThis.fetch = (input) =>
    (String(input).startsWith(github.url) ? github : gitlab).fetch(input)
  product = await Product.open({ ciIssuers: ciIssuers(known, now, { fetch }) })
  machine = await mkdtemp(join(tmpdir(), 'nodeyard-commands-'))
  await Promise.all([prepareMachine(), publishPacks()])
  const { page: opened, context } = await product.visit()
  page = opened
  // Pages ask for the clipboard only in a secure context, and a browser without a window has none.
  await context.addInitScript(() => {
    const copied: string[] = []
    Object.assign(window, { copied })
    const clipboard = { writeText: async (text: string) => void copied.push(text) }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard })
  })
  const email = await signUp(page, '/docs/publish')
  owner = await product.world.deps.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
})
after(async () => {
  await product.endVisits()
  await Promise.all([product.close(), endServers()])
  await rm(machine, { recursive: true, force: true })
})

async function prepareMachine(): Promise<void> {
  await mkdir(join(machine, 'wheels'), { recursive: true })
  for (const [name, version] of [
    ['numpy', '2.1.0'],
    ['mist', '1.0'],
  ] as const) {
    const info = `${name}-${version}.dist-info`
    const entries = [
      { name: `${name}.py`, data: '' },
      { name: `${info}/METADATA`, data: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n` },
      { name: `${info}/WHEEL`, data: 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n' },
      { name: `${info}/RECORD`, data: '' },
    ]
    await writeFile(join(machine, `wheels/${name}-${version}-py3-none-any.whl`), buildZip({ entries }))
  }
  await run('python3', ['-m', 'venv', join(machine, 'venv')])
}

const workflowOf = (model: string) =>
  JSON.stringify({
    nodes: [
      { id: 1, type: 'Rain', pos: [0, 0], size: [200, 100], outputs: [], inputs: [], widgets_values: [] },
      { id: 2, type: 'Fog', pos: [300, 0], size: [200, 100], outputs: [], inputs: [], widgets_values: [] },
      {
        id: 3,
        type: 'VAELoader',
        pos: [600, 0],
        size: [200, 100],
        outputs: [],
        inputs: [],
        properties: { models: [{ name: 'rain.safetensors', url: model, directory: 'vae' }] },
        widgets_values: ['rain.safetensors'],
      },
    ],
    links: [],
  })
let workflow: string

/** A published pack with a workflow, and one that only its repository offers. */
async function publishPacks(): Promise<void> {
  const { world } = product
  const acme = await testPublisher(world, { id: 'acme' })
  await haveSlice(world)
  const models = createServer((_, response) => response.end('weights')).listen(0, '127.0.0.1')
  await once(models, 'listening')
  const bound = models.address()
  assert.ok(bound !== null && typeof bound === 'object')
  workflow = workflowOf(`http://127.0.0.1:${bound.port}/rain.safetensors`)
  const code =
    'class N:\n    RETURN_TYPES = ("IMAGE",)\n    FUNCTION = "f"\nNODE_CLASS_MAPPINGS = {"Rain": N}\n'
  for (const version of ['0.9.0', '1.0.0'])
    await acme.publish({
      id: 'some-pack',
      version,
      name: 'Some pack',
      files: { '__init__.py': code, 'example_workflows/rain.json': workflow },
    })
  const repositories = await folderWith({})
  fog = makeRepository(join(repositories, 'acme/fog.git'), [
    { path: 'nodes.py', content: 'x = 1\n' },
    { path: 'requirements.txt', content: 'mist\n' },
  ])
  const served = await serveGit(repositories)
  endServers = async () => {
    models.close()
    await served.close()
  }
  const repository_url = `${served.url}/acme/fog`
  await world.given.node({
    id: 'fog',
    publisher_id: unclaimedPublisherId,
    repository_url,
    repository_key: repository_url.replace('http://', ''),
  })
  const reading = { node_id: 'fog', commit_id: fog, repository_url, traits: { has_requirements: true } }
  await world.given.reading(reading, [{ name: 'Fog' }])
  await haveCatalogue(world)
}

/** Pastes lines into a shell, as a person at the machine. Fails at the first line that fails. */
async function paste(text: string, folder: string, more: Record<string, string> = {}): Promise<string> {
  const env = {
    ...testEnvironment(),
    PATH: `${join(machine, 'venv/bin')}:${process.env['PATH']}`,
    HOME: machine,
    LANG: 'C',
    PIP_NO_INDEX: '1',
    PIP_FIND_LINKS: join(machine, 'wheels'),
    NODEYARD_KEYCHAIN: 'off',
    npm_config_cache: join(machine, 'npm'),
    npm_config_registry: product.apiUrl,
    npm_config_update_notifier: 'false',
    ...more,
  }
  const { code, output } = await withJobs(product.world, runShell(text, { folder, env }))
  assert.equal(code, 0, output)
  return output
}

/** The folder of a tool without packs. Its Python, which is that of the shell too, has none of their packages. */
async function newTool(): Promise<{ tool: string; packs: string }> {
  const tool = await folderWith({})
  const packs = join(tool, 'custom_nodes')
  await mkdir(packs)
  await symlink(join(machine, 'venv'), join(tool, 'venv'))
  await paste('python -m pip uninstall --quiet --yes mist numpy', tool)
  return { tool, packs }
}

const isInstalled = (packs: string, id: string) => existsSync(join(packs, id, 'pyproject.toml'))

/** A text on a page, for which a row is run. */
interface Shown {
  text: string
  path: string
}

/** A kind of command: the components that print it, and what following it leads to. */
interface Row {
  of: string[]
  form: RegExp
  follow(shown: Shown): Promise<void>
}

/** The pack that the guide makes: its folder, and the token that the guide creates. */
const own = { folder: '', token: '', version: 0 }

/** A checkout of a higher version of the guide's pack, as CI has it after a tag. */
async function nextVersion(name = 'guide-pack'): Promise<string> {
  own.version += 1
  const text = await readFile(join(own.folder, 'pyproject.toml'), 'utf8')
  return folderWith({
    ...packOf(name, 'ada'),
    LICENSE: 'Free.\n',
    'pyproject.toml': text
      .replace('version = "1.0.0"', `version = "1.${own.version}.0"`)
      .replaceAll('guide-pack', name),
  })
}

const isLive = (name: string) => new RegExp(`${name} 1\\.${own.version}\\.0 is live`)

const rows: Record<string, Row> = {
  'installs packs with the program': {
    of: [
      'public/nodes/install-ways.tsx Panel commandLine',
      'public/nodes/workflow-page.tsx Command command',
      'public/resolve/install-section.tsx Command command',
      'workspace/nodes/live-pack.tsx Command installLine(program, [nodeId])',
    ],
    form: /^npx .* install (?!--lock)/,
    async follow({ text }) {
      const { tool, packs } = await newTool()
      await paste(text, tool)
      const [, names = ''] = / install (.+?)(?: --git)?$/.exec(text) ?? []
      for (const name of names.split(' ')) {
        const [id = '', version] = name.split('@')
        const file = id === 'fog' ? 'nodes.py' : 'pyproject.toml'
        const found = await readFile(join(packs, id, file), 'utf8')
        if (version) assert.ok(found.includes(`version = "${version}"`), found)
      }
    },
  },
  'installs a lock with the program': {
    of: ['public/plan/outputs.tsx Command command'],
    form: /^npx .* install --lock /,
    async follow({ text }) {
      const { tool, packs } = await newTool()
      const lock = await lockOfPage()
      await writeFile(join(tool, 'nodeyard.lock'), writeLock(lock))
      for (const _ of ['once', 'and again']) {
        await paste(text, tool)
        for (const { folder } of lock.packs) assert.ok(existsSync(join(packs, folder)))
      }
    },
  },
  'installs a lock by hand': {
    of: ["public/plan/outputs.tsx Command commandsByHand(lock, setup, downloader).join('\\n')"],
    form: /^set -e\n/,
    async follow({ text }) {
      // These programs are not installed here.
      if (/^(?:aria2c|hf) /m.test(text)) return void (await run('bash', ['-n', '-c', text]))
      const lock = await lockOfPage()
      // The hub itself does not answer.
      if (lock.models.some(({ url = '' }) => url.includes('huggingface'))) return
      const { tool, packs } = await newTool()
      for (const _ of ['once', 'and again']) await paste(text, tool)
      for (const { folder } of lock.packs) assert.ok(existsSync(join(packs, folder)))
      for (const { folder, name } of lock.models)
        assert.equal(await readFile(join(tool, 'models', folder, name), 'utf8'), 'weights')
      const list = await paste('python -m pip freeze', tool)
      for (const { name, version } of lock.python) assert.ok(list.includes(`${name}==${version}`), list)
    },
  },
  'gets the archive by hand': {
    of: ['public/nodes/install-ways.tsx Panel byHand'],
    form: /^curl -gfLo /,
    async follow({ text }) {
      const { packs } = await newTool()
      await paste(text, packs)
      assert.ok(isInstalled(packs, 'some-pack'))
    },
  },
  'clones packs': {
    of: ["public/nodes/clone-ways.tsx Command commands.join('\\n')"],
    form: /^(?:docker exec \S+ \S+ \S+ )?git clone /,
    // Other installations of the tool and other shells: planning/src/commands-run.test.ts and commands.test.ts.
    async follow({ text }) {
      const { tool } = await newTool()
      await paste(text, tool)
      assert.equal((await paste('git -C custom_nodes/fog rev-parse HEAD', tool)).trim(), fog)
      assert.match(await paste('python -m pip list', tool), /mist +1\.0/)
    },
  },
  'calls the API': {
    of: [`public/api-docs/api-page.tsx Command \`curl '\${apiUrl}\${path}'\``],
    form: /^curl '/,
    async follow({ text }) {
      // The program also shows its progress.
      const answer = await paste(`${text.replace('PACK_ID', 'some-pack')} 2>/dev/null`, await folderWith({}))
      const found = JSON.parse(answer)
      assert.ok(Object.keys(found).length > 1 && !('error' in found), answer)
    },
  },
  'is the address of a result': {
    of: [`public/resolve/resolve-page.tsx Command \`\${siteUrl}\${links.resolve()}\${shared}\``],
    form: /^http:\S+\/resolve#node=/,
    async follow({ text }) {
      const { page: other, context } = await product.visit()
      await other.goto(text)
      await other.getByRole('heading', { name: /^This workflow needs 2 packs/ }).waitFor()
      await context.close()
    },
  },
  'is the address of the API': {
    of: ['public/api-docs/api-page.tsx Command site.settings.apiUrl'],
    form: /^http:\S+$/,
    follow: async ({ text }) => assert.equal((await fetch(`${text}/nodes/some-pack`)).status, 200),
  },
  'is a badge': {
    of: [
      'workspace/nodes/badges.tsx Command badgeMarkdown(siteUrl, nodeId, kind)',
      "workspace/nodes/live-pack.tsx Command badgeMarkdown(siteUrl, nodeId, 'version')",
    ],
    form: /^\[!\[/,
    async follow({ text }) {
      const [, picture = '', target = ''] = /^\[!\[\w+\]\((.+?)\)\]\((.+?)\)$/.exec(text) ?? []
      assert.match((await fetch(picture)).headers.get('content-type') ?? '', /svg/)
      assert.equal((await fetch(target)).status, 200)
    },
  },
  'is the digest of an archive': {
    of: ['public/nodes/facts.tsx CopyButton digest'],
    form: /^[0-9a-f]{64}$/,
    async follow({ text, path }) {
      const version = path.split('/').at(-1)
      const answer = await fetch(`${product.apiUrl}/nodes/some-pack/versions/${version}/node.zip`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      assert.equal(createHash('sha256').update(bytes).digest('hex'), text)
    },
  },
  'is a token': {
    of: ['workspace/nodes/new-token.tsx Command made.secret'],
    form: /^nyp_/,
    async follow({ text }) {
      own.token = text
    },
  },
  'is a project file': {
    of: ['workspace/nodes/publish-methods.tsx CodeFile projectFile(target)'],
    form: /^\[project\]/,
    async follow({ text }) {
      parseToml(text)
      const files = {
        '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n',
        LICENSE: 'Free.\n',
        'pyproject.toml': text,
      }
      own.folder = await folderWith(files)
    },
  },
  'checks a pack': {
    of: ['workspace/nodes/publish-methods.tsx Commands programCommands(target)'],
    form: /^npx .* check$/,
    follow: async ({ text }) => assert.match(await paste(text, own.folder), /would list this version/),
  },
  'publishes a pack': {
    of: ['workspace/nodes/publish-methods.tsx Commands programCommands(target)'],
    form: /^npx .* publish --token "\$REGISTRY_TOKEN"$/,
    async follow({ text }) {
      const said = await paste(text, own.folder, { REGISTRY_TOKEN: own.token })
      assert.match(said, /guide-pack 1\.0\.0 is live/)
    },
  },
  'publishes in a job with a token': {
    of: ['workspace/nodes/publish-methods.tsx CodeFile ciFileWithToken(target)'],
    form: /^name: Publish[\s\S]*secrets\./,
    async follow({ text }) {
      const folder = await nextVersion()
      const secrets = { REGISTRY_TOKEN: own.token }
      assert.match(await runJob(text, folder, secrets), isLive('guide-pack'))
    },
  },
  'publishes in a job of GitHub without a secret': {
    of: [
      'workspace/nodes/publish-methods.tsx CodeFile ciFileTrusted(target)',
      'workspace/tokens/trusted-publisher-row.tsx CopyButton text',
    ],
    form: /^name: Publish[\s\S]*id-token: write/,
    follow: async ({ text }) => assert.match(await runJob(text, await nextVersion()), isLive('guide-pack')),
  },
  'publishes in a job of GitLab without a secret': {
    of: ['workspace/tokens/trusted-publisher-row.tsx CopyButton text'],
    form: /^publish:\n/,
    async follow({ text }) {
      const folder = await nextVersion('lab-pack')
      const { publish: job } = parseYaml(text) as { publish: GitlabJob }
      const tokens = Object.entries(job.id_tokens).map(
        async ([name, { aud }]) =>
          [name, await gitlab.mint({ aud, ...gitlabClaims({ host: 'gitlab.test' }) })] as const,
      )
      const env = { ...Object.fromEntries(await Promise.all(tokens)), CI: 'true', GITLAB_CI: 'true' }
      assert.match(await paste(job.script.join('\n'), folder, env), isLive('lab-pack'))
    },
  },
}

interface GitlabJob {
  id_tokens: Record<string, { aud: string }>
  script: string[]
}

interface GithubWorkflow {
  permissions?: Record<string, string>
  jobs: Record<string, GithubJob>
}
interface GithubJob {
  permissions?: Record<string, string>
  steps: { uses?: string; run?: string; env?: Record<string, string> }[]
}

/** Runs the job of a workflow as GitHub does, in a folder that is checked out. */
async function runJob(text: string, folder: string, secrets: Record<string, string> = {}): Promise<string> {
  const { permissions, jobs } = parseYaml(text) as GithubWorkflow
  const [job = assert.fail('no job')] = Object.values(jobs)
  const isKnown = (job.permissions ?? permissions)?.['id-token'] === 'write'
  const identity = isKnown ? await identityServer((aud) => github.mint({ aud, ...githubClaims() })) : {}
  let output = ''
  for (const { uses, run: script = '', env = {} } of job.steps) {
    if (uses) {
      assert.equal(uses, 'actions/checkout@v4')
      continue
    }
    const given = Object.entries(env).map(([name, value]) => [
      name,
      value.replace(/^\$\{\{ secrets\.(\w+) \}\}$/, (_, secret: string) => secrets[secret] ?? ''),
    ])
    output += await paste(script, folder, {
      ...identity,
      ...Object.fromEntries(given),
      GITHUB_ACTIONS: 'true',
    })
  }
  return output
}

/** Texts that are not commands, and commands that are not run here. */
const others: Record<string, string> = {
  'account/settings/app-dialog.tsx CopyButton secret': 'a key for an app of codes',
  'admin/oversight/token-page.tsx CopyButton text': 'a token of an admin',
  'public/nodes/install-ways.tsx Command command': 'the box of a Panel',
  'public/nodes/install-ways.tsx Panel searched':
    'a name to search for; the next test sees that it is hidden',
  'public/nodes/install-ways.tsx Command manager': 'of another program; the next test sees that it is hidden',
  'public/repositories/repository-page.tsx Command badge':
    'Markdown; e2e/repositories.test.ts sees the badge',
  "public/repositories/repository-page.tsx Command claimCommands(apiUrl, repository).join('\\n')":
    'clones from another host, and then has the commands of the guide',
  'public/nodes/clone-ways.tsx Command text':
    'of pip; planning/src/commands-run.test.ts runs repairs, and commands.test.ts parses them for each shell',
  'workspace/nodes/publish-methods.tsx Commands clientCommands(target) ?? []':
    'of another program; hidden too',
  'workspace/nodes/publish-methods.tsx Command command': 'the box of Commands',
  'workspace/nodes/publish-methods.tsx CopyButton text': 'the box of a CodeFile',
  'workspace/publishers/invitations.tsx Command siteUrl + inLocale(locale, memberLinks.invitation(secret))':
    'a link; e2e/mails.test.ts opens it',
  'workspace/tokens/create-token.tsx Command secret': 'a token; e2e/tokens.test.ts publishes with it',
  'workspace/webhooks/secret.tsx Command text': 'a secret of a receiver',
}

/** The texts that components show with a copy button: file, component and expression. */
function shownInCode(): string[] {
  const cwd = join(root, 'web/src')
  const files = globSync('**/*.tsx', { cwd }).filter((file) => !/\.test[.-]|^ground\/ui\//.test(file))
  const shown = /<(Command|CopyButton|Commands|CodeFile|Panel)\s([\s\S]*?)\s\/>/g
  return files.flatMap((file) =>
    [...readFileSync(join(cwd, file), 'utf8').matchAll(shown)].flatMap(([, name, given = '']) => {
      const textIn = (prop: string) =>
        new RegExp(`(?:^|\\s)${prop}=\\{([\\s\\S]*?)\\}(?=\\s+\\w+=|$)`).exec(given)?.[1]
      const text = textIn('commands?') ?? textIn('text')
      return text === undefined ? [] : [`${file} ${name} ${text.replace(/\s+/g, ' ').trim()}`]
    }),
  )
}

/** Opens every part of the page. Returns what each of its copy buttons copies, which is what the page prints beside it. */
async function textsOnPage(): Promise<string[]> {
  const texts: string[] = []
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '')
  })
  const tabs = await page.locator('.install-ways fieldset button').all()
  for (const tab of tabs.length > 0 ? tabs : [undefined]) {
    await tab?.click()
    for (const button of await page.locator('main button[title].needs-script:visible').all()) {
      const printed = await button.evaluate((one) => {
        const box = one.closest('[dir=ltr]')
        return (box?.querySelector('pre') ?? box?.querySelector('code'))?.innerText
      })
      if (printed === undefined) continue
      await button.click()
      const copied = await page.evaluate(() => (Reflect.get(window, 'copied') as string[]).at(-1))
      assert.equal(copied?.trim(), printed.trim(), page.url())
      texts.push(printed)
    }
  }
  return texts
}

const followed = new Set<string>()
const rowsRun = new Set<string>()

/** Follows each text on the page that no other page had. */
async function followAll(): Promise<void> {
  const path = new URL(page.url()).pathname
  for (const text of await textsOnPage()) {
    if (followed.has(text)) continue
    followed.add(text)
    const [name, row] =
      Object.entries(rows).find(([, { form }]) => form.test(text)) ?? assert.fail(`no row: ${path}: ${text}`)
    await row.follow({ text, path }).catch((error) => {
      throw new Error(`${path} ${name}: ${text}\n${error.message}`, { cause: error })
    })
    rowsRun.add(name)
  }
}

async function open(path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // The page of an own version keeps a request open, for news of its checks.
  if (!/manage\/versions\/./.test(path)) await untilIdle(page)
}

async function lockOfPage(): Promise<Lock> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download nodeyard.lock' }).click(),
  ])
  return readLock(JSON.parse(await readFile(await download.path(), 'utf8')))
}

async function submit(path: string, text: string): Promise<void> {
  await open(path)
  // The tab keeps the last workflow, and folds the field.
  await page.evaluate(() => sessionStorage.clear())
  await open(path)
  await page.locator('form[data-takes-files] textarea').first().fill(text)
  await page.locator('form[data-takes-files] button[type=submit]').click()
}

/** Makes a plan and follows its commands, with each program that downloads models. */
async function followPlan(): Promise<void> {
  await page.getByRole('button', { name: 'Make a plan' }).click()
  await page.getByRole('button', { name: 'Download nodeyard.lock' }).waitFor()
  await followAll()
  const choice = page.getByLabel('Download models with')
  for (const option of await choice.locator('option').all()) {
    await choice.selectOption((await option.getAttribute('value')) ?? '')
    await followAll()
  }
}

describe('each command on a page', () => {
  it('has a row in this file', () => {
    const known = [...Object.values(rows).flatMap(({ of }) => of), ...Object.keys(others)]
    assert.deepEqual([...new Set(shownInCode())].sort(), [...new Set(known)].sort())
    const cwd = join(root, 'server/src')
    const files = globSync('**/*.ts', { cwd }).filter((file) => !file.endsWith('.test.ts'))
    const printing = files.filter((file) =>
      /\b(?:programCommand|installLine|installCommand|lockCommand)\(/.test(
        readFileSync(join(cwd, file), 'utf8'),
      ),
    )
    assert.deepEqual(printing, ['discovery/site-files/texts.ts'])
  })

  it('is not part of a text of the site, where no test would follow it', () => {
    for (const file of globSync('web/locales/*/*.json', { cwd: root })) {
      const command =
        /\b(?:npx|npm (?:run|install)|git clone|pip install -r|curl|cm-cli|comfy node|nodeyard [a-z]+) /
      assert.doesNotMatch(readFileSync(join(root, file), 'utf8'), command, file)
    }
  })

  it('leads a new author from the guide to a live pack, by hand and in both jobs', async () => {
    const { given } = product.world
    await page.getByLabel('Publisher id').fill('ada')
    await page.getByRole('button', { name: 'Create', exact: false }).last().click()
    await page.waitForURL('**/docs/publish?publisher=ada#step-3')
    await page.getByLabel('Id of your pack').fill('guide-pack')
    await page.getByRole('button', { name: 'Create a token' }).click()
    await page.locator('code', { hasText: /^nyp_/ }).waitFor()
    await followAll()
    await page.getByRole('radio', { name: 'CI with a token' }).check()
    await followAll()
    for (const node_id of ['guide-pack', 'lab-pack'])
      await given.trustedPublisher({
        publisher_id: 'ada',
        node_id,
        created_by: owner.id,
        issuer: github.url,
        ...(node_id === 'lab-pack'
          ? { issuer: gitlab.url, repository: 'acme/tools/acme-blur', workflow: '.gitlab-ci.yml' }
          : {}),
      })
    await page.getByRole('radio', { name: 'CI without a secret' }).check()
    await followAll()
    await page.reload()
    await page.getByText('Your pack is live').waitFor()
    await followAll()
    await open('/publishers/ada/manage/trusted-publishing')
    for (const name of ['guide-pack', 'lab-pack'])
      await page.getByRole('button', { name: `Show the file for ${name}` }).click()
    await followAll()
  })

  it('installs what a workflow needs', async () => {
    await submit('/resolve', workflow)
    await page.getByRole('button', { name: 'Make a plan' }).waitFor()
    await followAll()
    await followPlan()
    await submit('/resolve', workflowOf('https://huggingface.co/lumen/soft/resolve/main/rain.safetensors'))
    await followPlan()
  })

  it('installs the packs of an installation', async () => {
    await submit('/installation', 'some-pack@0.9.0')
    await followPlan()
  })

  it('leads on from every other page', async () => {
    const { given } = product.world
    const { id: collectionId } = await given.collection({ owner_id: owner.id, is_public: true }, [
      { node_id: 'some-pack' },
    ])
    await given.advisory({ id: 'NYSA-2026-0001', node_id: 'fog' })
    const addresses: Record<string, string> = {
      nodeId: 'some-pack',
      version: '1.0.0',
      before: '0.9.0',
      comfyNodeName: 'Rain',
      place: '0',
      publisherId: 'acme',
      collectionId,
      advisoryId: 'NYSA-2026-0001',
    }
    const ofOwner: Record<string, string> = { ...addresses, nodeId: 'guide-pack', publisherId: 'ada' }
    const isOwners = (path: string) => /\/(?:manage|edit|claim-my-node)/.test(path)
    const all = [paths, managePaths, memberPaths].flatMap((some) => Object.entries<string>(some))
    for (const [name, path] of all) {
      if (unvisited.includes(name)) continue
      const values = isOwners(path) ? ofOwner : addresses
      const filled = path.replace(/:(\w+)/g, (_, key: string) => values[key] ?? assert.fail(path))
      await open(queries[name] ?? filled)
      await followAll()
    }
    await open('/nodes/fog')
    await followAll()
    await open('/docs/api?operation=publishVersion')
    await followAll()
  })

  it('was met on a page, as far as rows say what it leads to', () => {
    assert.deepEqual(
      Object.keys(rows).filter((name) => !rowsRun.has(name)),
      [],
    )
  })

  it('is of the registry’s own program, unless the clients of its users ask this registry', async () => {
    const theirs = /cm-cli|comfy|search for this id/
    assert.deepEqual(
      [...followed].filter((text) => theirs.test(text.replace('[tool.comfy]', ''))),
      [],
    )
    Object.assign(product.world.deps.config, { existingClients: true } satisfies Partial<Config>)
    await open('/es/nodes/some-pack')
    const texts = await textsOnPage()
    await open('/es/docs/publish')
    await page.locator('input[name=publish-way]').nth(1).check()
    texts.push(...(await textsOnPage()))
    // These programs are not installed here.
    for (const command of ['cm-cli install some-pack', 'comfy node publish --token "$REGISTRY_TOKEN"']) {
      assert.ok(texts.includes(command), texts.join('\n'))
      await run('bash', ['-n', '-c', command])
    }
  })

  it('starts the program, if it is in the text for language models', async () => {
    const text = await (await fetch(`${product.siteUrl}/llms.txt`)).text()
    const folder = await folderWith({})
    const commands = [...text.matchAll(/`(npx [^`]+)`/g)].map(([, command = '']) => command)
    assert.equal(commands.length, 2)
    for (const command of commands) {
      const hello = {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
      }
      if (command.endsWith(' mcp'))
        assert.match(await paste(`echo '${JSON.stringify(hello)}' | ${command}`, folder), /"serverInfo"/)
      else assert.match(await paste(`${command} search rain`, folder), /some-pack/)
    }
  })
})

/** Pages of people who are not logged in, and of admins, whose only text to copy is a token. */
const unvisited = [
  'login',
  'signup',
  'logout',
  'resetPassword',
  'mailedAction',
  'admin',
  'resolve',
  'installation',
]
const queries: Record<string, string> = {
  source: '/nodes/some-pack/versions/1.0.0/source?file=README.md',
  comparePacks: '/compare?packs=some-pack,guide-pack',
  claimNode: '/nodes/fog/claim',
  claimMyNode: '/publishers/ada/claim-my-node?nodeId=fog',
}
