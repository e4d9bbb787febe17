import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesOfRecord } from '../../archive/pack-files.ts'
import { inspectPack } from '../../inspection/inspect.ts'
import { testParser } from '../../python/parser.test-support.ts'
import { compareVersions, type VersionComparison } from './versions.ts'
import { checkWorkflow } from './workflow.ts'
import { usesOf } from './workflow-uses.ts'

const usual = `
class Blur:
    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {"image": ("IMAGE",), "radius": ("INT", {"default": 3, "min": 0, "max": 64}), "mode": (["box", "gauss", "disk"],)},
            "optional": {"mask": ("MASK",)},
        }
    RETURN_TYPES = ("IMAGE", "MASK")
    RETURN_NAMES = ("blurred", "edge")
    FUNCTION = "run"
    CATEGORY = "image"

NODE_CLASS_MAPPINGS = {"Blur": Blur}
`

const parser = await testParser()

async function inspect(text: string) {
  return inspectPack(filesOfRecord({ '__init__.py': text }), parser)
}

async function compare(replacements: [string, string][], text = usual): Promise<VersionComparison> {
  const after = replacements.reduce((changed, [from, to]) => {
    assert.ok(changed.includes(from), from)
    return changed.replace(from, to)
  }, text)
  return compareVersions(await inspect(text), await inspect(after))
}

const kinds = ({ changes }: VersionComparison) =>
  changes.map(({ kind, part }) => (part ? `${kind} ${part}` : kind))

describe('comparing two versions', () => {
  it('reports identical text as a patch without changes', async () => {
    const { verdict, changes } = await compare([])
    assert.deepEqual({ verdict, changes }, { verdict: 'patch', changes: [] })
  })

  const cases: [string, [string, string][], string, string[]][] = [
    ['a comfy-node more', [['{"Blur": Blur}', '{"Blur": Blur, "Old": Blur}']], 'minor', ['node_added']],
    ['a comfy-node by another name', [['{"Blur": Blur}', '{"Blur 2": Blur}']], 'major', ['node_renamed']],
    ['a comfy-node gone', [['{"Blur": Blur}', '{}']], 'major', ['node_removed']],
    ['an input gone', [['"optional": {"mask": ("MASK",)},', '']], 'major', ['input_removed mask']],
    [
      'a required input more',
      [['"image": ("IMAGE",)', '"image": ("IMAGE",), "vae": ("VAE",)']],
      'major',
      ['required_input_added vae'],
    ],
    [
      'a widget at the end, with a default',
      [['"disk"],)}', '"disk"],), "gain": ("FLOAT", {"default": 1.0})}']],
      'minor',
      ['required_input_with_default_added gain'],
    ],
    [
      'a widget before others',
      [['"radius"', '"gain": ("FLOAT", {"default": 1.0}), "radius"']],
      'major',
      ['widgets_moved', 'required_input_with_default_added gain'],
    ],
    [
      'an optional input more',
      [['"mask": ("MASK",)', '"mask": ("MASK",), "depth": ("IMAGE",)']],
      'minor',
      ['optional_input_added depth'],
    ],
    ['another type', [['"mask": ("MASK",)', '"mask": ("LATENT",)']], 'major', ['input_retyped mask']],
    ['a wider type', [['"mask": ("MASK",)', '"mask": ("MASK,IMAGE",)']], 'minor', ['input_widened mask']],
    [
      'an input by another name',
      [['"mask": ("MASK",)', '"area": ("MASK",)']],
      'major',
      ['input_renamed mask'],
    ],
    ['a choice gone', [['"gauss", ', '']], 'major', ['choices_removed mode']],
    ['a choice more', [['"disk"]', '"disk", "lens"]']], 'minor', ['choices_added mode']],
    ['a narrower range', [['"max": 64', '"max": 32']], 'major', ['range_narrowed radius']],
    ['a wider range', [['"max": 64', '"max": 128']], 'minor', ['range_widened radius']],
    ['another default', [['"default": 3', '"default": 5']], 'minor', ['default_changed radius']],
    [
      'an output gone',
      [
        ['("IMAGE", "MASK")', '("IMAGE",)'],
        ['("blurred", "edge")', '("blurred",)'],
      ],
      'major',
      ['output_removed edge'],
    ],
    [
      'an output more',
      [
        ['("IMAGE", "MASK")', '("IMAGE", "MASK", "INT")'],
        ['"edge")', '"edge", "count")'],
      ],
      'minor',
      ['output_added count'],
    ],
    [
      'outputs in another order',
      [
        ['("IMAGE", "MASK")', '("MASK", "IMAGE")'],
        ['("blurred", "edge")', '("edge", "blurred")'],
      ],
      'major',
      ['outputs_reordered'],
    ],
    ['another output type', [['("IMAGE", "MASK")', '("IMAGE", "LATENT")']], 'major', ['output_retyped edge']],
    ['another output name', [['"edge"', '"border"']], 'patch', ['output_renamed edge']],
    [
      'a list in place of one',
      [['FUNCTION =', 'OUTPUT_IS_LIST = (True, False)\n    FUNCTION =']],
      'major',
      ['output_list_changed blurred'],
    ],
    ['another category', [['"image"\n', '"image/blur"\n']], 'patch', ['category_changed']],
    [
      'a deprecated comfy-node',
      [['FUNCTION =', 'DEPRECATED = True\n    FUNCTION =']],
      'minor',
      ['node_deprecated'],
    ],
  ]

  for (const [what, replacements, verdict, expected] of cases) {
    it(`reports ${what} as ${verdict}`, async () => {
      const comparison = await compare(replacements)
      assert.equal(comparison.verdict, verdict)
      assert.deepEqual(kinds(comparison), expected)
    })
  }

  it('does not report a missing comfy-node when the list of the newer version is open', async () => {
    const comparison = await compare([['{"Blur": Blur}', '{}\nNODE_CLASS_MAPPINGS.update(unknown())']])
    assert.deepEqual([comparison.verdict, kinds(comparison)], ['minor', ['node_not_found']])
  })

  it('does not compare undecided values', async () => {
    const choices = usual.replace('["box", "gauss", "disk"]', 'folder_paths.get_filename_list("a")')
    const open = `import folder_paths\n${choices}`
    assert.deepEqual(kinds(await compare([['"default": 3', '"default": 4']], open)), [
      'default_changed radius',
    ])
  })

  const saved = (node: object) => ({ nodes: [{ id: 7, type: 'Blur', ...node }], links: [] })

  async function outcome(replacements: [string, string][], workflow: unknown) {
    const comparison = await compare(replacements)
    const { comfy_nodes: nodes } = await inspect(usual)
    return checkWorkflow(usesOf(workflow) ?? [], comparison, nodes)
  }

  it('breaks a workflow that is linked to a removed input', async () => {
    const gone: [string, string][] = [['"optional": {"mask": ("MASK",)},', '']]
    const linked = await outcome(gone, saved({ inputs: [{ name: 'mask', link: 3 }] }))
    assert.deepEqual([linked.breaks, linked.breakages[0]?.id], [true, '7'])
    assert.equal((await outcome(gone, saved({ inputs: [{ name: 'mask', link: null }] }))).breaks, false)
  })

  it('breaks a workflow that uses a removed choice', async () => {
    const gone: [string, string][] = [['"gauss", ', '']]
    assert.equal((await outcome(gone, saved({ widgets_values: [3, 'gauss'] }))).breaks, true)
    assert.equal((await outcome(gone, saved({ widgets_values: [3, 'disk'] }))).breaks, false)
    const prompt = { '7': { class_type: 'Blur', inputs: { mode: 'gauss', radius: 3 } } }
    assert.equal((await outcome(gone, prompt)).breaks, true)
  })

  it('breaks only files that store values by position when widgets move', async () => {
    const moved: [string, string][] = [['"radius"', '"gain": ("FLOAT", {"default": 1.0}), "radius"']]
    assert.equal((await outcome(moved, saved({ widgets_values: [3, 'box'] }))).breaks, true)
    assert.equal((await outcome(moved, { '7': { class_type: 'Blur', inputs: { radius: 3 } } })).breaks, false)
  })

  it('breaks a workflow that uses a removed output', async () => {
    const gone: [string, string][] = [
      ['("IMAGE", "MASK")', '("IMAGE",)'],
      ['("blurred", "edge")', '("blurred",)'],
    ]
    const used = saved({ outputs: [{ links: [] }, { links: [4] }] })
    assert.equal((await outcome(gone, used)).breaks, true)
    assert.equal((await outcome(gone, saved({ outputs: [{ links: [4] }, { links: null }] }))).breaks, false)
    const prompt = {
      a: { class_type: 'Blur', inputs: {} },
      b: { class_type: 'Show', inputs: { mask: ['a', 1] } },
    }
    assert.equal((await outcome(gone, prompt)).breaks, true)
  })

  it('counts comfy-nodes inside subgraphs, but not those of other packs', async () => {
    const workflow = {
      nodes: [
        { id: 1, type: 'sub' },
        { id: 2, type: 'Elsewhere' },
      ],
      definitions: { subgraphs: [{ id: 'sub', nodes: [{ id: 9, type: 'Blur' }] }] },
    }
    const { breakages } = await outcome([['{"Blur": Blur}', '{}']], workflow)
    assert.deepEqual(
      breakages.map(({ id, change }) => [id, change.kind]),
      [['sub:9', 'node_removed']],
    )
  })

  it('finds no uses in data that is not a workflow', () => {
    for (const value of [null, [], 'x', 3, {}, { nodes: 3 }, { a: { inputs: {} } }])
      assert.equal(usesOf(value), undefined)
  })
})
