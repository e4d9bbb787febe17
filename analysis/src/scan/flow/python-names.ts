import type { Way } from './library.ts'
import { names } from './names.ts'

export const hubCall = /(^|\.)(hf_hub_download|snapshot_download|cached_download|cached_file)$/
export const downloadCall =
  /(^|\.)(urlretrieve|download_url_to_file|load_file_from_url|download_file|download_from_url|cached_path)$|^(wget|gdown|pySmartDL|aria2p|parfive|pooch)\.\w+$|^torch\.hub\.(load_state_dict_from_url|download_url_to_file)$/

/** Some cipher libraries decrypt with `update`; `decoders` has the others. */
export const cipherUpdate = /^(?=\S*(Fernet|XOR|(AES|ARC4|DES3?|ChaCha20(_Poly1305)?)\.new))\S*\.update$/

export const routes = names(
  /(^|\.)(routes|app|router|bp|blueprint|RouteTableDef|FastAPI|APIRouter|Starlette|Flask|Quart|Blueprint|Sanic|Bottle|Robyn)(\(\))?\.(get|post|put|patch|delete|route|view|websocket|api_route)(\(\))?$|^aiohttp\.web\.middleware$|^(discord|nextcord|disnake|telebot|telegram|telethon|pyrogram|socketio|nats|slack_bolt|aiogram)\.\S+\.(event|command|on|on_message|message_handler|message|listen|subscribe)(\(\))?$/,
)

/** Functions that register handlers for incoming data. */
export const takesHandlers = names(
  /(^|\.)(add_(get|post|put|patch|delete|route|view)|register_(function|instance)|start_(unix_)?server)$|^aiohttp\.web\.(get|post|put|patch|delete|view|route)$|^websockets?(\.\w+)*\.(unix_)?serve$|^(gradio|gr)\.(Interface|ChatInterface)$/,
)

/** Properties of an outside object that it calls with data from other machines. */
export const takesMessages = /^on_(message|data|receive|recv|text|command|packet|event)$/

/** Classes whose objects handle a request, and their members with request data. */
export const handlers = names(/(^|\.)\w*(RequestHandler|HTTPEndpoint)$/)
export const partsOfRequest: ReadonlySet<string> = new Set([
  'request',
  'rfile',
  'headers',
  'path',
  'get_argument',
  'get_arguments',
  'get_query_argument',
  'get_body_argument',
])

export const loaders = names(/(^|\.)importlib\.(abc|machinery)\.\w+$|^zipimport\.zipimporter$/)

export const toolModules: ReadonlySet<string> = new Set([
  'folder_paths',
  'nodes',
  'execution',
  'server',
  'main',
])

export const keyListeners = names(
  /^(pynput\.)?(keyboard|mouse)\.(Listener|on_press|on_release|hook|on_click|GlobalHotKeys)$|^keyboard\.on_\w+$|SetWindowsHookEx/,
)

export const transfers = names(
  /(urlretrieve|download_url_to_file|clone_from|\.(write|write_bytes|write_text|writelines|writestr|writeall|add|addfile|dump|writerows?|savez?\w*|extractall|extract|save|rename|replace|symlink_to|hardlink_to))$|^(wget|gdown)\.|^shutil\.|^os\.(p?write|renames|rename|replace|link|symlink)$/,
)

/** Calls that make a name or a file of their own, each time another one. */
const makesPlaces = names(
  /^(tempfile\.\w+|uuid\.uuid\d|secrets\.token_\w+|os\.urandom|random\.\w+|string\.\w+|time\.\w+|datetime\.\S+|(io\.)?(BytesIO|StringIO)|os\.(memfd_create|pipe)|socket\.socketpair|multiprocessing\.(Pipe|Queue|SimpleQueue)|mmap\.mmap)$/,
)
/** Calls whose result is the place of their first argument, or of their object. */
const keepsPlaces = names(
  /^(str|bytes|repr|os\.(fspath|fsdecode|fsencode|open)|os\.path\.(abspath|realpath|normpath|normcase|expanduser|expandvars)|pathlib\.\w*Path|Path|zipfile\.(ZipFile|PyZipFile)|tarfile\.(open|TarFile(\.open)?)|(gzip|bz2|lzma)\.(GzipFile|BZ2File|LZMAFile)|io\.(BufferedWriter|TextIOWrapper)|csv\.(writer|DictWriter)|int|hashlib\.\w+|py7zr\.SevenZipFile|shlex\.quote|\S*\.(resolve|absolute|expanduser|as_posix|strip|encode|hex|hexdigest|getbuffer|getvalue))$/,
)
const joinsPlaces = names(/^(os\.path\.join|\S*\.(joinpath|with_name|with_suffix|with_stem))$/)

const opens = names(/^(os\.fd|\S*\.)?open$/)

export function placeOf(name: string): Way | undefined {
  if (opens.test(name) && !/^(os|tarfile)\.open$/.test(name)) return 'opened'
  if (joinsPlaces.test(name)) return 'joined'
  if (keepsPlaces.test(name)) return 'same'
  return makesPlaces.test(name) && name !== 'tempfile.gettempdir' ? 'new' : undefined
}

export const plainTests =
  /^(len|int|float|bool|isinstance|issubclass|hasattr|callable|abs|id|range|ord|round|hash|print|time\.\w+|random\.(?!choice|sample)\w+|math\.\w+|hashlib\.\S+|logging\.\S+|torch\.(zeros|ones|randn)|os\.path\.(exists|isfile|isdir|getsize|getmtime)|os\.(mkdir|makedirs|getpid|cpu_count)|gc\.collect|warnings\.warn)$/

/** Maps several library spellings, and vendored copies of libraries, to one name. */
export function usualName(name: string): string {
  return name
    .replace(/^(pip|setuptools|pkg_resources)\.(_vendor|extern)\.(?=\w)/, '')
    .replace(/^torch\.serialization\.(?=load$)/, 'torch.')
    .replace(/^(requests|httpx|niquests|curl_cffi\.requests)\.(_?api|_client|sessions?)\.(?=\w)/, '$1.')
}

/** Variables that tell programs and libraries where something is. */
const addressVariables = [
  // Packages and models.
  'PIP_((EXTRA_)?INDEX_URL|FIND_LINKS|PROXY|TRUSTED_HOST)|UV_((DEFAULT_|EXTRA_)?INDEX(_URL)?|FIND_LINKS)',
  String.raw`NPM_CONFIG_REGISTRY|CONDA_CHANNELS|GOPROXY|CARGO_REGISTRIES_\w+_INDEX`,
  'HF_ENDPOINT|HUGGINGFACE_CO_URL_HOME|MODELSCOPE_DOMAIN',
  // Services and proxies.
  String.raw`(OPENAI|ANTHROPIC|AZURE_OPENAI|GEMINI|GOOGLE|MISTRAL|COHERE|GROQ|REPLICATE|OLLAMA|AWS|LANGCHAIN|LITELLM|WANDB|COMFY\w*)_(API_BASE|(API_)?BASE_URL|(API_)?ENDPOINT(_URL)?|HOST)`,
  '((HTTPS?|ALL|FTP|SOCKS)_PROXY)',
]
const addressVariable = new RegExp(`^(${addressVariables.join('|')})$`, 'i')

/** Whether the variable tells programs where packages, models or services are. */
export function isIndexVariable(name: string): boolean {
  return addressVariable.test(name)
}

/** Whether the variable names files that programs load when they start. */
export function isLoaderVariable(name: string): boolean {
  return /^(LD_PRELOAD|LD_AUDIT|LD_LIBRARY_PATH|DYLD_INSERT_LIBRARIES|DYLD_LIBRARY_PATH|PYTHONSTARTUP|PYTHONPATH|PYTHONHOME|BASH_ENV|NODE_OPTIONS|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF)$/.test(
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

export const credentialVariables =
  /^(AWS_(SECRET_ACCESS_KEY|SESSION_TOKEN|ACCESS_KEY_ID)|GITHUB_TOKEN|GH_TOKEN|NPM_TOKEN|PYPI_TOKEN|TWINE_PASSWORD|DISCORD_TOKEN|SLACK_TOKEN|DOCKER_PASSWORD|SSH_\w+|VAULT_TOKEN|AZURE_CLIENT_SECRET|GOOGLE_APPLICATION_CREDENTIALS|KUBECONFIG|HF_TOKEN|HUGGING_?FACE_HUB_TOKEN|OPENAI_API_KEY|ANTHROPIC_API_KEY|WANDB_API_KEY|CIVITAI_API_KEY)$/

/** Places of files with keys and passwords, for `credential-access` and values with that origin. */
const secretPlaces = [
  String.raw`(^|[\\/~])\.ssh([\\/](id_\w+|identity|known_hosts|config|authorized_keys)?)?$`,
  String.raw`(^|[\\/~])\.aws[\\/](credentials|config)`,
  String.raw`(^|[\\/~])\.netrc$`,
  String.raw`(^|[\\/~])\.npmrc$`,
  String.raw`(^|[\\/~])\.pypirc$`,
  String.raw`(^|[\\/~])\.git-credentials$`,
  String.raw`(^|[\\/~])\.docker[\\/]config\.json`,
  String.raw`(^|[\\/~])\.kube[\\/]config`,
  String.raw`(^|[\\/~])\.config[\\/](gcloud|gh[\\/]hosts\.yml|solana)`,
  String.raw`(^|[\\/~])(\.config|AppData[\\/]Roaming)[\\/]rclone([\\/]|$)`,
  String.raw`(^|[\\/~])\.azure([\\/]|$)`,
  String.raw`(^|[\\/~])\.gnupg([\\/]|$)`,
  String.raw`(^|[\\/~])\.password-store`,
  String.raw`(^|[\\/~])\.electrum`,
  String.raw`(^|[\\/~])\.bitcoin`,
  String.raw`(^|[\\/~])\.ethereum`,
  String.raw`(^|[\\/~])\.solana`,
  String.raw`(^|[\\/])wallet\.dat$`,
  String.raw`(^|[\\/])Login Data$`,
  String.raw`(^|[\\/])Cookies$`,
  String.raw`(^|[\\/])cookies\.sqlite$`,
  String.raw`(^|[\\/])logins\.json$`,
  String.raw`(^|[\\/])key4\.db$`,
  String.raw`(^|[\\/])Local State$`,
  String.raw`(^|[\\/])Web Data$`,
  String.raw`(^|[\\/])tdata$`,
  String.raw`[\\/]etc[\\/](shadow|passwd)$`,
  String.raw`[\\/]proc[\\/]self[\\/]environ`,
  String.raw`(Local Storage[\\/]+leveldb)`,
  String.raw`\bid_(rsa|ed25519|ecdsa|dsa)$`,
  'Local Extension Settings',
  String.raw`\.vnc[\\/]passwd`,
  'FileZilla',
  String.raw`\.bash_history$`,
  String.raw`\.(zsh|python|node_repl|psql|mysql|sqlite)_history$`,
  'fish_history$',
  String.raw`(^|[\\/~])\.huggingface[\\/]token$`,
]
const secretPlace = new RegExp(secretPlaces.join('|'), 'i')

export function isSecretPlace(text: string): boolean {
  return text.length < 400 && (secretPlace.test(text.replaceAll('\\\\', '\\')) || isForeignSecret(text))
}

/** Whether the folder holds keys or passwords, or is below one that does. */
export function isSecretFolder(text: string): boolean {
  return secretFolder.test(text)
}

const secretFolder =
  /(^|[\\/~])(\.(ssh|aws|kube|docker|azure|gnupg|password-store|electrum|bitcoin|ethereum|solana|mozilla|thunderbird)|\.config[\\/](gcloud|gh|solana|google-chrome|chromium|BraveSoftware)|User Data|Local Extension Settings|tdata)([\\/]|$)/

/** Settings of other packs that hold keys. One name, written out, may be that of the pack itself. */
function isForeignSecret(text: string): boolean {
  if (/^%TOOL%\/custom_nodes\/(?!%PACK%)[^/]+\/\.env$/.test(text)) return true
  const [tool, folder, pack = '', ...path] = text.split('/')
  const isOfAny = tool === '%TOOL%' && folder === 'custom_nodes' && /[*\0]/.test(pack)
  return isOfAny && /(\.env|secrets?\.\w+|api_?keys?\.\w+|credentials?\.\w+)$/i.test(path.join('/'))
}

/** The place where the client of the hub keeps its token. */
export function isHubToken(text: string): boolean {
  return /\bhuggingface[\\/](token|stored_tokens)$/.test(text)
}

/** Settings of another pack, by their written names. */
export function isSettingsOfPack(text: string): boolean {
  const file = /^%TOOL%\/custom_nodes\/(?!%PACK%)[^/]+\/(.+)$/.exec(text)?.[1]
  return (
    file !== undefined &&
    /(^|\/)(\.env|config\.(ini|json|ya?ml|toml)|settings\.\w+|[\w.-]*(secret|key|token|credential)s?\.\w+)$/i.test(
      file,
    )
  )
}
