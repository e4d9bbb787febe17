import { buildZip, type EntrySpec } from '../../analysis/src/archive/zip-builder.test-support.ts'

export interface PackSpec {
  id: string
  version?: string
  /** Further files, or others in place of the usual ones; null leaves one out. */
  files?: Record<string, string | null>
  /** Entries as the zip builder takes them, for archives that are not honest. */
  entries?: EntrySpec[]
}

/** A small honest pack with one comfy-node, `<id> Blur`, as a zip archive. */
export function buildPack({ id, version = '1.0.0', files = {}, entries = [] }: PackSpec): Uint8Array {
  const all: Record<string, string | null> = {
    'pyproject.toml': projectFile(id, version),
    'README.md': `# ${id}\n\nBlurs **pictures**. [Docs](docs/use.md)\n`,
    '__init__.py': 'from .nodes import NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS\n',
    'nodes.py': nodesFile(id),
    ...files,
  }
  const honest = Object.entries(all).flatMap(([name, data]) => (data === null ? [] : [{ name, data }]))
  return buildZip({ entries: [...honest, ...entries] })
}

function projectFile(id: string, version: string): string {
  return `[project]
name = "${id}"
version = "${version}"
description = "Blurs pictures."
license = { text = "MIT" }
dependencies = ["numpy>=1.0"]

[project.urls]
Repository = "https://github.com/acme/${id}"

[tool.comfy]
PublisherId = "acme"
DisplayName = "The ${id}"
`
}

function nodesFile(id: string): string {
  return `class Blur:
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",), "radius": ("INT", {"default": 3, "min": 0, "max": 64})}}

    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("blurred",)
    FUNCTION = "run"
    CATEGORY = "image/filter"

    def run(self, image, radius):
        return (image,)


NODE_CLASS_MAPPINGS = {"${id} Blur": Blur}
NODE_DISPLAY_NAME_MAPPINGS = {"${id} Blur": "Blur"}
`
}
