import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { parse, parseAllDocuments } from 'yaml'

/** The outcome of a job. */
export interface JobResult {
  code: number
  output: string
}

/** The surroundings of a job: a checkout, and the programs that its steps find. */
export interface Job {
  folder: string
  env: Record<string, string>
}

interface Step {
  if?: string
  shell: string
  env?: Record<string, string>
  run: string
}
interface Action {
  inputs: Record<string, { default?: string; required?: boolean }>
  runs: { using: string; steps: Step[] }
}

/** Runs a composite action as GitHub does, as far as actions of this repository need it. */
export async function runAction(text: string, given: Record<string, string>, job: Job): Promise<JobResult> {
  const { inputs, runs }: Action = parse(text)
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(inputs, name))
  if (unknown !== undefined || runs.using !== 'composite')
    throw new Error(`unknown input or kind: ${unknown}`)
  const missing = Object.entries(inputs).find(([name, { required }]) => required && !given[name])
  if (missing) throw new Error(`missing input: ${missing[0]}`)
  const values = {
    ...Object.fromEntries(Object.entries(inputs).map(([name, one]) => [name, one.default ?? ''])),
    ...given,
  }
  let output = ''
  for (const step of runs.steps) {
    if (step.if !== undefined && evaluate(step.if, values) !== 'true') continue
    const env = Object.fromEntries(
      Object.entries(step.env ?? {}).map(([name, one]) => [name, evaluate(one, values)]),
    )
    // Values reach the shell as variables only, so that they cannot become commands.
    if (step.run.includes('${{')) throw new Error('an expression inside a script')
    const result = await runShell(step.run, { ...job, env: { ...job.env, ...env, GITHUB_ACTIONS: 'true' } })
    output += result.output
    if (result.code !== 0) return { code: result.code, output }
  }
  return { code: 0, output }
}

/** Evaluates texts with `${{ inputs.name }}`, and comparisons of an input with a text. */
function evaluate(text: string, inputs: Record<string, string>): string {
  return text.replace(
    /\$\{\{ *inputs\.(\w+)(?: *== *'([^']*)')? *\}\}/g,
    (_, name: string, other?: string) =>
      other === undefined ? (inputs[name] ?? '') : String(inputs[name] === other),
  )
}

interface Component {
  image: string
  variables?: Record<string, string>
  id_tokens?: Record<string, { aud: string }>
  script: string[]
  artifacts?: { reports?: { codequality?: string } }
}

export interface ComponentJob extends Job {
  /** Issues the tokens that the job asks for. */
  mint(audience: string): Promise<string>
}

/** Runs one job of a component as GitLab does. */
export async function runComponent(
  text: string,
  name: string,
  given: Record<string, string>,
  job: ComponentJob,
): Promise<JobResult & { reports: string | undefined }> {
  const [head] = parseAllDocuments(text)
  if (!head) throw new Error('the component has no header')
  const { spec } = head.toJS() as { spec: { inputs: Record<string, { default?: string }> } }
  const inputs: Record<string, string> = {}
  for (const [input, { default: usual }] of Object.entries(spec.inputs)) {
    const value = given[input] ?? usual
    if (value === undefined) throw new Error(`missing input: ${input}`)
    inputs[input] = value
  }
  const filled = text.replace(/\$\[\[ inputs\.(\w+) \]\]/g, (_, input: string) => inputs[input] ?? '')
  const jobs = parseAllDocuments(filled)[1]?.toJS() as Record<string, Component>
  const found = jobs[name]
  if (!found) throw new Error(`no job ${name}`)
  const tokens: Record<string, string> = {}
  for (const [variable, { aud }] of Object.entries(found.id_tokens ?? {}))
    tokens[variable] = await job.mint(aud)
  const env = { ...job.env, ...found.variables, ...tokens, CI: 'true', GITLAB_CI: 'true' }
  const result = await runShell(`set -e\n${found.script.join('\n')}`, { ...job, env })
  return { ...result, reports: found.artifacts?.reports?.codequality }
}

/** Runs a script as the shell of a CI job does, which stops at the first failure. */
export function runShell(script: string, { folder, env }: Job): Promise<JobResult> {
  return new Promise((resolve) => {
    const flags = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script]
    execFile('bash', flags, { cwd: folder, env }, (error, stdout, stderr) => {
      const code = error ? Number(error.code ?? 1) : 0
      resolve({ code, output: stdout + stderr })
    })
  })
}

/** Starts GitHub's service that gives a job its identity. Returns the variables with which a job finds it. */
export async function identityServer(
  mint: (audience: string) => Promise<string>,
): Promise<Record<string, string>> {
  const server = createServer(async ({ url = '', headers }, response) => {
    if (headers.authorization !== 'Bearer of-the-job') return void response.writeHead(401).end()
    const audience = new URL(url, 'http://ci.test').searchParams.get('audience') ?? ''
    response.end(JSON.stringify({ value: await mint(audience) }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  return {
    ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${bound.port}/token?api-version=2`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job',
  }
}
