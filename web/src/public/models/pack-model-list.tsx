import type { PackModel } from '@nodeyard/contract/packs'
import { useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { httpAddress } from '../../ground/ui/http-address.ts'
import { ModelBadges } from './model-badges.tsx'

/** Models that a pack names, with their hosts and places. */
export function PackModelList({ models, look }: { models: readonly PackModel[]; look: string }) {
  return (
    <ul className={`divide-y divide-line ${look}`}>
      {models.map((model) => (
        <PackModelLine key={`${model.url} ${model.name}`} model={model} />
      ))}
    </ul>
  )
}

const placeTitles: Record<PackModel['from'], TextKey<'models'>> = {
  code: 'in_code',
  example: 'in_example',
  docs: 'in_docs',
}

function PackModelLine({ model }: { model: PackModel }) {
  const t = useText('models')
  const { url, name, folder, from, file, line, license, sha256 } = model
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-3 text-sm sm:grid-cols-2">
      <div className="grid min-w-0 content-start gap-1">
        <a
          href={httpAddress(url)}
          rel="noreferrer nofollow"
          className="text-accent underline-offset-4 wrap-anywhere hover:underline"
        >
          <bdi className="font-mono">{name ?? new URL(url).pathname.slice(1)}</bdi>
        </a>
        <span className="text-xs text-muted">
          <bdi>{new URL(url).host}</bdi>
          {name === undefined && <> · {t('whole_repository')}</>}
          {model.is_page && <> · {t('is_page')}</>}
          {folder && (
            <>
              {' '}
              · <bdi className="font-mono">models/{folder}</bdi>
            </>
          )}
        </span>
      </div>
      <div className="flex min-w-0 flex-wrap content-start items-start gap-x-3 gap-y-1">
        <span className="text-xs text-muted">
          {t(placeTitles[from])}:{' '}
          <bdi className="font-mono wrap-anywhere">{from === 'example' ? file : `${file}:${line}`}</bdi>
        </span>
        <ModelBadges model={{ license, isGated: model.is_gated, sha256, canRunCode: model.can_run_code }} />
      </div>
    </li>
  )
}
