import type { InstallationPlan, LockedModel, PlannedPack, PlanWarning } from '@nodeyard/contract/discovery'
import type { RequirementCheck } from '@nodeyard/contract/packs'
import { pinCommands, type Terminal } from '@nodeyard/planning/commands'
import { sharedNames } from '@nodeyard/planning/shared-names'
import { conflictLines, installedLines } from '../ground/conflict-lines.ts'
import type { Context } from '../ground/context.ts'
import { plain, table } from '../ground/output.ts'
import { sizeText } from '../ground/texts.ts'
import type { Machine } from './machine.ts'

type Style = Pick<Context, 'text' | 'paint'>

const maxRows = 200

/** Formats a plan for people, in the order in which its parts are installed. */
export function textOfPlan(
  {
    plan,
    machine,
    models,
    terminal,
  }: {
    plan: InstallationPlan
    machine: Machine
    models: readonly LockedModel[]
    /** Where people run pip. */
    terminal: Terminal
  },
  style: Style,
): string {
  const { text, paint } = style
  const { packs, check } = plan
  const section = (title: string, rows: readonly (readonly string[])[]) =>
    rows.length === 0
      ? []
      : ['', paint('bold', title), ...table(rows.slice(0, maxRows)), ...rest(rows.length, style)]
  return [
    machineText(machine, style),
    verdictText(check, style),
    ...conflictLines(check.conflicts, style),
    ...installedLines(check.installed ?? [], style, terminal),
    ...section(
      text('plan_packs', { count: packs.length }),
      packs.map((pack) => packRow(pack, style)),
    ),
    ...section(
      text('plan_python', { count: check.pins.length }),
      check.pins.map(({ name, version }) => [name, version]),
    ),
    ...pinLines(check, style, terminal),
    ...section(
      text('plan_models', { count: models.length }),
      models.map(({ folder, name, size, url }) => [
        `${folder}/${name}`,
        size === undefined ? '' : sizeText(text, size),
        url === undefined ? text('model_no_url') : new URL(url).host,
      ]),
    ),
    ...section(text('plan_left_out'), leftOutRows(plan, style)),
    ...section(
      text('plan_warnings'),
      (plan.warnings ?? []).map((warning) => warningRow(warning, style)),
    ),
    ...section(text('plan_unknowns', { count: check.unknowns.length }), unknownRows(check, style)),
    '',
  ].join('\n')
}

const pinLines = ({ pins }: RequirementCheck, { text }: Style, terminal: Terminal): string[] =>
  pins.length === 0
    ? []
    : [text('plan_python_run'), ...pinCommands(terminal, { python: pins }).map((line) => `  ${plain(line)}`)]

const rest = (count: number, { text }: Style): string[] =>
  count > maxRows ? [`  ${text('and_more', { count: count - maxRows })}`] : []

function machineText({ machine, isPythonAssumed }: Machine, { text }: Style): string {
  const { python, os, architecture = '', accelerator = '' } = machine
  const described = text('plan_machine', { python, system: [os, architecture, accelerator].join(' ') })
  return isPythonAssumed ? `${described} ${text('plan_python_assumed')}` : described
}

function verdictText(
  { verdict, index_read_at: readAt, is_exhausted }: RequirementCheck,
  style: Style,
): string {
  const { text, paint } = style
  const color = { fine: 'green', risky: 'yellow', conflict: 'red', unknown: 'yellow' } as const
  const parts = [
    paint(color[verdict], text(`verdict_${verdict}`)),
    readAt ? text('index_read_at', { date: readAt.slice(0, 10) }) : text('no_index'),
    ...(is_exhausted ? [text('exhausted')] : []),
  ]
  return parts.join(' ')
}

function packRow(pack: PlannedPack, { text }: Style): string[] {
  const { folder, node_id: id, version, repository = '', commit, chosen, newest = '' } = pack
  const note =
    chosen === 'agreeing'
      ? text('chosen_agreeing', { version: newest })
      : chosen === 'repository' && commit === undefined
        ? text('no_commit')
        : ''
  return [id ?? folder, version ?? `${repository}${commit ? `@${commit.slice(0, 10)}` : ''}`, note]
}

function warningRow(warning: PlanWarning, { text }: Style): string[] {
  const { node_id: id, kind, declared = '', interface: name = '', tool_version: version = '' } = warning
  const words = {
    declared_tool: () => text('warning_declared', { range: declared }),
    reported_failing: () => text('warning_reported'),
    removed_interface: () => text('warning_interface', { name, version }),
    same_comfy_nodes: () =>
      text('warning_same', { other: warning.other_node_id ?? '', names: sharedNames(warning) }),
  }
  return [id, words[kind]()]
}

const leftOutRows = ({ left_out }: InstallationPlan, { text }: Style): string[][] =>
  left_out
    .filter(({ reason }) => reason !== 'twice')
    .map(({ name, reason }) => [name, text(`left_${reason}`)])

const unknownRows = ({ unknowns }: RequirementCheck, { text }: Style): string[][] =>
  unknowns.map(({ reason, subject, required_by: by = '' }) => [subject, by, text(`unknown_${reason}`)])
