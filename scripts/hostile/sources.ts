import { filled, numbered } from './text.ts'

/** Texts of any size by kind of attack. */
export type Family = Readonly<Record<string, (size: number) => string>>

const body = 'class A:\n    @classmethod\n    def INPUT_TYPES(s):\n        return {"required": {'
const end = '}}\n    RETURN_TYPES = ("IMAGE",)\n    FUNCTION = "f"\nNODE_CLASS_MAPPINGS = {"A": A}\n'

export const python: Family = {
  'blanks in a remark': (size) => `#${' '.repeat(size)}`,
  'blanks before a word': (size) => `x = 1${' '.repeat(size)}y`,
  'many runs of blanks': filled(`x${' '.repeat(60)}`),
  'escaped quotes in a text that stays open': (size) => `# é\n"${filled('\\"')(size)}`,
  'open quotes': (size) => `# é\n${filled("'\n")(size)}`,
  'long texts': filled('"""a\n'),
  'blanks in documentation': (size) =>
    `class A:\n    """x${' '.repeat(size)}!"""\n    DESCRIPTION = __doc__\nNODE_CLASS_MAPPINGS = {"A": A}\n`,
  'lines of documentation': (size) => `"""${filled('\n x')(size)}"""\nimport subprocess\n`,
  'many elif': (size) =>
    `import os\nif x == 0: pass\n${numbered((i) => `elif x == ${i}: os.system("a")\n`)(size)}`,
  'many functions': numbered((i) => `def f${i}(a):\n    import os\n    return os.system(a)\n`),
  'many functions that call the next': (size) =>
    `import os\n${numbered((i) => `def f${i}(a):\n    return f${i + 1}(os.system(a))\n`)(size)}f0(1)\n`,
  'many plain functions': numbered((i) => `def f${i}(a):\n    return a\n`),
  'many classes': numbered((i) => `class C${i}(C${i - 1}):\n    x = ${i}\n`),
  'methods of one class': (size) =>
    `import os\nclass A:\n${numbered((i) => `    def m${i}(self):\n        os.system(self.m${i + 1})\n`)(size)}`,
  'many imports': numbered((i) => `import a${i}, subprocess as b${i}\n`),
  'an import of many names': (size) => `from os import (${numbered((i) => `system as s${i}, `)(size)})\n`,
  'names given to names': (size) => `a0 = exec\n${numbered((i) => `a${i + 1} = a${i}\n`)(size)}`,
  'one name given again and again': (size) =>
    `import os\nx = "a"\n${filled('x = x + "a"\n')(size)}os.system(x)\n`,
  'a dotted name': (size) => `import os\nos${filled('.a')(size)}(1)\n`,
  'decoding names': (size) => `import base64\nbase64.${filled('decode')(size)}x(1)\n`,
  'a chain of calls': (size) => `import os\nos${filled('.a()')(size)}\n`,
  'terms of a sum': (size) => `import os\nx = os.getcwd()${filled(' + "a"')(size)}\nos.system(x)\n`,
  'items of a list': (size) => `import os\nos.system([${numbered((i) => `"${i}", `)(size)}])\n`,
  'items of a dictionary': (size) =>
    `import os\nx = {${numbered((i) => `"${i}": os.system, `)(size)}}\nx["1"](2)\n`,
  'inputs of a comfy-node': (size) =>
    `${body}${numbered((i) => `"i${i}": ("INT", {"default": ${i}}), `)(size)}${end}`,
  'comfy-nodes': (size) =>
    `class A:\n    RETURN_TYPES = ("IMAGE",)\nNODE_CLASS_MAPPINGS = {${numbered((i) => `"n${i}": A, `)(size)}}\n`,
  'comfy-nodes one by one': (size) =>
    `NODE_CLASS_MAPPINGS = {}\nclass A: pass\n${numbered((i) => `NODE_CLASS_MAPPINGS["n${i}"] = A\n`)(size)}`,
  'a growing list': (size) => `x = []\n${numbered((i) => `x += [${i}]\n`)(size)}`,
  'subjects of match': filled('match [a\\\n]:\n  #\n'),
  'remarks after a match': (size) => `match [a]:${filled('#\n')(size)}x`,
  'open brackets': filled('('),
  'open brackets of all kinds': filled('([{'),
  decorators: (size) => `import os\n${filled('@os.system\n')(size)}def f(): pass\n`,
  walruses: (size) => `import os\nx = (${filled('(a:=')(size)}os.system`,
  lambdas: (size) => `import os\nx = ${filled('lambda a: ')(size)}os.system(a)\n`,
  'format strings': (size) => `import os\nos.system(f"${filled('{a}')(size)}")\n`,
  'formats to fill in': (size) =>
    `import os\nos.system("${filled('%0')(size)}" % (1,))\nos.system("${filled('{:')(size)}".format(1))\n`,
  'named letters': (size) => `x = "${filled('\\N{')(size)}"\nNODE_CLASS_MAPPINGS = {x: 1}\n`,
  'loops inside of a list': (size) => `import os\nx = [os.system(a) ${filled('for a in b ')(size)}]\n`,
  'with blocks': (size) =>
    `import os\nwith ${numbered((i) => `a${i}() as b${i}, `)(size)}os.x() as c:\n    os.system(c)\n`,
  tries: filled('try:\n    import os\nexcept E:\n    os.system(1)\n'),
  'turned letters': filled('\u202e'),
  'names of two scripts': filled('e\u0430 '),
  'letters that look alike': filled('O0Oo0O '),
  templates: (size) => `import os\nx = "${filled('{{')(size)}"\n`,
  'keys that are placed': filled('k = "-----BEGIN PRIVATE KEY-----\\n"\n'),
  'commands in one line': (size) => `import os\nos.system("${filled('curl rm -rf -rf ')(size)}")\n`,
  'commands in many lines': filled('import os\nos.system("curl x | a; wget b && c > d")\n'),
  'code inside of code': (size) => `exec("${filled('x = 1;')(size)}")\n`,
  'paths that are written': (size) => `open("${filled('site-packages/')(size)}", "w").write("x")\n`,
  'paths in the tool': (size) =>
    `import folder_paths, os\nopen(os.path.join(folder_paths.base_path, "${filled('a.py\\r')(size)}"), "w").write("x")\n`,
  'continued lines': filled('x = 1 + \\\n'),
  semicolons: (size) => `import os\n${filled('os.system(1);')(size)}\n`,
  globals: (size) =>
    `import os\ndef f():\n${numbered((i) => `    global a${i}\n    a${i} = os.system\n`)(size)}`,
  'patterns that are replaced': (size) =>
    `import re\nfor i in range(20000):\n${filled('  x = re.sub("\\\\w+\\\\w+!", "", "a" * 200)\n')(size)}`,
  indents: numbered((i) => `${' '.repeat(i % 90)}if os.system(1):\n`),
}

export const javascript: Family = {
  'blanks in a remark': (size) => `;x${' '.repeat(size)}`,
  'blanks before a word': (size) => `x = 1${' '.repeat(size)}y`,
  'many functions': numbered((i) => `function f${i}(a) { return fetch(a) }\n`),
  'functions that call the next': (size) =>
    `${numbered((i) => `function f${i}(a) { return f${i + 1}(eval(a)) }\n`)(size)}f0(1)\n`,
  'names given to names': (size) => `const a0 = eval\n${numbered((i) => `const a${i + 1} = a${i}\n`)(size)}`,
  'a chain of calls': (size) => `fetch(x)${filled('.then(eval)')(size)}\n`,
  handlers: filled('.then(a=>'),
  'a dotted name': (size) => `x = window${filled('.a')(size)}\n`,
  'words that are aliases': filled('eval.eval.'),
  'open brackets': filled('['),
  templates: (size) => `x = \`${filled(`$\{a}`)(size)}\`\nfetch(x)\n`,
  'terms of a sum': (size) => `x = fetch${filled(' + "a"')(size)}\n`,
  'items of an object': (size) => `x = {${numbered((i) => `a${i}: eval, `)(size)}}\nx.a1(2)\n`,
  'regular expressions': filled('a = /[/]/g;'),
  'words of a scrambler': numbered((i) => `var _0x${(i % 65536).toString(16).padStart(4, '0')} = 1;`),
  awaits: filled('await fetch(1);'),
  'elements that read the page': (size) => `x.innerHTML = "${filled('<a onx=')(size)}"\n`,
  numbers: filled('1,'),
  else: (size) => `if (a) fetch(1)\n${filled('else if (a) fetch(2)\n')(size)}`,
  'sums of names': numbered((i) => `a${i} = a${i - 1} + fetch\n`),
}

export const shell: Family = {
  'one command': filled('curl '),
  'one command in short lines': filled('curl wget curl wget | a; b && c > d\n'),
  removals: filled('rm -rf -rf '),
  'removals in lines': filled(`${'rm -rf -rf '.repeat(300)}\n`),
  'settings of the shell': filled(`${'>> ~/.bashrc '.repeat(300)}\n`),
  redirections: filled(`${'>'.repeat(3900)}\n`),
  'encoded commands': filled(`${'powershell -e| '.repeat(250)}\n`),
  'network tools': filled(`${'nc -eeeeeeee '.repeat(300)}\n`),
  'git settings': filled(`${'git config url.'.repeat(250)}\n`),
  'data of curl': filled(`${'curl --data--data '.repeat(200)}\n`),
  blanks: filled(`sh${' '.repeat(3900)}x\n`),
  'far to the right': filled(`x${' '.repeat(3900)}\n`),
}

export const data: Family = {
  'open objects': filled('{"a":'),
  hooks: filled('"hooks": '),
  'commands of assistants': filled('"command": "x", "args": ['),
  'objects of Python': filled('!!python/object/apply:os.system '),
  'objects in JSON': filled('"py/reduce": [{"py/type": "'),
  keys: filled('-----BEGIN PRIVATE KEY-----'),
  tokens: filled('ghp_'),
  blanks: (size) => `${' '.repeat(size)}x`,
  quotes: filled('"'),
}

export const requirements: Family = {
  'one long line': filled('a-'),
  options: filled('-i x '),
  'options in lines': filled('--extra-index-url https://example.test/\n'),
  addresses: filled('git+https://example.test/a.git\n'),
  'continued lines': filled('a \\\n'),
  blanks: (size) => `a${' '.repeat(size)}b`,
  names: numbered((i) => `package-${i}\n`),
  'misspelt names': filled('reqeusts\n'),
  brackets: filled('a[a[\n'),
  'line ends': filled('\r'),
}
