import { formatsOf } from '../formats.ts'
import { useSite, useText } from '../site.ts'
import { Badge } from '../ui/badge.tsx'
import type { ComfyNodeView, Output, Socket, Widget } from './comfy-node.ts'

/** One comfy-node: title, sockets on both sides, widgets below, as its box in the tool. */
export function ComfyNodeBox({ node }: { node: ComfyNodeView }) {
  const t = useText('nodes')
  const { inputs, outputs, widgets } = node
  return (
    <article className="overflow-hidden rounded-lg border border-line bg-surface text-sm shadow-raised">
      <header className="border-b border-line bg-sunken px-3 py-2">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="min-w-0 font-semibold break-words" dir="auto">
            {node.title}
          </h3>
          <Marks node={node} />
        </div>
        <p className="text-xs break-words text-muted" dir="ltr">
          {node.title !== node.name && <code className="font-mono">{node.name}</code>}
          {node.title !== node.name && node.category && ' · '}
          {node.category}
        </p>
      </header>
      {node.description && (
        <p className="px-3 pt-2.5 text-muted" dir="auto">
          {node.description}
        </p>
      )}
      {node.isUnreadable && <p className="px-3 pt-2.5 text-muted">{t('definition_unreadable')}</p>}
      {(inputs.length > 0 || outputs.length > 0) && (
        <div className="flex justify-between gap-4 py-2.5">
          <Sockets label={t('inputs')} sockets={inputs} />
          <Outputs outputs={outputs} />
        </div>
      )}
      {widgets.length > 0 && <Widgets widgets={widgets} />}
    </article>
  )
}

function Marks({ node }: { node: ComfyNodeView }) {
  const t = useText('nodes')
  return (
    <>
      {node.deprecated && <Badge tone="warn">{t('deprecated')}</Badge>}
      {node.experimental && <Badge tone="info">{t('experimental')}</Badge>}
      {node.isOutput && <Badge title={t('output_node_hint')}>{t('output_node')}</Badge>}
      {node.policy === 'ComfyNodePolicyBanned' && <Badge tone="danger">{t('banned')}</Badge>}
      {node.policy === 'ComfyNodePolicyLocalOnly' && (
        <Badge title={t('local_only_hint')}>{t('local_only')}</Badge>
      )}
    </>
  )
}

function Sockets({ label, sockets }: { label: string; sockets: Socket[] }) {
  const t = useText('nodes')
  return (
    <ul aria-label={label} className="grid min-w-0 content-start gap-1.5">
      {sockets.map(({ name, type, isOptional }) => (
        <li key={name} className="flex min-w-0 items-center gap-2">
          <Dot type={type} isOptional={isOptional} />
          <span className="min-w-0 truncate" title={name}>
            <bdi>{name}</bdi>
          </span>
          <Type type={type} />
          {isOptional && <span className="sr-only">{t('optional')}</span>}
        </li>
      ))}
    </ul>
  )
}

function Outputs({ outputs }: { outputs: Output[] }) {
  const t = useText('nodes')
  return (
    <ul aria-label={t('outputs')} className="grid min-w-0 content-start gap-1.5">
      {outputs.map(({ name, type, isList }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: outputs are known by their place alone
        <li key={index} className="flex min-w-0 items-center justify-end gap-2">
          {name !== type && <Type type={type} />}
          {isList && <Badge>{t('list')}</Badge>}
          <span className="min-w-0 truncate" title={name}>
            <bdi>{name}</bdi>
          </span>
          <Dot type={type} isOptional={false} />
        </li>
      ))}
    </ul>
  )
}

/** Sits on the edge of the box, filled when a wire has to be there. */
function Dot({ type, isOptional }: { type: string; isOptional: boolean }) {
  return (
    <span
      data-socket={type}
      aria-hidden="true"
      className={isOptional ? 'socket socket-optional' : 'socket'}
    />
  )
}

function Type({ type }: { type: string }) {
  return <bdi className="max-w-28 truncate font-mono text-xs text-muted">{type}</bdi>
}

function Widgets({ widgets }: { widgets: Widget[] }) {
  const t = useText('nodes')
  return (
    <ul aria-label={t('widgets')} className="grid gap-1.5 border-t border-line p-2.5">
      {widgets.map((widget) => (
        <li
          key={widget.name}
          title={widget.tooltip}
          className="flex min-w-0 items-center gap-2 rounded-md bg-sunken px-2.5 py-1"
        >
          <span className="min-w-0 flex-1 truncate" title={widget.name}>
            <bdi>{widget.name}</bdi>
          </span>
          <WidgetRange widget={widget} />
          <WidgetValue widget={widget} />
        </li>
      ))}
    </ul>
  )
}

function WidgetRange({ widget: { range, choices, type } }: { widget: Widget }) {
  const t = useText('nodes')
  const formats = formatsOf(useSite().settings.locale)
  if (choices) {
    return (
      <span className="text-xs text-muted" title={formats.list(choices)}>
        {t('choice_count', { count: choices.length })}
      </span>
    )
  }
  if (range?.min === undefined || range.max === undefined) return <Type type={type} />
  return (
    <bdi className="font-mono text-xs text-muted">
      {range.min} – {range.max}
    </bdi>
  )
}

function WidgetValue({ widget: { default: initial } }: { widget: Widget }) {
  const t = useText('nodes')
  if (initial === undefined) return null
  return (
    <span
      className="max-w-[45%] truncate font-mono text-xs"
      dir="auto"
      title={t('default_value', { value: initial })}
    >
      {initial === '' ? '""' : initial}
    </span>
  )
}
