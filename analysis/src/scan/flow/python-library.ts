import { isDangerousPython, startsProgram } from './dangerous-python.ts'
import { hostOf, isModelHost } from './hosts.ts'
import type { Library, Transfer } from './library.ts'
import { names, resultNames } from './names.ts'
import { fromBase64, fromHex, fromRot13 } from './texts.ts'
import {
  elementOf,
  fullTexts,
  hole,
  joinAll,
  listValue,
  mixAll,
  named,
  nothing,
  numberValue,
  origins,
  tellingOrigins,
  textValue,
  unknown,
  type Value,
  withOrigin,
} from './values.ts'

/** Functions that run a text or a code object. */
export const runsCode = names(
  /^(exec|eval|compile|execfile|code\.(InteractiveInterpreter|InteractiveConsole)\(\)\.(runsource|runcode|push)|code\.interact|types\.FunctionType|types\.CodeType|codeop\.\w+|timeit\.(timeit|repeat|Timer)|cProfile\.runc?t?x?|profile\.run|pdb\.run(eval)?|bdb\.\S+\.run|trace\.Trace\(\)\.run|doctest\.run_docstring_examples|get_ipython\(\)\.(run_cell|ex|run_code)|test\.support\.script_helper\.\w+|js2py\.\w+|ctypes\.pythonapi\.Py(Run|Eval)_\w+|importlib\.abc\.Loader\.\w+|_testcapi\.run_in_subinterp|_xxsubinterpreters\.run_string|_interpreters\.(exec|run_string)|importlib\._bootstrap_external\.\S*get_code)$/,
)

/** Functions that run a file. */
export const runsFile = names(
  /^(runpy\.run_(path|module)|imp\.load_(source|compiled|dynamic|module)|importlib\.util\.spec_from_file_location|importlib\.machinery\.(Source|Sourceless|Extension)(File)?(less)?(File)?Loader|zipimport\.zipimporter|execfile|site\.addsitedir|ctypes\.(CDLL|WinDLL|OleDLL|PyDLL)|ctypes\.(cdll|windll|oledll)\.LoadLibrary|torch\.ops\.load_library|torch\.classes\.load_library|cffi\.FFI\(\)\.dlopen|sqlite3\.connect\(\)\.load_extension|\S*\.register_custom_ops_library|os\.add_dll_directory|torch\.utils\.cpp_extension\.load)$/,
)

export const unpickles = names(
  /^((c?[pP]ickle|_pickle|dill|cloudpickle|pickle5|joblib|shelve|klepto)\.(load|loads|open|Unpickler)|pandas\.read_pickle|pd\.read_pickle|jsonpickle\.(decode|unpickler\.decode)|(c?[pP]ickle|dill)\.Unpickler\(\)\.load|yaml\.(unsafe_load|unsafe_load_all)|ruamel\.yaml\.(YAML\(\)\.)?unsafe\S*)$/,
)

export const networkCall =
  /^((requests|httpx|curl_cffi\.requests|cloudscraper|treq|niquests|tls_client|primp)(\.\w+\(\))?\.(get|post|put|patch|delete|head|request|stream|send)|(\S*\.)?(urlopen|URLopener\(\)\.open|build_opener\(\)\.open)|urllib3(\.\w+\(\))?\.(request|urlopen)|urllib3\.\S*PoolManager\(\)\.(request|urlopen)|http\.client\.HTTPS?Connection\(\)\.getresponse|httplib\S*\.getresponse|aiohttp\.(ClientSession\(\)\.\w+|request)|socket\.(socket\(\)|create_connection\(\))(\.makefile\(\)|\.accept\(\))?\.(recv\w*|read\w*|accept)|socket\.(gethostbyname\w*|getaddrinfo)|asyncio\.open_connection|dns\.resolver\.\S*(resolve|query)|websockets?\.\S*(connect|create_connection|recv|WebSocketApp)|ftplib\.FTP\S*\(\)\.\w+|telnetlib\.Telnet\(\)\.\w+|xmlrpc\.client\.ServerProxy\(\)\.\w+|paramiko\.\S+\.(exec_command|get|open)|pycurl\.\S+|imaplib\.\S+|poplib\.\S+|boto3\.\S+\.(get_object|invoke)|ssl\.\S*wrap_socket\(\)\.(recv|read)|pastebin\.\S+|telebot\.\S+|discord\.\S+\.fetch\w+)$/

export const hubCall = /(^|\.)(hf_hub_download|snapshot_download|cached_download|cached_file)$/
export const downloadCall =
  /(^|\.)(urlretrieve|download_url_to_file|load_file_from_url|download_file|download_from_url|cached_path)$|^(wget|gdown|pySmartDL|aria2p|parfive|pooch)\.\w+$|^torch\.hub\.(load_state_dict_from_url|download_url_to_file)$/

export const decoders =
  /^(base64\.\w{0,40}decode\w{0,40}|binascii\.(unhexlify|a2b_\w+)|zlib\.(decompress|decompressobj\(\)\.decompress)|lzma\.decompress|bz2\.decompress|gzip\.(decompress|GzipFile)|marshal\.loads?|codecs\.(decode|getdecoder\(\)|escape_decode)|bytes\.fromhex|bytearray\.fromhex|quopri\.decodestring|uu\.decode|rsa\.decrypt|pyDes\.\S*decrypt|\S*\.decrypt|urllib\.parse\.unquote\w*|html\.unescape|brotli\.decompress|zstandard\.\S*decompress)$/

/** Some cipher libraries decrypt with `update`; `decoders` has the others. */
const cipherUpdate = /^(?=\S*(Fernet|XOR|(AES|ARC4|DES3?|ChaCha20(_Poly1305)?)\.new))\S*\.update$/

export const identityCall =
  /^(getpass\.getuser|os\.(getlogin|uname|getlogin)|platform\.(node|uname)|socket\.(gethostname|getfqdn)|uuid\.getnode|pwd\.getpw\w+|win32api\.GetUserName|psutil\.users|os\.uname\(\)\.nodename)$/
export const spyingCall =
  /^(pyperclip\.paste|win32clipboard\.GetClipboardData|clipboard\.paste|ImageGrab\.(grab|grabclipboard)|PIL\.ImageGrab\.(grab|grabclipboard)|pyautogui\.screenshot|mss\.\S*(shot|grab)|pyscreenshot\.grab|keyboard\.(record|read_key|read_event|get_typed_strings)|sounddevice\.rec|tkinter\.Tk\(\)\.clipboard_get|win32gui\.GetWindowText|GetAsyncKeyState)$/

const routes = names(
  /(^|\.)(routes|app|router|bp|blueprint)(\(\))?\.(get|post|put|patch|delete|route|view|websocket|api_route)(\(\))?$|^aiohttp\.web\.middleware$/,
)

/** Functions that register handlers for incoming data. */
const takesHandlers = names(
  /(^|\.)(add_(get|post|put|patch|delete|route|view)|register_(function|instance)|start_(unix_)?server)$|^aiohttp\.web\.(get|post|put|patch|delete|view|route)$|^websockets?(\.\w+)*\.(unix_)?serve$/,
)

/** Classes whose objects handle a request, and their members with request data. */
const handlers = names(/(^|\.)\w*(RequestHandler|HTTPEndpoint)$/)
const partsOfRequest: ReadonlySet<string> = new Set(['request', 'rfile', 'headers', 'path'])

const loaders = names(/(^|\.)importlib\.(abc|machinery)\.\w+$|^zipimport\.zipimporter$/)

/** The folder of the tool around the pack. */
const toolFolder = '%TOOL%'
const toolModules: ReadonlySet<string> = new Set(['folder_paths', 'nodes', 'execution', 'server', 'main'])

const keyListeners = names(
  /^(pynput\.)?(keyboard|mouse)\.(Listener|on_press|on_release|hook|on_click|GlobalHotKeys)$|^keyboard\.on_\w+$|SetWindowsHookEx/,
)

const transfers = names(
  /(urlretrieve|download_url_to_file|clone_from|\.(write|write_bytes|write_text|writelines|extractall|extract|save))$|^(wget|gdown)\.|^shutil\.|^os\.(rename|replace|link|symlink)$/,
)

const plainTests =
  /^(len|int|float|bool|isinstance|issubclass|hasattr|callable|abs|id|range|ord|round|hash|print|type|time\.\w+|random\.(?!choice|sample)\w+|math\.\w+|hashlib\.\S+|logging\.\S+|torch\.(zeros|ones|randn)|os\.path\.(exists|isfile|isdir|getsize|getmtime)|os\.(mkdir|makedirs|getpid|cpu_count)|gc\.collect|warnings\.warn)$/

export function pythonLibrary(): Library {
  return new PythonLibrary()
}

/** Results are requested by name again and again; they depend on little else. */
type Effect = (
  this: PythonLibrary,
  name: string,
  receiver: Value,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
) => Value

class PythonLibrary implements Library {
  readonly language = 'python'
  writtenTo: (place: string) => number = () => 0
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
    if (base === 'folder_paths' && name === 'base_path')
      return { ...named('folder_paths.base_path'), texts: [toolFolder] }
    if (name === '__file__' && toolModules.has(base))
      return { ...named(`${base}.__file__`), texts: [`${toolFolder}/${base}.py`] }
    if (base === 'PIL' && name === 'Image') return named('PIL.Image')
    const full = named(usualName(`${base}.${name}`))
    return full.names.length > 0 ? full : named(`?.${name}`)
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
    if (name.endsWith('.add_done_callback')) return receiver.origin & tellingOrigins
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
    return isIndexVariable(name)
  }

  replaces(): number {
    return 0
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
    if (/clone_from$/.test(name)) return { origin: origins.download, argument: 1, keyword: 'to_path' }
    if (/\.(write|write_bytes|write_text|writelines)$/.test(name)) return written(args[0], true)
    if (/^(shutil\.copyfileobj)$/.test(name)) {
      const moved = written(args[0], false)
      return moved ? { origin: moved.origin, argument: 1 } : undefined
    }
    const isMove =
      /^(shutil\.(copy|copy2|copyfile|move|copytree|unpack_archive)|os\.(rename|replace|link|symlink))$/.test(
        name,
      )
    if (isMove) return moved(args[0], 1)
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
    return effect.call(this, name, receiver, args, keywords)
  }

  originOfPlace(place: Value): number {
    let origin = 0
    for (const text of place.texts) origin |= this.writtenTo(text)
    return origin
  }
}

/** Maps several library spellings, and vendored copies of libraries, to one name. */
function usualName(name: string): string {
  return name
    .replace(/^(pip|setuptools|pkg_resources)\.(_vendor|extern)\.(?=\w)/, '')
    .replace(/^(requests|httpx|niquests|curl_cffi\.requests)\.(_?api|_client|sessions?)\.(?=\w)/, '$1.')
}

/** Whether the variable tells installers where packages are. */
export function isIndexVariable(name: string): boolean {
  return /^(PIP_(EXTRA_)?INDEX_URL|PIP_FIND_LINKS|UV_(DEFAULT_|EXTRA_)?INDEX(_URL)?|UV_FIND_LINKS|NPM_CONFIG_REGISTRY)$/i.test(
    name,
  )
}

/** The relevant names that `from module import *` binds. */
export const starImports: Readonly<Record<string, readonly string[]>> = {
  os: [
    'system',
    'popen',
    'environ',
    'path',
    'getenv',
    'getlogin',
    'remove',
    'execv',
    'execl',
    'walk',
    'startfile',
  ],
  subprocess: ['run', 'call', 'check_call', 'check_output', 'Popen', 'getoutput', 'getstatusoutput'],
  base64: [
    'b64decode',
    'b32decode',
    'b16decode',
    'b85decode',
    'a85decode',
    'decodebytes',
    'urlsafe_b64decode',
  ],
  requests: ['get', 'post', 'put', 'request', 'Session'],
  'urllib.request': ['urlopen', 'urlretrieve', 'Request'],
  socket: ['socket', 'create_connection', 'gethostname', 'AF_INET', 'SOCK_STREAM'],
  marshal: ['loads', 'load'],
  pickle: ['loads', 'load'],
  zlib: ['decompress'],
  shutil: ['copy', 'copyfile', 'move', 'copytree', 'rmtree'],
  ctypes: ['CDLL', 'windll', 'cdll', 'WinDLL'],
  importlib: ['import_module'],
  pathlib: ['Path'],
  builtins: [],
}

const pass: Effect = (name, receiver, args, keywords) => ({
  ...mixAll([receiver, ...args, ...keywords.values()]),
  ...resultName(name),
  isOpen: true,
})

const gives =
  (origin: number): Effect =>
  (name) => ({ ...unknown, names: resultNames(name), origin })

const fetched: Effect = (name, _receiver, args, keywords) => ({
  ...unknown,
  names: resultNames(name),
  origin: origins.network | joinedSenders([...args, ...keywords.values()]),
  isOpen: true,
})

function joinedSenders(values: readonly Value[]): number {
  return values.reduce((origin, value) => origin | senderOf(value), 0)
}

/** Later rows apply only when earlier ones do not match. */
const effects: [RegExp, Effect][] = [
  [
    /^(gzip|bz2|lzma)\.open$/,
    function (name, receiver, args, keywords) {
      return withOrigin(openFile.call(this, name, receiver, args, keywords), origins.decoded)
    },
  ],
  [
    /^(open|io\.open|codecs\.open|aiofiles\.open|builtins\.open|os\.fdopen)$|\.(open|read_text|read_bytes)$|^(io\.)?FileIO$/,
    openFile,
  ],
  [/^str$|^bytes$|^bytearray$|^repr$|^memoryview$|^io\.(BytesIO|StringIO)$/, convert],
  [
    /^chr$/,
    (_n, _r, [code]) =>
      code?.number === undefined
        ? { ...mixAll(code ? [code] : []), isOpen: true, origin: (code?.origin ?? 0) | origins.decoded }
        : textValue(safeCharacter(code.number), code.origin | origins.decoded | origins.built),
  ],
  [/^(list|tuple|set|sorted|iter|enumerate|dict|reversed|zip|filter)$/, sequence],
  [/^map$/, mapCall],
  [/^input$|^raw_input$/, gives(0)],
  [
    /^ord$/,
    (_n, _r, [text]) =>
      text?.texts[0]?.length === 1
        ? { ...numberValue(text.texts[0].charCodeAt(0)), origin: text.origin }
        : mixAll(text ? [text] : []),
  ],
  [/^int$/, (_n, _r, args) => toInteger(args)],
  [plainTests, () => unknown],
  [/^open\(\)\.(read\w*|__enter__)$/, (_n, receiver) => ({ ...mixAll([receiver]), isOpen: true })],
  [networkCall, fetched],
  [
    hubCall,
    (_n, _r, args, keywords) => ({
      ...unknown,
      origin: origins.hub | (mixAll([...args, ...keywords.values()]).origin & origins.network),
    }),
  ],
  [
    downloadCall,
    (_n, _r, args, keywords) => ({
      ...mixAll([...args]),
      isOpen: true,
      origin: arrivalOf(args[0] ?? keywords.get('url')),
    }),
  ],
  [/^git\.Repo\.clone_from$/, gives(origins.download)],
  [decoders, decode],
  [cipherUpdate, decode],
  [identityCall, gives(origins.identity)],
  [spyingCall, gives(origins.spying)],
  [
    /^os\.(getenv|environ\.(get|pop|setdefault)|getenvb)$/,
    (_n, _r, [key]) =>
      fullTexts(key ?? nothing)[0] === undefined ? unknown : variable(fullTexts(key ?? nothing)[0] ?? ''),
  ],
  [/^os\.environ\.(copy|items|values|__str__|keys)$/, gives(origins.environment)],
  [/^(dotenv\.)?dotenv_values$/, gives(origins.environment)],
  [
    /^(os\.path\.(join|normpath|abspath|realpath|expanduser|expandvars|normcase)|pathlib\.\w*Path|Path|pathlib\.Path\S*\.(joinpath|expanduser|resolve|absolute|as_posix))$|\.(joinpath|expanduser|with_name|with_suffix)$/,
    joinPath,
  ],
  [/^os\.path\.dirname$/, parentOf],
  [
    /^folder_paths\.get_folder_paths$/,
    function (name, receiver, args, keywords) {
      return args[0]?.texts[0] === 'custom_nodes'
        ? listValue([{ ...unknown, texts: [`${toolFolder}/custom_nodes`] }])
        : pass.call(this, name, receiver, args, keywords)
    },
  ],
  [/^(pathlib\.)?Path\.home$|^os\.path\.expanduser$/, () => ({ ...unknown, texts: ['~'] })],
  [/^(os\.(walk|listdir|scandir)|glob\.i?glob)$|\.(rglob|glob|iterdir)$/, listFolder],
  [
    /^(PIL\.)?Image\.open$|^cv2\.imread$|^imageio\.\S*imread$|^wave\.open$|^numpy\.(fromfile|load)$|^np\.(fromfile|load)$/,
    (_n, _r, args) => ({ ...mixAll(args), isOpen: true, origin: mixAll(args).origin | origins.data }),
  ],
  [/^browser_cookie3\.\w+$|^keyring\.get_\w+$|CryptUnprotectData$|^win32crypt\.\w+$/, gives(origins.secret)],
  [
    /^(operator\.)?attrgetter$/,
    (_n, _r, [text]) => named(...fullTexts(text ?? nothing).map((one) => `attrgetter:${one}`)),
  ],
  [
    /^(operator\.)?methodcaller$/,
    (_n, _r, [text]) => named(...fullTexts(text ?? nothing).map((one) => `methodcaller:${one}`)),
  ],
  [
    /^compile$/,
    (_n, _r, args) => ({
      ...mixAll(args.slice(0, 1)),
      isOpen: args[0]?.isOpen ?? true,
      texts: args[0]?.texts ?? [],
    }),
  ],
  [/^(globals|locals|vars)$/, (name) => named(`${name}()`)],
  [/^ast\.parse$/, (_n, _r, args) => ({ ...mixAll(args.slice(0, 1)), names: ['ast.parse()'], isOpen: true })],
  [/^(json|yaml|toml|tomllib|orjson|ujson|simplejson|ast)\.\w+$/, pass],
  [/\.get$/, (name, receiver, args) => getOf(name, receiver, args)],
]

/** The last row is for programs: their output differs from their input. */
function effectOf(name: string): Effect {
  if (startsProgram.test(name)) return programResult
  return effects.find(([pattern]) => pattern.test(name))?.[1] ?? pass
}

const noNames: readonly string[] = []

function resultName(name: string): Pick<Value, 'names'> {
  const isKnown = name.length < 80 && /^[a-z_]/i.test(name)
  return { names: isKnown ? resultNames(name) : noNames }
}

const credentialVariables =
  /^(AWS_(SECRET_ACCESS_KEY|SESSION_TOKEN|ACCESS_KEY_ID)|GITHUB_TOKEN|GH_TOKEN|NPM_TOKEN|PYPI_TOKEN|TWINE_PASSWORD|DISCORD_TOKEN|SLACK_TOKEN|DOCKER_PASSWORD|SSH_\w+|VAULT_TOKEN|AZURE_CLIENT_SECRET|GOOGLE_APPLICATION_CREDENTIALS|KUBECONFIG|HF_TOKEN|HUGGING_?FACE_HUB_TOKEN|OPENAI_API_KEY|ANTHROPIC_API_KEY|WANDB_API_KEY|CIVITAI_API_KEY)$/

function variable(key: string): Value {
  if (/^(USER|USERNAME|LOGNAME|COMPUTERNAME|HOSTNAME)$/.test(key))
    return { ...unknown, origin: origins.identity }
  const texts = /^(HOME|USERPROFILE)$/.test(key) ? ['~'] : [`%${key}%`]
  return { ...unknown, texts, origin: credentialVariables.test(key) ? origins.credential : 0 }
}

/** Returns the origin of a file that was downloaded from there. */
function arrivalOf(address: Value | undefined): number {
  const sender = senderOf(address)
  return sender === origins.hub ? sender : origins.download | sender
}

/** Returns the sender, as far as the address tells. */
function senderOf(address: Value | undefined): number {
  const addresses = (address?.texts ?? []).filter((text) => hostOf(text) !== '')
  if (addresses.length === 0) return 0
  return addresses.every(isModelHost) ? origins.hub : origins.stranger
}

const carried = origins.network | origins.decoded | origins.data | origins.secret | origins.spying

function written(content: Value | undefined, isReceiver: boolean): Transfer | undefined {
  const from = content?.origin ?? 0
  let origin = from & (origins.decoded | origins.data | origins.stranger)
  if (from & origins.network) origin |= from & origins.hub ? origins.hub : origins.download
  return (from & carried) !== 0 && origin !== 0 ? { origin, isReceiver } : undefined
}

function moved(from: Value | undefined, argument: number): Transfer | undefined {
  const origin =
    (from?.origin ?? 0) &
    (origins.download | origins.decoded | origins.data | origins.hub | origins.secret | origins.stranger)
  return origin === 0 ? undefined : { origin, argument }
}

const secretPlace =
  /(^|[\\/~])(\.ssh([\\/](id_\w+|identity|known_hosts|config|authorized_keys)?)?$|\.aws[\\/](credentials|config)|\.netrc$|\.npmrc$|\.pypirc$|\.git-credentials$|\.docker[\\/]config\.json|\.kube[\\/]config|\.config[\\/](gcloud|gh[\\/]hosts\.yml|solana)|\.azure([\\/]|$)|\.gnupg([\\/]|$)|\.password-store|\.electrum|\.bitcoin|\.ethereum|\.solana)|(^|[\\/])(wallet\.dat|Login Data|Cookies|cookies\.sqlite|logins\.json|key4\.db|Local State|Web Data|tdata)$|[\\/]etc[\\/](shadow|passwd)$|[\\/]proc[\\/]self[\\/]environ|(Local Storage[\\/]+leveldb)|\bid_(rsa|ed25519|ecdsa|dsa)$|Local Extension Settings|\.vnc[\\/]passwd|FileZilla|\bhuggingface[\\/](token|stored_tokens)$|\.bash_history$|\.zsh_history$/i

export function isSecretPlace(text: string): boolean {
  return text.length < 400 && secretPlace.test(text.replaceAll('\\\\', '\\'))
}

function openFile(
  this: PythonLibrary,
  _name: string,
  receiver: Value,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
): Value {
  const isMethod = args.length === 0 || receiver.texts.length > 0
  const place =
    isMethod && (receiver.texts.length > 0 || receiver.isOpen)
      ? receiver
      : (args[0] ?? keywords.get('file') ?? receiver)
  const mode = (isMethod && place === receiver ? args[0] : args[1]) ?? keywords.get('mode')
  const isWriting = /^[wax]/.test(mode?.texts[0] ?? '')
  let origin = place.origin & ~(origins.built | origins.download)
  if (!isWriting) {
    origin |= origins.file | this.originOfPlace(place) | (place.origin & origins.download)
    if (origin & origins.download) origin = (origin & ~origins.download) | origins.network
    if (place.texts.some(isSecretPlace)) origin |= origins.secret
    if (place.texts.some(isDataPlace)) origin |= origins.data
    for (const text of place.texts)
      if (/\.[a-z]\w*$/i.test(text)) origin |= /\.pyw?$/i.test(text) ? origins.source : origins.otherwise
  }
  return {
    ...nothing,
    names: ['open()'],
    isOpen: true,
    origin,
    parameters: place.parameters,
    texts: isWriting ? place.texts : [],
  }
}

/** Whether the name is that of a file without source code. */
export function isDataPlace(text: string): boolean {
  return /\.(png|jpe?g|gif|webp|bmp|ico|svg|wav|mp[34]|ogg|ttf|woff2?|dat|data|bin|db|pak|npy|npz|css|html?|md|log|cache|tmp|so|dll|pt|pth|ckpt|safetensors|model|idx|res|blob|lic|txt|rst)$|(^|[\\/])(licen[cs]e|readme|notice|changelog)$/i.test(
    text,
  )
}

function convert(_name: string, _receiver: Value, args: readonly Value[]): Value {
  const [first] = args
  if (!first) return textValue('')
  if (first.items && first.items.length > 0 && first.items.every((item) => item.number !== undefined)) {
    const text = first.items.map((item) => safeCharacter(item.number ?? 0)).join('')
    return textValue(text, first.origin | origins.decoded | origins.built)
  }
  if (first.number !== undefined) return textValue(String(first.number), first.origin)
  if (first.items) return { ...mixAll([first]), isOpen: true }
  return { ...first, names: first.names.filter((name) => name.endsWith(')')) }
}

function safeCharacter(code: number): string {
  return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

function toInteger(args: readonly Value[]): Value {
  const [text] = args[0] ? fullTexts(args[0]) : []
  const base = args[1]?.number ?? 10
  const number = text === undefined ? args[0]?.number : Number.parseInt(text.replace(/^0[xob]/i, ''), base)
  return number === undefined || Number.isNaN(number)
    ? unknown
    : { ...numberValue(number), origin: (args[0]?.origin ?? 0) & origins.decoded }
}

function sequence(name: string, _receiver: Value, args: readonly Value[]): Value {
  const [first] = args
  if (!first) return { ...nothing, isOpen: true }
  if (name === 'reversed' && first.texts.length > 0)
    return {
      ...first,
      texts: first.texts.map((text) => [...text].reverse().join('')),
      origin: first.origin | origins.decoded | origins.built,
    }
  if (name === 'reversed' && first.items)
    return { ...first, items: first.items.toReversed(), origin: first.origin | origins.built }
  if (name === 'dict' && first.names.includes('os.environ'))
    return { ...unknown, origin: origins.environment }
  if ((name === 'list' || name === 'tuple') && (first.items || first.texts.length > 0)) return first
  if (name === 'zip') return { ...mixAll(args), isOpen: true, items: [listValue(args.map(elementOf))] }
  if (name === 'enumerate' || name === 'dict')
    return { ...mixAll(args), isOpen: true, items: [listValue([unknown, ...args.map(elementOf)])] }
  return {
    ...mixAll(args),
    isOpen: true,
    items: first.items,
    texts: first.texts,
    names: first.names,
  }
}

/** `map(chr, [101, 118])` */
function mapCall(_name: string, _receiver: Value, args: readonly Value[]): Value {
  const [fn, list] = args
  if (fn?.names.includes('chr') && list?.items?.every((item) => item.number !== undefined))
    return listValue(
      list.items.map((item) => textValue(safeCharacter(item.number ?? 0), origins.decoded | origins.built)),
    )
  return { ...mixAll(args), isOpen: true }
}

function decode(
  name: string,
  receiver: Value,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
): Value {
  const sum = mixAll([receiver, ...args, ...keywords.values()])
  const origin = sum.origin | origins.decoded
  const codec = fullTexts(args[1] ?? keywords.get('encoding') ?? nothing)[0]
    ?.replaceAll(/[-_]/g, '')
    .toLowerCase()
  if (/^codecs\.decode$/.test(name) && /^(utf8|ascii|latin1|utf16)?$/.test(codec ?? ''))
    return { ...sum, isOpen: true }
  if (/^(urllib\.parse|html)\./.test(name))
    return { ...sum, isOpen: true, texts: args[0]?.texts.map((text) => safeUnquote(text)) ?? [] }
  const fold = folds.find(([pattern]) =>
    pattern.test(codec !== undefined && name === 'codecs.decode' ? `codec:${codec}` : name),
  )?.[1]
  const texts = fold ? fullTexts(args[0] ?? nothing).flatMap((text) => fold(text) ?? []) : []
  return {
    ...nothing,
    origin,
    parameters: sum.parameters,
    isOpen: sum.isOpen || texts.length === 0,
    texts,
    ...(name.startsWith('marshal') ? { names: ['marshal.loads()'] } : {}),
  }
}

function safeUnquote(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll(hole, ''))
  } catch {
    return text
  }
}

const folds: [RegExp, (text: string) => string | undefined][] = [
  [
    /^base64\.(b64decode|urlsafe_b64decode|standard_b64decode|decodebytes|decodestring)$|^binascii\.a2b_base64$|^codec:base64(codec)?$/,
    fromBase64,
  ],
  [/fromhex$|unhexlify$|a2b_hex$|^base64\.b16decode$|^codec:hex(codec)?$/, fromHex],
  [/^codec:rot_?13$/, fromRot13],
]

function joinPath(name: string, receiver: Value, args: readonly Value[]): Value {
  const isMethod =
    /\.(joinpath|with_name|with_suffix)$/.test(name) || (args.length === 0 && receiver.texts.length > 0)
  const parts = isMethod ? [receiver, ...args] : [...args]
  const sum = mixAll(parts)
  const texts = parts.some((part) => part.texts.length > 0)
    ? parts.reduce<string[]>((before, part) => {
        const options = part.texts.length > 0 ? part.texts : [hole]
        return before.length === 0
          ? [...options]
          : before
              .flatMap((text) =>
                options.map((one) => (/^([\\/]|~|[A-Za-z]:)/.test(one) ? one : `${text}/${one}`)),
              )
              .slice(0, 16)
      }, [])
    : []
  return { ...sum, texts, isOpen: sum.isOpen || texts.length === 0, names: [] }
}

/** Applies only to places in the tool's folder: elsewhere the parent folder says nothing. */
function parentOf(name: string, _receiver: Value, args: readonly Value[]): Value {
  const texts = (args[0]?.texts ?? [])
    .filter((text) => text.startsWith(`${toolFolder}/`))
    .map((text) => text.slice(0, text.lastIndexOf('/')))
  return { ...mixAll(args), ...resultName(name), isOpen: true, texts }
}

/** The user's own folders as a whole, not the data of one program in them. */
const usersFolder =
  /^(~|%HOME%|%USERPROFILE%|%APPDATA%|%LOCALAPPDATA%|\/home|\/Users|\/root|\/$|[A-Z]:[\\/]?$)([\\/]*$|[\\/]+(\*|\0|Documents|Desktop|Downloads|Pictures|Movies|Videos|Music|OneDrive|Dropbox|Library|AppData|Local|Roaming)([\\/]|$))/

/** Lists the user's own folders. */
function listFolder(_name: string, receiver: Value, args: readonly Value[]): Value {
  const places = [receiver, ...args].flatMap((value) => value.texts)
  const isHome = places.some((text) => usersFolder.test(text))
  const isSecret = places.some(isSecretPlace)
  const sum = mixAll([receiver, ...args])
  return {
    ...sum,
    isOpen: true,
    origin: (sum.origin & ~origins.built) | (isHome ? origins.home : 0) | (isSecret ? origins.secret : 0),
  }
}

function getOf(name: string, receiver: Value, args: readonly Value[]): Value {
  const known = fullTexts(args[0] ?? nothing).flatMap((key) => receiver.fields?.get(key) ?? [])
  if (known.length > 0) return joinAll(known)
  return { ...mixAll([receiver, ...args.slice(1)]), ...resultName(name), isOpen: true }
}

function programResult(name: string, _receiver: Value, args: readonly Value[]): Value {
  const command = commandText(args[0])
  const isFetch = /(^|[\\/\s"'])(curl|wget|iwr|invoke-webrequest|nslookup|dig)(\.exe)?\s/i.test(command)
  const isIdentity = /^\s*(whoami|hostname|id|ipconfig|ifconfig|systeminfo|uname|env|printenv|set)\b/i.test(
    command,
  )
  const isEnvironment = /^\s*(env|printenv|set)\s*$/i.test(command)
  return withOrigin(
    { ...named(`${name}()`), isOpen: true },
    (isFetch ? origins.network : 0) |
      (isIdentity ? origins.identity : 0) |
      (isEnvironment ? origins.environment : 0),
  )
}

/** Returns a command as one text, with `…` for unknown words. */
export function commandText(command: Value | undefined): string {
  if (!command) return ''
  const words = command.items
    ? command.items.map((item) => (item.names.includes('sys.executable') ? 'python' : (item.texts[0] ?? '…')))
    : [command.names.includes('sys.executable') ? 'python' : (command.texts[0] ?? '…')]
  return words.join(' ').replaceAll(hole, '…').slice(0, 4000)
}
