import Type, { type TObject } from 'typebox'
import { keysOf } from '../ground/keys.ts'
import { sha256Form, Timestamp } from '../ground/shapes.ts'

const maybe = Type.Optional
const text = (description: string) => Type.String({ description })
const texts = (description: string) => Type.Array(Type.String(), { description })
const count = (description: string) => Type.Integer({ description })
const flag = (description: string) => Type.Boolean({ description })
const Day = Type.String({ format: 'date' })

/** The version or the commit that a row about the contents of a node comes from. */
const source = {
  node_id: text('Id of the node.'),
  version: maybe(text('Its latest version. Absent for a reading.')),
  commit: maybe(text('The commit of its repository that was read. Absent for a version.')),
}

const Nodes = Type.Object(
  {
    id: text('Id of the node.'),
    name: text('Its name.'),
    description: text('Its description.'),
    author: text('Its author, in their own words.'),
    category: text('Its category.'),
    publisher_id: text('Id of its publisher; `unclaimed` for imported nodes.'),
    repository: text('URL of its repository.'),
    license: text('Its license: the declared one, else the one found in its files.'),
    tags: texts('Its tags.'),
    supported_os: texts('Operating systems that its author declares.'),
    supported_accelerators: texts('Accelerators that its author declares.'),
    detected_os: texts('Operating systems that its code needs.'),
    detected_accelerators: texts('Accelerators that its code needs.'),
    requires_python: maybe(text('Python versions, as in its project file.')),
    requires_comfyui: maybe(text('Versions of the tool, as its author declares them.')),
    latest_version: maybe(text('Number of its latest version.')),
    read_commit: maybe(text('The commit that was read. Only for nodes without a version.')),
    is_held: flag('Whether what was read has critical findings that no moderator has approved.'),
    comfy_nodes: count('Number of its comfy-nodes.'),
    downloads: count('Downloads since its first version.'),
    github_stars: count('Stars of its repository.'),
    is_archived: maybe(flag('Whether its repository is archived.')),
    successor_id: maybe(text('The node that moderators recommend instead.')),
    repository_changed_at: maybe(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { description: 'Listed nodes.' },
)

const Versions = Type.Object(
  {
    node_id: text('Id of the node.'),
    version: text('Number of the version.'),
    archive_sha256: maybe(Type.String({ ...sha256Form, description: 'SHA-256 of its archive.' })),
    archive_bytes: maybe(count('Size of its archive.')),
    files: maybe(count('Number of files in it.')),
    unpacked_bytes: maybe(count('Size of these files.')),
    dependencies: texts('Python requirements that its author declares.'),
    is_deprecated: flag('Whether its author advises against it.'),
    is_yanked: flag('Whether its author withdrew it.'),
    build_commit: maybe(text('The commit that a trusted build published it from.')),
    created_at: Timestamp,
  },
  { description: 'Published versions that can be installed or were withdrawn by their authors.' },
)

const ComfyNodes = Type.Object(
  {
    ...source,
    name: text('Its name, as workflows use it.'),
    display_name: text('Its name in the tool.'),
    category: text('Its category in the tool.'),
    description: text('Its description.'),
    is_output: flag('Whether it ends a workflow.'),
    is_deprecated: flag('Whether its author advises against it.'),
    is_experimental: flag('Whether its author calls it experimental.'),
  },
  { description: 'Comfy-nodes of latest versions, or of readings.' },
)

const Sockets = Type.Object(
  {
    node_id: text('Id of the node.'),
    comfy_node: text('Name of the comfy-node.'),
    direction: Type.Union([Type.Literal('input'), Type.Literal('output')]),
    place: count('Its place among the inputs or outputs, from 0.'),
    name: text('Its name. Empty for outputs without a name.'),
    type: text('Its type, such as `IMAGE`; `COMBO` for a list of choices. Empty if only running code knows.'),
    is_optional: flag('Whether an input can be left open.'),
    is_list: flag('Whether an output is a list.'),
  },
  { description: 'Inputs and outputs of these comfy-nodes.' },
)

const Requirements = Type.Object(
  {
    ...source,
    requirement: text('A line of its requirements.'),
    package: text('The normalized name of the Python package; empty for a URL or an option.'),
  },
  { description: 'Python requirements from project files and `requirements.txt`.' },
)

const Capabilities = Type.Object(
  {
    ...source,
    kind: text('Such as `network` or `process`.'),
    subject: text('A host, a program or a file. Empty when the code computes it at run time.'),
    places: count('Places in the code that show it, up to 20.'),
  },
  { description: 'Abilities of the code, such as network access.' },
)

const Findings = Type.Object(
  {
    ...source,
    severity: text('`critical`, `high`, `medium`, `low` or `info`.'),
    findings: count('Number of findings.'),
  },
  { description: 'Number of findings of the scan. A finding is a reason to look, not a verdict.' },
)

const Downloads = Type.Object(
  {
    node_id: text('Id of the node.'),
    version: text('Number of the version.'),
    day: Day,
    downloads: count('Downloads on that day.'),
  },
  { description: 'Daily downloads of versions.' },
)

/** The rows of each table of the dataset. */
export const datasetTables = {
  nodes: Nodes,
  versions: Versions,
  comfy_nodes: ComfyNodes,
  sockets: Sockets,
  requirements: Requirements,
  capabilities: Capabilities,
  findings: Findings,
  downloads: Downloads,
} satisfies Record<string, TObject>

export type DatasetTable = keyof typeof datasetTables
export const datasetTableNames = keysOf(datasetTables)
