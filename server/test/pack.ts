import { buildZip, type EntrySpec } from '../../analysis/src/archive/zip-builder.test-support.ts'

export interface PackSpec {
  id: string
  version?: string
  /** Adds files or replaces the default ones; null removes one. */
  files?: Record<string, string | null>
  /** Raw entries for the zip builder, for malicious archives. */
  entries?: EntrySpec[]
}

/** Builds a small harmless pack with one comfy-node, `<id> Blur`, as a zip archive. */
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
