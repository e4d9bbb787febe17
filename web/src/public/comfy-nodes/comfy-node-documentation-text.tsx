import { getComfyNode } from '@nodeyard/contract/comfy-nodes'
import { closestLanguage, type Locale } from '@nodeyard/contract/locales'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Site, useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { comfyNodePictures, withOwnAddresses } from '../../ground/ui/pictures.ts'
import type { ComfyNodePath } from './comfy-node.ts'

export function DocumentationText({ of }: { of: ComfyNodePath }) {
  const t = useText('common')
  const { data, isError, refetch } = useQuery(documentationQuery(useSite(), of))
  if (isError) {
    return (
      <Notice tone="danger" title={t('not_loaded')}>
        <Button onClick={() => void refetch()} className="mt-2">
          {t('try_again')}
        </Button>
      </Notice>
    )
  }
  if (!data) return <p role="status">{t('loading')}</p>
  return (
    <div
      dir="auto"
      lang={data.language}
      className="prose pt-2.5 text-sm break-words"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitized by the server
      dangerouslySetInnerHTML={{ __html: data.html }}
    />
  )
}

function documentationQuery({ registry, settings }: Site, params: ComfyNodePath) {
  const { nodeId, version, comfyNodeName } = params
  return queryOptions({
    queryKey: ['nodes', nodeId, 'versions', version, 'comfy-nodes', comfyNodeName],
    queryFn: async ({ signal }) => {
      const { documentation = [] } = await registry.call(getComfyNode, { params }, { signal })
      const { html = '', language } = documentFor(settings.locale, documentation) ?? {}
      return { html: withOwnAddresses(html, comfyNodePictures(params, language), settings), language }
    },
  })
}

interface Document {
  language?: string
  html: string
}

/** Selects the document in the user's language, or without a language, or in English, or the first one. */
function documentFor(locale: Locale, documents: readonly Document[]): Document | undefined {
  const named = documents.flatMap(({ language }) => language ?? [])
  const closest = closestLanguage(named, locale)
  const shared = documents.find(({ language }) => language === undefined)
  const isForReader = closest?.toLowerCase().split('-')[0] === locale
  const found = documents.find(({ language }) => language !== undefined && language === closest)
  return (isForReader ? found : (shared ?? found)) ?? documents[0]
}
