import { anyOf } from '../../ground/text-search.ts'
import { decoders, identityCall, networkCall, spyingCall, startsProgram } from './call-tables.ts'
import { areLoopback, hostOf, isModelHost, privatePath } from './hosts.ts'
import type { Transfer } from './library.ts'
import { resultNames } from './names.ts'
import { contentOrigins, origins } from './origins.ts'
import { contentsOf, hubToken, insideOf, joinPath, listFolder, openFile, parentOf } from './python-files.ts'
import { cipherUpdate, credentialVariables, downloadCall, hubCall, plainTests } from './python-names.ts'
import {
  convert,
  decode,
  type Effect,
  type LibraryCall,
  mapCall,
  pass,
  resultName,
  safeCharacter,
  sequence,
  toInteger,
} from './python-transforms.ts'
import { toolFolder } from './tool-places.ts'
import {
  fullTexts,
  hole,
  joinAll,
  listValue,
  mixAll,
  named,
  nothing,
  numberValue,
  textValue,
  unknown,
  type Value,
  withOrigin,
} from './values.ts'

/** The folder that every Python program searches. */
const sitePackages = '%PYTHON%/site-packages'

const gives =
  (origin: number): Effect =>
  ({ name }) => ({ ...unknown, names: resultNames(name), origin })

/** A request holds all of its parts; its text is the address. */
function requestTo(name: string, address: Value | undefined, parts: readonly Value[]): Value {
  return { ...mixAll(parts), ...resultName(name), isOpen: true, texts: address?.texts ?? [] }
}

/** Parameters stand for what callers pass, so the request would reappear with them. */
function withoutRequest(value: Value): Value {
  return { ...value, isOpen: true, parameters: 0, origin: value.origin & ~origins.request }
}

/** Answers of programs on the same machine are no more doubtful than a file. */
const fetched: Effect = ({ name, args, keywords }) => ({
  ...unknown,
  names: resultNames(name),
  origin: areLoopback((args[0] ?? keywords.get('url'))?.texts ?? [])
    ? origins.file | privateResponse((args[0] ?? keywords.get('url'))?.texts ?? [])
    : origins.network | joinedSenders([...args, ...keywords.values()]),
  isOpen: true,
})

/** Returns the origin of a response of the tool's own server. */
function privateResponse(addresses: readonly string[]): number {
  const paths = addresses.map((address) => address.replace(/^https?:\/\/[^/]+/, ''))
  return paths.some((path) => privatePath.test(path)) ? origins.private : 0
}

function joinedSenders(values: readonly Value[]): number {
  return values.reduce((origin, value) => origin | senderOf(value), 0)
}

function openArchive(call: LibraryCall): Value {
  const opened = openFile(call)
  const whole = pass(call)
  return { ...whole, texts: opened.texts, origin: whole.origin | opened.origin }
}

/** An object hands on what it holds. */
function contentsOfObjects(call: LibraryCall): Value {
  const made = pass(call)
  const held = call.args.flatMap(({ units }) =>
    units.flatMap((one) => (one.scope.kind === 'class' ? [...one.filled()].map(([, value]) => value) : [])),
  )
  return held.length === 0 ? made : withOrigin(made, mixAll(held).origin)
}

/** The endings of archives do not matter for places, see `WrittenPlaces`. */
function makeArchive(call: LibraryCall): Value {
  const [base, , root = call.keywords.get('root_dir')] = call.args
  const made = pass(call)
  return { ...made, texts: base?.texts ?? [], origin: made.origin | (root ? contentsOf(root) : 0) }
}

/** Later rows apply only when earlier ones do not match. */
const effects: [RegExp, Effect][] = [
  [/^(tarfile\.open|zipfile\.(Py)?ZipFile|py7zr\.SevenZipFile)$/, openArchive],
  [/^shutil\.make_archive$/, makeArchive],
  [/\.prompt_queue\.get_\w+$|(^|\.)PromptExecutor\(\)\.\w+$/, gives(origins.private)],
  [/^site\.getsitepackages$/, () => listValue([{ ...unknown, texts: [sitePackages] }])],
  [
    /^site\.getusersitepackages$|^sysconfig\.get_path$|sysconfig\.get_python_lib$/,
    () => ({ ...unknown, texts: [sitePackages] }),
  ],
  [
    /^sysconfig\.get_paths$/,
    () => ({
      ...unknown,
      fields: new Map(['purelib', 'platlib'].map((name) => [name, { ...unknown, texts: [sitePackages] }])),
    }),
  ],
  [/(^|\.)WebSocketResponse$|\.get_(query_|body_)?arguments?$/, gives(origins.request)],
  [
    /(safe_open\(\)\.metadata|^piexif\.load|^exifread\.process_file|^mutagen\.\S+)$/,
    gives(origins.data | origins.picture),
  ],
  [
    /^requests\.Request$/,
    ({ name, args, keywords }) =>
      requestTo(name, args[1] ?? keywords.get('url'), [...args, ...keywords.values()]),
  ],
  [/^requests\.Request\(\)\.prepare$/, ({ receiver }) => receiver],
  [/^(gzip|bz2|lzma)\.open$/, (call) => withOrigin(openFile(call), origins.decoded)],
  [
    /^(PIL\.)?Image\.open$|^cv2\.imread$|^imageio\.\S*imread$|^wave\.open$|^numpy\.(fromfile|load)$|^np\.(fromfile|load)$/,
    ({ name, args }) => ({
      ...mixAll(args),
      isOpen: true,
      origin: mixAll(args).origin | origins.data | (/mage\.open$|imread$/.test(name) ? origins.picture : 0),
    }),
  ],
  [
    /^(open|io\.open|codecs\.open|aiofiles\.open|builtins\.open|os\.fdopen)$|\.(open|read_text|read_bytes)$|^(io\.)?FileIO$/,
    openFile,
  ],
  [/^str$|^bytes$|^bytearray$|^repr$|^memoryview$|^io\.(BytesIO|StringIO)$/, convert],
  [
    /^chr$/,
    ({ args: [code] }) =>
      code?.number === undefined
        ? { ...mixAll(code ? [code] : []), isOpen: true, origin: (code?.origin ?? 0) | origins.decoded }
        : textValue(safeCharacter(code.number), code.origin | origins.decoded | origins.built),
  ],
  [/^(list|tuple|set|sorted|iter|enumerate|dict|reversed|zip|filter)$/, sequence],
  [/^map$/, mapCall],
  [/^input$|^raw_input$/, gives(0)],
  [
    /^ord$/,
    ({ args: [text] }) =>
      text?.texts[0]?.length === 1
        ? { ...numberValue(text.texts[0].charCodeAt(0)), origin: text.origin }
        : mixAll(text ? [text] : []),
  ],
  [/^int$/, toInteger],
  [plainTests, () => unknown],
  [
    /^open\(\)\.(read\w*|__enter__)$/,
    ({ receiver }) => ({
      ...mixAll([receiver]),
      isOpen: true,
      texts: receiver.texts.filter((text) => text === hubToken),
    }),
  ],
  [networkCall.pattern, fetched],
  [
    hubCall,
    ({ args, keywords }) => ({
      ...unknown,
      origin: origins.hub | (mixAll([...args, ...keywords.values()]).origin & origins.network),
    }),
  ],
  [
    downloadCall,
    ({ args, keywords }) => ({
      ...mixAll([...args]),
      isOpen: true,
      origin: arrivalOf(args[0] ?? keywords.get('url')),
    }),
  ],
  [
    /^(ftplib\.FTP\w*|smtplib\.SMTP\w*|http\.client\.HTTPS?Connection|socket\.create_connection|paramiko\.Transport)$/,
    (call) => {
      // Other functions take the host within an address.
      const host = call.args[0] ?? call.keywords.get('host')
      return { ...pass(call), texts: (host?.items?.[0] ?? host)?.texts.map((text) => `tcp://${text}`) ?? [] }
    },
  ],
  // The class of an object has its methods; three arguments make a class.
  [
    /^type$/,
    ({ args }) =>
      args.length === 1
        ? { ...unknown, units: args[0]?.units ?? [] }
        : { ...mixAll(args), fields: args[2]?.fields, isOpen: true },
  ],
  [
    /^(dataclasses\.(asdict|astuple|replace)|copy\.\w+|pickle\.dumps|marshal\.dumps|json\.dumps)$/,
    contentsOfObjects,
  ],
  [/^(staticmethod|classmethod)$/, ({ args: [method] }) => method ?? unknown],
  [
    /\.to_bytes$/,
    ({ receiver }) => ({ ...unknown, origin: receiver.origin | origins.decoded | origins.built }),
  ],
  [/^(boto3|botocore)\.\S*get_(frozen_)?credentials$/, gives(origins.secret)],
  [/(^|\.)GGUFReader$/, gives(origins.data)],
  [/^gc\.get_(objects|referrers|referents)$/, gives(origins.captured)],
  [/^git\.Repo\.clone_from$/, gives(origins.download)],
  [decoders.pattern, decode],
  [cipherUpdate, decode],
  [identityCall.pattern, gives(origins.identity)],
  [spyingCall.pattern, gives(origins.spying)],
  [
    /^os\.(getenv|environ\.(get|pop|setdefault)|getenvb)$/,
    ({ args: [key] }) =>
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
    (call) => {
      const [kind] = fullTexts(call.args[0] ?? nothing)
      if (kind === undefined) return pass(call)
      const place = kind === 'custom_nodes' ? kind : `models/${kind}`
      return listValue([{ ...unknown, texts: [`${toolFolder}/${place}`] }])
    },
  ],
  [
    /^folder_paths\.get_(output|input|user|temp)_directory$/,
    ({ name }) => ({ ...unknown, texts: [`${toolFolder}/${name.split('_')[2]}`] }),
  ],
  [/^folder_paths\.get_filename_list$/, gives(origins.kept)],
  // It refuses names that lead out of the folder.
  [/^folder_paths\.get_annotated_filepath$/, () => unknown],
  [/^os\.getcwd$|^(pathlib\.)?Path\.cwd$/, () => ({ ...unknown, texts: [toolFolder] })],
  // It finds only names in its lists.
  [/^folder_paths\.get_full_path(_or_raise)?$/, ({ args }) => withoutRequest(mixAll(args))],
  // A name without folders leads nowhere else.
  [/^os\.path\.basename$|(^|\.)secure_filename$/, ({ args }) => withoutRequest(mixAll(args))],
  [
    /(^|\.)(get_token|get_token_to_send|HfFolder\.get_token)$/,
    (call) =>
      /huggingface_hub/.test(call.name)
        ? { ...unknown, texts: [hubToken], origin: origins.credential }
        : pass({ ...call, receiver: nothing }),
  ],
  [
    /^urllib\.request\.Request$/,
    ({ name, args, keywords }) =>
      requestTo(name, args[0] ?? keywords.get('url'), [...args, ...keywords.values()]),
  ],
  [/^(pathlib\.)?Path\.home$|^os\.path\.expanduser$/, () => ({ ...unknown, texts: ['~'] })],
  [/^(os\.(walk|listdir|scandir)|glob\.i?glob)$|\.(rglob|glob|iterdir)$/, listFolder],
  [/^browser_cookie3\.\w+$|^keyring\.get_\w+$|CryptUnprotectData$|^win32crypt\.\w+$/, gives(origins.secret)],
  [
    /^(operator\.)?attrgetter$/,
    ({ args: [text] }) => named(...fullTexts(text ?? nothing).map((one) => `attrgetter:${one}`)),
  ],
  [
    /^(operator\.)?methodcaller$/,
    ({ args: [text] }) => named(...fullTexts(text ?? nothing).map((one) => `methodcaller:${one}`)),
  ],
  [
    /^compile$/,
    ({ args }) => ({
      ...mixAll(args.slice(0, 1)),
      isOpen: args[0]?.isOpen ?? true,
      texts: args[0]?.texts ?? [],
    }),
  ],
  [/^(globals|locals|vars)$/, ({ name }) => named(`${name}()`)],
  [/^ast\.parse$/, ({ args }) => ({ ...mixAll(args.slice(0, 1)), names: ['ast.parse()'], isOpen: true })],
  [/^(json|yaml|toml|tomllib|orjson|ujson|simplejson|ast)\.\w+$/, pass],
  [/\.get$/, getOf],
]

/** The last row is for programs: their output differs from their input. */
export function effectOf(name: string): Effect {
  if (startsProgram.test(name)) return programResult
  return effects.find(([pattern]) => pattern.test(name))?.[1] ?? pass
}

export function variable(key: string): Value {
  if (/^(USER|USERNAME|LOGNAME|COMPUTERNAME|HOSTNAME)$/.test(key))
    return { ...unknown, origin: origins.identity }
  const texts = /^(HOME|USERPROFILE)$/.test(key) ? ['~'] : [`%${key}%`]
  return { ...unknown, texts, origin: credentialVariables.test(key) ? origins.credential : 0 }
}

/** Returns the origin of a file that was downloaded from there. */
export function arrivalOf(address: Value | undefined): number {
  const sender = senderOf(address)
  return sender === origins.hub ? sender : origins.download | sender
}

/** Returns the sender, as far as the address tells. */
function senderOf(address: Value | undefined): number {
  const addresses = (address?.texts ?? []).filter((text) => hostOf(text) !== '')
  if (addresses.length === 0) return 0
  return addresses.every(isModelHost) ? origins.hub : origins.stranger
}

/** Origins of data that stay with it in files and archives, because it belongs to the user. */
const usersOwn =
  origins.secret |
  origins.environment |
  origins.identity |
  origins.spying |
  origins.home |
  origins.kept |
  origins.captured |
  origins.credential |
  origins.private |
  origins.request
const carried = origins.network | origins.decoded | origins.data | usersOwn

export function written(content: Value | undefined, isReceiver: boolean): Transfer | undefined {
  const from = content?.origin ?? 0
  let origin = from & (origins.decoded | origins.data | origins.stranger | usersOwn)
  if (from & origins.network) origin |= from & origins.hub ? origins.hub : origins.download
  return (from & carried) !== 0 && origin !== 0 ? { origin, isReceiver } : undefined
}

/** Puts the files that a path names into an archive or a folder. */
export function packed(members: readonly (Value | undefined)[]): Transfer | undefined {
  const origin = members.reduce(
    (sum, one) => (one ? sum | contentsOf(one) | (insideOf(one.origin) & usersOwn) : sum),
    0,
  )
  return origin === 0 ? undefined : { origin: origin | origins.file, isReceiver: true }
}

export function moved(from: Value | undefined, argument: number): Transfer | undefined {
  let origin =
    (insideOf(from?.origin ?? 0) &
      (origins.download | origins.decoded | origins.data | origins.hub | origins.stranger | usersOwn)) |
    (from ? contentsOf(from) : 0)
  if ((from?.origin ?? 0) & origins.network) origin |= origins.download
  return origin === 0 ? undefined : { origin, argument }
}

function getOf({ name, receiver, args }: LibraryCall): Value {
  const known = fullTexts(args[0] ?? nothing).flatMap((key) => receiver.fields?.get(key) ?? [])
  const { origin: all, parameters } = receiver
  if (known.length > 0) return joinAll([...known, { ...nothing, origin: all & ~origins.built, parameters }])
  const sum = mixAll([receiver, ...args.slice(1)])
  // One setting of the tool is the pack's own.
  const isOne = fullTexts(args[0] ?? nothing).length > 0 && (receiver.origin & origins.file) !== 0
  const origin = isOne ? sum.origin & ~origins.private : sum.origin
  return { ...sum, ...resultName(name), isOpen: true, origin }
}

/** Programs that print a password or a token which they keep for the user. */
const tellsSecrets = anyOf(
  /\bgit credential(-\w{1,20})? (fill|get)\b|\bgh auth (token|status)\b|\bgcloud auth (application-default )?print-/,
  /\baz account get-access-token\b|\baws configure (get|export)|\bkubectl config view\b|\bkeyctl (print|pipe)\b/,
  /\bsecurity find-\w{1,20}-password\b|\bop (read|item)\b|\bsecret-tool lookup\b|\bpass show\b/,
  /\bdocker-credential-\w{1,40} get\b|--export-secret|\b(hf|huggingface-cli) auth token\b/,
)

/** Programs that print their input. */
const filters =
  /^\s*(\S*[\\/])?(cat|type|echo|printf|printenv|env|tee|base64|xxd|head|tail|gzip|openssl|sh|bash|cmd)\b/

function programResult({ name, args, keywords }: LibraryCall): Value {
  const command = commandText(args[0])
  const isFetch = /(^|[\\/\s"'])(curl|wget|iwr|invoke-webrequest|nslookup|dig)(\.exe)?\s/i.test(command)
  const isIdentity = /^\s*(whoami|hostname|id|ipconfig|ifconfig|systeminfo|uname|env|printenv|set)\b/i.test(
    command,
  )
  const isSecret = tellsSecrets.test(command)
  const isFilter = filters.test(command)
  const isEnvironment = /^\s*(env|printenv|set)\s*$/i.test(command)
  const given = ['input', 'stdin', ...(isFilter ? ['env'] : [])].flatMap((word) => keywords.get(word) ?? [])
  const { origin, parameters } = mixAll([...args, ...given])
  return withOrigin(
    { ...named(`${name}()`), isOpen: true, parameters: isFilter ? parameters : 0 },
    (origin & (isFilter ? contentOrigins & ~origins.environment : usersOwn)) |
      (isFetch ? origins.network : 0) |
      (isIdentity ? origins.identity : 0) |
      (isSecret ? origins.secret : 0) |
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
