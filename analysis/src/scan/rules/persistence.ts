import type { Hit } from '../../ground/finding.ts'
import { anyOf, notAcross, sequence, type Test } from '../../ground/text-search.ts'
import {
  argumentOf,
  argumentsOf,
  commandOf,
  commandValue,
  isProgramStart,
  lookedUp,
} from '../flow/code-facts.ts'
import { type Names, names } from '../flow/names.ts'
import { placeKey } from '../flow/texts.ts'
import { has } from '../flow/values.ts'
import { textHits } from './reach.ts'
import type { CodeRule } from './rule.ts'

export const persistence: CodeRule = {
  of: 'python',
  id: 'persistence',
  severity: 'high',
  why: 'Something that starts by itself stays on the machine after the pack is removed.',
  fix: 'Remove it. A pack runs when the tool runs, and not otherwise.',
  examples: {
    matching: [
      'p = appdata + "\\\\Microsoft\\\\Windows\\\\Start Menu\\\\Programs\\\\Startup\\\\a.bat"',
      'import os\nf = open(os.path.expanduser("~/.bashrc"), "a")',
      'import winreg\nwinreg.OpenKey(winreg.HKEY_CURRENT_USER, r"Software\\Microsoft\\Windows\\CurrentVersion\\Run")',
      'import os\nos.system("crontab /tmp/x")',
      'import subprocess\nsubprocess.run(["schtasks", "/create", "/tn", "x"])',
      'from pathlib import Path\n(Path.home() / ".config" / "autostart" / "x.desktop").write_text(text)',
      'import site, os\nopen(os.path.join(site.getsitepackages()[0], "x.pth"), "w").write("import os")',
      'import site, os, shutil\nshutil.copy("data.txt", os.path.join(site.getsitepackages()[0], "x.pth"))',
    ],
    harmless: [
      'print("Add this line to your ~/.bashrc and then start the tool once more please")',
      'import subprocess\nsubprocess.run(["git", "status"])',
      'name = "Startup settings"',
      'import os\ntext = open("/etc/os-release").read()',
      'import shutil\nshutil.move("x.part", "models/x.pth")',
    ],
  },
  *find(facts) {
    yield* textHits(facts, startPlaces)
    const knowsPackages = lookedUp(facts.text, packageFolders)
    for (const call of facts.calls) {
      if (
        isProgramStart(call) &&
        /^\s*(crontab\b(?!\s+-l)|schtasks(\.exe)?\b.*create|launchctl\s+load|systemctl\s+(--user\s+)?enable)/i.test(
          commandOf(call),
        )
      )
        yield { line: call.line, message: 'Sets up something that starts by itself.' }
      const way = startLibraries.find(([name, text]) => name.test(call.name) && callHas(call, text))
      if (way) yield { line: call.line, message: way[2] }
      const line = startLine(call)
      if (line) yield { line: call.line, ...line }
      const place = writtenPlace(call)
      if (isPutBesidePackages(call, place, knowsPackages))
        yield { line: call.line, message: 'Puts a file beside the packages that every Python program runs.' }
      const found = place === undefined ? undefined : placesWritten.find(([pattern]) => pattern.test(place))
      if (found) yield { line: call.line, message: found[1] }
    }
  },
}

/** Functions of libraries, one of whose arguments matches, and what they do. */
const startLibraries: [Names, RegExp, string][] = [
  [
    names(/^winreg\.(OpenKey(Ex)?|CreateKey(Ex)?|SetValue(Ex)?)$/),
    /CurrentVersion[\\/]+Run(Once)?\b/i,
    'Names the registry key of programs that start with the system.',
  ],
  [
    names(/(^|\.)(Dispatch|GetObject|CreateObject)\w*$/),
    /^Schedule\.Service\b/i,
    'Reaches the scheduler of the system.',
  ],
  [
    names(/^crontab\.CronTab\(\)\.(new|write\w*|remove\w*)$/),
    /(?:)/,
    'Sets up something that starts by itself.',
  ],
]

function callHas(call: PlaceCall, pattern: RegExp): boolean {
  const texts = argumentsOf(call).flatMap((value) => value.texts)
  return pattern.source === '(?:)' || texts.some((text) => pattern.test(text))
}

type PlaceCall = Parameters<typeof argumentOf>[0]

const writes = names(
  /(^|\.)open$|\.(write_text|write_bytes|touch|symlink_to)$|^shutil\.|^os\.(rename|replace|link|symlink)$|urlretrieve$/,
)

/**
 * Python runs lines of a `.pth` file that begin with `import`; other lines are folders to search. Source: the
 * documentation of Python's `site`.
 */
function startLine({ name, receiver, args }: PlaceCall): Omit<Hit, 'line'> | undefined {
  if (!/\.write(_text|_bytes|lines)?$/.test(name) || !receiver.texts.some((text) => /\.pth$/.test(text)))
    return undefined
  if (args.some((value) => value.texts.some((text) => /^import[ \t]/m.test(text))))
    return { message: 'Writes a line that every Python program runs.' }
  if (!receiver.texts.some((text) => startFile.test(text))) return undefined
  return args.some((value) => has(value, 'network', 'decoded', 'download', 'data'))
    ? { message: 'Writes a file that every Python program reads, from elsewhere.' }
    : { message: 'Adds a folder to the packages of a Python.', severity: 'medium' }
}

/**
 * Whether a `.pth` file from elsewhere is put next to packages; in other places the extension is that of
 * models.
 */
function isPutBesidePackages(
  { name }: PlaceCall,
  place: string | undefined,
  knowsPackages: () => boolean,
): boolean {
  const isMoved = /^shutil\.|^os\.(rename|replace|link|symlink)$/.test(name)
  const isPth = place !== undefined && /\.pth$/m.test(place)
  return isMoved && isPth && knowsPackages()
}

const packageFolders = /\b(getsitepackages|getusersitepackages|purelib|platlib|site-packages)\b/

/** Returns the place that a call writes to. */
function writtenPlace(call: PlaceCall): string | undefined {
  if (!writes.test(call.name)) return undefined
  const [first] = call.args
  if (/(^|\.)open$/.test(call.name)) {
    const isMethod = call.receiver.texts.length > 0
    const mode = isMethod ? (first ?? call.keywords.get('mode')) : argumentOf(call, 1, 'mode')
    if (!/[wax+]/.test(mode?.texts[0] ?? '')) return undefined
    return (isMethod ? call.receiver : first)?.texts.join('\n')
  }
  if (/\.(write_text|write_bytes|touch|symlink_to)$/.test(call.name)) return call.receiver.texts.join('\n')
  if (/^(shutil\.(copy\w*|move)|os\.(rename|replace|link|symlink))$/.test(call.name))
    return call.args[1]?.texts.join('\n')
  return /urlretrieve$/.test(call.name) ? argumentOf(call, 1, 'filename')?.texts.join('\n') : undefined
}

const startFile = sequence(/(site|dist)-packages[\\/]/, notAcross(/\n/, /\.pth$/))

const startPlaces: [Test, string][] = [
  [/Start Menu[\\/]+Programs[\\/]+Startup/i, 'Names the folder of programs that start with the system.'],
  [
    /CurrentVersion[\\/]+(Run(Once)?|Winlogon|Explorer[\\/]+User Shell Folders)\b|Image File Execution Options/i,
    'Names the registry key of programs that start with the system.',
  ],
  [
    /Library[\\/]+Launch(Agents|Daemons)|\.config[\\/]+(autostart|systemd[\\/]+user)|[\\/]etc[\\/](cron\w*|rc\.local|systemd[\\/]system|profile\.d|init\.d|ld\.so\.preload)\b/,
    'Names a place for programs that start by themselves.',
  ],
]

const placesWritten: [Test, string][] = [
  [
    /(^|[\\/~])\.(bashrc|zshrc|bash_profile|zprofile|profile|zshenv|bash_login|xinitrc|config[\\/]fish[\\/]config\.fish)$/m,
    'Writes to a file that every shell runs.',
  ],
  [
    /(^|[\\/])\.config[\\/]autostart|LaunchAgents|Programs[\\/]+Startup|[\\/]etc[\\/](cron|systemd|init|profile)|\.config[\\/]systemd/m,
    'Writes to a place for programs that start by themselves.',
  ],
  [/(site|user)customize\.py$/m, 'Writes a file that every Python program runs.'],
  [/(^|[\\/])\.git[\\/]hooks[\\/]/m, 'Writes a program that git starts.'],
  [/\.ssh[\\/]authorized_keys$/m, 'Lets somebody else log in.'],
  [/(^|[\\/])\.github[\\/]workflows[\\/]/m, 'Writes a workflow that a code host runs.'],
  [
    /(^|[\\/])(\.?pip[\\/]pip\.(conf|ini)|\.condarc|\.npmrc|\.yarnrc(\.yml)?|\.pypirc|uv[\\/]uv\.toml)$/m,
    'Changes where packages come from.',
  ],
  [/(^|[\\/])(\.gitconfig|\.config[\\/]git[\\/]config)$/m, 'Changes what git runs.'],
  [
    /\.(vscode|cursor|claude|codeium|windsurf|continue|gemini|codex)[\\/](\S{1,60}[\\/])?(settings|tasks|mcp|config)\w*\.(json|toml|ya?ml)$|(^|[\\/~])\.(claude|mcp)\.json$|claude_desktop_config\.json$/m,
    'Writes the settings of a developer’s tools.',
  ],
  [
    /^(?!%TOOL%\/custom_nodes\/%PACK%)(\S*[\\/])?(AGENTS|CLAUDE|GEMINI|copilot-instructions)\.md$|(^|[\\/])\.(cursorrules|windsurfrules|clinerules|goosehints)$|\.(cursor|windsurf)[\\/]rules[\\/]/m,
    'Writes instructions for agents.',
  ],
  [/(^|[\\/])site-packages[\\/][^\\/\n]*\.pth$/m, 'Writes a file that every Python program reads.'],
]

const hostsFile: CodeRule = {
  of: 'python',
  id: 'host-list-change',
  severity: 'high',
  why: 'The list of hosts decides where addresses lead, for every program of the machine.',
  fix: 'Remove it.',
  examples: {
    matching: [
      'open("/etc/hosts", "a").write("127.0.0.1 example.test")',
      'import os\nhosts = os.path.join(os.environ["SystemRoot"], "System32", "drivers", "etc", "hosts")\nwith open(hosts, "a") as f:\n    f.write("x")',
    ],
    harmless: [
      'open("/etc/hostname").read()',
      'open("hosts.txt", "w").write("x")',
      'open("/etc/hosts").read()',
    ],
  },
  *find(facts) {
    for (const call of facts.calls) {
      const place = writtenPlace(call)
      if (place !== undefined && /^[\\/]etc[\\/]hosts$|drivers[\\/]+etc[\\/]+hosts$/im.test(place))
        yield { line: call.line, message: 'Changes the file that decides where addresses lead.' }
    }
  },
}

/** Servers whose protocols build objects or run commands for every client. */
const obeysSenders = names(
  /^multiprocessing\.(connection\.Listener|managers\.\w*Manager)$|^(debugpy|ptvsd)\.(listen|enable_attach)$|(^|\.)(RemotePdb|remote_pdb\.set_trace)$|^rpyc\.\S*Server$/,
)

/** Functions of libraries that make a port reachable from the internet. */
const opensTunnel = names(
  /^(pyngrok\.)?ngrok\.(connect|forward|listen)$|^pycloudflared\.\w+$|^(py)?(localtunnel|bore|zrok)\.\w+$|^sshtunnel\.\w+$|^gradio\.networking\.setup_tunnel$|^flask_(ngrok|cloudflared)\.\w+$|\.(request_port_forward|reverse_forward_tunnel)$/,
)
const tunnelProgram =
  /\b(ngrok|cloudflared|localtunnel|lt|serveo|chisel|frpc|bore|zrok|tailscale|devtunnel|ssh|autossh)\b/

export const listener: CodeRule = {
  of: 'python',
  id: 'network-listener',
  severity: 'medium',
  why: 'Other machines can reach what listens on all addresses.',
  fix: 'Listen on 127.0.0.1, or add a route to the tool’s own server.',
  examples: {
    matching: [
      'import socket\ns = socket.socket()\ns.bind(("0.0.0.0", 4444))\ns.listen()',
      'from http.server import HTTPServer\nHTTPServer(("", 8000), h).serve_forever()',
      'import uvicorn\nuvicorn.run(app, host="0.0.0.0")',
      'from pyngrok import ngrok\nngrok.connect(22, "tcp")',
      'from multiprocessing.managers import BaseManager\nBaseManager(address=("", 5000), authkey=b"x").get_server()',
    ],
    harmless: [
      'import socket\ns = socket.socket()\ns.bind(("127.0.0.1", 0))',
      'import uvicorn\nuvicorn.run(app, host="localhost")',
    ],
  },
  *find(facts) {
    for (const call of facts.calls) {
      const [first, second] = call.args
      const address =
        (first ?? call.keywords.get('address'))?.items?.[0] ??
        call.keywords.get('host') ??
        call.keywords.get('server_name') ??
        second
      const isOpen =
        address?.texts.some((text) => text === '' || text === '0.0.0.0' || text === '::') === true
      const isBind = /^socket\.(socket\(\)\.bind|create_server)$/.test(call.name)
      const isServer =
        /(^|\.)(HTTPServer|ThreadingHTTPServer|TCPServer|UDPServer|ThreadingTCPServer|run_app|start_server|TCPSite|uvicorn\.run|app\.run|Flask\(\)\.run|serve|launch)$/.test(
          call.name,
        )
      if (isOpen && (isBind || isServer)) yield { line: call.line, message: 'Listens to the whole network.' }
      if (isOpen && obeysSenders.test(call.name))
        yield { line: call.line, message: 'Runs what other machines send.', severity: 'high' }
      if (opensTunnel.test(call.name))
        yield {
          line: call.line,
          message: 'Opens the machine to the internet.',
          ...(argumentsOf(call).some(
            (value) => value.texts.includes('tcp') || value.number === 8188 || has(value, 'port'),
          )
            ? { severity: 'high' as const }
            : {}),
        }
      if (isProgramStart(call) && tunnelProgram.test(commandOf(call)) && has(commandValue(call), 'port'))
        yield { line: call.line, message: 'Opens the tool to the internet.', severity: 'high' }
    }
  },
}

const destruction: CodeRule = {
  of: 'python',
  id: 'destroys-files',
  severity: 'critical',
  why: 'The user’s files are gone.',
  fix: 'Delete only what the pack has made.',
  examples: {
    matching: [
      'import shutil, os\nshutil.rmtree(os.path.expanduser("~"))',
      'import os\nfor root, dirs, files in os.walk("/"):\n    for f in files:\n        os.remove(os.path.join(root, f))',
    ],
    harmless: ['import shutil\nshutil.rmtree("build")', 'import os\nos.remove(os.path.join(folder, name))'],
  },
  *find(facts) {
    for (const call of facts.calls) {
      if (!/^shutil\.rmtree$|^os\.(remove|unlink|rmdir)$|\.unlink$/.test(call.name)) continue
      const places = [call.receiver, ...call.args]
      const isWhole = places.some((value) =>
        value.texts.some((text) => /^(~|%HOME%|\/|\/home|\/Users|[A-Z]:\\?)[\\/]?$/.test(text)),
      )
      if (isWhole || places.some((value) => has(value, 'home')))
        yield { line: call.line, message: 'Deletes the user’s own files.' }
    }
  },
}

const altersCode: CodeRule = {
  of: 'python',
  id: 'alters-other-code',
  severity: 'high',
  why: 'Code of other packages that is changed behind their back cannot be checked and stays when the pack is gone.',
  fix: 'Change behavior while the pack runs, or propose the change to the other package.',
  examples: {
    matching: [
      'import site, os\np = os.path.join(site.getsitepackages()[0], "site-packages/requests/api.py")\nopen(p, "a").write("import os")',
      'open("../../main.py", "w").write("import x")',
      'import os, folder_paths\nopen(os.path.join(folder_paths.base_path, "main.py"), "a").write("import x")',
      'import os, folder_paths\nopen(os.path.join(folder_paths.get_folder_paths("custom_nodes")[0], "helper.py"), "w").write("import x")',
    ],
    harmless: [
      'open("web/list.json", "w").write("{}")',
      'open("nodes/main.py").read()',
      'import os, folder_paths\nopen(os.path.join(folder_paths.base_path, "output", "list.json"), "w").write("{}")',
    ],
  },
  *find(facts) {
    for (const call of facts.calls) {
      const place = writtenPlace(call)
      if (place === undefined || placeKey(place) === '') continue
      if (otherCode.test(place)) yield { line: call.line, message: 'Changes code that is not its own.' }
      else if (movesFolder.test(call.name) && otherPack.test(place))
        yield { line: call.line, message: 'Puts another pack beside its own.' }
    }
  },
}

const movesFolder = names(
  /^(shutil\.(copytree|move)|os\.(rename|renames|replace|symlink)|\S*\.(symlink_to|rename))$/,
)
const otherPack = /^%TOOL%[\\/]custom_nodes[\\/](?!%PACK%)[^\\/\0\n]+[\\/]?$/m

const otherCode = anyOf(
  /((^|[\\/])\.\.[\\/]+(\.\.[\\/]+)?|ComfyUI[\\/])(main|folder_paths|execution|server|nodes)\.py$/m,
  sequence(/(site|dist)-packages[\\/]/, /\.py$/m),
  sequence(/^%TOOL%[\\/]custom_nodes[\\/]\0/m, notAcross(/\n/, /\.pyw?$/m)),
  sequence(/^%TOOL%[\\/](?!custom_nodes\/%PACK%)/m, notAcross(/[\n\0]/, /\.(pyw?|bat|cmd|sh|ps1)$/m)),
)

export const persistenceRules = [persistence, hostsFile, listener, destruction, altersCode]
