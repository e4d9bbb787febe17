import type { ScriptDraft } from './draft.test-support.ts'
import { type Carrier, carriersOf } from './parts.test-support.ts'

type Js = ScriptDraft

export const { any: anyOfPage, changing: changingOfPage } = carriersOf<Js>()

export const scriptCarriers: readonly Carrier<Js>[] = [
  anyOfPage('names', 'variable', (s, v) => {
    const [a, b] = [s.name('value'), s.name('value')]
    s.do(`let ${a} = ${v}`, `const ${b} = ${a}`)
    return b
  }),
  anyOfPage('names', 'variable of the module', (s, v) => {
    const store = s.name('value')
    s.define(`let ${store} = null`)
    s.do(`${store} = ${v}`)
    return store
  }),
  anyOfPage('names', 'closure', (s, v) => {
    const fn = s.name('fn')
    s.define(`const ${fn} = (value) => () => value`)
    return `${fn}(${v})()`
  }),
  anyOfPage('names', 'callback', (s, v) => {
    const value = s.name('value')
    s.do(
      `let ${value}`,
      s.pick(`;[${v}].forEach((one) => {\n  ${value} = one\n})`, `;((one) => {\n  ${value} = one\n})(${v})`),
    )
    return value
  }),
  anyOfPage('names', 'window', (s, v) => {
    s.do(`window.__packState = ${v}`)
    return s.pick('window.__packState', 'globalThis["__packState"]')
  }),
  anyOfPage('objects', 'field of a class', (s, v) => {
    const type = s.name('type')
    s.define(
      `class ${type} {\n  constructor(value) {\n    this.value = value\n  }\n\n  read() {\n    return this.value\n  }\n}`,
    )
    return `new ${type}(${v}).read()`
  }),
  anyOfPage('objects', 'private field', (s, v) => {
    const type = s.name('type')
    s.define(
      `class ${type} {\n  #kept\n\n  set current(value) {\n    this.#kept = value\n  }\n\n  get current() {\n    return this.#kept\n  }\n}`,
    )
    const object = s.name('object')
    s.do(`const ${object} = new ${type}()`, `${object}.current = ${v}`)
    return `${object}.current`
  }),
  anyOfPage('containers', 'property', (s, v) => {
    const object = s.name('object')
    s.do(`const ${object} = { meta: {} }`, `${object}.meta.value = ${v}`)
    return s.pick(`${object}.meta.value`, `${object}["meta"]["value"]`)
  }),
  anyOfPage('containers', 'destructuring', (s, v) => {
    const [a, b] = [s.name('value'), s.name('value')]
    s.do(
      s.pick(
        `const { first: ${a}, ...${b} } = { first: ${v}, second: 2 }`,
        `const [${a}, ...${b}] = [${v}, 2]`,
      ),
    )
    return a
  }),
  anyOfPage('containers', 'map', (s, v) => {
    const map = s.name('object')
    s.do(`const ${map} = new Map()`, `${map}.set("v", ${v})`)
    return `${map}.get("v")`
  }),
  anyOfPage('containers', 'list', (s, v) => {
    const list = s.name('object')
    s.do(`const ${list} = []`, `${list}.push(${v})`)
    return s.pick(`${list}.pop()`, `${list}[0]`, `${list}.map((one) => one)[0]`)
  }),
  changingOfPage(
    'encodings',
    'JSON there and back',
    'text',
    'text',
    (_s, v) => `JSON.parse(JSON.stringify({ v: ${v} })).v`,
  ),
  changingOfPage(
    'encodings',
    'base64',
    'text',
    'text',
    (s, v) => `btoa(${s.pick(`encodeURIComponent(${v})`, v)})`,
    'leaving',
  ),
  changingOfPage('encodings', 'from base64', 'text', 'text', (_s, v) => `atob(${v})`, 'arriving'),
  changingOfPage('encodings', 'codes of letters', 'text', 'text', (s, v) => {
    const codes = s.name('value')
    s.do(`const ${codes} = Array.from(${v}, (one) => one.charCodeAt(0))`)
    return `String.fromCharCode(...${codes})`
  }),
  changingOfPage(
    'encodings',
    'bytes',
    'text',
    'text',
    (_s, v) => `new TextDecoder().decode(new TextEncoder().encode(${v}))`,
  ),
  changingOfPage(
    'encodings',
    'parameters',
    'text',
    'text',
    (s, v) => {
      const object = s.name('object')
      s.do(`const ${object} = new URLSearchParams({ v: ${v} })`)
      return s.pick(`${object}.get("v")`, `${object}.toString()`)
    },
    'leaving',
  ),
  changingOfPage('encodings', 'template', 'text', 'text', (_s, v) => `\`\${${v}}\``),
  changingOfPage('encodings', 'blob', 'text', 'text', (_s, v) => `await new Blob([${v}]).text()`),
  changingOfPage('page', 'storage', 'text', 'text', (s, v) => {
    const storage = s.pick('localStorage', 'sessionStorage')
    s.do(`${storage}.setItem("pack.state", ${v})`)
    return s.pick(`${storage}.getItem("pack.state")`, `${storage}["pack.state"]`)
  }),
  changingOfPage('page', 'data of an element', 'text', 'text', (s, v) => {
    const element = s.name('object')
    s.do(`const ${element} = document.createElement("div")`, `${element}.dataset.state = ${v}`)
    return s.pick(`${element}.dataset.state`, `${element}.getAttribute("data-state")`)
  }),
  changingOfPage('page', 'text of an element', 'text', 'text', (s, v) => {
    const element = s.name('object')
    s.do(
      `const ${element} = document.createElement("span")`,
      `${element}.textContent = ${v}`,
      `document.body.append(${element})`,
    )
    return s.pick(`${element}.textContent`, `${element}.innerText`)
  }),
  anyOfPage('threads', 'promise', (s, v) =>
    s.pick(
      `await Promise.resolve(${v})`,
      `await new Promise((done) => done(${v}))`,
      `(await Promise.all([${v}]))[0]`,
    ),
  ),
  anyOfPage('threads', 'timer', (_s, v) => `await new Promise((done) => setTimeout(() => done(${v}), 50))`),
  anyOfPage('threads', 'message to itself', (s, v) => {
    const value = s.name('value')
    s.do(
      `const ${value} = await new Promise((done) => {\n  window.addEventListener("message", (event) => event.source === window && done(event.data), { once: true })\n  window.postMessage(${v}, "*")\n})`,
    )
    return value
  }),
]
