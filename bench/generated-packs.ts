import { join } from 'node:path'
import { makeRepository } from '../server/test/fakes/git-server.ts'
import type { TarEntry } from '../server/test/fakes/tarball.ts'
import { words } from './catalogue.ts'
import { Chance } from './data/chance.ts'

const socketTypes = ['IMAGE', 'MASK', 'LATENT', 'MODEL', 'CLIP', 'CONDITIONING', 'VAE', 'AUDIO'] as const

/** Makes bare repositories of generated packs, and returns their names. */
export function writePacks(folder: string, count: number, seed = 1): string[] {
  const chance = new Chance(seed)
  const names = Array.from({ length: count }, (_, at) => `bench${at}/${chance.pick(words)}-pack-${at}`)
  for (const name of names)
    makeRepository(join(folder, `${name.replace('/', '+')}.git`), packOf(name, chance))
  return names
}

/** A pack with as many files, comfy-nodes and bytes as most of those that people use. */
function packOf(name: string, chance: Chance): TarEntry[] {
  const modules = Array.from({ length: chance.between(1, 12) }, (_, at) => `${chance.pick(words)}_${at}`)
  const pictures = Array.from({ length: chance.between(0, 4) }, (_, at) => ({
    path: `docs/picture-${at}.png`,
    content: Buffer.from(
      Uint8Array.from({ length: chance.between(50_000, 400_000) }, () => chance.below(256)),
    ),
  }))
  return [
    { path: 'LICENSE', content: 'MIT License\n\nPermission is hereby granted, free of charge\n' },
    { path: 'README.md', content: readmeOf(name, chance) },
    { path: 'requirements.txt', content: 'numpy>=1.26\nopencv-python\ntransformers>=4.40\n' },
    { path: '__init__.py', content: initOf(modules) },
    ...modules.map((module) => ({
      path: `nodes/${module}.py`,
      content: moduleOf(`${name} ${module}`, chance),
    })),
    { path: 'nodes/__init__.py', content: '' },
    { path: 'web/widget.js', content: scriptOf(chance) },
    ...pictures,
  ]
}

function readmeOf(name: string, chance: Chance): string {
  const sentence = () => `${Array.from({ length: 12 }, () => chance.pick(words)).join(' ')}.`
  const part = () => `## ${chance.pick(words)}\n\n${Array.from({ length: 8 }, sentence).join(' ')}\n`
  return `# ${name}\n\n${Array.from({ length: chance.between(3, 12) }, part).join('\n')}`
}

const initOf = (modules: readonly string[]) =>
  [
    'NODE_CLASS_MAPPINGS = {}',
    ...modules.flatMap((module) => [
      `from .nodes.${module} import NODE_CLASS_MAPPINGS as ${module}`,
      `NODE_CLASS_MAPPINGS.update(${module})`,
    ]),
    'WEB_DIRECTORY = "./web"',
    '',
  ].join('\n')

function moduleOf(prefix: string, chance: Chance): string {
  const classes = Array.from({ length: chance.between(1, 6) }, (_, at) => `Node${at}`)
  return [
    'import torch\nimport numpy as np\n',
    ...classes.map((name) => classOf(name, chance)),
    `NODE_CLASS_MAPPINGS = {${classes.map((name) => `"${prefix} ${name}": ${name}`).join(', ')}}\n`,
  ].join('\n')
}

function classOf(name: string, chance: Chance): string {
  const inputs = Array.from({ length: chance.between(1, 6) }, (_, at) =>
    chance.happens(0.5)
      ? `"${chance.pick(words)}_${at}": ("${chance.pick(socketTypes)}",)`
      : `"${chance.pick(words)}_${at}": ("FLOAT", {"default": ${at}.5, "min": 0.0, "max": 9.0})`,
  )
  const lines = Array.from({ length: chance.between(20, 160) }, (_, at) => {
    const [a, b] = [chance.pick(words), chance.pick(words)]
    return `        ${a} = [torch.clamp(x * ${at}, 0, 1) if x is not None else np.zeros(${at + 1}) for x in ${b === a ? 'items' : 'items[:3]'}]`
  })
  return `class ${name}:
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {${inputs.join(', ')}}}

    RETURN_TYPES = ("${chance.pick(socketTypes)}", "${chance.pick(socketTypes)}")
    FUNCTION = "run"
    CATEGORY = "bench/${chance.pick(words)}"

    def run(self, items=(), **values):
${lines.join('\n')}
        return (items, items)

`
}

const scriptOf = (chance: Chance) =>
  Array.from(
    { length: chance.between(10, 200) },
    (_, at) => `export function draw${at}(ctx, value) { ctx.fillText(String(value * ${at}), ${at}, 12) }`,
  ).join('\n')
