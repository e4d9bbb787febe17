import { type Suggestions, suggest } from '@nodeyard/contract/packs'
import { useEffect, useState } from 'react'
import { links } from '../../ground/paths/links.ts'
import { useSite } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import type { IconName } from '../../ground/ui/icon.tsx'

export interface Suggestion {
  id: string
  text: string
  /** Distinguishes suggestions with the same name. */
  detail?: string
  icon: IconName
  /** Id, if a pack is suggested. */
  nodeId?: string
  stars?: number
  to: string
}

export interface SuggestionGroup {
  title: TextKey<'common'>
  suggestions: Suggestion[]
}

const none: SuggestionGroup[] = []
const pauseMs = 120
const shortest = 2

/** Returns suggestions for a text after a pause in typing; empty while they load. */
export function useSuggestions(text: string): SuggestionGroup[] {
  const { registry } = useSite()
  const [groups, setGroups] = useState(none)
  useEffect(() => {
    if (text.trim().length < shortest) {
      setGroups(none)
      return
    }
    const stop = new AbortController()
    const timer = setTimeout(() => {
      registry
        .call(suggest, { query: { text } }, { signal: stop.signal })
        .then((answer) => setGroups(toGroups(answer)))
        // Suggestions are optional, so errors are ignored.
        .catch(() => {})
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, registry])
  return groups
}

/** Drops searches for the exact name of something that is suggested itself. */
function queriesBesideNames({
  queries,
  nodes,
  comfy_nodes,
  publishers,
}: Suggestions): Suggestions['queries'] {
  const names = [...nodes, ...publishers].map(({ name }) => name)
  const taken = new Set(
    [...names, ...comfy_nodes.map((one) => one.comfy_node_name)].map((name) => name.toLowerCase()),
  )
  return queries.filter(({ query }) => !taken.has(query.toLowerCase()))
}

export function toGroups(answer: Suggestions): SuggestionGroup[] {
  const groups: SuggestionGroup[] = [
    {
      title: 'suggest_nodes',
      suggestions: answer.nodes.map(({ id, name, publisher_id: publisherId, github_stars: stars }) => ({
        id: `node-${id}`,
        nodeId: id,
        icon: 'package',
        text: name,
        stars,
        ...(publisherId ? { detail: `@${publisherId}` } : {}),
        to: links.node(id),
      })),
    },
    {
      title: 'suggest_comfy_nodes',
      suggestions: answer.comfy_nodes.map(({ comfy_node_name, node_id }) => ({
        id: `comfy-${comfy_node_name}`,
        icon: 'node',
        text: comfy_node_name,
        detail: node_id,
        to: links.comfyNode(node_id, comfy_node_name),
      })),
    },
    {
      title: 'suggest_publishers',
      suggestions: answer.publishers.map(({ id, name }) => ({
        id: `publisher-${id}`,
        icon: 'person',
        text: name,
        detail: `@${id}`,
        to: links.publisher(id),
      })),
    },
    {
      title: 'suggest_queries',
      suggestions: queriesBesideNames(answer).map(({ query }) => ({
        id: `query-${query}`,
        icon: 'search',
        text: query,
        to: links.home({ q: query }),
      })),
    },
  ]
  return groups.filter(({ suggestions }) => suggestions.length > 0)
}
