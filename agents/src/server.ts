import { type CallToolResult, Server, type Tool } from '@modelcontextprotocol/server'
import { defined, type Problem, type Registry, RegistryRefusal } from '@nodeyard/contract/ground'
import { markAuthorText, notice } from './author-text.ts'
import { fit } from './fit.ts'
import { inputOf, inputSchemaOf, type JsonSchema, type RouteTool } from './tool.ts'
import { routeTools } from './tools.ts'
import { resolveForAgent, resolveWorkflowName, resolveWorkflowTool } from './workflow.ts'

export const defaultBytes = 4096
export const maxResponseBytes = 65_536

export interface AgentOptions {
  registry: Registry
  version: string
  /** Whether the registry is called with a publish token, which unlocks the tools of publishers. */
  hasToken: boolean
}

const instructions = `A registry of packs of custom nodes for a node-based image-generation tool. Typical tasks: find the packs that a workflow
or an error text needs (resolve_workflow), versions that work together on a machine (plan_installation), the schema of a node (get_node). ${notice}
Responses are cut to ${defaultBytes} bytes; ask for more with max_bytes or page.`

/** Creates a server of the Model Context Protocol whose tools are routes of the contract. */
export function createAgentServer({ registry, version, hasToken }: AgentOptions): Server {
  const server = new Server(
    { name: 'nodeyard', title: 'Nodeyard', version },
    { capabilities: { tools: {} }, instructions },
  )
  const offered = routeTools.filter(({ needsToken }) => hasToken || !needsToken)
  const tools = [...offered.map(toTool), withLimit({ ...resolveWorkflowTool, annotations: readOnly })]
  server.setRequestHandler('tools/list', () => ({ tools }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { signal } }) => {
    const { max_bytes: maxBytes, ...given } = params.arguments ?? {}
    const limit = bytesIn(maxBytes)
    if (params.name === resolveWorkflowName)
      return answer(() => resolveForAgent(registry, given['workflow'], { signal }), limit)
    const tool = offered.find(({ name }) => name === params.name)
    if (!tool) return refused({ error: 'tool_not_found', message: whyMissing(params.name) }, limit)
    return answer(() => callRoute(registry, tool, given, signal), limit)
  })
  return server
}

const readOnly = { readOnlyHint: true, openWorldHint: false }

function toTool(tool: RouteTool): Tool {
  const { name, route, description = route.summary, changes } = tool
  const annotations = changes
    ? {
        readOnlyHint: false,
        destructiveHint: changes === 'destructive',
        idempotentHint: false,
        openWorldHint: false,
      }
    : readOnly
  return withLimit({ name, description, inputSchema: inputSchemaOf(tool), annotations })
}

function withLimit({
  inputSchema,
  ...tool
}: {
  name: string
  description: string
  inputSchema: JsonSchema
  annotations: object
}): Tool {
  const properties = {
    ...(inputSchema['properties'] as object),
    max_bytes: {
      type: 'integer',
      minimum: 512,
      maximum: maxResponseBytes,
      description: `The most bytes of the response, ${defaultBytes} by default.`,
    },
  }
  return { ...tool, inputSchema: { ...inputSchema, type: 'object', properties } as Tool['inputSchema'] }
}

function bytesIn(given: unknown): number {
  return typeof given === 'number' && Number.isInteger(given)
    ? Math.min(Math.max(given, 512), maxResponseBytes)
    : defaultBytes
}

function callRoute(
  registry: Registry,
  tool: RouteTool,
  given: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<unknown> {
  const known = Object.keys(inputSchemaOf(tool)['properties'] as object)
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new TypeError(`Unknown argument "${unknown}". Known: ${known.join(', ')}.`)
  return registry.call(tool.route, inputOf(tool, given), { signal })
}

async function answer(work: () => Promise<unknown>, maxBytes: number): Promise<CallToolResult> {
  try {
    const value = { notice, result: markAuthorText(await work()) }
    return { content: [{ type: 'text', text: JSON.stringify(fit(value, maxBytes)) }] }
  } catch (error) {
    if (error instanceof RegistryRefusal) return refused(error.problem, maxBytes)
    if (error instanceof TypeError)
      return refused({ error: 'invalid_request', message: error.message }, maxBytes)
    throw error
  }
}

/** Reasons for bans and the like are written by strangers, too. */
function refused({ error, message, details }: Problem, maxBytes = defaultBytes): CallToolResult {
  const result = { error, message: { author_text: message }, ...defined({ details }) }
  const text = JSON.stringify(fit({ notice, result: markAuthorText(result) }, maxBytes))
  return { isError: true, content: [{ type: 'text', text }] }
}

function whyMissing(name: string): string {
  return routeTools.some((tool) => tool.name === name)
    ? `The tool ${name} needs a publish token: send it as "Authorization: Bearer TOKEN".`
    : `There is no tool ${name}. List them with tools/list.`
}
