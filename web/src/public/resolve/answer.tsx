import { findModels, type ModelsOfWorkflows, toLocked } from '@nodeyard/planning/models'
import { neededNodes } from '@nodeyard/planning/needed'
import type { Resolved, ResolvedComfyNode } from '@nodeyard/planning/resolve'
import { unlistedRepositories } from '@nodeyard/planning/unlisted-repositories'
import { idsOf, toWanted } from '@nodeyard/planning/wanted'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { PageTitle } from '../../ground/ui/page-title.tsx'
import { Section } from '../../ground/ui/section.tsx'
import { PlanPanel } from '../plan/plan-panel.tsx'
import { Alternatives, ChoiceNotices, ComfyNodeName, keyOf } from './choice.tsx'
import { InstallSection } from './install-section.tsx'
import { Models, PackModels } from './models.tsx'
import { NamedPacks, Problems } from './named-things.tsx'
import { isUnverified, NeededPack } from './needed-pack.tsx'
import type { Done } from './reading.ts'
import { Rewriting } from './rewriting.tsx'
import { Unlisted } from './unlisted.tsx'

/** Drawing is loaded with the first workflow. */
const WorkflowGraphs = lazy(() =>
  import('./workflow-graphs.tsx').then(({ WorkflowGraphs }) => ({ default: WorkflowGraphs })),
)

/** Install commands, the nodes that a workflow needs, the reasons for each choice, and unknown names. */
export function Answer({ done: { resolved, isOfNames } }: { done: Done }) {
  const t = useText('resolve')
  const { comfyNodes, graphs } = resolved
  const { models, ofPacks } = useModels(resolved)
  const wanted = useMemo(() => ({ ...toWanted(resolved), models: toLocked(models) }), [resolved, models])
  const running = comfyNodes.filter(({ isInactive }) => !isInactive)
  const inactive = comfyNodes.filter(({ isInactive, status }) => isInactive && status !== 'built_in')
  const of = (status: ResolvedComfyNode['status']) => running.filter((one) => one.status === status)
  const [found, unknown, builtIn] = [of('found'), of('unknown'), of('built_in')]
  const unlisted = unlistedRepositories(running)
  const isUnlisted = new Set(unlisted.flatMap((one) => one.comfyNodes))
  return (
    <>
      <Problems resolved={resolved} />
      <NamedPacks resolved={resolved} />
      {found.length + unknown.length > 0 && <InstallSection comfyNodes={[...found, ...unknown]} />}
      {graphs.length > 0 && !isOfNames && (
        <Suspense fallback={<div className="waiting h-[clamp(16rem,min(58vh,75vw),42rem)]" />}>
          <WorkflowGraphs resolved={resolved} />
        </Suspense>
      )}
      <Rewriting comfyNodes={comfyNodes} graphs={graphs} />
      <Unlisted repositories={unlisted} />
      <Unknown comfyNodes={unknown.filter((one) => !isUnlisted.has(one.comfy_node_name))} />
      {found.length > 0 && (
        <Section title={t('found_title', { count: countOf(found) })}>
          <Packs comfyNodes={found} />
          {found.some(isUnverified) && <p className="text-sm text-muted">{t('notice_unverified')}</p>}
        </Section>
      )}
      <Models models={models} />
      <PackModels models={ofPacks} />
      {inactive.length > 0 && (
        <Section title={t('inactive_title')} lead={t('inactive_text')}>
          <Packs comfyNodes={inactive.filter(({ status }) => status === 'found')} />
          <p className="text-sm break-words text-muted">
            <bdi>
              {inactive
                .filter(({ status }) => status === 'unknown')
                .map((one) => one.comfy_node_name)
                .join(', ')}
            </bdi>
          </p>
        </Section>
      )}
      <BuiltIn comfyNodes={builtIn} />
      {wanted.packs.length > 0 && <PlanPanel wanted={wanted} />}
    </>
  )
}

const countOf = (list: readonly ResolvedComfyNode[]) =>
  new Set(list.map(({ comfy_node_name: name }) => name)).size

/** The result in one sentence, as the title of the page. A text that only states problems is about no workflow. */
export function Headline({ done: { resolved } }: { done: Done }) {
  const t = useText('resolve')
  const { names, graphs, comfyNodes, problems } = resolved
  if (comfyNodes.length === 0 && problems.length > 0) return <PageTitle title={t('title')} />
  const running = comfyNodes.filter(({ isInactive }) => !isInactive)
  const unknown = countOf(running.filter(({ status }) => status === 'unknown'))
  // The characters around it keep its direction from changing that of the sentence.
  const name =
    names.length > 0
      ? `\u2068${names.join(', ')}\u2069`
      : t(graphs.length > 0 ? 'this_workflow' : 'this_text')
  const needs = t('answer', { name, count: neededNodes(running).length })
  const answer =
    unknown === 0 ? needs : t('answer_both', { needs, unknown: t('answer_unknown', { count: unknown }) })
  return (
    <div className="flex items-start gap-3">
      <Icon
        name={unknown > 0 ? 'warning' : 'check'}
        className={`size-8 shrink-0 sm:size-9 ${unknown > 0 ? 'text-warn' : 'text-accent'}`}
      />
      <PageTitle title={answer} />
    </div>
  )
}

/** The models follow when the registry has been asked for them. Without a response, the rest is shown. */
function useModels(resolved: Resolved): ModelsOfWorkflows {
  const { registry } = useSite()
  const [models, setModels] = useState(noModels)
  useEffect(() => {
    let isCurrent = true
    findModels(registry, resolved.graphs, idsOf(toWanted(resolved))).then(
      (found) => isCurrent && setModels(found),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [registry, resolved])
  return models
}

const noModels: ModelsOfWorkflows = { models: [], ofPacks: [] }

const boxLook = 'divide-y divide-line rounded-lg border border-line bg-surface'

function Packs({ comfyNodes }: { comfyNodes: readonly ResolvedComfyNode[] }) {
  if (comfyNodes.length === 0) return null
  return (
    <ul className={boxLook}>
      {neededNodes(comfyNodes).map((needed) => (
        <NeededPack key={`${needed.provider.node_id} ${needed.provider.version?.version}`} needed={needed} />
      ))}
    </ul>
  )
}

function Unknown({ comfyNodes }: { comfyNodes: readonly ResolvedComfyNode[] }) {
  const t = useText('resolve')
  if (comfyNodes.length === 0) return null
  return (
    <Section title={t('unknown_title', { count: countOf(comfyNodes) })} lead={t('unknown_text')}>
      <ul className={boxLook}>
        {comfyNodes.map((comfyNode) => (
          <li key={keyOf(comfyNode)} className="grid gap-x-4 gap-y-1 px-4 py-3 text-sm sm:grid-cols-2">
            <ComfyNodeName comfyNode={comfyNode} />
            <div className="grid min-w-0 gap-1">
              <ChoiceNotices comfyNode={comfyNode} />
              <Alternatives comfyNode={comfyNode} />
              <Link
                to={links.home({ q: comfyNode.comfy_node_name })}
                className="min-w-0 text-accent underline-offset-4 wrap-anywhere hover:underline"
              >
                {t('search_for', { name: comfyNode.comfy_node_name })}
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The tool's own comfy-nodes, with the releases that have those which old tools lack. */
function BuiltIn({ comfyNodes }: { comfyNodes: readonly ResolvedComfyNode[] }) {
  const t = useText('resolve')
  const names = [...new Set(comfyNodes.map(({ comfy_node_name }) => comfy_node_name))]
  if (names.length === 0) return null
  const dated = comfyNodes.filter(({ tool }) => tool?.since ?? tool?.after ?? tool?.until)
  return (
    <Section title={t('builtin_title', { count: names.length })}>
      <p className="text-sm break-words text-muted">
        <bdi>{names.join(', ')}</bdi>
      </p>
      {dated.length > 0 && (
        <ul className="grid gap-0.5 text-sm text-muted">
          {dated.map(({ comfy_node_name: name, tool }) => (
            <li key={name}>
              <bdi className="font-mono">{name}</bdi>:{' '}
              {tool?.until
                ? t('tool_until', { version: tool.until })
                : tool?.since
                  ? t('tool_since', { version: tool.since })
                  : t('tool_after', { version: tool?.after ?? '' })}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
