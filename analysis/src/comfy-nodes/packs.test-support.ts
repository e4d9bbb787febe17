import { evaluationLimits } from '../python/budget.ts'
import { testParser } from '../python/parser.test-support.ts'
import { projectOf } from '../python/project.ts'
import { PythonSources } from '../python/sources.ts'
import { type Extraction, extractComfyNodes } from './extract.ts'

const parser = await testParser()

/** Extracts the comfy-nodes of a pack with these files. */
export function extract(files: Record<string, string>, limits = evaluationLimits): Extraction {
  const sources = new PythonSources(parser)
  try {
    const texts = new Map(Object.entries(files))
    for (const [path, text] of texts) if (path.endsWith('.py')) sources.add(path, text)
    return extractComfyNodes(projectOf(texts.keys(), texts), (path) => sources.statementsOf(path), limits)
  } finally {
    sources.release()
  }
}

/** Writes the class of a plain comfy-node; `inputs` is the result of `INPUT_TYPES`, as Python. */
export const classText = (name: string, inputs = '{"required": {"image": ("IMAGE",)}}') => `
class ${name}:
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    CATEGORY = "image"
    @classmethod
    def INPUT_TYPES(cls):
        return ${inputs}
`
