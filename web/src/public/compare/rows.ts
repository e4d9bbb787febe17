import { useFormats, useText } from '../../ground/site/site.ts'
import { useCapabilityNames } from '../nodes/capability-names.ts'
import type { NodeFacts, PackFacts } from './facts.ts'

/** One row of a comparison. Each value is a list, which is empty when there is nothing to tell. */
export interface Row {
  name: string
  values: string[][]
  /** Values are code, such as types, and always run left to right. */
  isCode?: boolean
}

export const isSame = ({ values: [first, ...others] }: Row) =>
  others.every((value) => value.join('\n') === first?.join('\n'))

const listOf = (text: string) => (text === '' ? [] : [text])

export function usePackRows(packs: readonly PackFacts[]): Row[] {
  const t = useText('nodes')
  const compare = useText('compare')
  const formats = useFormats()
  const capabilities = useCapabilityNames()
  const row = (name: string, pick: (pack: PackFacts) => string[], isCode = false): Row => ({
    name,
    values: packs.map(pick),
    isCode,
  })
  const count = (name: string, pick: (pack: PackFacts) => number) =>
    row(name, (pack) => [formats.number(pick(pack))])
  return [
    row(compare('publisher'), ({ publisher }) => (publisher ? [`@${publisher}`] : [t('unclaimed')])),
    row(compare('version'), ({ version }) => listOf(version), true),
    row(t('updated'), ({ updatedAt }) => [formats.date(updatedAt)]),
    count(t('comfy_nodes'), ({ nodes }) => nodes),
    count(t('workflows'), ({ workflows }) => workflows),
    row(t('inputs'), ({ inputs }) => inputs, true),
    row(t('outputs'), ({ outputs }) => outputs, true),
    row(t('dependencies'), ({ dependencies }) => dependencies, true),
    row('Python', ({ python }) => listOf(python), true),
    row(t('capabilities'), ({ capabilities: kinds }) =>
      kinds === undefined
        ? []
        : kinds.length === 0
          ? [t('capabilities_none')]
          : kinds.map((kind) => capabilities[kind]),
    ),
    row(t('licence'), ({ license }) => (license ? [license] : [t('no_licence')])),
    row(t('archive'), ({ size }) => (size === undefined ? [] : [formats.bytes(size)])),
    count(t('downloads'), ({ downloads }) => downloads),
    count(t('stars'), ({ stars }) => stars),
  ]
}

export function useNodeRows(nodes: readonly NodeFacts[]): Row[] {
  const t = useText('nodes')
  const compare = useText('compare')
  const row = (name: string, pick: (facts: NodeFacts) => string[], isCode = false): Row => ({
    name,
    values: nodes.map(pick),
    isCode,
  })
  const typed = (parts: readonly { name: string; type: string }[]) =>
    parts.map(({ name, type }) => `${name}: ${type}`)
  return [
    row(compare('pack'), ({ pack }) => [pack.name]),
    row(compare('version'), ({ pack }) => [pack.version], true),
    row(t('class_name'), ({ node }) => [node.name], true),
    row(compare('category'), ({ node }) => listOf(node.category ?? '')),
    row(compare('description'), ({ node }) => listOf(node.description ?? '')),
    row(t('inputs'), ({ node }) => typed(node.inputs), true),
    row(t('outputs'), ({ node }) => typed(node.outputs), true),
    row(t('widgets'), ({ node }) => node.widgets.map(({ name }) => name), true),
    row(compare('state'), ({ node }) => [
      ...(node.deprecated ? [t('deprecated')] : []),
      ...(node.experimental ? [t('experimental')] : []),
      ...(node.isOutput ? [t('output_node')] : []),
      ...(node.browserScript ? [t('browser_only')] : []),
    ]),
  ]
}

/** Writes a comparison as a Markdown table. */
export function toMarkdown(titles: readonly { text: string; url: string }[], rows: readonly Row[]): string {
  const cells = (values: readonly string[]) => `| ${values.join(' | ')} |`
  return [
    cells(['', ...titles.map(({ text, url }) => `[${escaped(text)}](${url})`)]),
    cells(['---', ...titles.map(() => '---')]),
    ...rows.map(({ name, values, isCode }) =>
      cells([
        escaped(name),
        ...values.map((value) => value.map((one) => (isCode ? inCode(one) : escaped(one))).join('<br>')),
      ]),
    ),
  ].join('\n')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ')
const escaped = (text: string) => oneLine(text).replace(/[\\|`*_[\]<>]/g, '\\$&')
const inCode = (text: string) => `\`${oneLine(text).replace(/`/g, "'").replace(/\|/g, '\\|')}\``
