const megabyte = 1024 * 1024

/** What a program may use before it is ended, and which variables of this process it sees. Undefined: no limit, see `why`. */
export interface ProgramLimits {
  /** Until the program and everything that it started is killed. */
  seconds: number | undefined
  /** Processor time of each of its processes. */
  cpuSeconds: number | undefined
  /** Address space of each of its processes. */
  memoryBytes: number | undefined
  /** Of its standard output. */
  outputBytes: number
  environment: readonly (keyof typeof variables)[]
  /** Why a limit is missing. */
  why?: string
}

/** Names of environment variables. Everything else stays here, such as tokens of the registry and of other services. */
export const variables = {
  /** Needed by every program. */
  base: [
    ...[
      'PATH',
      'HOME',
      'USER',
      'LOGNAME',
      'SHELL',
      'LANG',
      'LANGUAGE',
      'LC_*',
      'TZ',
      'TERM',
      'TMPDIR',
      'TMP',
      'TEMP',
    ],
    ...['SystemRoot', 'SystemDrive', 'windir', 'ComSpec', 'PATHEXT', 'USERPROFILE', 'USERNAME', 'HOMEDRIVE'],
    ...[
      'HOMEPATH',
      'APPDATA',
      'LOCALAPPDATA',
      'ProgramData',
      'ProgramFiles',
      'ProgramFiles(x86)',
      'ProgramW6432',
    ],
    ...['CommonProgramFiles', 'OS', 'NUMBER_OF_PROCESSORS', 'PROCESSOR_ARCHITECTURE', 'XDG_*'],
  ],
  network: [
    ...[
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'ALL_PROXY',
      'NO_PROXY',
      'SSL_CERT_FILE',
      'SSL_CERT_DIR',
      'CURL_CA_BUNDLE',
    ],
    ...['REQUESTS_CA_BUNDLE', 'GIT_SSL_CAINFO', 'GIT_SSL_CAPATH', 'GIT_PROXY_SSL_CAINFO'],
  ],
  /** Interpreters, package indexes, and compilers of Python packages. */
  python: [
    ...[
      'VIRTUAL_ENV',
      'CONDA_*',
      'PYTHON*',
      'PIP_*',
      'UV_*',
      'LD_LIBRARY_PATH',
      'DYLD_*',
      'LIBRARY_PATH',
      'CPATH',
    ],
    ...[
      'INCLUDE',
      'LIB',
      'LIBPATH',
      'CC',
      'CXX',
      'CFLAGS',
      'CXXFLAGS',
      'LDFLAGS',
      'MAX_JOBS',
      'CMAKE_*',
      'CUDA*',
    ],
    ...['NVIDIA_*', 'ROCM_*', 'HIP_*', 'HSA_*', 'TORCH_*', 'VS*', 'VC*', 'WindowsSdk*', 'DISTUTILS_USE_SDK'],
  ],
  desktop: [
    ...['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'BROWSER', 'DESKTOP_SESSION'],
    ...['KDE_*', 'GNOME_*', 'WSL*'],
  ],
} as const

/** Every program that the server or the command line starts. Documented in docs/limits.md. */
export const programs = {
  /** git without a network: reads objects, writes files. */
  git: {
    seconds: 60,
    cpuSeconds: 60,
    memoryBytes: 1024 * megabyte,
    outputBytes: 1024 * megabyte,
    environment: ['base'],
  },
  /** git that asks another host. */
  'git-network': {
    seconds: 1800,
    cpuSeconds: 300,
    memoryBytes: 1024 * megabyte,
    outputBytes: 4 * megabyte,
    environment: ['base', 'network'],
  },
  /** An interpreter that is asked for its version and packages. */
  python: {
    seconds: 120,
    cpuSeconds: 120,
    memoryBytes: undefined,
    outputBytes: 4 * megabyte,
    environment: ['base', 'python'],
    why: 'It is the own program of the user, and some builds reserve much address space.',
  },
  /** pip, and the programs of packs that the user wants to be run. */
  installer: {
    seconds: 4 * 3600,
    cpuSeconds: undefined,
    memoryBytes: undefined,
    outputBytes: 256 * megabyte,
    environment: ['base', 'network', 'python'],
    why: 'Compilers of large packages take hours of processor time and much memory.',
  },
  /** Shows a page on the desktop of the user. */
  browser: {
    seconds: undefined,
    cpuSeconds: undefined,
    memoryBytes: undefined,
    outputBytes: 0,
    environment: ['base', 'network', 'desktop'],
    why: 'It stays open after the command line has ended.',
  },
} as const satisfies Record<string, ProgramLimits>

export type ProgramKind = keyof typeof programs

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the variables that a program may see. */
export function environmentFor(kind: ProgramKind, all: Environment): Record<string, string> {
  const names = programs[kind].environment.flatMap((group) => [...variables[group]])
  const exact = new Set(names.map((name) => name.toUpperCase()))
  const prefixes = names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1).toUpperCase())
  const isPassed = (name: string) =>
    exact.has(name.toUpperCase()) || prefixes.some((prefix) => name.toUpperCase().startsWith(prefix))
  return Object.fromEntries(
    Object.entries(all).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && isPassed(entry[0]),
    ),
  )
}
