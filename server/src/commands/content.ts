import { parseArgs } from 'node:util'
import { removeDemo } from '../../demo/remove.ts'
import { seedDemo } from '../../demo/seed.ts'
import { updateEntries } from '../discovery/catalogue/entries/update.ts'
import { publishCatalogue } from '../discovery/catalogue/publish.ts'
import { packTypes } from '../discovery/catalogue/types/pack.ts'
import { importFrom } from '../discovery/import/import.ts'
import { summaryLines } from '../discovery/import/summary-text.ts'
import { importAdvisories } from '../discovery/python-index/advisories/import.ts'
import { readPythonIndex } from '../discovery/python-index/command.ts'
import { reindexEverything } from '../discovery/search/reindex.ts'
import { importCore } from '../operator/import-core.ts'
import { importModelLists } from '../operator/import-models.ts'
import { loadParser, withFiles } from '../operator/open-files.ts'
import { rescanNow } from '../safety/rescans/command.ts'
import type { Command } from './command.ts'

/** Commands about packs and the catalog of them. */
export const contentCommands: Record<string, Command> = {
  seed: {
    usage: 'seed',
    group: 'Content',
    example: 'seed',
    description: 'Publishes the demo catalog through the real pipeline. Not in production.',
    check({ production }) {
      if (production) throw new Error('Production does not start with the accounts that seed creates.')
    },
    fillsTables: true,
    async run(deps, _args, output) {
      await seedDemo(deps, output)
      return 0
    },
  },
  'remove-demo': {
    usage: 'remove-demo',
    group: 'Content',
    example: 'remove-demo',
    description: 'Deletes the demo accounts, and the packs of the demo catalog that only they own.',
    async run(deps, _args, output) {
      await removeDemo(deps, output)
      return 0
    },
  },
  import: {
    usage: 'import FILE | FOLDER | URL',
    group: 'Content',
    example: 'import community-list.jsonl.gz',
    description:
      "Imports community lists as unclaimed nodes: JSON lines, or the in-app manager's lists. Idempotent.",
    fillsTables: true,
    isRepeatable: true,
    async run(deps, [source], output) {
      if (!source) return undefined
      const summary = await importFrom(deps, source, output)
      for (const line of summaryLines(summary)) output(line)
      return summary.notRead.length > 0 && summary.created + summary.updated + summary.unchanged === 0 ? 1 : 0
    },
  },
  'import-core': {
    usage: 'import-core SOURCE [--version RELEASE]',
    group: 'Catalog',
    example: 'import-core ComfyUI-0.3.64.zip',
    description:
      "Updates the list of the tool's own comfy-nodes from its source (folder or zip file), its object_info, the manager's map, its documentation, or a list of names.",
    fillsTables: true,
    async run(deps, args, output) {
      return importCore(deps, args, { loadParser, withFiles }, output)
    },
  },
  'import-models': {
    usage: 'import-models SOURCE',
    group: 'Catalog',
    example: 'import-models model-list.json',
    description:
      "Imports where models can be downloaded: from the manager's list (file or URL), a folder of workflows (JSON, PNG, WebP) and Markdown documents, or responses of the hub, which also have terms of use.",
    fillsTables: true,
    async run(deps, [source], output) {
      return source ? importModelLists(deps, source, output) : undefined
    },
  },
  reindex: {
    usage: 'reindex',
    group: 'Content',
    example: 'reindex',
    description: 'Rebuilds the search index and the terms for spelling corrections.',
    fillsTables: true,
    async run(deps, _args, output) {
      output(`Indexed ${await reindexEverything(deps)} nodes.`)
      return 0
    },
  },
  rescan: {
    usage: 'rescan [--everything] [--apply ID]',
    group: 'Content',
    example: 'rescan --everything',
    description: 'Reports what the current rules would change in stored versions; --apply applies it.',
    async run(deps, args, output) {
      const { values } = parseArgs({
        args: [...args],
        options: { everything: { type: 'boolean' }, apply: { type: 'string' } },
      })
      return rescanNow(deps, values, output)
    },
  },
  snapshot: {
    usage: 'snapshot',
    group: 'Catalog',
    example: 'snapshot',
    description: 'Packs and issues a new catalog snapshot now.',
    async run(deps, _args, output) {
      await updateEntries(deps)
      const types = await packTypes(deps.db)
      const { digest, sequence } = await publishCatalogue(deps, { repacks: true, types })
      output(`Catalog ${sequence} has the digest ${digest}.`)
      return 0
    },
  },
  'read-advisories': {
    usage: 'read-advisories FILE | FOLDER | URL',
    group: 'Catalog',
    example: 'read-advisories https://osv.example/PyPI/all.zip',
    description:
      'Imports known vulnerabilities of Python packages: OSV records as JSON, one or many, or a zip file of them. Idempotent.',
    fillsTables: true,
    async run(deps, [source], output) {
      if (!source) return undefined
      const { read, stored, others, unreadable } = await importAdvisories(deps, source, output)
      output(
        `Read ${read} advisories of Python packages, ${stored} of them new or changed. ` +
          `Records of other ecosystems: ${others}. Not readable: ${unreadable}.`,
      )
      return read === 0 && unreadable > 0 ? 1 : 0
    },
  },
  'read-python-index': {
    usage: 'read-python-index --from URL | FOLDER [--versions COUNT] [--also NAME]',
    group: 'Catalog',
    example: 'read-python-index --from https://index.example',
    description: 'Reads the Python packages that nodes require, and publishes them as a slice of the index.',
    fillsTables: true,
    async run(deps, args, output) {
      return readPythonIndex(deps, args, output)
    },
  },
}
