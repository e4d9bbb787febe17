import { lookedUp } from '../code-facts.ts'
import { names } from '../flow/names.ts'
import { isWholeFolder } from '../flow/tool-places.ts'
import { has, type Value } from '../flow/values.ts'
import type { CodeRule } from '../rule.ts'

const deletes = names(/^shutil\.rmtree$|^os\.(remove|unlink|rmdir|removedirs)$|^send2trash\.\w+$|\.unlink$/)
const overwrites = names(/\.(write|write_bytes|write_text)$/)

export const destroyedToolFiles: CodeRule = {
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
    ],
    harmless: [
      'import shutil, os, folder_paths\nshutil.rmtree(os.path.join(folder_paths.get_temp_directory(), "mine"))',
      'import os, folder_paths\nfor name in os.listdir(folder_paths.models_dir):\n    print(name)',
      'import os, folder_paths\nfor name in os.listdir(folder_paths.get_output_directory()):\n    if name.startswith("mypack_"):\n        os.remove(os.path.join(folder_paths.get_output_directory(), name))',
    ],
  },
  *find(facts) {
    const canEncrypt = lookedUp(facts.text, /encrypt|AES|Fernet|ChaCha/)
    for (const call of facts.calls) {
      if (deletes.test(call.name)) {
        const places = [call.receiver, ...call.args]
        if (places.some(({ texts }) => texts.some(isWholeFolder)))
          yield { line: call.line, message: 'Deletes a folder of the user’s files in the tool.' }
        else if (places.some((value) => has(value, 'kept') && !isNamedHere(value)) && !isSelected(facts.text))
          yield { line: call.line, message: 'Deletes the files of the user that it finds.' }
      }
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

/** A pack that deletes its own files recognizes them by their names or ages. */
function isSelected(text: string): boolean {
  return /\.(startswith|endswith|match|search|fullmatch|getmtime|st_mtime|suffix)\b|fnmatch|glob\(["'f][^"'\n]*\w[^"'\n]*\*/.test(
    text,
  )
}

/** A file that the pack names itself, such as one beside a file that was found. */
function isNamedHere({ texts }: Value): boolean {
  return texts.some((text) => /[^\0*.]/.test(text.slice(text.lastIndexOf('/') + 1)) && !isWholeFolder(text))
}

export const toolFileRules = [destroyedToolFiles]
