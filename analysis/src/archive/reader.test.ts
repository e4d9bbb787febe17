import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { archiveLimits } from './limits.ts'
import { type Archive, openArchive, readFile, readStart, verifyContents } from './reader.ts'
import type { RefusalCode } from './refusal.ts'
import { sourceOfBytes } from './source.ts'
import {
  buildZip,
  concat,
  type EntrySpec,
  u16,
  u32,
  type ZipSpec,
  zip64Extra,
} from './zip-builder.test-support.ts'

const bytes = (length: number, value = 0) => new Uint8Array(length).fill(value)
const text = (content: string) => new TextEncoder().encode(content)

async function openSpec(spec: ZipSpec, limits = archiveLimits): Promise<Archive> {
  return openArchive(sourceOfBytes(buildZip(spec)), limits)
}

async function openAndVerify(spec: ZipSpec, limits = archiveLimits): Promise<Archive> {
  const archive = await openSpec(spec, limits)
  await verifyContents(archive)
  return archive
}

const readme: EntrySpec = { name: 'README.md', data: '# Blur\n' }

const honest: Record<string, ZipSpec> = {
  'no entry at all': { entries: [] },
  'stored and deflated files': { entries: [readme, { name: 'a.py', data: 'x = 1\n', method: 0 }] },
  'folders, zero-byte files, blanks, dot-files': {
    entries: [
      { name: 'web/', mode: 0o040755, method: 0 },
      { name: 'empty.py', data: '', method: 0 },
      { name: 'empty too.py', data: '' },
      { name: '.gitignore', data: '*.pyc' },
      { name: 'web/my file.js', data: 'let a' },
      { name: 'web/...and more.js', data: 'let b' },
      { name: 'auxiliary.py', data: '' },
      { name: 'com10.py', data: '' },
    ],
  },
  'a folder that carries an empty deflate stream': { entries: [{ name: 'web/', mode: 0o042775 }] },
  'names in other scripts, marked as UTF-8 or not': {
    entries: [
      { name: 'ノード/画像.py', data: '1' },
      { name: 'é.py', data: '2', flags: 0 },
    ],
  },
  'descriptors with and without signature': {
    entries: [
      { ...readme, descriptor: 'signed' },
      { name: 'b', data: 'b', descriptor: 'bare' },
    ],
  },
  'zip64 sizes that were not needed': {
    entries: [
      {
        ...readme,
        local: { size: 0xffffffff, packedSize: 0xffffffff, extra: zip64Extra(7, 9) },
        central: { size: 0xffffffff, packedSize: 0xffffffff, extra: zip64Extra(7, 9) },
      },
    ],
  },
  'zip64 end records': { entries: [readme], zip64: true },
  'a comment, as git writes it': { entries: [readme], comment: '58f1947a11567a9f8b707223185570850e773856' },
  'two folders that differ in case': {
    entries: [
      { name: 'Web/', mode: 0o040755 },
      { name: 'web/', mode: 0o040755 },
      { name: 'Web/a.js', data: '1' },
      { name: 'web/b.js', data: '2' },
    ],
  },
  'very compressible data below the floor': { entries: [{ name: 'mask.npy', data: bytes(4_000_000) }] },
}

describe('the archive reader', () => {
  for (const [name, spec] of Object.entries(honest)) {
    it(`passes: ${name}`, async () => {
      const archive = await openAndVerify(spec)
      assert.equal(archive.entries.length, spec.entries.length)
    })
  }

  const named = (...names: (string | Uint8Array)[]): ZipSpec => ({
    entries: names.map((name) => ({ name, data: 'x' })),
  })
  const one = (entry: Partial<EntrySpec>): ZipSpec => ({ entries: [{ ...readme, ...entry }] })

  const hostile: [string, RefusalCode, ZipSpec][] = [
    ['parent folder', 'path_traversal', named('../evil.py')],
    ['parent folder inside', 'path_traversal', named('a/../../evil.py')],
    ['parent folder at the end', 'path_traversal', named('a/..')],
    ['absolute path', 'path_absolute', named('/etc/passwd')],
    ['drive letter', 'path_drive', named('C:/evil.py')],
    ['backslash', 'name_backslash', named('a\\..\\evil.py')],
    ['NUL', 'name_control_character', named('a\0.py')],
    ['line feed', 'name_control_character', named('a\n.py')],
    ['dot segment', 'name_unclear', named('./a.py')],
    ['empty segment', 'name_unclear', named('a//b.py')],
    ['only a slash', 'path_absolute', named('/')],
    ['empty name', 'name_empty', named('')],
    ['invalid UTF-8', 'name_not_utf8', named(Uint8Array.of(0x61, 0xff, 0x62))],
    ['overlong UTF-8 dots', 'name_not_utf8', named(Uint8Array.of(0xc0, 0xae, 0xc0, 0xae, 0x2f))],
    ['long name', 'name_too_long', named(`${'a/'.repeat(20)}${'b'.repeat(300)}`)],
    ['deep path', 'too_deep', named(`${'a/'.repeat(80)}b`)],
    ['duplicate', 'duplicate_name', named('a.py', 'b.py', 'a.py')],
    ['case clash', 'name_clash', named('Nodes.py', 'nodes.py')],
    ['case clash by folder', 'name_clash', named('Lib/a.py', 'lib/a.py')],
    ['composed and decomposed', 'name_clash', named('\u00e9.py', 'e\u0301.py')],
    ['sharp s', 'name_clash', named('stra\u00dfe.py', 'STRASSE.py')],
    ['dot at the end', 'name_ending', named('install.py.')],
    ['blank at the end', 'name_ending', named('install.py ')],
    ['folder with a dot at its end', 'name_ending', named('lib./a.py')],
    ['part of dots only', 'name_ending', named('a/.../b.py')],
    ['folder entry with a blank at its end', 'name_ending', one({ name: 'lib /', mode: 0o040755, data: '' })],
    ...[...'<>:"|?*'].map((sign): [string, RefusalCode, ZipSpec] => [
      `${sign} in a name`,
      'name_character',
      named(`lib/a.py${sign}b`),
    ]),
    ...['aux.py', 'lib/NUL', 'con/a.py', 'lpt1.tar.gz', 'com\u00b9.txt', 'nul .txt', 'conin$'].map(
      (name): [string, RefusalCode, ZipSpec] => [`device ${name}`, 'name_device', named(name)],
    ),
    ['file as folder', 'file_used_as_folder', named('a', 'a/b.py')],
    ['file as folder, other case', 'file_used_as_folder', named('A/b/c.py', 'a')],
    [
      'file and folder entry',
      'name_clash',
      {
        entries: [
          { name: 'a', data: 'x' },
          { name: 'a/', mode: 0o040755 },
        ],
      },
    ],
    ['symbolic link', 'symbolic_link', one({ mode: 0o120777 })],
    ['device', 'special_file', one({ mode: 0o060644 })],
    ['pipe', 'special_file', one({ mode: 0o010644 })],
    ['folder mode on a file', 'special_file', one({ mode: 0o040755 })],
    ['set-user bit', 'special_mode', one({ mode: 0o104755 })],
    ['folder with data', 'folder_with_data', one({ name: 'a/', mode: 0o040755 })],
    ['encrypted', 'encrypted', one({ flags: 0x0801 })],
    ['strong encryption', 'encrypted', one({ flags: 0x0841 })],
    ['masked headers', 'encrypted', one({ flags: 0x2800 })],
    ['patch data', 'unsupported_feature', one({ flags: 0x0820 })],
    ['bzip2', 'unknown_method', one({ local: { method: 12 }, central: { method: 12 } })],
    ['AES', 'unknown_method', one({ local: { method: 99 }, central: { method: 99 } })],
    ['other local name', 'header_mismatch', one({ local: { name: 'EVIL.PYX' } })],
    ['other local method', 'header_mismatch', one({ local: { method: 0 } })],
    ['other local flags', 'header_mismatch', one({ local: { flags: 0 } })],
    ['other local size', 'header_mismatch', one({ local: { size: 6 } })],
    ['other local packed size', 'header_mismatch', one({ local: { packedSize: 6 } })],
    ['other local checksum', 'header_mismatch', one({ local: { crc32: 1 } })],
    ['zero local size without descriptor', 'header_mismatch', one({ local: { size: 0 } })],
    [
      'a second name in an extra field',
      'header_mismatch',
      one({ central: { extra: unicodePath('evil.py') } }),
    ],
    [
      'a second name in a local extra field',
      'header_mismatch',
      one({ local: { extra: unicodePath('evil.py') } }),
    ],
    ['missing descriptor', 'header_mismatch', one({ descriptor: 'none' })],
    ['descriptor with another size', 'header_mismatch', wrongDescriptor()],
    ['damaged extra field', 'directory_invalid', one({ central: { extra: Uint8Array.of(1, 0, 9, 0) } })],
    ['damaged local extra field', 'header_invalid', one({ local: { extra: Uint8Array.of(1) } })],
    ['zip64 mark without value', 'zip64_invalid', one({ central: { size: 0xffffffff } })],
    [
      'zip64 end record elsewhere',
      'zip64_invalid',
      { entries: [readme], end: { directoryOffset: 0xffffffff } },
    ],
    ['zip64 end records disagree', 'zip64_invalid', { entries: [readme], zip64: true, end: { entries: 7 } }],
    ['zip64 on two disks', 'multi_disk', { entries: [readme], zip64: { disks: 2 } }],
    ['two disks', 'multi_disk', { entries: [readme], end: { disk: 1 } }],
    ['entry on another disk', 'multi_disk', one({ central: { disk: 3 } })],
    ['leading data', 'leading_data', { entries: [readme], prefix: text('#!/bin/sh\n') }],
    ['leading data with shifted offsets', 'leading_data', shifted()],
    ['trailing data', 'trailing_data', { entries: [readme], suffix: text('hello') }],
    ['gap between entries', 'hidden_data', { entries: [readme, { name: 'b', data: 'b', before: bytes(3) }] }],
    ['gap before the directory', 'hidden_data', { entries: [readme], beforeDirectory: bytes(5) }],
    ['gap behind the directory', 'hidden_data', { entries: [readme], end: { directoryBytes: 55 - 4 } }],
    [
      'more records than counted',
      'directory_invalid',
      { entries: [readme, { name: 'b' }], end: { entries: 1 } },
    ],
    ['fewer records than counted', 'directory_invalid', { entries: [readme], end: { entries: 2 } }],
    ['an end record in the comment', 'leading_data', { entries: [readme], comment: fakeEndInComment() }],
    ['an end record in an entry comment', 'ambiguous_end', one({ comment: 'PK\x05\x06' })],
    ['long comment', 'comment_too_long', { entries: [readme], comment: 'x'.repeat(2000) }],
    ['long entry comment', 'comment_too_long', one({ comment: 'x'.repeat(2000) })],
    ['one header for two entries', 'overlapping_entries', sharedHeader()],
    [
      'stored sizes that differ',
      'size_mismatch',
      one({ method: 0, local: { size: 900 }, central: { size: 900 } }),
    ],
  ]

  it('names the refused file and the remedy', async () => {
    await assert.rejects(openSpec(named('lib/evil.py.')), {
      path: 'lib/evil.py.',
      message: /ends in a dot or a blank.*Rename it.*"lib\/evil\.py\."/,
    })
  })

  for (const [name, code, spec] of hostile) {
    it(`refuses by structure: ${name}`, async () => {
      await assert.rejects(openSpec(spec), (error: Error & { code?: string }) => {
        assert.equal(error.code, code, error.message)
        return error.name === 'ArchiveRefusal'
      })
    })
  }

  const lying: [string, RefusalCode, ZipSpec][] = [
    ['more bytes than announced', 'size_mismatch', one({ local: { size: 3 }, central: { size: 3 } })],
    ['fewer bytes than announced', 'size_mismatch', one({ local: { size: 30 }, central: { size: 30 } })],
    ['wrong checksum', 'checksum_mismatch', one({ local: { crc32: 5 }, central: { crc32: 5 } })],
    ['damaged data', 'data_invalid', one({ packed: Uint8Array.of(7, 255, 255, 1) })],
    ['no data', 'data_invalid', one({ packed: new Uint8Array(0) })],
    ['data behind the end of the stream', 'data_invalid', hiddenBehindStream()],
  ]

  for (const [name, code, spec] of lying) {
    it(`refuses by contents: ${name}`, async () => {
      const archive = await openSpec(spec)
      await assert.rejects(verifyContents(archive), { name: 'ArchiveRefusal', code })
    })
  }

  it('refuses every truncated archive', async () => {
    const whole = buildZip({ entries: [readme, { name: 'b.py', data: 'b = 2' }], comment: 'abc' })
    for (let length = 0; length < whole.byteLength; length++) {
      await assert.rejects(openArchive(sourceOfBytes(whole.subarray(0, length))), { name: 'ArchiveRefusal' })
    }
    await assert.rejects(openArchive(sourceOfBytes(whole.subarray(0, 60))), { code: 'truncated' })
    await assert.rejects(openArchive(sourceOfBytes(text('<html>not a zip, and long enough'))), {
      code: 'not_a_zip',
    })
  })

  it('refuses every changed byte, or installs the same files', async () => {
    const whole = buildZip({ entries: [readme, { name: 'b.py', data: 'b = 2', descriptor: 'signed' }] })
    const contentsOf = async (zip: Uint8Array) => {
      const archive = await openArchive(sourceOfBytes(zip))
      await verifyContents(archive)
      const files = archive.entries.map(async (entry) => [
        entry.path,
        ...(await readFile(archive, entry, 1000)),
      ])
      return Promise.all(files)
    }
    const right = await contentsOf(whole)
    for (let at = 0; at < whole.byteLength; at++) {
      const changed = whole.slice()
      changed[at] = (changed[at] ?? 0) ^ 0x14
      const files = await contentsOf(changed).catch((error) => {
        if (error.name !== 'ArchiveRefusal') throw error
        return undefined
      })
      if (files)
        assert.deepEqual(
          files.map((file) => file.slice(1)),
          right.map((file) => file.slice(1)),
        )
    }
  })

  it('checks limits before it reads or unpacks anything', async () => {
    const small = { ...archiveLimits, compressedBytes: 50, entries: 1, unpackedBytes: 3 }
    const refuse = (limits: Partial<typeof archiveLimits>, code: RefusalCode, spec: ZipSpec) =>
      assert.rejects(openSpec(spec, { ...archiveLimits, ...limits }), { code })
    await refuse({ compressedBytes: small.compressedBytes }, 'too_large', one({}))
    await refuse({ entries: small.entries }, 'too_many_entries', named('a', 'b'))
    await refuse({ unpackedBytes: small.unpackedBytes }, 'unpacked_too_large', one({}))
    await refuse({ directoryBytes: 40 }, 'directory_too_large', one({}))
    await refuse({}, 'too_many_entries', { entries: [], zip64: { entries: 5_000_000 } })
  })

  it('refuses a bomb by its ratio, with the numbers in the refusal', async () => {
    const bomb = { name: 'bomb', data: bytes(20_000_000) }
    await assert.rejects(
      openSpec({ entries: [bomb] }),
      (error: Error & { code?: string; limit?: number; actual?: number }) => {
        assert.equal(error.code, 'ratio_too_high')
        assert.equal(error.limit, archiveLimits.fileRatio)
        return (error.actual ?? 0) > 900
      },
    )
    const many = Array.from({ length: 10 }, (_, i) => ({ name: `part${i}`, data: bytes(7_000_000) }))
    await assert.rejects(openSpec({ entries: many }), { code: 'ratio_too_high' })
  })

  it('reads one file whole, verified, and never beyond the requested size', async () => {
    const archive = await openSpec({ entries: [readme, { name: 'big', data: bytes(300_000, 7) }] })
    const [first, big] = archive.entries
    assert.ok(first && big)
    assert.deepEqual(await readFile(archive, first, 7), text('# Blur\n'))
    await assert.rejects(readFile(archive, first, 6), { code: 'file_too_large', limit: 6, actual: 7 })
    assert.deepEqual(await readStart(archive, big, 10), bytes(10, 7))
    assert.deepEqual(await readStart(archive, first, 100), text('# Blur\n'))
  })

  it('throws a plain error, not a refusal, when the source returns too little', async () => {
    const whole = buildZip({ entries: [readme] })
    const source = {
      size: whole.byteLength,
      read: async (offset: number, length: number) => whole.subarray(offset, offset + length - 1),
    }
    await assert.rejects(openArchive(source), (error: Error) => error.name !== 'ArchiveRefusal')
  })
})

function unicodePath(name: string): Uint8Array {
  return concat([u16(0x7075), u16(5 + name.length), Uint8Array.of(1), u32(0), text(name)])
}

function wrongDescriptor(): ZipSpec {
  const entry: EntrySpec = { ...readme, descriptor: 'none' }
  const filler = concat([u32(0x08074b50), u32(1), u32(2), u32(3)])
  return { entries: [entry], beforeDirectory: filler }
}

/** Adds a prefix as self-extracting archives do: the offsets count from the start of the zip itself. */
function shifted(): ZipSpec {
  const plain = buildZip({ entries: [readme] })
  const prefix = text('MZ program')
  return {
    entries: [],
    prefix: concat([prefix, plain.subarray(0, plain.byteLength - 22)]),
    end: endOf(plain),
  }
}

function endOf(plain: Uint8Array): NonNullable<ZipSpec['end']> {
  const view = new DataView(plain.buffer, plain.byteLength - 22)
  return { entries: 1, directoryBytes: view.getUint32(12, true), directoryOffset: view.getUint32(16, true) }
}

function fakeEndInComment(): Uint8Array {
  return concat([u32(0x06054b50), bytes(18)])
}

function sharedHeader(): ZipSpec {
  const data = crypto.getRandomValues(new Uint8Array(2000))
  return {
    entries: [
      { name: 'a', data, method: 0 },
      { name: 'b', data, method: 0, central: { headerOffset: 0 } },
    ],
  }
}

function hiddenBehindStream(): ZipSpec {
  const empty = Uint8Array.of(3, 0)
  return { entries: [{ name: 'a', data: '', packed: concat([empty, text('hidden')]) }] }
}
