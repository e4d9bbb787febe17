import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { hasDatedSection, ownVersion, readVersions, setVersion } from './versions.ts'

const root = join(import.meta.dirname, '../..')
const copy = mkdtempSync(join(tmpdir(), 'nodeyard-versions-'))
after(() => rmSync(copy, { recursive: true, force: true }))

describe('the version of the repository', () => {
  it('is the same in every file', () => assert.match(ownVersion(root), /^\d+\.\d+\.\d+$/))

  it('is set in every file at once', () => {
    for (const { path } of readVersions(root)) cpSync(join(root, path), join(copy, path))
    setVersion(copy, '12.3.4')
    assert.equal(ownVersion(copy), '12.3.4')
    assert.throws(() => setVersion(copy, '1.0.0-beta'), /is not a version such as 1\.0\.0/)
  })
})

describe('the changelog of a release', () => {
  it('has a dated section of exactly this version', () => {
    const changelog = '# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-11-26\n\n## [0.9.0]\n'
    assert.ok(hasDatedSection(changelog, '1.0.0'))
    for (const version of ['0.9.0', '1.0', '11.0.0']) assert.ok(!hasDatedSection(changelog, version), version)
  })
})
