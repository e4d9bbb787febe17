import type { SourceClass } from './attack-model.test-support.ts'
import type { ScriptDraft } from './draft.test-support.ts'
import type { Hook, Shape, Source } from './parts.test-support.ts'

type Js = ScriptDraft

const ownText = (s: Js) => s.pick('"1.4.0"', '"nodes:" + [1, 2, 3].length', 'String(16 * 4)')
const ownData = (s: Js) => s.pick('{ version: "1.4.0", nodes: 3 }', '{ theme: "dark", size: 16 }')
const helpText = (s: Js) => {
  s.file('web/js/help.html', '<b>Connect the input.</b>\n')
  return `await (await fetch(new URL("./help.html", import.meta.url))).text()`
}

const source = (
  is: SourceClass,
  gives: Shape,
  id: string,
  code: (s: Js) => string,
  more: Partial<Source<Js>> = {},
): Source<Js> => ({
  id,
  is,
  gives,
  code,
  ...(is === 'foreign' ? {} : { kin: gives === 'json' ? ownData : ownText }),
  ...more,
})

const hooked = (is: SourceClass, gives: Shape, id: string, hook: Hook<Js>, more: Partial<Source<Js>> = {}) =>
  source(is, gives, id, () => '', { hook, ...more })

/** An extension whose hook calls `run` with the value. */
const extension = (s: Js, members: string) => {
  s.app()
  return {
    module: `app.registerExtension({\n  name: "pack.${s.pick('panel', 'tools', 'ui')}.watch",\n${members}\n})`,
  }
}

const secrets: Source<Js>[] = [
  hooked('store', 'text', 'password field', (s, run) => {
    const field = s.name('object')
    return {
      module: s.pick(
        `const ${field} = Object.assign(document.createElement("input"), { type: "password" })\n${field}.addEventListener("change", () => ${run}(${field}.value))\ndocument.body.append(${field})`,
        `document.addEventListener("change", (event) => {\n  if (event.target.type === "password") ${run}(event.target.value)\n})`,
        `for (const ${field} of document.querySelectorAll("input[type=password]"))\n  ${field}.addEventListener("input", (event) => ${run}(event.target.value))`,
      ),
    }
  }),
  source('store', 'text', 'cookies', (s) => s.pick('document.cookie', 'document["cookie"]')),
  source('key', 'text', 'token in the storage', (s) =>
    s.pick(
      'localStorage.getItem("api_token")',
      'localStorage["openai_api_key"]',
      'sessionStorage.getItem("access_token")',
    ),
  ),
  source('store', 'json', 'storage', (s) =>
    s.pick(
      '{ ...localStorage }',
      'Object.fromEntries(Object.entries(localStorage))',
      'Object.entries(localStorage)',
    ),
  ),
  hooked('key', 'text', 'widget for a key', (s, run) =>
    extension(
      s,
      s.pick(
        `  nodeCreated(node) {\n    const widget = node.widgets?.find((one) => one.name === "api_key")\n    if (widget) widget.callback = (value) => ${run}(value)\n  },`,
        `  async nodeCreated(node) {\n    node.addWidget("text", "api_key", "", (value) => ${run}(value))\n  },`,
        `  nodeCreated(node) {\n    const changed = node.onWidgetChanged\n    node.onWidgetChanged = function (name, value) {\n      if (name.includes("key")) ${run}(value)\n      return changed?.apply(this, arguments)\n    }\n  },`,
      ),
    ),
  ),
  source('key', 'text', 'setting for a key', (s) => {
    s.app()
    return s.pick(
      'app.ui.settings.getSettingValue("OpenAI.ApiKey")',
      'app.extensionManager.setting.get("Pack.Service.apiKey")',
    )
  }),
]

const privates: Source<Js>[] = [
  source('private', 'text', 'clipboard', (s) => s.keep('await navigator.clipboard.readText()')),
  hooked('private', 'text', 'pasted text', (_s, run) => ({
    module: `document.addEventListener("paste", (event) => ${run}(event.clipboardData.getData("text")))`,
  })),
  hooked('store', 'text', 'typed keys', (s, run) => {
    const typed = s.name('value')
    return {
      module: `let ${typed} = ""\ndocument.addEventListener("keydown", (event) => {\n  ${typed} += event.key\n  if (${typed}.length > 40) ${run}(${typed})\n})`,
    }
  }),
  source('private', 'json', 'workflow', (s) => {
    s.app()
    return s.keep(
      s.pick(
        'app.graph.serialize()',
        '(await app.graphToPrompt()).workflow',
        '(await app.graphToPrompt()).output',
      ),
    )
  }),
  source('private', 'json', 'values of widgets', (s) => {
    s.app()
    return s.keep(
      s.pick(
        'app.graph._nodes.map((node) => node.widgets?.map((one) => one.value))',
        'app.graph.nodes.flatMap((node) => node.widgets_values ?? [])',
      ),
    )
  }),
  hooked('private', 'text', 'widget for a prompt', (s, run) =>
    extension(
      s,
      `  nodeCreated(node) {\n    for (const widget of node.widgets ?? []) {\n      const before = widget.callback\n      widget.callback = function (value) {\n        ${run}(value)\n        return before?.apply(this, arguments)\n      }\n    }\n  },`,
    ),
  ),
  hooked('private', 'json', 'queued prompts', (s, run) => {
    s.api()
    const before = s.name('fn')
    return {
      module: `const ${before} = api.queuePrompt\napi.queuePrompt = async function (number, data) {\n  ${run}(data)\n  return ${before}.call(this, number, data)\n}`,
    }
  }),
  source('private', 'json', 'settings', (s) => {
    s.api()
    return s.keep(
      s.pick(
        'await api.getSettings()',
        'await (await api.fetchApi("/settings")).json()',
        'await (await fetch("/settings")).json()',
      ),
    )
  }),
  source('private', 'json', 'history of the tool', (s) => {
    s.api()
    return s.keep(
      s.pick(
        'await api.getHistory()',
        'await (await api.fetchApi("/history")).json()',
        'await (await fetch("/history?max_items=50")).json()',
        'await (await fetch("/queue")).json()',
      ),
    )
  }),
  source('private', 'text', 'saved workflows', (s) => {
    s.api()
    return s.keep(
      s.pick(
        'await (await api.fetchApi("/userdata/workflows%2Fmain.json")).text()',
        'await (await api.getUserData("workflows/main.json")).text()',
      ),
    )
  }),
  source('private', 'text', 'picture of the canvas', (s) => {
    s.app()
    return s.pick('app.canvas.canvas.toDataURL()', 'document.querySelector("canvas").toDataURL("image/png")')
  }),
  hooked('private', 'json', 'results', (s, run) => {
    s.api()
    return { module: `api.addEventListener("executed", ({ detail }) => ${run}(detail.output))` }
  }),
  hooked('private', 'text', 'chosen file', (s, run) => {
    const input = s.name('object')
    return {
      module: `const ${input} = Object.assign(document.createElement("input"), { type: "file" })\n${input}.onchange = async () => ${run}(await ${input}.files[0].text())\ndocument.body.append(${input})`,
    }
  }),
]

/** A part in Python that fetches text, and sends it to the page. */
const sender = (s: Js, text: string) =>
  s.file(
    'feed.py',
    `import threading\n\nimport requests\nfrom server import PromptServer\n\n\ndef poll():\n    PromptServer.instance.send_sync("pack.feed", {"text": ${text}})\n\n\nthreading.Timer(30, poll).start()\n`,
  )

const foreign: Source<Js>[] = [
  source(
    'foreign',
    'text',
    'fetched text',
    (s) => {
      const fetch = s.global('fetch')
      const [response, value] = [s.name('object'), s.name('value')]
      return s.pick(
        () => `await (await ${fetch}(${s.address()})).text()`,
        () => `await ${fetch}(${s.address()}).then((response) => response.text())`,
        () => {
          s.do(
            `const ${response} = await ${fetch}(${s.address()})`,
            `const ${value} = await ${response}.text()`,
          )
          return value
        },
      )()
    },
    { kin: helpText },
  ),
  source(
    'foreign',
    'text',
    'field of fetched data',
    (s) => {
      const field = s.pick('html', 'code', 'body')
      return s.pick(
        () => `(await (await ${s.global('fetch')}(${s.address()})).json()).${field}`,
        () => {
          const value = s.name('value')
          s.do(
            `const { ${field}: ${value} } = await ${s.global('fetch')}(${s.address()}).then((response) => response.json())`,
          )
          return value
        },
      )()
    },
    { kin: helpText },
  ),
  source(
    'foreign',
    'text',
    'older request',
    (s) => {
      const [request, value] = [s.name('object'), s.name('value')]
      s.do(
        `const ${value} = await new Promise((done) => {\n  const ${request} = new XMLHttpRequest()\n  ${request}.open("GET", ${s.address()})\n  ${request}.onload = () => done(${request}.responseText)\n  ${request}.send()\n})`,
      )
      return value
    },
    { kin: helpText },
  ),
  source(
    'foreign',
    'text',
    'two hops',
    (s) => {
      const value = s.name('value')
      s.do(`const ${value} = (await (await fetch(${s.address()})).json()).${s.pick('next', 'url', 'src')}`)
      return `await (await fetch(${value})).text()`
    },
    { kin: helpText },
  ),
  hooked('foreign', 'text', 'web socket', (s, run) => {
    const socket = s.name('object')
    return {
      module: `const ${socket} = new WebSocket(${s.text(`wss://${s.host()}/s`)})\n${s.pick(`${socket}.onmessage = (event) => ${run}(event.data)`, `${socket}.addEventListener("message", ({ data }) => ${run}(JSON.parse(data).text))`)}`,
    }
  }),
  hooked('foreign', 'text', 'event stream', (s, run) => {
    const stream = s.name('object')
    return {
      module: `const ${stream} = new EventSource(${s.address()})\n${stream}.addEventListener("message", (event) => ${run}(event.data))`,
    }
  }),
  hooked('foreign', 'text', 'message of another window', (s, run) => ({
    module: s.pick(
      `window.addEventListener("message", (event) => ${run}(event.data))`,
      `window.onmessage = ({ data }) => ${run}(data.text)`,
    ),
  })),
  hooked(
    'foreign',
    'text',
    'message of the server',
    (s, run) => {
      sender(s, `requests.get("${s.url()}", timeout=10).text`)
      s.api()
      return { module: `api.addEventListener("pack.feed", ({ detail }) => ${run}(detail.text))` }
    },
    {
      kinHook: (s, run) => {
        sender(s, '"Ready to connect."')
        s.api()
        return { module: `api.addEventListener("pack.feed", ({ detail }) => ${run}(detail.text))` }
      },
    },
  ),
]

export const scriptSources: readonly Source<Js>[] = [...secrets, ...privates, ...foreign]
