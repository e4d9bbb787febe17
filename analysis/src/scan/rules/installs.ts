import type { Hit } from '../../ground/finding.ts'
import { anyOf, sequence } from '../../ground/text-search.ts'
import { argumentsOf, commandOf, isProgramStart } from '../flow/code-facts.ts'
import type { Call } from '../flow/flow.ts'
import { isModelHost, isPackageIndex, isServiceHost, outerHostOf } from '../flow/hosts.ts'
import { names } from '../flow/names.ts'
import { isIndexVariable } from '../flow/python-names.ts'
import { has, type Value } from '../flow/values.ts'
import { variablesSet } from './code-calls.ts'
import { takesName } from './dependencies.ts'
import { misspelt } from './known-packages.ts'
import { managerRequest } from './receivers.ts'
import { type InstallLine, readInstallLine } from './requirement.ts'
import type { CodeRule } from './rule.ts'

const installCommand = anyOf(
  sequence(/\bpip3?\b/, /\binstall\b/),
  sequence(/\buv\b/, /\b(pip|add)\b/),
  sequence(/\b(conda|npm|apt|apt-get|brew|yarn|choco|winget|easy_install|poetry)\b/, /\b(install|add)\b/),
  /\beasy_install\b/,
)
export const isInstall = (command: string) => installCommand.test(command)

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
      if (variablesSet(call, isIndexVariable).some(redirects))
        yield {
          line: call.line,
          message: 'Makes other code use a host that is not well known.',
          severity: 'high',
        }
      const asked = isPosting.test(call.name) ? managerRequest(argumentsOf(call)) : undefined
      if (asked) yield { line: call.line, ...asked }
      const isModule = /^runpy\.run_module$/.test(call.name) && call.args[0]?.texts.includes('pip') === true
      const isPip =
        /^pip(\._internal)?(\.\S+)?\.main$|^pip\._internal\.\S+\.main$|^ensurepip\.bootstrap$/.test(call.name)
      const command = isProgramStart(call) ? commandOf(call) : isPip ? `pip ${pipWords(call.args[0])}` : ''
      if (isModule || isPip || isInstall(command)) yield { line: call.line, ...installHit(call, command) }
    }
  },
}

const isPosting = names(/(^|\.)(post|put|request|urlopen|Request)$/)

/** Whether a strange address, or the network, tells where something is. */
function redirects(value: Value): boolean {
  return has(value, 'network', 'download', 'address') || value.texts.some(isStrangeIndex)
}

function isStrangeIndex(address: string): boolean {
  const host = outerHostOf(address)
  return host !== '' && !isPackageIndex(address) && !isModelHost(address) && !isServiceHost(host)
}

function pipWords(words: Value | undefined): string {
  return (words?.items ?? []).map((item) => item.texts[0] ?? '…').join(' ')
}

/** A value of the network in a fixed address, or after a fixed name, can only choose a version. */
function isNamedByNetwork(value: Value): boolean {
  if (!has(value, 'network', 'download')) return false
  const isName = ({ texts }: Value) => texts.length === 0 || !texts.every((text) => versionOnly.test(text))
  const words = value.items?.filter((word) => word.parameters !== 0 || has(word, 'network', 'download'))
  return words === undefined || words.length === 0 ? isName(value) : words.some(isName)
}

const versionOnly =
  /^(https:\/\/(github\.com|gitlab\.com)\/[\w.-]+\/[\w.-]+\/(releases\/download|archive)\/|[\w.-]+(\[[\w,]+\])?[=~<>]=)[^\s;]*$/

function installHit(call: Call, command: string): Omit<Hit, 'line'> {
  if (argumentsOf(call).some(isNamedByNetwork))
    return { message: 'Installs packages that the network names.', severity: 'high' }
  if (argumentsOf(call).some((value) => has(value, 'decoded')))
    return { message: 'Installs packages whose names are hidden.', severity: 'high' }
  const index = /(?:-i|--index-url|--extra-index-url|-f|--find-links)[\s=]+(\S+)/.exec(command)?.[1]
  if (index !== undefined && isStrangeIndex(index))
    return { message: 'Installs packages from an index that is not well known.', severity: 'high' }
  const typo = installedNames(command)
    .map(({ name }) => (name === undefined ? undefined : misspelt(name)))
    .find((word) => word !== undefined)
  const foreign = installedNames(command).find(
    ({ name, address }) => name !== undefined && address !== undefined && takesName(name, address),
  )
  if (foreign)
    return { message: `Installs \`${foreign.name}\` from an address of strangers.`, severity: 'high' }
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
function installedNames(command: string): InstallLine[] {
  const [, words = ''] = /\binstall\s+(.*)/.exec(command) ?? []
  return words
    .split(/\s+/)
    .filter((word) => !word.startsWith('-') && !word.includes('…') && /:\/\/|^[^/\\]+$/.test(word))
    .flatMap((word) => readInstallLine(word) ?? [])
}
