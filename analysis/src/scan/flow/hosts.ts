import { codeHosts } from '../../ground/repository.ts'

/** Returns the host of an address; empty when it is computed. */
export function hostOf(address: string): string {
  const [, host = ''] =
    /^\s*(?:https?|wss?|ftp|tcp):\/\/(?:[^/@\s]*@)?(\[[^\]/\s\u0000]*\]|[^[/:?#\s"'\u0000][^/:?#\s"'\u0000]*)/i.exec(
      address,
    ) ?? []
  return host.includes('\u0000') ? '' : host.toLowerCase()
}

function isUnder(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

/** Hosts that publish models: each is run by a known company or project, and shows who uploaded a file. */
const modelHosts = [
  'huggingface.co',
  'hf.co',
  'hf-mirror.com',
  'modelscope.cn',
  'modelscope.ai',
  'civitai.com',
  'github.com',
  'githubusercontent.com',
  'download.pytorch.org',
  'dl.fbaipublicfiles.com',
  'openaipublic.azureedge.net',
  'openaipublic.blob.core.windows.net',
  'storage.googleapis.com',
  'drive.google.com',
  'dropbox.com',
  'openmmlab.com',
  'berkeley.edu',
  'uni-heidelberg.de',
  'zenodo.org',
  'gitee.com',
  'kaggle.com',
  'pytorch.org',
  'tensorflow.org',
  'nvidia.com',
  'amazonaws.com',
  'xethub.hf.co',
]

/** Whether the address is on a known hub of models. */
export function isModelHost(address: string): boolean {
  return isUnder(hostOf(address), modelHosts)
}

/** Hosts that publish code packages, with versions that do not change. */
const scriptHosts = [
  'jsdelivr.net',
  'unpkg.com',
  'cdnjs.cloudflare.com',
  'esm.sh',
  'esm.run',
  'skypack.dev',
  'jspm.io',
  'googleapis.com',
  'gstatic.com',
  'code.jquery.com',
  'cdn.tailwindcss.com',
  'youtube.com',
  'deno.land',
  'jspm.dev',
  'bootstrapcdn.com',
]

/** Whether the address is on a known host of code packages. */
export function isScriptHost(address: string): boolean {
  return isUnder(hostOf(address), scriptHosts)
}

/** Hosts that play public media. Only their companies see the requests. */
const playerHosts = [
  'youtube.com',
  'youtube-nocookie.com',
  'vimeo.com',
  'dailymotion.com',
  'bilibili.com',
  'twitch.tv',
  'spotify.com',
  'soundcloud.com',
]

/** Whether the address is on a known host of players that pages show in a frame. */
export function isPlayerHost(address: string): boolean {
  return isUnder(hostOf(address), playerHosts)
}

/** Package indexes and their well-known mirrors. */
const packageIndexes = [
  'pypi.org',
  'pythonhosted.org',
  'pytorch.org',
  'nvidia.com',
  'tuna.tsinghua.edu.cn',
  'aliyun.com',
  'douban.com',
  'ustc.edu.cn',
  'tencent.com',
  'tencentyun.com',
  'huaweicloud.com',
  'bfsu.edu.cn',
  'sjtu.edu.cn',
  'zju.edu.cn',
  'hustunique.com',
  '163.com',
  'github.io',
  'github.com',
  'openmmlab.com',
  'intel.com',
  'amd.com',
  'azure.com',
  'pkgs.visualstudio.com',
  'anaconda.org',
  'huggingface.co',
  'jetson-ai-lab.dev',
  'comfy.org',
  'nunchaku.tech',
]

/** Whether the address is a well-known package index or one of its mirrors. */
export function isPackageIndex(address: string): boolean {
  return isUnder(hostOf(address), packageIndexes)
}

/** Paths of the tool's server with prompts, results and settings. Source: its API. */
export const privatePath = /^(\/api)?\/(history|queue|prompt|settings|userdata|v2\/userdata)\b/

/** Whether the address is on a host where repositories have owners. */
export function isCodeHost(address: string): boolean {
  return isUnder(hostOf(plain(address)), codeHosts)
}

/** Whether the address is a repository of an organization whose models many packs run. */
export function isResearch(address: string): boolean {
  return /^https:\/\/github\.com\/(facebookresearch|pytorch|huggingface|openai|nvlabs|nvidia|microsoft|google-research|openmmlab|compvis|stability-ai)\//i.test(
    address,
  )
}

/** Interfaces of services that many users have an account with. */
const serviceHosts = [
  ...[
    'openai.com',
    'anthropic.com',
    'googleapis.com',
    'azure.com',
    'slack.com',
    'discord.com',
    'comfy.org',
    'wandb.ai',
  ],
  ...[
    'openrouter.ai',
    'deepseek.com',
    'aliyuncs.com',
    'moonshot.cn',
    'bigmodel.cn',
    'siliconflow.cn',
    'groq.com',
  ],
  ...[
    'together.xyz',
    'mistral.ai',
    'x.ai',
    'perplexity.ai',
    'replicate.com',
    'fal.ai',
    'fal.run',
    'stability.ai',
  ],
]

const serviceNames = new Set([...serviceHosts, ...modelHosts].map((host) => host.split('.').at(-2) ?? host))

/** Whether the word is the name of such a service, or of a host of models. */
export function isServiceName(word: string): boolean {
  return serviceNames.has(word.toLowerCase())
}

/** Whether the host is that of a service with accounts. */
export function isServiceHost(host: string): boolean {
  return isUnder(host, serviceHosts)
}

/** Whether the address is on a host that shows who published what. */
export function isKnownSource(address: string): boolean {
  const known = plain(address)
  return isCodeHost(known) || isPackageIndex(known) || isModelHost(known)
}

/** `ssh://git@host/path` is on the same host as `https://host/path`. */
function plain(address: string): string {
  return address.replace(/^[a-z]+:\/\/(?:[^/@]*@)?/i, 'https://')
}

/** Whether the host is the machine itself. Source: RFC 6761 6.3, RFC 1122 3.2.1.3. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/i.test(host) || /\.localhost$/i.test(host)
}

/** Returns the host of another machine; empty when it is computed, or the machine itself. */
export function outerHostOf(address: string): string {
  const host = hostOf(address)
  return isLoopback(host) ? '' : host
}

/** Whether the source shows the host as it is, and what follows is known only when the code runs. */
export function showsHost(address: string, source: string): boolean {
  const host = hostOf(address)
  return host !== '' && address.includes('\u0000') && source.toLowerCase().includes(`://${host}`)
}

/** Whether all these addresses are of the machine itself. */
export function areLoopback(addresses: readonly string[]): boolean {
  return addresses.length > 0 && addresses.every((address) => isLoopback(hostOf(address)))
}
