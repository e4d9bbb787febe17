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
      '--extra-index-url https://example.org/simple',
      '-i https://example.org/simple',
      '--trusted-host example.org',
    ],
    harmless: ['numpy', '-r other.txt', '--no-cache-dir'],
  },
  *find(line) {
    if (
      /^\s*--trusted-host\b/.test(line) ||
      /^\s*(-i|--(extra-)?index-url|-f|--find-links)[\s=]+http:/.test(line)
    ) {
      yield { message: 'Takes packages from an index without checking who it is.', severity: 'medium' }
    } else if (/^\s*(-i|--index-url|--extra-index-url|-f|--find-links)[\s=]/.test(line)) {
      yield { message: 'Takes packages from another index.' }
    }
  },
}

export const dependencyRules = [directDependency, otherIndex]
