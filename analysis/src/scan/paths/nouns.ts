import { runsCode, runsFile, sends, startsProgram, unpickles } from '../flow/call-tables.ts'
import { sendsAway } from '../flow/javascript-library.ts'
import type { origins } from '../flow/origins.ts'

type Origin = keyof typeof origins
interface Test {
  test(text: string): boolean
}

/** Sources by origin: the first row counts whose pattern finds the name of what is read. */
export const sourceNouns: readonly { noun: string; origin: Origin; name?: Test }[] = [
  { noun: 'stored_credentials', origin: 'secret' },
  { noun: 'service_key', origin: 'credential' },
  { noun: 'environment', origin: 'environment' },
  { noun: 'identity', origin: 'identity' },
  { noun: 'password_field', origin: 'spying', name: /password/i },
  { noun: 'clipboard', origin: 'spying', name: /clip|paste/i },
  { noun: 'screen', origin: 'spying', name: /grab|shot|camera|capture|media/i },
  { noun: 'typed_text', origin: 'spying' },
  { noun: 'page_storage', origin: 'storage' },
  { noun: 'prompts', origin: 'private' },
  { noun: 'user_files', origin: 'home' },
  { noun: 'tool_files', origin: 'kept' },
  { noun: 'other_requests', origin: 'captured' },
  { noun: 'network_data', origin: 'network' },
  { noun: 'downloaded_file', origin: 'download' },
  { noun: 'network_data', origin: 'stranger' },
  { noun: 'request_data', origin: 'request' },
  { noun: 'data_file', origin: 'data' },
  { noun: 'decoded_text', origin: 'decoded' },
  { noun: 'file', origin: 'file' },
]

/** Carriers by the last name of a called function. A row that hides packs or encodes the value. */
export const carrierNouns: readonly { noun: string; name: Test; hides?: boolean }[] = [
  {
    noun: 'archive',
    name: /^(ZipFile|writestr|make_archive|unpack_archive|add|addfile|extract(all|file)?|tarfile|namelist|getvalue|gzip|GzipFile|compress(obj)?|decompress|deflate|CompressionStream)$/,
    hides: true,
  },
  {
    noun: 'encoding',
    name: /^(\w*(b|a)\d\d(en|de)code|encode|decode|dumps?|loads?|stringify|parse|hex|fromhex|(un)?hexlify|quote(_plus)?|unquote|urlencode|encodeURI(Component)?|decodeURI(Component)?|btoa|atob|json|pack|unpack|xor|translate|encrypt|decrypt)$/,
    hides: true,
  },
  {
    noun: 'file',
    name: /^(open|write(lines|_text|_bytes)?|read(line|lines|_text|_bytes)?|copy\w*|move|rename|replace|urlretrieve|NamedTemporaryFile|mkstemp)$/,
  },
  { noun: 'listing', name: /^(listdir|glob|rglob|iglob|walk|scandir|iterdir)$/ },
  { noun: 'process', name: /^(run|Popen|check_output|communicate|call|system|popen)$/ },
  { noun: 'thread', name: /^(submit|put(_nowait)?|get_nowait|Thread|Timer|Worker|setTimeout|to_thread)$/ },
  { noun: 'message', name: /^(postMessage|send(_sync|_json)?|dispatchEvent|CustomEvent|emit)$/ },
  {
    noun: 'page_element',
    name: /^(setAttribute|getAttribute|setItem|getItem|pushState|replaceState|append\w*|textContent|dataset|value)$/,
  },
]

/** Sinks by the name of the call that a rule reports. */
export const sinkNouns: readonly { noun: string; call: Test; of?: 'python' | 'javascript' }[] = [
  { noun: 'name_lookup', call: /gethostby|getaddrinfo$|\.(resolve|query)$/ },
  { noun: 'connection', call: /^(WebSocket|EventSource|RTC)|socket\(\)\.send|\.send(all|to)$/ },
  { noun: 'program', call: startsProgram },
  { noun: 'code', call: runsCode },
  {
    noun: 'code',
    call: /^(eval|Function|(globalThis\.)?(eval|Function|setTimeout|setInterval)|execScript)$/,
  },
  { noun: 'library', call: runsFile },
  { noun: 'library', call: /^(__import__|importlib\.|sys\.path|import$|importScripts|(Shared)?Worker)/ },
  { noun: 'stored_objects', call: unpickles },
  {
    noun: 'page_markup',
    call: /(inner|outer)HTML=|insertAdjacentHTML|document\.write|srcdoc=|createContextualFragment/,
  },
  { noun: 'page_script', call: /script/ },
  {
    noun: 'page_address',
    call: /\.(src|href|srcset|poster|action|background\w*|cssText|data)=$|setAttribute$/,
  },
  { noun: 'upload', call: /upload|put_object|create_commit/ },
  { noun: 'request', of: 'python', call: sends },
  { noun: 'request', of: 'javascript', call: sendsAway },
  {
    noun: 'written_file',
    call: /\.(write\w*|copy\w*|move|rename|replace|symlink\w*|unpack_archive|extract(all)?|urlretrieve|dump|save)$|^open/,
  },
  { noun: 'setting', call: /environ|=$|putenv|setdefault|config|setItem$/ },
]

/**
 * The origins that a rule is about. Rules without a row are about any of them, the user's own first, or about a text of
 * the pack; those with an empty row are about one place.
 */
export const originsOfRules: Readonly<Record<string, readonly Origin[]>> = {
  'credentials-sent': ['secret', 'credential'],
  'credential-access': ['secret'],
  'environment-sent': ['environment', 'credential'],
  'identity-sent': ['identity'],
  spying: ['spying'],
  'home-files-sent': ['home'],
  'private-data-sent': ['private', 'captured', 'kept'],
  'page-data-sent': ['storage', 'spying', 'private', 'credential'],
  'hidden-code': ['network', 'download', 'decoded', 'data'],
  'marshalled-code': ['network', 'download', 'decoded', 'data'],
  'hidden-command': ['network', 'download', 'decoded'],
  'hidden-script': ['network', 'decoded'],
  'hidden-receiver': ['decoded'],
  'hard-coded-receiver': ['decoded'],
  'request-code': ['request'],
  'request-command': ['request'],
  'request-files': ['request'],
  'hidden-call': [],
  'escaped-code': [],
  'disguised-code': [],
  'disguised-script': [],
}

/** All nouns; the site and the command line have a text for each. */
export const pathNouns = [
  ...new Set([...sourceNouns, ...carrierNouns, ...sinkNouns].map(({ noun }) => noun)),
  ...['text', 'function', 'variable', 'call'],
]
