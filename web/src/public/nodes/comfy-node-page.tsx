import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, redirect } from 'react-router'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { compareLink } from '../../ground/paths/compare-links.ts'
import { links, sections } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { hueOfType } from '../../ground/ui/hues.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { Section } from '../../ground/ui/section.tsx'
import type { ComfyNodeView } from '../comfy-nodes/comfy-node.ts'
import { AlsoDefinedIn, Marks, Part, PartList, WidgetFacts } from '../comfy-nodes/comfy-node-box.tsx'
import { ComfyNodePicture, prepareDrawing } from '../comfy-nodes/comfy-node-picture.tsx'
import { Sockets } from '../comfy-nodes/outlines.tsx'
import { comfyNodeQuery, similarQuery } from '../comfy-nodes/queries.ts'
import { Uses } from '../workflows/uses.tsx'
import { usesQuery } from '../workflows/uses-query.ts'
import { InstallBox } from './install-box.tsx'
import { type NodeView, nodeQuery, withoutReadme } from './queries.ts'

export const handle: PageHandle = { namespaces: ['nodes'] }

export const loader = pageLoader(paths.comfyNode, handle, async ({ site, params }) => {
  await prepareDrawing()
  const { queries } = site
  const pack = await queries.ensureQueryData(nodeQuery(site, params.nodeId))
  // Only what was read has a page; of names from a list, the pack's page tells all that is known.
  if (!pack.latest) throw redirect(`${links.node(pack.id)}#${sections.comfyNodes}`)
  if (pack.id !== params.nodeId) throw redirect(links.comfyNode(pack.id, params.comfyNodeName), 308)
  const path = { nodeId: pack.id, version: pack.latest.version, comfyNodeName: params.comfyNodeName }
  const { node } = await queries.ensureQueryData(comfyNodeQuery(site, path))
  await Promise.all([
    queries.ensureQueryData(similarQuery(site, pack.id, node)),
    queries.ensureQueryData(usesQuery(site, { uses: node.name })),
  ])
})

export function Component() {
  const t = useText('nodes')
  const site = useSite()
  const { nodeId, comfyNodeName } = usePageParams(paths.comfyNode)
  const { data: pack } = useSuspenseQuery({ ...nodeQuery(site, nodeId), select: withoutReadme })
  const version = pack.latest?.version ?? ''
  const { data } = useSuspenseQuery(comfyNodeQuery(site, { nodeId, version, comfyNodeName }))
  const { node } = data
  return (
    <>
      <PageHead
        title={`${node.title} · ${pack.name}`}
        description={node.description}
        path={links.comfyNode(nodeId, comfyNodeName)}
        picture={`${links.node(pack.id)}/share.png`}
      />
      <Main band={<NodeBand pack={pack} node={node} />} className="node-layout">
        <div className="node-layout-aside">
          <InstallBox node={pack} />
          <div className="grid gap-2 print:hidden">
            <ButtonLink to={links.node(pack.id)}>
              <Icon name="package" />
              <PackName name={pack.name} />
            </ButtonLink>
            <ButtonLink to={compareLink({ nodes: [{ nodeId: pack.id, name: node.name }] })} rel="nofollow">
              <Icon name="compare" />
              {t('compare_with_node')}
            </ButtonLink>
          </div>
        </div>
        <div className="node-layout-main grid grid-cols-1 content-start gap-10">
          <Sides node={node} />
          <Documentation html={data.documentation.html} language={data.documentation.language} />
          <Uses of={{ uses: node.name }} />
          <Similar nodeId={nodeId} node={node} />
        </div>
      </Main>
    </>
  )
}

function NodeBand({ pack, node }: { pack: Pick<NodeView, 'id' | 'name'>; node: ComfyNodeView }) {
  const hue = hueOfType(node.outputs[0]?.type ?? node.inputs[0]?.type ?? '')
  return (
    <header className={`pack-head border-b border-line ${hue}`}>
      <div className="mx-auto grid w-full max-w-(--page-width) items-center gap-x-10 gap-y-6 px-4 py-6 sm:px-6 sm:py-10 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <Title pack={pack} node={node} />
        <div className="comfy-node-picture-large min-w-0">
          <ComfyNodePicture box={node} />
        </div>
      </div>
    </header>
  )
}

function PackName({ name }: { name: string }) {
  const t = useText('nodes')
  return <span className="min-w-0 truncate">{t('about_pack', { name })}</span>
}

function Title({ pack, node }: { pack: Pick<NodeView, 'id' | 'name'>; node: ComfyNodeView }) {
  const t = useText('nodes')
  return (
    <div className="grid min-w-0 content-center gap-3">
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <Link to={links.node(pack.id)} className="font-medium text-accent hover:underline" dir="auto">
          {pack.name}
        </Link>
        {node.category && (
          <>
            <Icon name="next" className="mirrored size-3.5" />
            <bdi className="break-words">{node.category.replaceAll('/', ' / ')}</bdi>
          </>
        )}
      </p>
      <h1 className="text-2xl break-words sm:text-3xl" dir="auto">
        {node.title}
      </h1>
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <bdi className="font-mono break-all" title={t('class_name')}>
          {node.name}
        </bdi>
        <Marks node={node} />
      </div>
      {node.description && (
        <p
          className="max-w-prose text-base text-pretty break-words whitespace-pre-line sm:text-lg"
          dir="auto"
        >
          {node.description}
        </p>
      )}
      {node.isUnreadable && <p className="text-muted">{t('definition_unreadable')}</p>}
      <AlsoDefinedIn ids={node.alsoDefinedIn} />
    </div>
  )
}

/** Everything that the picture has no room for. */
function Sides({ node: { inputs, outputs, widgets } }: { node: ComfyNodeView }) {
  const t = useText('nodes')
  if (inputs.length + outputs.length + widgets.length === 0) return null
  return (
    <Section title={t('sockets')}>
      <div
        className={`grid items-start gap-4 empty:hidden ${inputs.length > 0 && outputs.length > 0 ? 'md:grid-cols-2' : ''}`}
      >
        <Side label={t('inputs')}>
          {inputs.map((input) => (
            <Part key={input.name} part={input} hint={input.tooltip} isWide hasRoom={outputs.length === 0} />
          ))}
        </Side>
        <Side label={t('outputs')}>
          {outputs.map((output, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: outputs are known by their place alone
            <Part key={index} part={output} isWide />
          ))}
        </Side>
      </div>
      <Side label={t('widgets')}>
        {widgets.map((widget) => (
          <Part key={widget.name} part={widget} hint={widget.tooltip} isWide>
            <WidgetFacts widget={widget} />
          </Part>
        ))}
      </Side>
    </Section>
  )
}

function Side({ label, children }: { label: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <div className="card p-4">
      <PartList label={label} heading="h3">
        {children}
      </PartList>
    </div>
  )
}

function Documentation({ html, language }: { html: string; language?: string | undefined }) {
  const t = useText('nodes')
  if (html === '') return null
  return (
    <Section title={t('documentation')}>
      <div
        dir="auto"
        lang={language}
        className="card prose p-5 break-words sm:p-7"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server rendered and sanitised it
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </Section>
  )
}

function Similar({ nodeId, node }: { nodeId: string; node: ComfyNodeView }) {
  const t = useText('nodes')
  const { data } = useSuspenseQuery(similarQuery(useSite(), nodeId, node))
  if (data.length === 0) return null
  return (
    <Section title={t('alternatives')} lead={t('alternatives_text')}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {data.map((one) => (
          <li
            key={`${one.node_id} ${one.comfy_node_name}`}
            className={`card card-link relative grid content-start gap-1 p-4 ${hueOfType(one.outputs[0] ?? '')}`}
          >
            <Link
              to={links.comfyNode(one.node_id, one.comfy_node_name)}
              className="truncate font-semibold after:absolute after:inset-0"
              dir="auto"
            >
              {one.display_name}
            </Link>
            <p className="truncate text-sm text-muted" dir="auto">
              {one.node_name}
            </p>
            <Sockets inputs={one.inputs} outputs={one.outputs} />
            <Link
              to={compareLink({
                nodes: [
                  { nodeId, name: node.name },
                  { nodeId: one.node_id, name: one.comfy_node_name },
                ],
              })}
              aria-label={t('compare_node', { name: one.display_name })}
              className="relative z-1 mt-1 inline-flex items-center gap-1.5 justify-self-start text-sm text-accent hover:underline"
            >
              <Icon name="compare" className="size-4" />
              {t('compare')}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
