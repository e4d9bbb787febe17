import { readRepository } from '@nodeyard/analysis/ground'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import type { Insertable } from 'kysely'
import type { TarEntry } from '../../../test/fakes/tarball.ts'
import type { World } from '../../../test/world.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { readDue } from './jobs.ts'

/** The files of a small pack with one comfy-node. */
export function packFiles(name: string, files: Record<string, string | null> = {}): TarEntry[] {
  const all: Record<string, string | null> = {
    'README.md': `# ${name}\n\nBlurs **pictures**.\n`,
    LICENSE: 'MIT License\n',
    'requirements.txt': 'numpy>=1.26\nonnxruntime-gpu\n',
    '__init__.py': 'from .nodes import NODE_CLASS_MAPPINGS\n',
    'nodes.py': nodesFile(name),
    ...files,
  }
  return Object.entries(all).flatMap(([path, content]) => (content === null ? [] : [{ path, content }]))
}

const nodesFile = (name: string) => `class Blur:
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",), "radius": ("INT", {"default": 3})}}

    RETURN_TYPES = ("MASK",)
    FUNCTION = "run"
    CATEGORY = "image/filter"

    def run(self, image, radius):
        return (image,)


NODE_CLASS_MAPPINGS = {"${name} Blur": Blur}
`

/** A line that the scan finds critical. */
export const hiddenCode = "import base64\nexec(base64.b64decode('cHJpbnQoMSk='))\n"

/** An unclaimed node with a repository. */
export async function unclaimedNode(
  world: World,
  repositoryUrl: string,
  part: Partial<Insertable<Schema['nodes']>> = {},
) {
  const place = readRepository(repositoryUrl)
  return world.given.node({
    publisher_id: unclaimedPublisherId,
    repository_url: repositoryUrl,
    repository_key: place?.key ?? null,
    repository_folder: place?.folder ?? '',
    ...part,
  })
}

/** Reads repositories until none is due. */
export const readAll = (world: World) => readDue(world.deps, new AbortController().signal)

export async function turnOf(world: World, nodeId: string) {
  return world.deps.db
    .selectFrom('reading_turns')
    .selectAll()
    .where('node_id', '=', nodeId)
    .executeTakeFirst()
}

export async function readingOf(world: World, nodeId: string) {
  return world.deps.db
    .selectFrom('node_readings')
    .innerJoin('nodes', 'nodes.reading_id', 'node_readings.id')
    .selectAll('node_readings')
    .where('nodes.id', '=', nodeId)
    .executeTakeFirst()
}
