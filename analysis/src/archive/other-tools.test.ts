import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { openArchive, readFile, verifyContents } from './reader.ts'
import { sourceOfBytes } from './source.ts'

const without = (command: string) =>
  spawnSync(command, ['--version']).status === 0 ? false : `${command} is not on this machine`

const pythonScript = `
import io, sys, zipfile
class Pipe(io.RawIOBase):
    def __init__(self): self.data = bytearray()
    def writable(self): return True
    def write(self, b): self.data += b; return len(b)
streamed = sys.argv[1] == 'streamed'
out = Pipe() if streamed else io.BytesIO()
with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as z:
    z.writestr('pyproject.toml', '[project]\\nname = "blur"\\n')
    z.writestr('empty.py', '')
    z.writestr('web/', '')
    z.writestr('a b/\\u753b\\u50cf.py', 'x = 1\\r\\n' * 1000)
    z.writestr(zipfile.ZipInfo('stored.bin'), bytes(range(256)) * 300)
    with z.open('large.json', 'w', force_zip64=True) as f: f.write(b'{"a": 1}' * 50000)
sys.stdout.buffer.write(bytes(out.data) if streamed else out.getvalue())
`

describe('the archive reader', () => {
  for (const way of ['seekable', 'streamed']) {
    it(`passes zip files written by Python's zipfile (${way})`, { skip: without('python3') }, async () => {
      const zip = execFileSync('python3', ['-c', pythonScript, way], { maxBuffer: 1 << 26 })
      const archive = await openArchive(sourceOfBytes(zip))
      assert.equal((await verifyContents(archive)).files, 5)
      const image = archive.entries.find((entry) => entry.path === 'a b/画像.py')
      assert.ok(image)
      assert.equal(new TextDecoder().decode(await readFile(archive, image, 10_000)), 'x = 1\r\n'.repeat(1000))
    })
  }

  it('passes zip files written by git archive', { skip: without('git') }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'pack-'))
    t.after(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'nodes é'))
    writeFileSync(join(folder, '.gitignore'), '*.pyc\n')
    writeFileSync(join(folder, 'nodes é', '画像.py'), 'x = 1\n'.repeat(5000))
    writeFileSync(join(folder, 'empty.py'), '')
    // Git streams files above this size, and then writes data descriptors.
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', folder, '-c', 'core.bigFileThreshold=10k', ...args])
    git('init', '-q')
    git('add', '-A')
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'One')
    git('archive', '--format=zip', '-o', 'out.zip', 'HEAD')
    const archive = await openArchive(sourceOfBytes(readFileSync(join(folder, 'out.zip'))))
    assert.equal((await verifyContents(archive)).unpackedBytes, 6 + 30_000)
    assert.match(archive.comment, /^[0-9a-f]{40}$/)
    assert.ok(archive.entries.some((entry) => entry.path === 'nodes é/画像.py'))
  })
})
