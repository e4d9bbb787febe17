import type { FoundModel } from '@nodeyard/planning/models'
import { useText } from '../../ground/site/site.ts'
import { httpAddress } from '../../ground/ui/http-address.ts'
import { Section } from '../../ground/ui/section.tsx'

/** Model files with their folder, host and the source of both. */
export function Models({ models }: { models: readonly FoundModel[] }) {
  const t = useText('resolve')
  if (models.length === 0) return null
  return (
    <Section id="models" title={t('models_title')}>
      <p className="text-sm text-muted">{t('models_text')}</p>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {models.map((model) => (
          <Model key={`${model.folder} ${model.name}`} model={model} />
        ))}
      </ul>
    </Section>
  )
}

function Model({ model }: { model: FoundModel }) {
  const t = useText('resolve')
  const { name, folder, folderFrom, sources, usedBy, canRunCode, isAmbiguous, isInactive, sha256 } = model
  const from = {
    record: t('model_from_record'),
    note: t('model_from_note'),
    registry: t('model_from_registry'),
  }
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-3 text-sm sm:grid-cols-2">
      <div className="grid min-w-0 content-start gap-1">
        <bdi className="font-mono wrap-anywhere">{name}</bdi>
        <span className="text-xs text-muted">
          {folder ? <bdi className="font-mono">models/{folder}</bdi> : t('model_folder_unknown')}
          {folder && folderFrom === 'registry' && <> · {t('model_folder_guessed')}</>}
          {isInactive && <> · {t('inactive')}</>}
        </span>
        {usedBy.length > 0 && (
          <span className="text-xs text-muted">
            <bdi className="wrap-anywhere">{usedBy.join(', ')}</bdi>
          </span>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-1">
        {sources.map(({ url, from: source }) => (
          <span key={url} className="min-w-0">
            <a
              href={httpAddress(url)}
              rel="noreferrer nofollow"
              className="text-accent underline-offset-4 wrap-anywhere hover:underline"
            >
              <bdi>{new URL(url).host}</bdi>
            </a>{' '}
            <span className="text-muted">{from[source]}</span>
          </span>
        ))}
        {sources.length === 0 && (
          <span className="text-muted">{t(isAmbiguous ? 'model_ambiguous' : 'model_no_address')}</span>
        )}
        {sha256 && <span className="text-xs text-muted">{t('model_has_hash')}</span>}
        {canRunCode && <span className="text-warn">{t('model_runs_code')}</span>}
      </div>
    </li>
  )
}
