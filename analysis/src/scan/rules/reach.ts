import type { Literal, PythonFacts } from '../python-facts.ts'
import type { Hit, PythonRule } from '../rule.ts'

function* literalHits(facts: PythonFacts, patterns: readonly [RegExp, string][]): Generator<Hit> {
  for (const { text, line } of facts.literals) {
    // A message to the user names a path as well; a path alone has no sentence around it.
    if (isProse({ text, line })) continue
    const found = patterns.find(([pattern]) => pattern.test(text))
    if (found) yield { line, message: found[1] }
  }
}

function isProse({ text }: Literal): boolean {
  return text.length > 300 || text.split(/\s+/).length > 8
}

export const credentials: PythonRule = {
  of: 'python',
  id: 'credential-access',
  severity: 'high',
  why: 'No comfy-node needs the user’s passwords, keys, wallets or browser profile.',
  fix: 'Remove it. Ask the user for a key in the node’s own settings.',
  examples: {
    matching: [
      'p = os.path.join(local, "Google\\\\Chrome\\\\User Data\\\\Default\\\\Login Data")',
      'key = open(os.path.expanduser("~/.ssh/id_rsa")).read()',
      'w = home + "/.bitcoin/wallet.dat"',
      'x = "discord\\\\Local Storage\\\\leveldb"',
      'import browser_cookie3\ncj = browser_cookie3.chrome()',
    ],
    harmless: [
      'print("Put your public key into ~/.ssh/id_rsa.pub so that the server lets you in and works")',
      'title = "Login Data Form"',
      'options = ["local storage", "cloud"]',
    ],
  },
  *find(facts) {
    yield* literalHits(facts, [
      [
        /(User Data|Default|Profile \d)[\\/]+(Login Data|Cookies|Web Data|Network[\\/]+Cookies)/i,
        'Names a browser’s stored passwords or cookies.',
      ],
      [
        /^(Login Data|Local State|cookies\.sqlite|key[34]\.db|logins\.json|Web Data)$/,
        'Names a browser’s stored passwords or cookies.',
      ],
      [
        /(^|[\\/~])\.ssh[\\/]+(id_\w+|authorized_keys|config)$|(^|[\\/])id_(rsa|ed25519|ecdsa)$/,
        'Names the user’s SSH keys.',
      ],
      [
        /(^|[\\/])\.(aws[\\/]credentials|git-credentials|netrc|npmrc|pypirc|kube[\\/]config|docker[\\/]config\.json)$/,
        'Names stored credentials.',
      ],
      [
        /(^|[\\/])wallet\.dat$|(Exodus|Electrum|Ethereum|Atomic)[\\/]+(wallets|keystore|Local Storage|exodus\.wallet)/i,
        'Names a wallet.',
      ],
      [
        /nkbihfbeogaeaoehlefnkodbefgpgknn|ibnejdfjmmkpcnlpebklmnkoeoihofec|bfnaelmomeimhlpmgjnjophhpkkoljpa/,
        'Names a wallet in the browser.',
      ],
      [/(discord\w*|Telegram Desktop)[\\/]+(Local Storage|tdata)/i, 'Names a chat program’s stored session.'],
      [/[\\/]etc[\\/]shadow$/, 'Names the system’s stored passwords.'],
    ])
    for (const { name, line } of facts.calls) {
      if (/^browser_cookie3\.\w+$/.test(name))
        yield { line, message: 'Reads the cookies of the user’s browser.' }
      if (/(^|\.)CryptUnprotectData$/.test(name))
        yield { line, message: 'Decrypts what the user’s system keeps secret.' }
    }
  },
}

export const persistence: PythonRule = {
  of: 'python',
  id: 'persistence',
  severity: 'high',
  why: 'Something that starts by itself stays on the machine after the pack is removed.',
  fix: 'Remove it. A pack runs when the tool runs, and not otherwise.',
  examples: {
    matching: [
      'p = appdata + "\\\\Microsoft\\\\Windows\\\\Start Menu\\\\Programs\\\\Startup\\\\a.bat"',
      'f = open(os.path.expanduser("~/.bashrc"), "a")',
      'import winreg\nwinreg.OpenKey(winreg.HKEY_CURRENT_USER, r"Software\\Microsoft\\Windows\\CurrentVersion\\Run")',
      'import os\nos.system("crontab /tmp/x")',
      'import subprocess\nsubprocess.run(["schtasks", "/create", "/tn", "x"])',
    ],
    harmless: [
      'print("Add this line to your ~/.bashrc and then start the tool once more please")',
      'import subprocess\nsubprocess.run(["git", "status"])',
      'name = "Startup settings"',
    ],
  },
  find: (facts) =>
    literalHits(facts, [
      [/Start Menu[\\/]+Programs[\\/]+Startup/i, 'Names the folder of programs that start with the system.'],
      [/CurrentVersion[\\/]+Run(Once)?\b/i, 'Names the registry key of programs that start with the system.'],
      [/(^|[\\/~])\.(bashrc|zshrc|bash_profile|zprofile|profile)$/, 'Names a file that every shell runs.'],
      [
        /[\\/]etc[\\/](cron\w*|rc\.local|systemd[\\/]system|profile\.d)\b|Library[\\/]LaunchAgents|\.config[\\/](autostart|systemd[\\/]user)/,
        'Names a place for programs that start by themselves.',
      ],
      [
        /^\s*(crontab\b|schtasks(\.exe)?\b|launchctl\s+load|systemctl\s+enable)/i,
        'Sets up something that starts by itself.',
      ],
      [
        /^([A-Za-z]:)?[\\/].*[\\/]etc[\\/]hosts$|^[\\/]etc[\\/]hosts$/,
        'Names the file that decides where addresses lead.',
      ],
    ]),
}

export const exfiltration: PythonRule = {
  of: 'python',
  id: 'hard-coded-receiver',
  severity: 'high',
  why: 'A chat address built into a pack is the usual way to send a user’s data to a stranger.',
  fix: 'Let the user enter the address.',
  examples: {
    matching: [
      'u = "https://discord.com/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcd"',
      'u = "https://api.telegram.org/bot1234567890:AAabcdefghijklmnopqrstuvwxyz123456789/sendDocument"',
    ],
    harmless: [
      'u = f"https://discord.com/api/webhooks/{user_id}/{token}"',
      'u = "https://discord.com/invite/abc"',
      'u = f"https://api.telegram.org/bot{token}/sendMessage"',
    ],
  },
  find: (facts) =>
    literalHits(facts, [
      [/discord(app)?\.com\/api\/webhooks\/\d{15,}\/[\w-]{50,}/, 'Sends to a chat channel that is built in.'],
      [/api\.telegram\.org\/bot\d{8,}:[\w-]{30,}/, 'Sends to a chat bot that is built in.'],
      [
        /https?:\/\/([\w-]+\.)?(webhook\.site|requestbin\.\w+|pipedream\.net|oastify\.com|burpcollaborator\.net|ngrok\.io)\b/,
        'Sends to a service that collects requests.',
      ],
    ]),
}

const isSending = (name: string) =>
  /^(requests|httpx)\.(post|put|get|request)$|(^|\.)urlopen$|\.sendall$/.test(name)

export const environmentSent: PythonRule = {
  of: 'python',
  id: 'environment-sent',
  severity: 'high',
  why: 'The environment holds the user’s tokens and passwords.',
  fix: 'Send only the values that the service needs, by name.',
  examples: {
    matching: [
      'import os, requests\nrequests.post(u, json=dict(os.environ))',
      'import os, json, requests\ndef f():\n    data = json.dumps(dict(os.environ))\n    requests.post(u, data=data)',
    ],
    harmless: [
      'import os, requests\nrequests.post(u, headers={"a": os.environ["API_KEY"]})',
      'import os, subprocess\nenv = os.environ.copy()\nsubprocess.run(["git"], env=env)',
    ],
  },
  *find(facts) {
    const isEnvironment =
      /\b(dict\(\s*os\.environ\s*\)|os\.environ\.(copy|items)\(\)|\{\*\*os\.environ\}|str\(os\.environ\))/
    if (!isEnvironment.test(facts.text)) return
    for (const call of facts.calls) {
      if (!isSending(call.name)) continue
      const parts = [...call.args, ...call.keywords.values()]
      if (
        parts.some(
          (part) => isEnvironment.test(facts.textOf(part)) || facts.comesFromText(part, isEnvironment),
        )
      ) {
        yield { line: call.line, message: 'Sends the whole environment away.' }
      }
    }
  },
}

export const reachRules = [credentials, persistence, exfiltration, environmentSent]
