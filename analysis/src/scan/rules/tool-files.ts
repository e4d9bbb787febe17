import { anyOf, sequence } from '../../ground/text-search.ts'
import { argumentOf, commandOf, isProgramStart, lookedUp } from '../flow/code-facts.ts'
import type { Call } from '../flow/flow.ts'
import { names } from '../flow/names.ts'
import { isWholeFolder } from '../flow/tool-places.ts'
import { has, type Value } from '../flow/values.ts'
import { callHits } from './code-calls.ts'
import type { CodeRule } from './rule.ts'

const deletes = names(
  /^shutil\.rmtree$|^os\.(remove|unlink|rmdir|removedirs|truncate)$|^send2trash\.\w+$|\.unlink$/,
)
const opens = names(/(^|\.)open$/)
const overwrites = names(/\.(write|write_bytes|write_text)$/)

const destroyedToolFiles: CodeRule = {
  of: 'python',
  id: 'destroys-tool-files',
  severity: 'high',
  why: 'The user’s models, outputs and inputs are gone.',
  fix: 'Delete only what the pack has made, in a folder of its own.',
  examples: {
    matching: [
      'import shutil, folder_paths\nshutil.rmtree(folder_paths.get_output_directory())',
      'import os, folder_paths\nfor name in os.listdir(folder_paths.models_dir):\n    os.remove(os.path.join(folder_paths.models_dir, name))',
      'import os, folder_paths\nfor root, _, names in os.walk(folder_paths.get_input_directory()):\n    for name in names:\n        open(os.path.join(root, name), "wb").write(b"")',
      'import os, shutil\nnodes = os.path.dirname(os.path.dirname(__file__))\nfor name in os.listdir(nodes):\n    shutil.rmtree(os.path.join(nodes, name))',
      'import os, folder_paths\nfor name in folder_paths.get_filename_list("loras"):\n    open(folder_paths.get_full_path("loras", name), "wb").close()',
      'import os, folder_paths\nfor name in os.listdir(folder_paths.models_dir):\n    os.truncate(os.path.join(folder_paths.models_dir, name), 0)',
    ],
    harmless: [
      'import os, folder_paths\nfor name in folder_paths.get_filename_list("loras"):\n    open(folder_paths.get_full_path("loras", name), "rb").close()',
      'import os, folder_paths\nopen(os.path.join(folder_paths.get_output_directory(), "mypack.lock"), "w").close()',
      'import os, json, folder_paths\nfor name in os.listdir(folder_paths.get_output_directory()):\n    with open(os.path.join(folder_paths.get_output_directory(), name), "w") as file:\n        json.dump({}, file)',
      'import shutil, os, folder_paths\nshutil.rmtree(os.path.join(folder_paths.get_temp_directory(), "mine"))',
      'import os, folder_paths\nfor name in os.listdir(folder_paths.models_dir):\n    print(name)',
      'import os, folder_paths\nfor name in os.listdir(folder_paths.get_output_directory()):\n    if name.startswith("mypack_"):\n        os.remove(os.path.join(folder_paths.get_output_directory(), name))',
    ],
  },
  *find(facts) {
    let used: boolean | undefined
    const isUsed = () => {
      used ??= facts.calls.some(usesFile)
      return used
    }
    const canEncrypt = lookedUp(facts.text, /encrypt|AES|Fernet|ChaCha/)
    for (const call of facts.calls) {
      if (deletes.test(call.name)) {
        const places = [call.receiver, ...call.args]
        if (places.some(({ texts }) => texts.some(isWholeFolder)))
          yield { line: call.line, message: 'Deletes a folder of the user’s files in the tool.' }
        else if (places.some((value) => has(value, 'kept') && !isNamedHere(value)) && !isSelected(facts.text))
          yield { line: call.line, message: 'Deletes the files of the user that it finds.' }
      }
      if (isProgramStart(call) && harmsFiles.test(commandOf(call)))
        yield { line: call.line, message: 'Deletes, moves or encrypts the user’s files with a command.' }
      if (opens.test(call.name) && isEmptied(call) && !isUsed())
        yield { line: call.line, message: 'Empties the files of the user that it finds.' }
      if (!overwrites.test(call.name) || !has(call.receiver, 'kept') || isNamedHere(call.receiver)) continue
      // A file that is fetched again, or changed in part, is not lost.
      if (call.args.some((value) => has(value, 'network', 'hub'))) continue
      const isChanged = call.args.some((value) => has(value, 'kept') && !has(value, 'decoded'))
      if (isChanged && !canEncrypt()) continue
      yield {
        line: call.line,
        message: canEncrypt()
          ? 'Overwrites files of the user with encrypted ones.'
          : 'Overwrites the files of the user that it finds.',
      }
    }
  },
}

/** Whole folders of the user's files, as words of a command. */
const wholeFolder = /%TOOL%\/(models|output|input|user)(\/[\w-]+)?(\/?(\*\S*)?)(\s|$|["'])/

const harmsFiles = anyOf(
  sequence(/(^|[\s;&|(])(rm|del|rd|rmdir|shred|srm|mv|move|openssl|gpg|7z)\s/i, wholeFolder),
  sequence(/\bfind\s/i, wholeFolder, /\s-delete\b|\s-exec\s+(rm|shred|openssl|gpg|mv)\b/i),
)

/** Whether a file that the pack finds is opened for writing, which empties it. */
function isEmptied(call: Call): boolean {
  const isMethod = call.name !== 'open' && call.receiver.texts.length > 0
  const place = isMethod ? call.receiver : call.args[0]
  const mode = isMethod ? (call.args[0] ?? call.keywords.get('mode')) : argumentOf(call, 1, 'mode')
  if (!mode?.texts.some((text) => text.startsWith('w'))) return false
  return place !== undefined && has(place, 'kept') && !isNamedHere(place)
}

/** Whether a call does something with a file that the pack finds, other than to close it. */
function usesFile({ name, receiver, args }: Call): boolean {
  if (name.endsWith('.close')) return false
  return [receiver, ...args].some(
    (value) => has(value, 'kept') && value.names.some((one) => one.endsWith('open()')),
  )
}

/** A pack that deletes its own files recognizes them by their names or ages. */
function isSelected(text: string): boolean {
  return /\.(startswith|endswith|match|search|fullmatch|getmtime|st_mtime|suffix)\b|fnmatch|glob\(f?["'][^\w"'\n]*\w[^*"'\n]*\*/.test(
    text,
  )
}

/** A file that the pack names itself, such as one beside a file that was found. */
function isNamedHere({ texts }: Value): boolean {
  return texts.some((text) => /[^\0*.]/.test(text.slice(text.lastIndexOf('/') + 1)) && !isWholeFolder(text))
}

const loweredProtection: CodeRule = {
  of: 'python',
  id: 'lowers-protection',
  severity: 'high',
  why: 'The manager then installs packs for every page and program that asks it to.',
  fix: 'Leave the settings of the manager to the user.',
  examples: {
    matching: [
      'import configparser\nc = configparser.ConfigParser()\nc["default"]["security_level"] = "weak"',
      'import configparser\nc = configparser.ConfigParser()\nc.set("default", "security_level", "normal-")',
      'open("config.ini", "w").write("[default]\\nsecurity_level = weak\\n")',
    ],
    harmless: [
      'import configparser\nc = configparser.ConfigParser()\nc.read("config.ini")\nprint(c["default"]["security_level"])',
      'import configparser\nc = configparser.ConfigParser()\nc.set("default", "security_level", "strong")',
      'print("Set security_level = weak in config.ini to install it")',
    ],
  },
  find: (facts) =>
    callHits(facts, (call) =>
      lowersLevel(call) ? { message: 'Lowers the level of security of the manager.' } : undefined,
    ),
}

/** Levels below the usual one. Source: the documentation of the in-app manager. */
const lowLevel = /^(weak|normal-)$/i

function lowersLevel({ name, args }: Call): boolean {
  const isLow = (value: Value | undefined) => value?.texts.some((text) => lowLevel.test(text)) === true
  if (name.endsWith('.security_level=')) return args.some(isLow)
  if (name.endsWith('.set') && args[1]?.texts.includes('security_level')) return isLow(args[2])
  return (
    /\.write(_text|lines)?$/.test(name) &&
    args.some(({ texts }) => texts.some((text) => writesLow.test(text)))
  )
}

const writesLow = /security_level[ \t]{0,9}=[ \t]{0,9}(weak|normal-)/i

export const toolFileRules = [destroyedToolFiles, loweredProtection]
