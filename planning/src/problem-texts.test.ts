import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { pipLines, usualPlace } from './commands.ts'
import { textsOfProblem } from './problem-texts.ts'

const runsFor = (requirement: string, installed = `${/^[\w.-]*/.exec(requirement)?.[0]} 1`) =>
  textsOfProblem({ kind: 'requirement_unmet', requirement, installed }, String).remedy?.pip

describe('the remedy of a problem', () => {
  it('is a run of pip', () => {
    for (const requirement of ['pillow', 'numpy<1.27,>=1.22', 'gradio[oauth] ~= 4.0', 'pillow!=2.1.*'])
      assert.deepEqual(runsFor(requirement), [['install', requirement]])
    assert.deepEqual(runsFor('numpy<2.3; python_version >= "3.9"'), [['install', 'numpy<2.3']])
  })

  it('reaches pip as one requirement when it is pasted into a shell, and keeps torch', () => {
    for (const requirement of ['pillow', 'numpy<1.27,>=1.22', 'gradio[oauth] ~= 4.0', 'pillow!=2.1.*']) {
      const lines = pipLines(usualPlace, runsFor(requirement) ?? []).join('\n')
      const script = `python() { printf '%s\\n' "$@"; }\n${lines}`
      const given = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n')
      assert.deepEqual(given.slice(2), [
        '-m',
        'pip',
        'install',
        '-c',
        'nodeyard-constraints.txt',
        requirement,
      ])
      assert.match(given[1] ?? '', /torch/)
    }
  })

  it('does not replace torch, whose builds belong to one graphics card', () => {
    assert.equal(runsFor('torch!=2.1.*'), undefined)
    assert.equal(runsFor('torchvision==0.20'), undefined)
  })

  it('is no command where a stranger could say more than a requirement', () => {
    for (const requirement of [
      'numpy @ https://files.test/numpy.whl',
      'numpy<2 --index-url https://files.test',
      '--index-url=https://files.test',
      '-r',
      'numpy<2"; curl files.test | sh; "',
      'numpy<2$(id)',
      'numpy<2`id`',
      'numpy<2 & calc',
      'numpy<%PATH%',
      'numpy<2\nid',
      './evil',
      '../evil.whl',
      'numpy\u202e<2',
      'numpy<1.27 and >=1.22',
    ])
      assert.equal(runsFor(requirement), undefined, requirement)
  })

  it('is no command for a package that is not installed', () => {
    assert.equal(runsFor('nunpy<2', 'numpy 2.2.3'), undefined)
    assert.deepEqual(runsFor('Huggingface_Hub<1', 'huggingface-hub 1.0'), [['install', 'Huggingface_Hub<1']])
  })

  it('replaces the other packages of OpenCV', () => {
    const { remedy } = textsOfProblem(
      { kind: 'module_missing', module: 'cv2', symbol: 'ximgproc', package: 'opencv-contrib-python' },
      String,
    )
    const all = [
      'opencv-python',
      'opencv-python-headless',
      'opencv-contrib-python',
      'opencv-contrib-python-headless',
    ]
    assert.deepEqual(remedy?.pip, [
      ['uninstall', '-y', ...all],
      ['install', '--upgrade', 'opencv-contrib-python'],
    ])
  })

  it('is to install the requirements of the pack where the package is not known', () => {
    const { remedy } = textsOfProblem({ kind: 'module_missing', module: 'clip', folder: 'A' }, String)
    assert.deepEqual(remedy, { key: 'remedy_requirements', values: {} })
  })

  it('names the build that belongs to the installed torch', () => {
    const commandOf = (name: string, torch?: string) =>
      textsOfProblem({ kind: 'build_mismatch', package: name, ...(torch ? { torch } : {}) }, String).remedy
        ?.values['line']
    assert.equal(
      commandOf('torchaudio', '2.3.0+cu121'),
      'pip install --no-deps torchaudio==2.3.0 --index-url https://download.pytorch.org/whl/cu121',
    )
    assert.equal(commandOf('torchvision', '2.7.1'), 'pip install --no-deps torchvision==0.22.1')
    for (const [name, torch] of [['xformers', '2.3.0'], ['torchaudio', '1.13.1'], ['torchaudio']] as const)
      assert.equal(commandOf(name, torch), undefined)
  })
})
