import { readRequirementLine } from '../../requirements/lines.ts'
import { hostOf, isCodeHost, isKnownSource, isLoopback, isPackageIndex } from '../flow/hosts.ts'
import { isPopular, misspelt } from './known-packages.ts'
import { readInstallLine } from './requirement.ts'
import type { DependencyRule } from './rule.ts'

const directDependency: DependencyRule = {
  of: 'dependency',
  id: 'direct-dependency',
  severity: 'medium',
  why: 'The file at an address can change at any time, and no package index checks it.',
  fix: 'Depend on a released version of a package.',
  examples: {
    matching: [
      'git+https://example.org/a.git',
      'a @ https://example.org/a-1.0.whl',
      'https://example.org/a.zip',
      '-e git+ssh://git@example.org/a',
      'hg+http://example.org/a',
      'requests @ https://example.org/requests-2.0-py3-none-any.whl',
      'requests @ git+https://github.com/someone/requests',
      'https://example.org/numpy-2.0-cp312-cp312-win_amd64.whl',
    ],
    harmless: [
      'numpy>=1.26',
      'torch==2.1.0; sys_platform == "linux"',
      '# git+https://example.org/a.git',
      'requests[security]',
    ],
  },
  *find(line) {
    const { name, address, control } = readInstallLine(line) ?? {}
    if (address === undefined) return
    // Without encryption, anyone on the network path can replace the package.
    if (/^http:/i.test(address) && !isLoopback(hostOf(address)))
      yield { message: 'Depends on an unencrypted address.', severity: 'high' }
    else if (name !== undefined && takesName(name, address))
      yield {
        message: `Takes \`${name}\` from an address of strangers, where it is not published.`,
        severity: 'high',
      }
    else if (!/^(https?|ssh|git|file)$/i.test(address.split(':', 1)[0] ?? '') && control === undefined)
      yield { message: 'Depends on an address of an unusual kind.', severity: 'high' }
    else if (isKnownSource(address))
      yield { message: 'Depends on an address, not on a released package.', severity: 'low' }
    else yield { message: 'Depends on an address, not on a released package.' }
  },
}

/** A well-known name from elsewhere replaces the package for all packs. */
export function takesName(name: string, address: string): boolean {
  if (!isPopular(name)) return false
  if (!isKnownSource(address)) return true
  const owner = /^[a-z]+:\/\/[^/]*\/([^/]+)\//i.exec(address)?.[1]?.toLowerCase()
  const owners = ownersOf.get(name.toLowerCase().replace(/[-_.]+/g, '-'))
  return owners !== undefined && isCodeHost(address) && !owners.includes(owner ?? '')
}

/** Owners of repositories of packages that nothing but an attack takes from a fork. */
const ownersOf = new Map(
  `requests psf kennethreitz; urllib3 urllib3; certifi certifi; idna kjd; charset-normalizer jawah ousret; six benjaminp;
  setuptools pypa; pip pypa; wheel pypa; packaging pypa; numpy numpy; pillow python-pillow uploadcare; pyyaml yaml;
  cryptography pyca; aiohttp aio-libs; httpx encode; boto3 boto; botocore boto; click pallets; jinja2 pallets;
  flask pallets; tqdm tqdm; colorama tartley; rich textualize; pydantic pydantic; typing-extensions python`
    .split(';')
    .map((row) => {
      const [name = '', ...owners] = row.trim().split(/\s+/)
      return [name, owners] as const
    }),
)

const otherIndex: DependencyRule = {
  of: 'dependency',
  id: 'other-package-index',
  severity: 'low',
  why: 'Packages come from another index than the usual one, for every package in the list.',
  fix: 'Leave the choice of the index to the user, and name it in the README.',
  examples: {
    matching: [
      '--extra-index-url https://example.test/simple',
      '-i https://pypi.tuna.tsinghua.edu.cn/simple',
      '--trusted-host example.org',
      '-ihttps://example.test/simple',
      '-fhttps://example.test/',
      '--extra-index https://example.test/simple',
      '--extra=https://example.test/simple',
      '--pre -i "https://example.test/simple"',
      `${' '.repeat(2_000)}-i https://example.test/simple`,
    ],
    harmless: [
      'numpy',
      'x-i https://example.test/x',
      '--no-index',
      '--prefer-binary',
      '-r other.txt',
      '--no-cache-dir',
    ],
  },
  *find(line) {
    for (const { name, value } of optionsOf(line)) {
      const host = name === 'trusted-host' ? '' : hostOf(value)
      if (host !== '' && !isPackageIndex(value))
        yield { message: 'Takes packages from an index that is not well known.', severity: 'high' }
      else if (name === 'trusted-host' || /^http:/i.test(value))
        yield { message: 'Takes packages from an index without checking who it is.', severity: 'medium' }
      else yield { message: 'Takes packages from another index.' }
    }
  },
}

const placesOfPackages = ['index-url', 'extra-index-url', 'find-links', 'pypi-url', 'trusted-host']

/**
 * Returns the options of a line that say where packages are. The installer splits a line as a shell does,
 * accepts abbreviated options, and lets the value of a short one follow without a space. Source: optparse,
 * `pip._internal.req.req_file`.
 */
function* optionsOf(line: string): Generator<{ name: string; value: string }> {
  const words = line
    .replace(/["'\\]/g, '')
    .trim()
    .split(/\s+/)
  if (!words[0]?.startsWith('-')) return
  for (const [i, word] of words.entries()) {
    const [, short, long, given] = /^(?:-([if])|--([a-z-]+))=?(.*)/i.exec(word) ?? []
    const name = short
      ? short === 'i'
        ? 'index-url'
        : 'find-links'
      : placesOfPackages.find((one) => long && one.startsWith(long))
    if (name) yield { name, value: given || (words[i + 1] ?? '') }
  }
}

const misspeltDependency: DependencyRule = {
  of: 'dependency',
  id: 'misspelt-dependency',
  severity: 'high',
  why: 'Attackers publish packages under names that are one typing error away from well-known ones.',
  fix: 'Correct the name. If it is the right one, say so in the description of the version.',
  examples: {
    matching: ['reqeusts>=2', 'numpyy', 'tranformers==4.0', 'python-opencv', 'Pilow', 'urlib3'],
    harmless: [
      'requests',
      'numpy==1.26',
      'opencv_python',
      'cupy-cuda13x',
      'torch',
      'timm',
      'my-own-package',
      'pypdf2',
      'https://example.org/my-package-1.0-py3-none-any.whl',
      'git+https://example.org/tool.git@v1',
      'willow',
      'urllib',
      'python=3.10.16=he870216_1',
    ],
  },
  *find(line) {
    const { name } = readInstallLine(line) ?? {}
    const other = name === undefined ? undefined : misspelt(name)
    if (other) yield { message: `The name looks like a misspelt \`${other}\`.` }
  },
}

const unpinnedDependency: DependencyRule = {
  of: 'dependency',
  id: 'unpinned-dependency',
  severity: 'info',
  why: 'A release installed tomorrow can differ from the one tested today.',
  fix: 'Name a lowest version, and a highest where a new major version breaks things.',
  examples: {
    matching: ['numpy', 'requests[security]', 'a; python_version > "3"'],
    harmless: ['numpy>=1.26', 'x==1', '# numpy', '-r other.txt', ''],
  },
  *find(line) {
    const read = readRequirementLine(line)
    if (read.kind !== 'requirement') return
    const { specifiers, url } = read.requirement
    if (specifiers.length === 0 && url === undefined) yield { message: 'Names no version.' }
  },
}

export const dependencyRules = [directDependency, otherIndex, misspeltDependency, unpinnedDependency]
