import { argumentOf, lookedUp } from '../flow/code-facts.ts'
import type { Call } from '../flow/flow.ts'
import { names } from '../flow/names.ts'
import { has, type Value } from '../flow/values.ts'
import type { CodeRule } from './rule.ts'

const takesPlace = names(
  /^(open|io\.open|aiofiles\.open|os\.(remove|unlink|rename|replace)|shutil\.(copy\w*|move|rmtree)|aiohttp\.web\.FileResponse|flask\.send_file|(fastapi|starlette)\.responses\.FileResponse)$/,
)
const usesPath = names(/\(\)\.(read_\w+|write_\w+|unlink|open)$/)

/** Whether a name is a method of a path. */
function isOfPath(name: string): boolean {
  const at = name.search(/\bPath/)
  return at >= 0 && name.includes('().', at)
}

/** Ways to keep a name inside a folder, or to compare it with those that exist. */
const keepsInside =
  /\b(commonpath|commonprefix|is_relative_to|relative_to|safe_join|secure_filename|basename|realpath|resolve|normpath|abspath|startswith)\b|\bis_(safe|allowed|valid|within)\w*|\b(check|validate|sanitize)\w*\(|["']\.\.["']|\bnot in\b/

export const requestFiles: CodeRule = {
  of: 'python',
  id: 'request-files',
  severity: 'high',
  why: 'Anyone who reaches the tool’s server can read or replace files of its user, such as a web page that the user opens.',
  fix: 'Take only the name of the file from the request, and join it with a folder of the pack.',
  examples: {
    matching: [
      '@PromptServer.instance.routes.post("/save")\nasync def save(request):\n    data = await request.json()\n    with open(data["path"], "w") as f:\n        f.write(data["text"])',
      'from aiohttp import web\n@PromptServer.instance.routes.get("/read")\nasync def read(request):\n    return web.FileResponse(request.query["file"])',
    ],
    harmless: [
      'import os\n@PromptServer.instance.routes.post("/save")\nasync def save(request):\n    data = await request.json()\n    with open(os.path.join("presets", os.path.basename(data["name"])), "w") as f:\n        f.write(data["text"])',
      '@PromptServer.instance.routes.post("/save")\nasync def save(request):\n    data = await request.json()\n    with open("presets.json", "w") as f:\n        f.write(data["text"])',
    ],
  },
  *find(facts) {
    const isKept = lookedUp(facts.text, keepsInside)
    for (const call of facts.calls) {
      const isFile = takesPlace.test(call.name) || (usesPath.test(call.name) && isOfPath(call.name))
      if (!isFile || !placesOf(call).some(isWhole)) continue
      yield {
        line: call.line,
        message: 'Uses a place that a request names.',
        ...(isKept() ? { severity: 'low' as const } : {}),
      }
    }
  },
}

function placesOf(call: Call): Value[] {
  if (isOfPath(call.name)) return [call.receiver]
  const first = argumentOf(call, 0, 'file', 'path', 'src')
  const second = /^(os|shutil)\./.test(call.name) ? call.args[1] : undefined
  return [first, second].filter((value) => value !== undefined)
}

/** Names the whole place: nothing of the pack comes before it. */
function isWhole(value: Value): boolean {
  return has(value, 'request') && value.texts.length === 0
}
