import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, redirect } from 'react-router'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Command } from '../../ground/ui/command.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { PageTitle } from '../../ground/ui/page-title.tsx'
import { workflowPhoto, workflowPicture } from '../../ground/ui/pictures.ts'
import { Section } from '../../ground/ui/section.tsx'
import { GraphViewer } from '../workflows/graph-viewer.tsx'
import { kindNames } from '../workflows/kind-names.ts'
import { nodeQuery, withoutReadme } from './queries.ts'
import { WorkflowActs } from './workflow-acts.tsx'
import { type NeededPack, neededQuery, type WorkflowView, workflowQuery } from './workflow-queries.ts'

export const handle: PageHandle = { namespaces: ['workflows', 'nodes'] }

export const loader = pageLoader(paths.workflow, handle, async ({ site, params }) => {
  const { nodeId, version, place } = params
  const { queries } = site
  const [pack, workflow] = await Promise.all([
    queries.ensureQueryData(nodeQuery(site, nodeId)),
    queries.ensureQueryData(workflowQuery(site, { nodeId, version, place })),
  ])
  if (pack.id !== nodeId) throw redirect(links.workflow(pack.id, version, Number(place)), 308)
  await queries.ensureQueryData(neededQuery(site, { nodeId, version, place }, workflow.uses))
})

export function Component() {
  const t = useText('workflows')
  const site = useSite()
  const path = usePageParams(paths.workflow)
  const { data: pack } = useSuspenseQuery({ ...nodeQuery(site, path.nodeId), select: withoutReadme })
  const { data: workflow } = useSuspenseQuery(workflowQuery(site, path))
  const { data: needed } = useSuspenseQuery(neededQuery(site, path, workflow.uses))
  const of = { nodeId: pack.id, version: path.version, place: Number(path.place) }
  const { title, count } = workflow
  return (
    <Main className="grid content-start gap-6">
      <PageHead
        title={`${title} · ${pack.name}`}
        description={t('page_description', { title, name: pack.name, count })}
        path={links.workflow(of.nodeId, of.version, of.place)}
        picture={`${links.node(pack.id)}/share.png`}
      />
      <PageTitle title={<span dir="auto">{title}</span>} above={<Above workflow={workflow} pack={pack} />}>
        <WorkflowActs of={of} workflow={workflow} />
      </PageTitle>
      <GraphViewer src={workflowPicture(of)} label={t('graph_of', { title, count })} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:gap-10">
        <Needs packs={needed.packs} unknown={needed.unknown} command={needed.command} />
        <aside className="grid content-start gap-5">
          {workflow.hasPicture && (
            <figure className="card overflow-hidden">
              <img
                src={workflowPhoto(of)}
                alt={t('result_of', { title })}
                width="640"
                height="320"
                loading="lazy"
                className="aspect-[2/1] w-full object-cover"
              />
              <figcaption className="border-t border-line px-4 py-2.5 text-sm text-muted">
                {t('result')}
              </figcaption>
            </figure>
          )}
          <UsedNodes workflow={workflow} builtIn={needed.builtIn} />
        </aside>
      </div>
    </Main>
  )
}

function Above({ workflow, pack }: { workflow: WorkflowView; pack: { id: string; name: string } }) {
  const t = useText('nodes')
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link to={links.workflows()} className="hover:text-ink hover:underline">
        {t('workflows')}
      </Link>
      <Icon name="next" className="mirrored size-3.5" />
      <Link to={links.node(pack.id)} className="font-medium text-accent hover:underline" dir="auto">
        {pack.name}
      </Link>
      {workflow.kind !== 'example' && <Badge tone="flow">{t(kindNames[workflow.kind])}</Badge>}
    </p>
  )
}

interface NeedsProps {
  packs: readonly NeededPack[]
  unknown: readonly string[]
  command: string | undefined
}

/** The packs that a workflow takes its nodes from. */
function Needs({ packs, unknown, command }: NeedsProps) {
  const t = useText('workflows')
  return (
    <Section
      title={t('needs')}
      lead={packs.length + unknown.length === 0 ? t('needs_nothing') : t('needs_text')}
    >
      {command && <Command text={command} copyLabel={t('copy_command')} />}
      {packs.length > 0 && (
        <ul className="card divide-y divide-line">
          {packs.map(({ id, name, nodes }) => (
            <li key={id} className="grid gap-1.5 px-4 py-3">
              <Link to={links.node(id)} className="w-fit font-semibold hover:underline" dir="auto">
                {name}
              </Link>
              <ul className="flex flex-wrap gap-1.5">
                {nodes.map((node) => (
                  <li key={node} className="max-w-full">
                    <Link
                      to={links.comfyNode(id, node)}
                      dir="auto"
                      className="block rounded-md bg-sunken px-2 py-0.5 font-mono text-xs break-all text-muted hover:text-ink"
                    >
                      {node}
                    </Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
      {unknown.length > 0 && (
        <div className="rounded-lg bg-warn-soft px-4 py-3 text-sm text-warn">
          <p className="font-semibold">{t('unknown', { count: unknown.length })}</p>
          <p className="font-mono text-xs break-all">
            <bdi>{unknown.join(', ')}</bdi>
          </p>
        </div>
      )}
    </Section>
  )
}

function UsedNodes({ workflow, builtIn }: { workflow: WorkflowView; builtIn: readonly string[] }) {
  const t = useText('workflows')
  return (
    <dl className="card grid gap-3.5 p-4 text-sm">
      <div>
        <dt className="text-xs text-muted">{t('node_count')}</dt>
        <dd className="tabular-nums">{workflow.count}</dd>
      </div>
      {builtIn.length > 0 && (
        <div className="min-w-0">
          <dt className="text-xs text-muted">{t('built_in')}</dt>
          <dd className="break-words">
            <bdi>{builtIn.join(', ')}</bdi>
          </dd>
        </div>
      )}
      {workflow.models.length > 0 && (
        <div className="min-w-0">
          <dt className="text-xs text-muted">{t('models')}</dt>
          {workflow.models.map((model) => (
            <dd key={model} className="font-mono text-xs break-all">
              <bdi>{model}</bdi>
            </dd>
          ))}
        </div>
      )}
      <div className="min-w-0">
        <dt className="text-xs text-muted">{t('file')}</dt>
        <dd className="font-mono text-xs break-all">
          <bdi dir="ltr">{workflow.path}</bdi>
        </dd>
      </div>
    </dl>
  )
}
