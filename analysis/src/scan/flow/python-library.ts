import { runsCode, runsFile, sends, startsProgram, unpickles } from './call-tables.ts'
import { isDangerousPython } from './dangerous-python.ts'
import { isResearch } from './hosts.ts'
import type { Library, Transfer, Way } from './library.ts'
import { names } from './names.ts'
import { contentOrigins, origins } from './origins.ts'
import { arrivalOf, commandText, effectOf, moved, packed, variable, written } from './python-effects.ts'
import { contentOfText } from './python-files.ts'
import {
  handlers,
  isIndexVariable,
  isLoaderVariable,
  keyListeners,
  loaders,
  partsOfRequest,
  placeOf,
  routes,
  starImports,
  takesHandlers,
  takesMessages,
  toolModules,
  transfers,
  usualName,
} from './python-names.ts'
import type { Effect } from './python-transforms.ts'
import { isToolPlace, parentPlaces, toolFolder } from './tool-places.ts'
import { listValue, mixAll, named, nothing, unknown, type Value } from './values.ts'

export function pythonLibrary(): Library {
  return new PythonLibrary()
}

/** Functions through which other code sends its requests, and where it keeps its keys. */
const sendingLibraries =
  /^(requests|httpx|aiohttp|urllib3?|http\.client|openai|anthropic|google\.gen(erative)?ai|huggingface_hub|replicate|comfy_api_nodes)\.\S+$/

/** The tool's own modules, whose functions get prompts, workflows and pictures. */
const ofTool = /^(execution|server|nodes|folder_paths|comfy|comfy_execution|comfy_extras|app)(\.\S+)?$/

/** Methods that put their arguments into a mail or a form. */
const fillsMessages =
  /\.(set_content|add_content|add_attachment|add_alternative|attach|set_payload|add_field)$/

const archives = names(/(zipfile\.(Py)?ZipFile|tarfile\.(open|TarFile)|py7zr\.SevenZipFile)(\.open)?\(\)$/)
const opens = names(/^(io\.|builtins\.|codecs\.|aiofiles\.)?open$|^importlib\.\S+$/)

function received(transfer: Transfer | undefined): Transfer | undefined {
  return transfer && { origin: transfer.origin, isReceiver: true }
}

/** The same content at the place that another argument names. */
function at(transfer: Transfer | undefined, argument: number): Transfer | undefined {
  return transfer && { origin: transfer.origin, argument }
}

/** Functions that fill their first argument. */
const fillsArgument = names(
  /^(heapq\.heappush\w*|bisect\.insort\w*|operator\.(setitem|i(add|concat))|(list|set|dict|bytearray|(collections\.)?deque)\.\w+|struct\.pack_into)$|\.(readinto|recv_into)$/,
)

/** Methods that keep their arguments in their object. */
const fillsObject = names(
  /\.((set|put|send|insert|push|enqueue|publish|execute|writerow)\w*|append\w+|[lr]push|hset|feed|attach\w*|enter|store|emit)$/,
)

class PythonLibrary implements Library {
  readonly language = 'python'
  writtenTo: (place: string) => number = () => 0
  readonly contentOf = contentOfText
  readonly #effects = new Map<string, Effect>()

  nameOf(name: string): string {
    return name === '__builtins__' ? 'builtins' : name
  }

  starNames(module: string): readonly string[] {
    return starImports[module] ?? []
  }

  attribute(base: string, name: string): Value {
    if (base === 'builtins') return named(name === '__dict__' ? base : name)
    if (name === '__dict__' || name === '__builtins__')
      return named(name === '__builtins__' ? 'builtins' : `${base}.__dict__`)
    if (name === '__globals__') return named('globals()')
    if (name === '__call__') return named(base)
    if (base === 'os' && name === 'environ') return { ...named('os.environ'), origin: origins.environment }
    if (base === 'os' && name === 'environb') return { ...named('os.environ'), origin: origins.environment }
    if (name === 'f_builtins') return named('builtins')
    if (name === 'f_globals' || name === 'f_locals') return named('globals()')
    if (base.endsWith('.hidden')) {
      const given = this.givenInput(name.toUpperCase())
      if (given) return given
    }
    if (base === 'folder_paths' && name === 'base_path')
      return { ...named('folder_paths.base_path'), texts: [toolFolder] }
    if (name === '__file__' && toolModules.has(base))
      return { ...named(`${base}.__file__`), texts: [`${toolFolder}/${base}.py`] }
    if (base === 'folder_paths' && /^(models_dir|(output|input|user)_directory)$/.test(name))
      return { ...named(`${base}.${name}`), texts: [`${toolFolder}/${name.split('_', 1)[0]}`] }
    // The request that a page sends, as these frameworks hand it to every function.
    if (/^(flask|quart|bottle)$/.test(base) && /^(request|websocket)$/.test(name))
      return { ...named(`${base}.${name}`), origin: origins.request }
    if (name === 'port' && /^(comfy\.cli_args\.args|(server\.)?PromptServer\.instance)$/.test(base))
      return { ...named(`${base}.${name}`), origin: origins.port }
    if (base.endsWith('.prompt_queue') && /^(history|queue|currently_running)$/.test(name))
      return { ...named(`${base}.${name}`), origin: origins.private }
    if (base === 'PIL' && name === 'Image') return named('PIL.Image')
    const full = named(usualName(`${base}.${name}`))
    return full.names.length > 0 ? full : named(`?.${name}`)
  }

  /** Source: the hidden inputs that the tool documents. */
  givenInput(kind: string): Value | undefined {
    if (/^(PROMPT|EXTRA_PNGINFO|DYNPROMPT)$/.test(kind)) return { ...unknown, origin: origins.private }
    return /^(AUTH_TOKEN|API_KEY)_COMFY_ORG$/.test(kind)
      ? { ...unknown, texts: ['%COMFY_KEY%'], origin: origins.credential }
      : undefined
  }

  partOf({ texts }: Value, name: string): Value | undefined {
    if (!/^parents?$/.test(name) || !texts.some(isToolPlace)) return undefined
    const levels = [parentPlaces(texts)]
    if (name === 'parent') return { ...unknown, texts: levels[0] ?? [] }
    while (levels.length < 4) levels.push(parentPlaces(levels.at(-1) ?? []))
    return listValue(levels.map((level) => ({ ...unknown, texts: level })))
  }

  item(base: string, key: string): Value | undefined {
    return base === 'os.environ' ? variable(key) : undefined
  }

  tellsByItem(base: string): boolean {
    return base === 'os.environ'
  }

  spread(base: string): Value {
    return base === 'os.environ' ? { ...unknown, origin: origins.environment } : nothing
  }

  tableOf(name: string): string | undefined {
    if (name === 'globals()' || name === 'locals()' || name === 'vars()') return 'globals'
    if (name === 'sys.modules') return 'modules'
    if (name === 'builtins') return 'builtins'
    return name.endsWith('.__dict__') ? name.slice(0, -'.__dict__'.length) : undefined
  }

  isDangerous(name: string): boolean {
    return isDangerousPython(name)
  }

  runs(name: string): boolean {
    return startsProgram.test(name) || runsCode.test(name) || unpickles.test(name)
  }

  handsOver(name: string, receiver: Value): number {
    if (name.endsWith('.add_on_prompt_handler')) return origins.private
    if (name.endsWith('.add_done_callback')) return receiver.origin & contentOrigins
    if (/^(sys|threading)\.set(trace|profile)$/.test(name)) return origins.captured
    if (takesHandlers.test(name)) return origins.request
    return keyListeners.test(name) ? origins.spying : 0
  }

  isRoute(name: string): boolean {
    return routes.test(name)
  }

  inherited(base: string, name: string): Value | undefined {
    return partsOfRequest.has(name) && handlers.test(base)
      ? { ...unknown, origin: origins.request }
      : undefined
  }

  usesResultOf(base: string, method: string): string | undefined {
    const isCode = /^(get_data|get_source|get_code|source_to_code)$/.test(method)
    return isCode && loaders.test(base) ? `importlib.abc.Loader.${method}` : undefined
  }

  isStore(name: string): boolean {
    return isIndexVariable(name) || isLoaderVariable(name) || name === 'security_level'
  }

  replaces(owner: string, name: string): number {
    if (takesMessages.test(name)) return origins.network
    if (ofTool.test(owner)) return origins.private
    return sendingLibraries.test(`${owner}.${name}`) ? origins.captured : 0
  }

  keeps(name: string, { names: receivers, texts }: Value): 'receiver' | 'argument' | 'file' | undefined {
    if (name === 'print') return 'file'
    if (fillsArgument.test(name)) return 'argument'
    const isObject =
      texts.length === 0 && receivers.length > 0 && receivers.every((one) => one.endsWith('()'))
    return isObject && fillsObject.test(name) && !sends.test(name) ? 'receiver' : undefined
  }

  takesPlaces(name: string): boolean {
    return startsProgram.test(name) || runsFile.test(name) || transfers.test(name) || opens.test(name)
  }

  placeOf(name: string): Way | undefined {
    return placeOf(name)
  }

  isFetchCommand(name: string, args: readonly Value[]): boolean {
    if (!startsProgram.test(name)) return false
    const command = commandText(args[0])
    return /(^|[\\/\s])(curl|wget|aria2c|bitsadmin)(\.exe)?\s|\bgit\s+clone\b/.test(command)
  }

  transfer(
    name: string,
    receiver: Value,
    args: readonly Value[],
    keywords: ReadonlyMap<string, Value>,
  ): Transfer | undefined {
    if (fillsMessages.test(name))
      return { origin: mixAll([...args, ...keywords.values()]).origin, isReceiver: true }
    if (!transfers.test(name)) return undefined
    if (/(^|\.)(urlretrieve|download_url_to_file)$/.test(name))
      return {
        origin: arrivalOf(args[0] ?? keywords.get('url')),
        argument: 1,
        keyword: /urlretrieve/.test(name) ? 'filename' : 'dst',
      }
    if (/^(wget|gdown)\.\w+$/.test(name))
      return {
        origin: arrivalOf(args[0] ?? keywords.get('url')),
        argument: 1,
        keyword: name.startsWith('wget') ? 'out' : 'output',
      }
    if (/clone_from$/.test(name))
      return (args[0]?.texts ?? []).some(isResearch)
        ? undefined
        : { origin: origins.download, argument: 1, keyword: 'to_path' }
    if (/^os\.p?write$/.test(name)) return at(written(args[1], false), 0)
    if (name === 'shutil.make_archive') {
      const members = packed([args[2] ?? keywords.get('root_dir'), args[3] ?? keywords.get('base_dir')])
      return members && { origin: members.origin, argument: 0, keyword: 'base_name' }
    }
    if (archives.test(receiver.names[0] ?? '')) {
      const members = packed(args)
      if (members) return members
    }
    if (/\.(writestr|writerows?)$/.test(name)) return written(mixAll([...args]), true)
    if (/(^|\.)dump$/.test(name)) return at(written(args[0], false), 1)
    if (/\.(add|writeall)$/.test(name)) return undefined
    if (/\.addfile$/.test(name)) return written(args[1], true)
    if (/\.(write|write_bytes|write_text|writelines)$/.test(name)) return written(args[0], true)
    if (name === 'shutil.copyfileobj') return at(written(args[0], false), 1)
    const isMove =
      /^(shutil\.(copy|copy2|copyfile|move|copytree|unpack_archive)|os\.(renames?|replace|link|symlink))$/.test(
        name,
      )
    if (isMove) return moved(args[0], 1)
    if (/\.(rename|replace)$/.test(name)) return args.length === 1 ? moved(receiver, 0) : undefined
    if (/\.(symlink_to|hardlink_to)$/.test(name)) return received(moved(args[0], 0))
    if (/\.save$/.test(name)) {
      const shown = receiver.origin & origins.spying
      return shown === 0 ? undefined : { origin: shown, argument: 0, keyword: 'fp' }
    }
    if (/\.(extractall|extract)$/.test(name)) return moved(receiver, name.endsWith('extract') ? 1 : 0)
    return undefined
  }

  result(name: string, receiver: Value, args: readonly Value[], keywords: ReadonlyMap<string, Value>): Value {
    let effect = this.#effects.get(name)
    if (!effect) {
      effect = effectOf(name)
      this.#effects.set(name, effect)
    }
    return effect({ name, receiver, args, keywords, originOfPlace: this.#originOfPlace })
  }

  readonly #originOfPlace = ({ texts }: Value): number =>
    texts.reduce((origin, text) => origin | this.writtenTo(text), 0)
}
