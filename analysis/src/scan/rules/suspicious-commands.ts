import { anyOf, notAcross, sequence, type Test } from '../../ground/text-search.ts'

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
      /(^|[\s;&|/])(ttyd|gotty|shellinaboxd?|tmate|upterm|sshx|frpc|dropbear)(\.exe)?(\s|$)/i,
      sequence(/\bjupyter\b/i, /\.(token|password)=(''|"")?(\s|$)/i),
      sequence(/\bssh(\.exe)?\s/i, /\s-[A-Za-z]*R\s/),
      sequence(/\bngrok\b/i, /\btcp\b/i),
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
  [/^\/(proc\/(self|\d+|…)\/fd|dev\/(fd|shm))\//, 'starts a program that has no name on the disk'],
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
      /\b(crontab\s+(-(?!l)|\/|\S+\/)|launchctl\s+(load|bootstrap|submit)|systemctl\s+(--user\s+)?(enable|start)|at\s+now|systemd-run\s|sc(\.exe)?\s+create)|\|\s*crontab\b/i,
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
      /(\bcore\.(hooksPath|fsmonitor|sshCommand|gitProxy)|\bcredential\.helper|\bhttp\.(\S{1,100}\.)?proxy|\.insteadOf|\balias\.\w+)\s+[^\s|&;]/i,
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
      /\b(ngrok|cloudflared|localtunnel|serveo\.net|chisel|frpc|bore|zrok|tailscale|devtunnel)\b/i,
      /\b(tcp|ssh|22|3389|client|-R|8188)\b|(--url|--port|\bhttp|\bfunnel|\blocal)\b[^|;&]{0,60}…/i,
    ),
    'opens the machine to the network',
  ],
  [
    sequence(
      /(^|[\s;&|/])(claude|codex|gemini|qwen|cursor-agent|opencode|copilot|aider|q)(\.exe|\.cmd)?(?=\s)/i,
      /\s--(dangerously-\S{1,60}|yolo|full-auto|allow-all-tools|trust-all-tools|yes-always)\b|\bbypassPermissions\b/i,
    ),
    'lets an agent act without asking',
  ],
]

/** Returns what a suspicious command does, or undefined for others. */
export function suspicionOf(command: string): string | undefined {
  return suspiciousCommands.find(([pattern]) => pattern.test(command))?.[1]
}
