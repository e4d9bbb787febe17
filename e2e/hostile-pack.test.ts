import assert from 'node:assert/strict'
import { it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import { listVersionWorkflows } from '@nodeyard/contract/packs'
import { testPublisher } from '../server/test/publishing.ts'
import { useProduct } from './product.ts'

const markup = '<img src=x onerror="alert(1)"><script>alert(2)</script>"\'&amp;{{x}}'

/** More comfy-nodes than one request can ask for, with texts of every length where an editor records ids. */
function hostileWorkflow(): string {
  const long = (length: number) => markup.repeat(Math.ceil(length / markup.length)).slice(0, length)
  const types = [
    ...Array.from({ length: limits.bulkIdentifiers + 200 }, (_, i) => `${markup} ${i}`),
    ...['', ' ', '..', long(limits.comfyNodeNameLength + 1), long(5000)],
  ]
  return JSON.stringify({
    nodes: types.map((type, id) => ({
      ...{
        id,
        type,
        title: markup,
        pos: [id * 300, 0],
        size: [200, 100],
        widgets_values: [markup, long(30)],
      },
      properties: {
        cnr_id: long(id % 20 === 0 ? id : 3),
        aux_id: long(id % 50 === 0 ? id * 3 : 0),
        ver: long(id % 30 === 0 ? id : 5),
        'Node name for S&R': markup,
      },
    })),
    links: [],
  })
}

const files = {
  "example_workflows/a hostile 'one' & #more%.json": hostileWorkflow(),
  'README.md': `# ${markup}\n\n[link](javascript:alert(1)) ![${markup}](x.png)\n`,
  'nodes/deep & {x} #1.py': `# ${markup}\n`,
  'nodes/100%25.py': 'x = 1\n',
  '__init__.py': [
    'class Hostile:',
    `    DESCRIPTION = ${JSON.stringify(markup)}`,
    `    CATEGORY = ${JSON.stringify(markup)}`,
    "    RETURN_TYPES = ('IMAGE',)",
    "    FUNCTION = 'run'",
    '    @classmethod',
    '    def INPUT_TYPES(cls):',
    `        return {'required': {${JSON.stringify(markup)}: ('STRING', {'default': ${JSON.stringify(markup)}})}}`,
    '    def run(self, **values):',
    '        return (None,)',
    `NODE_CLASS_MAPPINGS = {${JSON.stringify(markup)}: Hostile, '.': Hostile, '..': Hostile, 'a/b': Hostile, 'a%2Fb': Hostile}`,
    `NODE_DISPLAY_NAME_MAPPINGS = {${JSON.stringify(markup)}: ${JSON.stringify(markup)}}`,
    '',
  ].join('\n'),
}

const holder = useProduct()

const attribute = /\s(?:href|src)="([^"]*)"/g
const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

it('has a page or a file for every link of the pages of a pack with hostile texts', async () => {
  const { world, siteUrl } = holder.product
  const publisher = await testPublisher(world, { name: markup })
  await publisher.publish({ id: 'hostile', name: markup.slice(0, 100), files })
  await publisher.publish({ id: 'hostile', version: '1.1.0', files })
  const params = { nodeId: 'hostile', version: '1.1.0' }
  const { workflows } = await world.anonymous.call(listVersionWorkflows, { params })
  assert.equal(workflows.length, 1)

  const own = (path: string) => path.startsWith('/nodes/hostile')
  const waiting = ['/nodes/hostile', '/nodes/hostile/versions/1.1.0/workflows/0']
  const seen = new Set(waiting)
  const broken: string[] = []
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const response = await fetch(siteUrl + path, { redirect: 'manual' })
    const text = await response.text()
    if (response.status >= 400) broken.push(`${response.status} ${path}`)
    if (!own(path) || !response.headers.get('content-type')?.startsWith('text/html')) continue
    for (const [, link = ''] of text.matchAll(attribute)) {
      const { origin, pathname, search } = new URL(unescaped(link), siteUrl + path)
      const next = pathname + search
      // Pictures of a README are at its host, which cannot be reached here.
      if (origin !== siteUrl || seen.has(next) || /^\/(assets|pictures)\//.test(pathname)) continue
      seen.add(next)
      waiting.push(next)
    }
  }
  assert.deepEqual(broken, [])
  assert.ok([...seen].filter(own).length > 10, [...seen].join('\n'))
})
