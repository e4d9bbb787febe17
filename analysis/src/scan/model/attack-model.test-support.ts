/**
 * The model of an attack: a value comes from a source, travels over carriers and reaches a sink. The verdict depends on
 * the two ends; a carrier or a step that hides makes a path harder to follow and changes nothing else.
 */
export type Verdict = 'held' | 'noted' | 'free'

export const sourceClasses = {
  store:
    'stores of credentials: keys of ssh and clouds, wallets, browser profiles, passwords, the environment',
  key: 'keys and tokens of services, and settings that hold them',
  private: 'the user’s files, prompts, workflows, widgets, settings, clipboard, history, screen',
  foreign: 'text and files from the network, and messages of a server',
  stranger: 'an address in the pack that belongs to a stranger',
  order: 'text in the pack that is written for an agent',
  port: 'the address at which the tool listens',
  own: 'the pack’s own constants and files, inputs of the node, numbers and sizes',
} as const
export type SourceClass = keyof typeof sourceClasses

export const sinkClasses = {
  sends: 'requests, sockets, beacons, uploads, names looked up, pictures, forms, transfer programs',
  misdirects: 'a client of a service with the address of a stranger',
  runs: 'code, programs, libraries, modules, unsafe deserialization, script elements, workers',
  markup: 'markup of the page',
  loads: 'files that something loads: start-up files, other packs, the tool, site-packages',
  sets: 'settings of tools: package index, model hub, proxy, git, manager',
  unlocks: 'agents without permissions, and their instruction files',
  opens: 'tunnels to a port of this machine',
  keeps:
    'the pack’s own folder, models folders, logs, text on the page, programs that show a file, the key’s own service',
} as const
export type SinkClass = keyof typeof sinkClasses

/** One row for each class of sources: the verdict and the reason for each sink where it is not free. */
export const verdicts: Record<SourceClass, Partial<Record<SinkClass, readonly [Verdict, string]>>> = {
  store: {
    sends: ['held', 'the receiver acts as the user'],
    misdirects: ['held', 'a key is for its own service'],
    unlocks: ['noted', 'the agent can pass it on'],
    keeps: ['noted', 'a node rarely needs it'],
  },
  key: {
    sends: ['held', 'the receiver acts as the user'],
    misdirects: ['held', 'a key is for its own service'],
    unlocks: ['noted', 'agents need keys'],
  },
  private: {
    sends: ['held', 'it was not given to the pack'],
    misdirects: ['noted', 'a node may use a service of the user’s choice'],
    unlocks: ['noted', 'the agent works for the user'],
  },
  foreign: {
    runs: ['held', 'the owner of the address controls the machine'],
    markup: ['held', 'markup can hold scripts'],
    loads: ['held', 'it runs later, and stays'],
    sets: ['held', 'the owner of the address directs other programs'],
    unlocks: ['held', 'the owner of the address commands the agent'],
  },
  stranger: {
    sets: ['held', 'downloads of all packs come from the stranger'],
    runs: ['noted', 'packages from an address are not checked'],
  },
  order: { unlocks: ['held', 'the agent acts without asking'] },
  port: { opens: ['held', 'strangers can use the tool'] },
  own: {
    loads: ['held', 'it runs after the pack is gone'],
    runs: ['noted', 'programs and code of the pack were checked with it'],
  },
}

/** Returns what the scan should do about a path from a class of sources to a class of sinks. */
export function verdictOf(source: SourceClass, sink: SinkClass): Verdict {
  return verdicts[source][sink]?.[0] ?? 'free'
}

/** The kinds of carriers; the generator has several of each. */
export const carrierKinds = {
  names: 'variables, globals, parameters, closures, callbacks, exceptions, generators',
  objects: 'attributes, properties, implicit methods, class machinery',
  containers: 'lists, dictionaries, maps, unpacking, comprehensions',
  files: 'temporary files, handles, computed names, copies, renames',
  archives: 'zip, tar, gzip, on disk and in memory',
  listings: 'directory listings, patterns, walks',
  encodings: 'JSON, base64, bytes, quoting, pieces',
  environment: 'variables of the process, arguments, output of programs',
  threads: 'queues, threads, futures, timers, workers, channels, messages',
  page: 'elements, storage, events, history of the page',
} as const
export type CarrierKind = keyof typeof carrierKinds

export const hidingSteps = {
  'computed names': 'functions and modules named by computed text',
  'computed address': 'an address that is decoded or joined',
  packing: 'a value that is encoded or decoded',
  time: 'a delay or a date',
  platform: 'a check of the platform or the environment',
  silence: 'exceptions that are dropped',
  indirection: 'aliases of functions',
} as const
export type HidingStep = keyof typeof hidingSteps
