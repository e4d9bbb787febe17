import { getComfyNode, getReadingComfyNode } from '@nodeyard/contract/packs'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { isCommit } from '../../ground/paths/commit.ts'
import { type Site, useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { comfyNodePictures, withOwnAddresses } from '../../ground/ui/pictures.ts'
import type { ComfyNodePath } from './comfy-node.ts'
import { documentFor } from './queries.ts'

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
    queryKey: ['nodes', nodeId, 'versions', version, 'comfy-nodes', comfyNodeName, 'documentation'],
    queryFn: async ({ signal }) => {
      const { documentation = [] } = isCommit(version)
        ? await registry.call(
            getReadingComfyNode,
            { params: { nodeId, commit: version, comfyNodeName } },
            { signal },
          )
        : await registry.call(getComfyNode, { params }, { signal })
      const { html = '', language } = documentFor(settings.locale, documentation) ?? {}
      return { html: withOwnAddresses(html, comfyNodePictures(params, language), settings), language }
    },
  })
}
