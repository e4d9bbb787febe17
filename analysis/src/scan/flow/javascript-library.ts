import { areLoopback, hostOf, isModelHost, isScriptHost, privatePath } from './hosts.ts'
import type { Library, Transfer } from './library.ts'
import { names, resultNames } from './names.ts'
import { origins } from './origins.ts'
import { fromBase64 } from './texts.ts'
import {
  fullTexts,
  joinTexts,
  mixAll,
  named,
  nothing,
  numberValue,
  textValue,
  unknown,
  type Value,
} from './values.ts'

export const runsScript = names(
  /^(eval|Function|execScript|setTimeout|setInterval|setImmediate|import|importScripts|document\.write(ln)?|vm\.\w+|\S+\.(insertAdjacentHTML|createContextualFragment)|GeneratorFunction|AsyncFunction|\S*\.constructor(\.constructor)?)$/,
)

const networkCall =
  /^(fetch|axios(\.\w+)?|(\$|jQuery)\.(get|post|ajax|getJSON|getScript)|XMLHttpRequest\(\)\.\w+|XMLHttpRequest\(\)|WebSocket(\(\)\S*)?|EventSource(\(\)\S*)?|(http|https)\.(get|request))$/

export const sendsAway = names(
  /^(fetch|navigator\.sendBeacon|axios(\.(post|put|request|get))?|(\$|jQuery)\.(post|ajax|get)|XMLHttpRequest\(\)\.(send|open)|WebSocket|WebSocket\(\)\.send|Image\(\)\.src=|EventSource|(http|https)\.request|RTCPeerConnection|RTCDataChannel\(\)\.send|\S*\.style\.(background\w*|cssText|borderImage\w*|cursor|content)=|\S*\.(srcset|poster|action)=|element:link\.href=|element:(link|img|iframe|audio|video|embed|source|object)\.setAttribute|(globalThis\.)?open|\?\.src=|\S*\.src=|location\.(href=|assign|replace)|\S*\.postMessage)$/,
)

/** Functions that send on behalf of the whole page. */
const senders =
  /^(globalThis\.fetch|XMLHttpRequest\.prototype\.(send|open|setRequestHeader)|navigator\.sendBeacon|WebSocket\.prototype\.send)$/

/** Objects that pass data from a server to functions. */
const receivers = /^(XMLHttpRequest|WebSocket|EventSource|FileReader)\(\)$/

/** The text of the whole page. */
const shownText = /^(innerText|textContent|innerHTML|outerHTML)$/

/** Methods that keep their arguments in their object. */
const fillsObject =
  /\.((set|put|append|insert|select|readAs|fill|add|write)\w*|load|push|abort|enqueue|replaceChildren)$/

/** Anything that a database of the page returns. */
const databaseEntry = 'indexedDB.entry()'

const storageRead = /^(localStorage|sessionStorage)$/

/** Functions of the tool's page through which every prompt goes. */
const handlesPrompts =
  /^(import\(\)|app|api|(\S+\.)?(app|api))\.(queuePrompt|graphToPrompt|loadGraphData|fetchApi)$/

/** Methods of nodes that the tool's page calls with results and stored workflows. */
const handlesResults = /^on(Executed|Configure|Serialize)$/

/** Functions of all nodes in the page that get what the user enters, in nodes of every pack. */
const handlesValues = /(^|\.)LGraphNode\.prototype\.on(WidgetChanged|PropertyChanged)$/

/** Events with prompts and results. */
const toolEvents = /^(executed|execution_\w+|promptQueued|graphChanged|b_preview)$/

/** Functions of the tool's page that return workflows, prompts or settings. */
const privateCall =
  /(^|\.)(graphToPrompt|getHistory|getQueue|getSettings|getUserData|((root)?[gG]raph|\?)\.(serialize|asSerialisable))$/

/** Pictures of what the page shows. */
const pictureCall =
  /^((import\(\)|app)\.canvas\.(canvas|el)|document\.(querySelector|getElementById)\(\))\.to(DataURL|Blob)$/

/** Files that the user chose. */
const chosenFiles = /^(element:input|\?\.target|\?\.dataTransfer|FileReader\(\))$/

/** Names of settings, widgets and stored values that hold keys. */
export const keyName =
  /(^|[^a-z])(token|secret|password)([^a-z]|$)|(api|access|auth|secret)[_.-]?(key|token)(?![a-z])/i

/** Functions that return a stored value or a setting by its name. */
const valueByName = /^(localStorage|sessionStorage)\.getItem$|(^|\.)(getSettingValue|settings?\.get)$/

/** Keys under which the tool's page stores workflows and settings. */
const privateKey = /^(workflow|Comfy\.|litegrapheditor)/

function isPrivatePart(base: string, name: string): boolean {
  if (storageRead.test(base)) return privateKey.test(name)
  return (
    (/^(settingsValues|settingsLookup)$/.test(name) && /settings?$/i.test(base)) ||
    (/^(_nodes|nodes|_nodes_by_id)$/.test(name) && /(^|\.)(root)?graph$/i.test(base))
  )
}

const isKeyName = (value: Value | undefined) => value?.texts.some((text) => keyName.test(text)) === true

function isPrivateCall(name: string, [first]: readonly Value[]): boolean {
  if (privateCall.test(name) || pictureCall.test(name)) return true
  if (/^(localStorage|sessionStorage)\.getItem$/.test(name))
    return first?.texts.some((key) => privateKey.test(key)) === true
  return (
    /(^|\.)(fetchApi|fetch)$/.test(name) && first?.texts.some((place) => privatePath.test(place)) === true
  )
}

/** Facts about scripts that the rest of the pack tells. */
interface Surroundings {
  /** Events that the pack's Python part sends to the page with text from the network. */
  fedEvents?: ReadonlySet<string>
  checksSenders?: boolean
  isBundled?: boolean
}

export function javascriptLibrary({
  fedEvents = new Set(),
  checksSenders = false,
  isBundled = false,
}: Surroundings = {}): Library {
  return {
    language: 'javascript',
    checksSenders,
    isBundled,
    writtenTo: () => 0,
    contentOf: () => 0,
    nameOf: (name) => (isWindow(name) ? 'globalThis' : name),
    starNames: () => [],
    attribute(base, name) {
      if (base === 'globalThis') return named(isWindow(name) ? 'globalThis' : name)
      if (base === databaseEntry && name === 'result') return { ...unknown, origin: origins.storage }
      if (/^document\.(body|documentElement)$/.test(base) && shownText.test(name))
        return { ...named(`${base}.${name}`), origin: origins.spying }
      if (base === 'document' && name === 'cookie') return { ...unknown, origin: origins.storage }
      if (base === 'document' && (name === 'defaultView' || name === 'parentWindow'))
        return named('globalThis')
      if (/^(call|apply|bind)$/.test(name) && base !== 'Reflect') return named(base)
      if (chosenFiles.test(base) && /^(files|result)$/.test(name))
        return { ...named(`${base}.${name}`), origin: origins.private }
      if (storageRead.test(base) && keyName.test(name)) return { ...unknown, origin: origins.credential }
      if (isPrivatePart(base, name)) return { ...named(`${base}.${name}`), origin: origins.private }
      return named(`${base}.${name}`)
    },
    givenInput: () => undefined,
    partOf: () => undefined,
    item: () => undefined,
    tellsByItem: () => false,
    spread: (base) => (storageRead.test(base) ? { ...unknown, origin: origins.storage } : nothing),
    tableOf: (name) => (name === 'globalThis' ? 'globals' : undefined),
    isDangerous: (name) =>
      /^(eval|Function|atob|fetch|setTimeout|navigator\.sendBeacon|execScript)$/.test(name),
    // In scripts, no functions are left out.
    runs: () => false,
    handsOver: (name, receiver, args) =>
      /(^|\.)addEventListener$/.test(name) && args[0]?.texts.some((type) => fedEvents.has(type))
        ? origins.network | origins.stranger
        : handsOver(name, receiver, args),
    isRoute: () => false,
    inherited: () => undefined,
    usesResultOf: () => undefined,
    isStore: (name) =>
      /^(background(Image)?|borderImage|cursor|content|cssText|srcset|poster|action|value|src|href|innerHTML|outerHTML|srcdoc|text|textContent|innerText|onload|onerror|data)$/.test(
        name,
      ),
    replaces(owner, name, object) {
      if (receivers.test(owner) && name.startsWith('on')) return sentBy(object)
      const path = `${owner}.${name}`
      if (name === 'callback')
        return isKeyName(object.fields?.get('name')) ? origins.credential : origins.private
      if (handlesPrompts.test(path) || handlesValues.test(path) || handlesResults.test(name))
        return origins.private
      return senders.test(path) ? origins.spying : 0
    },
    keeps(name, { names: receivers }) {
      if (
        /^(Object\.(defineProperty|defineProperties|assign|setPrototypeOf)|Reflect\.(set|defineProperty))$/.test(
          name,
        )
      )
        return 'argument'
      const isObject = receivers.length > 0 && receivers.every((one) => /\(\)$/.test(one))
      return isObject && fillsObject.test(name) && !sendsAway.test(name) ? 'receiver' : undefined
    },
    takesPlaces: () => false,
    placeOf: () => undefined,
    isFetchCommand: () => false,
    transfer(name, _receiver, args): Transfer | undefined {
      const origin = name === 'XMLHttpRequest().open' ? senderOf(args[1]) : 0
      return origin === 0 ? undefined : { origin, isReceiver: true }
    },
    result,
  }
}

/** Returns the origin of what a call hands over to a function that it is given. */
function handsOver(name: string, receiver: Value, [event, second]: readonly Value[]): number {
  if (/\.(then|catch|finally|map|forEach|filter|reduce|flatMap)$/.test(name)) return receiver.origin
  if (/^(XMLHttpRequest|WebSocket|EventSource|FileReader)\(\)\.addEventListener$/.test(name))
    return sentBy(receiver)
  if (/^(\$|jQuery)\.(get|post|ajax)$/.test(name)) return senderOf(event?.fields?.get('url') ?? event)
  const type = event?.texts[0] ?? ''
  if (/^(import\(\)|(\S+\.)?api)\.addEventListener$/.test(name) && toolEvents.test(type))
    return origins.private
  if (/(^|\.)addWidget$/.test(name) && isKeyName(second)) return origins.credential
  // A handler finds what is typed into its own field.
  if (/addEventListener$/.test(name) && (receiver.origin & origins.spying) !== 0) return origins.spying
  const isKey = /addEventListener$/.test(name) && /^key(down|up|press)$/.test(type)
  // On the whole page, other events reveal the text typed into any field.
  const isTyped = /^((document|globalThis)(\.body)?\.)?addEventListener$/.test(name) && typed.test(type)
  return isKey || isTyped ? origins.spying : 0
}

const typed = /^(input|beforeinput|change|paste|copy|compositionend)$/

function isWindow(name: string): boolean {
  return /^(window|globalThis|self|top|parent|frames|global)$/.test(name)
}

function result(name: string, receiver: Value, args: readonly Value[]): Value {
  const sum = mixAll([receiver, ...args])
  const [first] = args
  if (isPrivateCall(name, args)) return { ...named(`${name}()`), isOpen: true, origin: origins.private }
  if (valueByName.test(name) && isKeyName(first)) return { ...unknown, origin: origins.credential }
  if (/^(URL|Request)$/.test(name)) return addressed(name, sum, args)
  if (name === 'Blob') return madeOf(first, sum)
  if (name === 'URL.createObjectURL')
    return { ...sum, names: resultNames(name), fields: first?.fields, isOpen: true }
  if (cleans.test(name)) return unknown
  if (/\.createDataChannel$/.test(name)) return { ...named('RTCDataChannel()'), isOpen: true }
  if (/^indexedDB\.(?!open$)/.test(name)) return { ...sum, names: [databaseEntry], isOpen: true }
  if (networkCall.test(name)) {
    // The address of a file in memory brings the file.
    const inside = first?.names.includes('URL.createObjectURL()') ? first.origin : senderOf(first)
    return { ...named(`${name}()`), isOpen: true, origin: inside }
  }
  if (
    /^(atob|unescape|decodeURIComponent|decodeURI|String\.fromCharCode|String\.fromCodePoint|pako\.\w{0,40}inflate\w{0,40}|LZString\.decompress\w*|CryptoJS\.\S+\.decrypt)$/.test(
      name,
    )
  )
    return decode(name, args)
  if (
    /^(JSON\.stringify|Object\.(entries|keys|values|assign|fromEntries)|structuredClone)$/.test(name) &&
    args.some((arg) => arg.names.some((one) => storageRead.test(one)))
  )
    return { ...unknown, origin: origins.storage }
  if (name === 'JSON.stringify') return { ...sum, names: resultNames(name), isOpen: true }
  if (/(^|\.)querySelector(All)?$/.test(name) && first?.texts.some((text) => /\bpassword\b/i.test(text)))
    return { ...unknown, origin: origins.spying }
  if (/^navigator\.clipboard\.read\w*$/.test(name)) return { ...unknown, origin: origins.spying }
  if (/^(parseInt|Number|Math\.\w+|Boolean)$/.test(name))
    return first?.number === undefined ? unknown : numberValue(first.number)
  if (/^document\.createElement(NS)?$/.test(name))
    return named(`element:${fullTexts(args.at(name.endsWith('NS') ? 1 : 0) ?? nothing)[0] ?? '?'}`)
  // It returns its target.
  if (name === 'Object.assign') {
    const fields = new Map(args.flatMap((arg) => [...(arg.fields ?? [])]))
    return { ...sum, names: first?.names ?? [], fields, isOpen: true }
  }
  if (/\.charCodeAt$|\.codePointAt$/.test(name))
    return { ...unknown, origin: sum.origin | origins.built, parameters: sum.parameters }
  if (/\.reverse$/.test(name))
    return {
      ...sum,
      items: receiver.items?.toReversed(),
      // Only the reversal of a literal list counts; programs reverse other lists as well.
      origin: receiver.items ? sum.origin | origins.decoded : sum.origin,
      isOpen: sum.isOpen,
    }
  const names =
    /^[\w$]+(\.[\w$]+)*(\(\))?$/.test(name) && name.length < 80 && !name.startsWith('?')
      ? resultNames(name)
      : []
  return { ...sum, names, isOpen: true }
}

/** Functions that make markup harmless. */
const cleans = /(^|\.)(sanitize\w*|escape_?(html|xml)\w*|encode_?html\w*)$/i

/** An address keeps its text when it has no base, or the page's or the script's own. */
function addressed(name: string, sum: Value, [address, base]: readonly Value[]): Value {
  const isWhole =
    name === 'Request' || !base || base.names.some((one) => /(^|\.)(url|href|origin|baseURI)$/.test(one))
  return { ...sum, names: resultNames(name), texts: isWhole ? (address?.texts ?? []) : [], isOpen: true }
}

/** A file in memory, with its text when the source has it. */
function madeOf(parts: Value | undefined, sum: Value): Value {
  const code = joinTexts(parts?.items ?? [], '')
  const fields = parts?.items?.some(({ texts }) => texts.length > 0)
    ? new Map([['code', { ...nothing, texts: code }]])
    : undefined
  return { ...sum, names: resultNames('Blob'), fields, isOpen: true }
}

/** Returns the origin of the data that such an object receives. */
function sentBy({ origin }: Value): number {
  return origin & (origins.network | origins.stranger | origins.hub | origins.data)
}

/**
 * Whether the address is a file on the tool’s own server that is neither a script nor a page, by its
 * extension.
 */
export function isDataAddress(address: string): boolean {
  const [path = ''] = address.split(/[?#]/, 1)
  const ending = /^\.{0,2}\/(?!\/).*\.([A-Za-z]\w{0,9})$/s.exec(path)?.[1]
  return ending !== undefined && !/^([cm]?js|x?html?|svg)$/i.test(ending)
}

/** Whether a bundler made the script. */
export function isBundle(text: string): boolean {
  return text.length > 200_000 || text.split('\n').some((line) => line.length > 5_000)
}

/** Returns the sender, as far as the address tells. */
function senderOf(address: Value | undefined): number {
  if (isOwnServer(address)) return address?.texts.some(isDataAddress) ? origins.data : 0
  const written = address?.texts.filter((text) => hostOf(text) !== '') ?? []
  // An address from the network is as strange as one in the source.
  const isStranger = written.length > 0 || ((address?.origin ?? 0) & origins.network) !== 0
  const isKnown = written.length > 0 && written.every((text) => isModelHost(text) || isScriptHost(text))
  return origins.network | (isStranger ? origins.stranger : 0) | (isKnown ? origins.hub : 0)
}

/** An address without a host is on the tool's own server. */
function isOwnServer(address: Value | undefined): boolean {
  return (
    address !== undefined &&
    address.texts.length > 0 &&
    (address.texts.every((text) => /^[./\u0000]/.test(text) && hostOf(text) === '') ||
      areLoopback(address.texts))
  )
}

function decode(name: string, args: readonly Value[]): Value {
  const sum = mixAll(args)
  const origin = sum.origin | origins.decoded | origins.built
  const texts =
    name === 'atob'
      ? fullTexts(args[0] ?? nothing).flatMap((text) => fromBase64(text) ?? [])
      : name.startsWith('String.from') && args.length > 0 && args.every((arg) => arg.number !== undefined)
        ? [
            String.fromCodePoint(
              ...args.map((arg) => Math.max(0, Math.min(0x10ffff, Math.floor(arg.number ?? 0)))),
            ),
          ]
        : []
  // Bundled programs convert numbers to letters to pass texts around; literal numbers are another matter.
  if (name.startsWith('String.from') && texts[0] === undefined) return { ...sum, isOpen: true }
  if (/^(unescape|decodeURI)/.test(name)) return { ...sum, isOpen: true, texts: args[0]?.texts ?? [] }
  return texts[0] === undefined
    ? { ...sum, origin, isOpen: true }
    : { ...textValue(texts[0], origin), isOpen: sum.isOpen }
}
