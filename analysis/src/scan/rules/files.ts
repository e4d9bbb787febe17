import type { FileRule } from './rule.ts'

const decoder = new TextDecoder('latin1')

const startsWithPython: FileRule = {
  of: 'file',
  id: 'python-start-file',
  severity: 'high',
  why: 'Python runs files of this kind by itself, whether or not anything imports them.',
  fix: 'Remove the file.',
  examples: {
    matching: [
      'evil.pth\nimport os; os.system("x")',
      'sub/x.pth\nimport sys',
      'sitecustomize.py\nimport os',
      'lib/usercustomize.py\n',
    ],
    harmless: ['model.pth\nPK\u0003\u0004', 'paths.pth\n/usr/lib/x\n', 'customize.py\nimport os'],
  },
  *find(path, start) {
    if (/(^|\/)(site|user)customize\.py$/i.test(path))
      yield { message: 'Every Python program would run this file.' }
    const line = /\.pth$/i.test(path)
      ? decoder
          .decode(start)
          .split('\n')
          .findIndex((text) => /^import[ \t]/.test(text))
      : -1
    if (line >= 0) yield { line: line + 1, message: 'Every Python program would run this line.' }
  },
}

export const gitFolder: FileRule = {
  of: 'file',
  id: 'git-folder',
  severity: 'high',
  why: 'Git runs the programs under `hooks`, and its settings can name others.',
  fix: 'Leave `.git` out of the archive.',
  examples: {
    matching: ['.git/hooks/post-checkout\n#!/bin/sh', '.git/config\n[core]', 'sub/.git/hooks/pre-commit\nx'],
    harmless: ['.gitignore\n*.pyc', '.github/workflows/x.yml\non: push', 'hooks/x.py\n'],
  },
  *find(path) {
    if (/(^|\/)\.git\/(hooks\/(?!.*\.sample$)|config$|modules\/)/.test(path))
      yield { message: 'Ships a folder that git runs programs from.' }
  },
}

export const compiledPython: FileRule = {
  of: 'file',
  id: 'compiled-python',
  severity: 'high',
  why: 'Compiled Python cannot be read, and Python runs it in place of a source file.',
  fix: 'Leave `*.pyc` out of the archive.',
  examples: {
    matching: [
      'evil.pyc\n\u00a7\r\r\n',
      'lib/a.pyc\nx',
      `__pycache__/a.cpython-311.pyc\n\u00a7\r\r\n\u0001\u0000\u0000\u0000`,
      `__pycache__/a.cpython-312.pyc\n\u00cb\r\r\n\u0003\u0000\u0000\u0000`,
    ],
    harmless: ['a.py\n', 'pyc.txt\n'],
  },
  *find(path) {
    if (!/\.py[co]$/i.test(path)) return
    // A cache file runs instead of its source when its time or digest matches, and the author of an archive
    // controls both, including file times. Source: PEP 552. `compiled-cache.ts` compares it with its source.
    if (/(^|\/)__pycache__\//.test(path))
      yield { message: 'Ships a cache of compiled Python, which runs in place of its source.' }
    else yield { message: 'Ships compiled Python without its source.' }
  },
}

const twoEndings =
  /\.(png|jpe?g|gif|webp|pdf|docx?|xlsx?|txt|md|json|csv|mp[34]|safetensors)\s*\.(exe|scr|bat|cmd|com|pif|vbs|js[ce]|ps1|lnk|hta|msi|jar)$/i

const pictures = /\.(png|jpe?g|gif|webp|bmp|ico|mp4|webm|mp3|wav|ttf|woff2?)$/i

const disguisedFile: FileRule = {
  of: 'file',
  id: 'disguised-file',
  severity: 'high',
  why: 'Code or an archive named like a picture is meant to be overlooked.',
  fix: 'Remove the file, or give it its real name.',
  examples: {
    matching: [
      'logo.png\nPK\u0003\u0004',
      'logo.jpg\n#!/bin/sh\ncurl',
      'a.gif\nimport os\nos.system("x")',
      'x.webp\n<script>',
      'images/photo.png.exe\nx',
    ],
    harmless: [
      'logo.png\n\u0089PNG\r\n',
      'a.gif\nversion https://git-lfs.github.com/spec/v1\n',
      'a.py\nimport os',
    ],
  },
  *find(path, start) {
    if (twoEndings.test(path))
      yield { message: 'The file is a program that is named like something harmless.' }
    if (!pictures.test(path)) return
    const text = decoder.decode(start)
    if (text.startsWith('PK\u0003\u0004'))
      yield { message: 'The file is an archive, but its name says something else.' }
    else if (
      /^(#!|[ \t\f]*(import \w+[ \t\f\r]*$|from \w[\w.]* import |(exec|eval)\(|def \w+\()|<\?php|<script|@echo off)/m.test(
        text,
      ) &&
      !/[\u0000-\u0008]/.test(text)
    )
      yield { message: 'The file holds code, but its name says something else.' }
  },
}

const packedFile: FileRule = {
  of: 'file',
  id: 'packed-file',
  severity: 'medium',
  why: 'Reviewers do not see the contents of an archive inside the archive.',
  fix: 'Ship the files as they are.',
  examples: {
    matching: [
      'lib/tool.whl\nPK\u0003\u0004',
      'data.tar.gz\n\u001f\u008b',
      'x.7z\n7z',
      'a.rar\nRar!',
      'setup.msi\nx',
    ],
    harmless: ['data.json\n{}', 'weights.npz\nPK\u0003\u0004', 'images/a.png\n\u0089PNG'],
  },
  *find(path, start) {
    if (
      /\.(whl|egg|zip|tar|tgz|tar\.\w+|gz|xz|bz2|7z|rar|msi|dmg|pkg|deb|rpm|iso|cab|apk|crx|xpi)$/i.test(path)
    )
      yield { message: 'Ships an archive inside the archive.' }
    else if (
      /\.(scr|lnk|vbs|vbe|jse|wsf|hta|cpl|pif|url|reg|scpt|command)$/i.test(path) ||
      (/\.desktop$/i.test(path) && /^Exec=/m.test(decoder.decode(start)))
    )
      yield { message: 'Ships a file of a kind that attacks use and packs do not need.', severity: 'high' }
  },
}

export const fileRules = [startsWithPython, gitFolder, compiledPython, disguisedFile, packedFile]
