import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isBlocking } from '../../ground/finding.ts'
import { scanDependencies } from '../scan-files.ts'
import popular from './popular-packages.json' with { type: 'json' }
import { readInstallLine } from './requirement.ts'

describe('reading a requirement', () => {
  for (const [line, expected] of [
    ['numpy>=1.26; python_version > "3.9"', { name: 'numpy' }],
    ['requests[security] == 2', { name: 'requests' }],
    ['a @ https://example.test/a-1.0.whl', { name: 'a', address: 'https://example.test/a-1.0.whl' }],
    [
      'a[x] @ git+https://github.com/b/a@v1',
      { name: 'a', address: 'https://github.com/b/a@v1', control: 'git' },
    ],
    [
      'https://example.test/my_pkg-1.0-py3-none-any.whl',
      { name: 'my_pkg', address: 'https://example.test/my_pkg-1.0-py3-none-any.whl' },
    ],
    [
      'https://example.test/my-pkg-1.0.tar.gz?x=1',
      { name: 'my-pkg', address: 'https://example.test/my-pkg-1.0.tar.gz?x=1' },
    ],
    [
      '-e git+ssh://git@github.com/b/a#egg=c',
      { name: 'c', address: 'ssh://git@github.com/b/a#egg=c', control: 'git' },
    ],
    ['git+https://github.com/b/a.git', { address: 'https://github.com/b/a.git', control: 'git' }],
    ['--index-url https://example.test', undefined],
    ['# numpy', undefined],
    ['', undefined],
  ] as const)
    it(`understands ${line || 'an empty line'}`, () => {
      assert.deepEqual(readInstallLine(line), expected)
    })
})

describe('the scan of requirements', () => {
  const held = (line: string) =>
    scanDependencies('requirements.txt', [{ text: line, line: 1 }]).some(isBlocking)

  it('holds none of the most downloaded packages', () => {
    const names = popular.names.flatMap((line) => line.split(' '))
    assert.ok(names.length > 14_000)
    assert.deepEqual(names.filter(held), [])
  })

  it('holds no package that comes from a known source', () => {
    for (const line of [
      'https://github.com/Dao-AILab/flash-attention/releases/download/v2/flash_attn-2.8-cp312-cp312-linux_x86_64.whl',
      'insightface @ https://github.com/someone/assets/raw/main/insightface-0.7.3-cp310-cp310-win_amd64.whl',
      'git+https://github.com/huggingface/transformers.git@v4.50.0',
      'clip @ git+https://github.com/openai/CLIP.git',
      'torch @ https://download.pytorch.org/whl/cu128/torch-2.8.0-cp312-cp312-win_amd64.whl',
      'requests @ git+https://github.com/psf/requests',
      'my-tool @ https://example.test/my_tool-1.0-py3-none-any.whl',
      'tool @ http://127.0.0.1:8000/tool-1.0.whl',
    ])
      assert.equal(held(line), false, line)
  })
})
