import { type GitSetting, gitSettings } from './git-settings.ts'
import type { TextRule } from './rule.ts'

const module = (...settings: string[]) => `[submodule "lib"]\n\t${settings.join('\n\t')}\n`

/** Git has refused most of these since 2018, each after attackers used it to run commands. */
export const gitModules: TextRule = {
  of: 'text',
  id: 'git-modules',
  severity: 'high',
  why: 'Cloning the pack with its submodules runs the commands that this file names.',
  fix: 'Name submodules by their path and a plain https address, or leave the file out.',
  appliesTo: /(^|\/)\.gitmodules$/i,
  exampleName: '.gitmodules',
  examples: {
    matching: [
      module('path = lib', 'url = ext::sh -c "touch /tmp/x"'),
      module('path = lib', 'URL = "ext::sh -c touch% /tmp/x"'),
      module('path = lib', 'url = e"xt::s"h'),
      module('path = lib', 'url = ex\\\nt::sh'),
      module('path = lib', 'url = https://example.test/a.git', 'update = !sh run.sh'),
      module('path = lib', 'update="!sh"'),
      module('path = lib', 'url = --upload-pack=./run.sh'),
      module('path = -x', 'url = https://example.test/a.git'),
      module('path = lib', 'url = ssh://-oProxyCommand=sh/a'),
      module('path = lib', 'url = ssh://git@-oProxyCommand=sh/a'),
      module('path = "lib\r"', 'url = https://example.test/a.git'),
      module('path = ../../.git/hooks', 'url = https://example.test/a.git'),
      module('path = .git/hooks', 'url = https://example.test/a.git'),
      '[submodule "../../x"]\n\tpath = lib\n\turl = https://example.test/a.git\n',
      '[submodule "lib"] url = ext::sh\n',
    ],
    harmless: [
      module('path = lib', 'url = https://example.test/a.git', 'branch = main'),
      module('path = lib', 'url = git@example.test:a/b.git', 'update = rebase'),
      module('path = lib', 'url = ../a.git', 'shallow = true'),
      module('path = lib', '; url = ext::sh', '# update = !sh'),
      module('path = ext::lib', 'url = https://example.test/ext::a.git'),
      '[submodule "lib/a..b"]\r\n\tpath = lib/a..b\r\n\turl = ssh://git@example.test/a.git\r\n',
      '',
    ],
  },
  *find(text) {
    for (const setting of gitSettings(text)) {
      const what = setting.section === 'submodule' ? harmOf(setting) : undefined
      if (what) yield { line: setting.line, message: `A submodule ${what}.` }
    }
  },
}

function harmOf({ name, key, value }: GitSetting): string | undefined {
  if (key === 'url' && /^(ext|fd)::/i.test(value)) return 'has a command as its address'
  if (key === 'url' && /^(-|[a-z+]+:\/\/([^/@]*@)?-)/i.test(value))
    return 'has an option of a program as its address'
  if (key === 'update' && value.startsWith('!')) return 'has a command as its way of updating'
  if (/^(path|branch)$/.test(key) && value.startsWith('-')) return `has an option of a program as its ${key}`
  if (key === 'path' && leadsOut(value)) return 'lies outside of the pack or in the folder of git'
  if (leadsOut(name)) return 'has a name that leads out of its folder'
  if (/^(path|url)$/.test(key) && /\p{Cc}/u.test(value)) return `has invisible characters in its ${key}`
  return undefined
}

function leadsOut(path: string): boolean {
  const parts = path.split(/[\\/]/)
  return parts.some((part) => part === '..' || /^\.git$/i.test(part)) || /^([\\/]|[a-z]:)/i.test(path)
}

const bat = '*.bat working-tree-encoding=GBK'

/** In SHIFT_JIS, a yen sign becomes a backslash on checkout, so that a string of the checked file ends later, and code in it runs. */
export const gitAttributes: TextRule = {
  of: 'text',
  id: 'git-attributes',
  severity: 'critical',
  why: 'Git changes these files when it clones the pack, so that other code runs than the code that was checked.',
  fix: 'Store the files as they should be, and leave `working-tree-encoding` and `ident` out.',
  appliesTo: /(^|\/)\.gitattributes$/i,
  exampleName: '.gitattributes',
  examples: {
    matching: [
      'nodes.py working-tree-encoding=SHIFT_JIS\n',
      '* text\n*.py\ttext working-tree-encoding=CP037',
      '*.js ident\n',
      '"nodes.py" working-tree-encoding=utf-7\r\n',
      '[attr]code working-tree-encoding=SJIS\n*.py code\n',
      '[attr]code ident\n*.py code\n',
      ' nodes.py working-tree-encoding=UTF-8//TRANSLIT',
      `${bat}\n* ident`,
    ],
    harmless: [
      '* text=auto eol=lf\n*.png binary\n',
      '*.safetensors filter=lfs diff=lfs merge=lfs -text\n',
      '# *.py working-tree-encoding=SHIFT_JIS\n',
      '*.py -ident\n*.js !ident\n*.txt working-tree-encoding=UTF-8\n*.ps1 working-tree-encoding=UTF-16LE-BOM\n',
      bat,
      'ident.py text\n',
      'docs/* linguist-documentation\n',
      '',
    ],
  },
  *find(text) {
    for (const [at, line] of text.split('\n').entries()) {
      const [pattern = '', ...attributes] = line.trim().split(/[ \t\r]+/)
      if (pattern.startsWith('#') || neverCode.test(pattern)) continue
      const changes = attributes.find(changesText)
      if (changes) yield { line: at + 1, message: `Git changes files because of \`${changes}\`.` }
    }
  },
}

/** Files that neither Python nor a browser runs. */
const neverCode = /\.(?:bat|cmd|vbs|bas|reg|rc|csv|srt|ini)"?$/i
/** These encodings keep every character. */
const unicode = /^utf-?(?:8|(?:16|32)(?:[bl]e)?)(?:-bom)?$/i

function changesText(attribute: string): boolean {
  const [name, encoding] = attribute.split('=')
  return name === 'ident' || (name === 'working-tree-encoding' && !unicode.test(encoding ?? ''))
}
