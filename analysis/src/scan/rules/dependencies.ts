import { hostOf, isPackageIndex } from '../flow/hosts.ts'
import { misspelt } from '../known-packages.ts'
import type { DependencyRule } from '../rule.ts'

export const directDependency: DependencyRule = {
  of: 'dependency',
  id: 'direct-dependency',
  severity: 'medium',
  why: 'What lies at an address can change at any time, and no package index checks it.',
  fix: 'Depend on a released version of a package.',
  examples: {
    matching: [
      'git+https://example.org/a.git',
      'a @ https://example.org/a-1.0.whl',
      'https://example.org/a.zip',
      '-e git+ssh://git@example.org/a',
      'hg+http://example.org/a',
    ],
    harmless: [
      'numpy>=1.26',
      'torch==2.1.0; sys_platform == "linux"',
      '# git+https://example.org/a.git',
      'requests[security]',
    ],
  },
  *find(line) {
    if (
      !/(^|\s|@|=)(git|hg|svn|bzr)\+\w+:|(^|@\s*|\s)(https?|file|ssh|ftp):\/\//i.test(line) ||
      /^\s*(-i|-f|--)/.test(line)
    )
      return
    // Without encryption, anyone on the way can put another package in its place.
    if (/\b(https?\+)?http:\/\//i.test(line))
      yield { message: 'Depends on an unencrypted address.', severity: 'high' }
    else yield { message: 'Depends on an address, not on a released package.' }
  },
}

export const otherIndex: DependencyRule = {
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
    ],
    harmless: ['numpy', '-r other.txt', '--no-cache-dir'],
  },
  *find(line) {
    const index = /^\s*(?:-i|--(?:extra-)?index-url|-f|--find-links)[\s=]+(\S+)/.exec(line)?.[1] ?? ''
    if (hostOf(index) !== '' && !isPackageIndex(index)) {
      yield { message: 'Takes packages from an index that is not well known.', severity: 'high' }
    } else if (
      /^\s*--trusted-host\b/.test(line) ||
      /^\s*(-i|--(extra-)?index-url|-f|--find-links)[\s=]+http:/.test(line)
    ) {
      yield { message: 'Takes packages from an index without checking who it is.', severity: 'medium' }
    } else if (/^\s*(-i|--index-url|--extra-index-url|-f|--find-links)[\s=]/.test(line)) {
      yield { message: 'Takes packages from another index.' }
    }
  },
}

export const misspeltDependency: DependencyRule = {
  of: 'dependency',
  id: 'misspelt-dependency',
  severity: 'high',
  why: 'Attackers publish packages under names that are one typing error away from well-known ones.',
  fix: 'Correct the name. If it is the right one, say so in the description of the version.',
  examples: {
    matching: ['reqeusts>=2', 'numpyy', 'tranformers==4.0', 'python-opencv', 'Pilow', 'urllib'],
    harmless: [
      'requests',
      'numpy==1.26',
      'opencv_python',
      'cupy-cuda13x',
      'torch',
      'timm',
      'my-own-package',
      'pypdf2',
    ],
  },
  *find(line) {
    if (/^\s*(-|#)/.test(line)) return
    const other = misspelt(line)
    if (other) yield { message: `The name looks like a misspelt \`${other}\`.` }
  },
}

export const unpinnedDependency: DependencyRule = {
  of: 'dependency',
  id: 'unpinned-dependency',
  severity: 'info',
  why: 'Another release can be installed tomorrow than the one that was tried today.',
  fix: 'Name a lowest version, and a highest where a new major version breaks things.',
  examples: {
    matching: ['numpy', 'requests[security]', 'a; python_version > "3"'],
    harmless: ['numpy>=1.26', 'x==1', '# numpy', '-r other.txt', ''],
  },
  *find(line) {
    const [requirement = ''] = line.split(/[;#]/)
    if (/^\s*[a-z0-9][\w.-]*\s*(\[[^\]]*\])?\s*$/i.test(requirement)) yield { message: 'Names no version.' }
  },
}

export const dependencyRules = [directDependency, otherIndex, misspeltDependency, unpinnedDependency]
