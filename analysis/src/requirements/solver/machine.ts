import type { MarkerEnvironment } from '../marker.ts'
import { readVersion } from '../versions.ts'

export const operatingSystems = ['linux', 'windows', 'macos'] as const
export const architectures = ['x86_64', 'arm64'] as const
export const accelerators = ['cpu', 'cuda', 'rocm', 'xpu', 'mps', 'directml'] as const

/** The machine that packages are installed on. */
export interface Machine {
  /** `3.12` or `3.12.4`. Without the last part, the newest one counts. */
  python: string
  os: (typeof operatingSystems)[number]
  architecture: (typeof architectures)[number]
  accelerator: (typeof accelerators)[number]
}

/** Above every patch release of Python. */
const newestPatch = 99

export const fullPython = (python: string): string =>
  python.split('.').length > 2 ? python : `${python}.${newestPatch}`

const systems = {
  linux: { os_name: 'posix', sys_platform: 'linux', platform_system: 'Linux' },
  windows: { os_name: 'nt', sys_platform: 'win32', platform_system: 'Windows' },
  macos: { os_name: 'posix', sys_platform: 'darwin', platform_system: 'Darwin' },
}

const machineNames = {
  linux: { x86_64: 'x86_64', arm64: 'aarch64' },
  windows: { x86_64: 'AMD64', arm64: 'ARM64' },
  macos: { x86_64: 'x86_64', arm64: 'arm64' },
}

/** Versions of the kernel are not known. */
export function environmentOf({ python, os, architecture }: Machine): MarkerEnvironment {
  const full = fullPython(python)
  return {
    ...systems[os],
    platform_machine: machineNames[os][architecture],
    python_version: full.split('.').slice(0, 2).join('.'),
    python_full_version: full,
    platform_python_implementation: 'CPython',
    implementation_name: 'cpython',
    implementation_version: full,
  }
}

const platforms: Record<Machine['os'], Record<Machine['architecture'], RegExp>> = {
  linux: { x86_64: /^(any|(many)?linux\w*_x86_64)$/, arm64: /^(any|(many)?linux\w*_aarch64)$/ },
  windows: { x86_64: /^(any|win_amd64)$/, arm64: /^(any|win_arm64)$/ },
  macos: {
    x86_64: /^(any|macosx_\w+_(x86_64|universal2|universal|intel))$/,
    arm64: /^(any|macosx_\w+_(arm64|universal2))$/,
  },
}

/** Whether a wheel with this tag can be installed. Source: platform compatibility tags (PEP 425). */
export function wheelFits(tag: string, machine: Machine): boolean {
  const [pythons = '', abis = '', places = ''] = tag.split('-')
  const place = platforms[machine.os][machine.architecture]
  if (!places.split('.').some((one) => place.test(one))) return false
  const [major = 3, minor = 0] = readVersion(machine.python)?.key.release ?? []
  const current = `cp${major}${minor}`
  return pythons.split('.').some((python) => {
    const [, kind, digits = ''] = /^(cp|py)(\d+)$/.exec(python) ?? []
    if (kind === undefined || Number(digits[0]) !== major) return false
    const wanted = digits.length > 1 ? Number(digits.slice(1)) : 0
    if (kind === 'py') return wanted <= minor && abis.split('.').includes('none')
    return abis
      .split('.')
      .some((abi) => (abi === 'abi3' ? wanted <= minor : python === current && /^(none|cp\d+m?)$/.test(abi)))
  })
}
