import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defined } from '@nodeyard/contract/ground'
import { publishSlice } from '../src/discovery/python-index/publish.ts'
import type { World } from './world.ts'

/** A file of a project in a fake index. */
export interface FakeFile {
  filename: string
  uploaded?: string
  python?: string
  yanked?: boolean
  /** Its address; by default, below the index. */
  url?: string
  /** Requirements in its metadata; without them, it has no metadata file. */
  requires?: readonly string[]
}

/** A package index as programs see it: the simple API as JSON, with metadata files. Counts what is asked for. */
export class FakeIndex {
  readonly projects = new Map<string, FakeFile[]>()
  /** Paths in the order of the requests. */
  readonly asked: string[] = []
  /** Sent instead of what a path has. */
  readonly broken = new Map<string, { status: number; body: string }>()
  readonly #server = createServer((request, response) => {
    const path = request.url ?? ''
    this.asked.push(path)
    const { status, body } = this.broken.get(path) ?? this.answer(path)
    response.writeHead(status, { 'content-type': 'application/vnd.pypi.simple.v1+json' }).end(body)
  })

  static async open(): Promise<FakeIndex> {
    const index = new FakeIndex()
    await new Promise<void>((done) => index.#server.listen(0, '127.0.0.1', done))
    return index
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): Promise<void> {
    return new Promise((done) => this.#server.close(() => done()))
  }

  /** Adds a version with one wheel for every machine. */
  add(name: string, version: string, requires: readonly string[] = [], more: Partial<FakeFile> = {}): this {
    const filename = `${name.replaceAll('-', '_')}-${version}-py3-none-any.whl`
    const files = this.projects.get(name) ?? []
    this.projects.set(name, [...files, { filename, requires, uploaded: '2026-01-01T00:00:00Z', ...more }])
    return this
  }

  answer(path: string): { status: number; body: string } {
    const [, project] = /^\/simple\/([a-z0-9-]+)\/$/.exec(path) ?? []
    const files = project === undefined ? undefined : this.projects.get(project)
    if (files && project !== undefined)
      return { status: 200, body: JSON.stringify(projectOf(project, files)) }
    const filename = /^\/files\/(.+)\.metadata$/.exec(path)?.[1]
    const file = [...this.projects.values()].flat().find((one) => one.filename === filename)
    return file?.requires ? { status: 200, body: metadataOf(file.requires) } : { status: 404, body: '{}' }
  }
}

const metadataOf = (requires: readonly string[]): string =>
  [
    'Metadata-Version: 2.1',
    ...requires.map((line) => `Requires-Dist: ${line}`),
    '',
    'Requires-Dist: no',
  ].join('\n')

function projectOf(name: string, files: readonly FakeFile[]) {
  return {
    meta: { 'api-version': '1.1' },
    name,
    files: files.map(({ filename, url, uploaded, python, yanked, requires }) => ({
      filename,
      url: url ?? `../../files/${filename}#sha256=00`,
      hashes: {},
      ...defined({ 'upload-time': uploaded || undefined, 'requires-python': python || undefined }),
      ...(yanked ? { yanked: 'broken' } : {}),
      ...(requires ? { 'core-metadata': true } : {}),
    })),
  }
}

/** Ensures that there is a slice, for tests of other subjects. */
export async function haveSlice({ deps }: World): Promise<void> {
  const versions = ['1.26.4', '2.1.0'].map((version) => ({ version, requires: [], hasSource: true }))
  await publishSlice(deps, { packages: [{ name: 'numpy', versions }], readAt: deps.now() })
}
