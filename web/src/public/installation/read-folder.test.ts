import { describe, expect, it } from 'vitest'
import { readFolder } from './read-folder.ts'

const file = (path: string, text: string) =>
  Object.assign(new File([text], path), { webkitRelativePath: path })
const commit = 'a'.repeat(40)

describe('reading a chosen folder', () => {
  it('finds manifests, requirements, commits, and disabled packs', async () => {
    const { installations, wanted } = await readFolder([
      file('ComfyUI/main.py', ''),
      file('ComfyUI/custom_nodes/example_node.py', ''),
      file('ComfyUI/custom_nodes/fog/pyproject.toml', '[project]\nname = "soft-fog"\nversion = "1.0.0"\n'),
      file('ComfyUI/custom_nodes/fog/requirements.txt', 'numpy<2\n'),
      file('ComfyUI/custom_nodes/rain/.git/config', '[remote "origin"]\n\turl = https://github.com/a/rain\n'),
      file('ComfyUI/custom_nodes/rain/.git/HEAD', `${commit}\n`),
      file('ComfyUI/custom_nodes/old.disabled/__init__.py', ''),
      file('ComfyUI/custom_nodes/.disabled/gone@1/__init__.py', ''),
      file('ComfyUI/custom_nodes/__pycache__/x.pyc', ''),
    ])
    const packs = installations[0]?.packs ?? []
    expect(packs.map(({ folder, id, version, isDisabled }) => [folder, id, version, isDisabled])).toEqual([
      ['fog', 'soft-fog', '1.0.0', undefined],
      ['rain', undefined, undefined, undefined],
      ['old.disabled', undefined, undefined, true],
      ['gone@1', undefined, undefined, true],
    ])
    expect(packs[0]?.lines).toEqual([{ text: 'numpy<2', file: 'fog/requirements.txt', line: 1 }])
    expect(packs[1]).toMatchObject({ repository: 'https://github.com/a/rain', commit })
    expect(wanted.packs).toEqual([
      { node_id: 'soft-fog', version: '1.0.0' },
      { repository: 'https://github.com/a/rain', commit, folder: 'rain' },
    ])
  })

  it('takes the folder of all packs, whatever its name', async () => {
    const { installations } = await readFolder([file('packs/fog/requirements.txt', 'torch\n')])
    expect(installations[0]?.packs.map(({ folder }) => folder)).toEqual(['fog'])
  })
})
