import type { Hit } from '../../ground/finding.ts'
import { anyOf, sequence } from '../../ground/text-search.ts'
import { argumentOf, type CodeFacts, commandOf, isProgramStart, linesOf } from '../flow/code-facts.ts'
import type { Call } from '../flow/flow.ts'
import { names } from '../flow/names.ts'
import { isDataPlace } from '../flow/python-files.ts'
import { isLoaderVariable } from '../flow/python-names.ts'
import { isCodeFolder, isCodePlace, isToolPlace } from '../flow/tool-places.ts'
import { has, hole, type Value } from '../flow/values.ts'
import { callHits, variablesSet } from './code-calls.ts'
import type { CodeRule } from './rule.ts'

/** The content that a call puts somewhere, and the place. */
interface Arrival {
  content: Value | undefined
  place: Value | undefined
  /** The content has several files. */
  isFolder?: boolean
}

const moves = names(/^(shutil\.(copy\w*|move)|os\.(rename|replace|link|symlink))$/)

function arrivalOf(call: Call): Arrival | undefined {
  const { name, args, receiver } = call
  if (/\.(write|write_bytes|write_text|writelines)$/.test(name)) return { content: args[0], place: receiver }
  if (/^shutil\.copyfileobj$/.test(name)) return { content: args[0], place: args[1] }
  if (moves.test(name))
    return { content: args[0], place: argumentOf(call, 1, 'dst'), isFolder: /copytree|move/.test(name) }
  if (/\.extractall$/.test(name))
    return { content: receiver, place: argumentOf(call, 0, 'path'), isFolder: true }
  if (/^shutil\.unpack_archive$/.test(name))
    return { content: args[0], place: argumentOf(call, 1, 'extract_dir'), isFolder: true }
  return undefined
}

/** The place to which a call fetches something by itself. */
function fetchedTo(call: Call): Arrival | undefined {
  const { name } = call
  if (/(^|\.)(urlretrieve|download_url_to_file)$/.test(name))
    return { content: undefined, place: argumentOf(call, 1, 'filename', 'dst') }
  if (/^(wget|gdown)\.\w+$/.test(name))
    return { content: undefined, place: argumentOf(call, 1, 'out', 'output') }
  return /clone_from$/.test(name)
    ? { content: undefined, place: argumentOf(call, 1, 'to_path'), isFolder: true }
    : undefined
}

function isLoaded({ place, isFolder }: Arrival, path: string): boolean {
  return (
    place?.texts.some((text) => isCodePlace(text) || (isFolder === true && isCodeFolder(text, path))) === true
  )
}

/** Whether it is from the network, or names a file that the same code fetches. */
function arrives({ calls }: CodeFacts, value: Value): boolean {
  if (has(value, 'network', 'download')) return true
  const places = new Set(value.texts)
  return calls.some((call) => fetchedTo(call)?.place?.texts.some((text) => places.has(text)) === true)
}

/** Whether the network chooses the name of a file in a folder of code, which the folder of the tool itself is not. */
function isNamedByNetwork({ place }: Arrival, path: string): boolean {
  if (!place || !has(place, 'network')) return false
  return place.texts.some((text) => {
    const folder = text.slice(0, text.lastIndexOf('/'))
    return text.endsWith(hole) && folder.includes('/custom_nodes/') && isCodeFolder(folder, path)
  })
}

const arrivingCode: CodeRule = {
  of: 'python',
  id: 'arriving-code',
  severity: 'high',
  why: 'The owner of that address controls every machine that has the pack.',
  fix: 'Put the code into the pack, where it can be read and checked.',
  examples: {
    matching: [
      'import os, requests\nwith open(os.path.join(os.path.dirname(__file__), "extra.py"), "wb") as f:\n    f.write(requests.get("https://example.test/x").content)',
      'import io, os, zipfile, requests\nzipfile.ZipFile(io.BytesIO(requests.get("https://example.test/x.zip").content)).extractall(os.path.dirname(__file__))',
      'import git, folder_paths\ngit.Repo.clone_from("https://example.test/a/b", folder_paths.get_folder_paths("custom_nodes")[0] + "/b")',
      'from pathlib import Path\nimport requests\n(Path(__file__).parent / "web" / "a.js").write_bytes(requests.get("https://example.test/a").content)',
      'import os, folder_paths\nos.system("git clone https://example.test/a/b " + os.path.join(folder_paths.get_folder_paths("custom_nodes")[0], "b"))',
    ],
    harmless: [
      'import os, requests\nwith open(os.path.join(os.path.dirname(__file__), "presets.json"), "wb") as f:\n    f.write(requests.get("https://example.test/x").content)',
      'import io, os, zipfile, requests\nzipfile.ZipFile(io.BytesIO(requests.get("https://example.test/x.zip").content)).extractall(os.path.join(os.path.dirname(__file__), "fonts"))',
      'import os\nwith open(os.path.join(os.path.dirname(__file__), "extra.py"), "w") as f:\n    f.write("VERSION = 1")',
      'import git, folder_paths\ngit.Repo.clone_from("https://example.test/a/b", folder_paths.models_dir + "/b")',
    ],
  },
  find: (facts) =>
    callHits(facts, (call) => {
      const put = arrivalOf(call)
      if (put && has(put.content, 'network', 'download') && isLoaded(put, facts.path))
        return { message: 'Puts something from the network where code is loaded from.' }
      if (put && has(put.content, 'network', 'download') && isNamedByNetwork(put, facts.path))
        return { message: 'Lets an address choose the files of the pack and their content.' }
      if (
        put &&
        has(put.content, 'request') &&
        put.place?.texts.some(isToolPlace) &&
        isLoaded(put, facts.path)
      )
        return { message: 'Puts what a request holds where code is loaded from.' }
      if (put && moves.test(call.name) && put.content?.texts.some(isDataPlace) && isLoaded(put, facts.path))
        return { message: 'Turns a file that is named like data into code.' }
      if (variablesSet(call, isLoaderVariable).some((value) => arrives(facts, value)))
        return { message: 'Lets every program that starts load something from the network.' }
      const fetched = fetchedTo(call)
      if (fetched && isLoaded(fetched, facts.path))
        return { message: 'Fetches something to where code is loaded from.' }
      return isProgramStart(call) && clonesIntoPacks.test(commandOf(call))
        ? { message: 'Fetches a repository to where code is loaded from.' }
        : undefined
    }),
}

const clonesIntoPacks = anyOf(
  /\bgit\b[^|;&]{0,200}\bclone\b[^|;&]{0,400}%TOOL%\/custom_nodes(?!\/%PACK%)/,
  sequence(
    /\b(curl|wget|scp|rsync|aria2c)\b|--remote=/,
    /\b(tar|unzip|7z|bsdtar)\b/,
    /%TOOL%\/custom_nodes(?!\/%PACK%\/)/,
  ),
)

/** Commands that put other files into a work tree. Submodules are pinned by the commit around them. */
const moving =
  /^(pull|reset|checkout|checkout-index|read-tree|switch|merge|rebase|restore|cherry-pick|revert)\b/
const maxOptions = 20

function movesWorkTree(command: string): boolean {
  const words = command.split(/\s+/)
  return words.some((word, at) => {
    if (!/\bgit$/.test(word)) return false
    const last = at + maxOptions
    let next = at + 1
    while (next < last && words[next]?.startsWith('-')) next += /^-[cC]$/.test(words[next] ?? '') ? 2 : 1
    return moving.test(words[next] ?? '')
  })
}

const movingCall = names(
  /^git\.(Repo\(\)|cmd\.Git\(\)|Git\(\))?\S*\.(pull|reset|checkout|merge|switch)$|^pygit2\.\S+\.(checkout\w*|reset|merge)$|^dulwich\.porcelain\.(pull|reset|checkout\w*)$/,
)

const movedWorkTree: CodeRule = {
  of: 'python',
  id: 'moved-work-tree',
  severity: 'medium',
  why: 'The code that runs from then on was not there when the version was checked.',
  fix: 'Let the user update the pack through the tool.',
  examples: {
    matching: [
      'import subprocess\nsubprocess.run(["git", "-C", here, "reset", "--hard", "origin/next"])',
      'import git\ngit.Repo(here).remotes.origin.pull()',
      'def update():\n    import os\n    os.system("git pull")',
    ],
    harmless: [
      'import subprocess\nsubprocess.run(["git", "-C", here, "rev-parse", "HEAD"])',
      'import subprocess\nsubprocess.run(["git", "submodule", "update", "--init"])',
      'import git\nprint(git.Repo(here).head.commit)',
    ],
  },
  find: (facts) => callHits(facts, (call) => moveHit(facts, call)),
}

function moveHit(facts: CodeFacts, call: Call): Omit<Hit, 'line'> | undefined {
  const isMove = isProgramStart(call) ? movesWorkTree(commandOf(call)) : movingCall.test(call.name)
  if (!isMove) return undefined
  const isUnasked = call.isAtImport && !facts.path.endsWith('.ipynb') && !isOptional(facts, call.line)
  return isUnasked
    ? { message: 'Exchanges the code of a repository as soon as it is loaded.', severity: 'high' }
    : { message: 'Exchanges the code of a repository while it runs.' }
}

/** Whether the user decides about it with a setting, which a condition around the line reads. */
function isOptional(facts: CodeFacts, line: number): boolean {
  const lines = linesOf(facts)
  let indent = indentOf(lines[line - 1] ?? '')
  for (let at = line - 2; at >= 0 && indent > 0; at--) {
    const text = lines[at] ?? ''
    if (text.trim() === '' || indentOf(text) >= indent) continue
    indent = indentOf(text)
    if (/^\s*(el)?if\b.*(config|setting|option|auto_?update|environ|getenv|argv|\bargs\b)/i.test(text))
      return true
  }
  return false
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

export const arrivalRules = [arrivingCode, movedWorkTree]
