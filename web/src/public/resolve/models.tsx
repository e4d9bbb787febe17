import type { ModelSource, NeededModel } from '@nodeyard/analysis/models'
import { keysOf } from '@nodeyard/contract/ground'
import type { DownloadedModel, FoundModel } from '@nodeyard/planning/models'
import { useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { FoldMark } from '../../ground/ui/fold-mark.tsx'
import { httpAddress } from '../../ground/ui/http-address.ts'
import { Section } from '../../ground/ui/section.tsx'
import { ModelBadges } from '../models/model-badges.tsx'
import { PackModelList } from '../models/pack-model-list.tsx'

type Group = ModelSource['from'] | 'ambiguous' | 'none'

const groupTitles: Record<Group, TextKey<'resolve'>> = {
  record: 'model_from_record',
  note: 'model_from_note',
  registry: 'model_from_registry',
  code: 'model_from_code',
  example: 'model_from_example',
  docs: 'model_from_docs',
  ambiguous: 'model_ambiguous',
  none: 'model_no_address',
}

const groupOf = ({ sources: [first], isAmbiguous }: FoundModel): Group =>
  first?.from ?? (isAmbiguous ? 'ambiguous' : 'none')

/** Model files with their folder and host, grouped by where the address comes from. */
export function Models({ models }: { models: readonly FoundModel[] }) {
  const t = useText('resolve')
  if (models.length === 0) return null
  const groups = Map.groupBy(models, groupOf)
  return (
    <Section id="models" title={t('models_title')} lead={t('models_text')}>
      {keysOf(groupTitles)
        .filter((group) => groups.has(group))
        .map((group) => (
          <div key={group} className="grid gap-2">
            <h3 className="text-sm font-medium text-muted">{t(groupTitles[group])}</h3>
            <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
              {groups.get(group)?.map((model) => (
                <Model key={`${model.folder} ${model.name}`} model={model} group={group} />
              ))}
            </ul>
          </div>
        ))}
      {models.some(({ canRunCode }) => canRunCode) && (
        <p className="text-sm text-warn">{t('model_runs_code')}</p>
      )}
    </Section>
  )
}

/** Folders that the workflow or one of the tool's own loaders states need no remark. */
const folderNotes: Partial<Record<NonNullable<NeededModel['folderFrom']>, TextKey<'resolve'>>> = {
  registry: 'model_folder_guessed',
  code: 'model_folder_by_pack',
  example: 'model_folder_by_pack',
  docs: 'model_folder_by_pack',
}

function Model({ model, group }: { model: FoundModel; group: Group }) {
  const t = useText('resolve')
  const ofModels = useText('models')
  const { name, folder, folderFrom, sources, usedBy, canRunCode, isInactive, isOffered, sha256 } = model
  const { license, isGated, isAmbiguous } = model
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-3 text-sm sm:grid-cols-2">
      <div className="grid min-w-0 content-start gap-1">
        <bdi className="font-mono wrap-anywhere">{name}</bdi>
        <span className="text-xs text-muted">
          {folder ? <bdi className="font-mono">models/{folder}</bdi> : t('model_folder_unknown')}
          {folder && folderFrom && folderNotes[folderFrom] && <> · {t(folderNotes[folderFrom])}</>}
          {isInactive && <> · {t('inactive')}</>}
          {isOffered && <> · {t('model_offered')}</>}
        </span>
        {usedBy.length > 0 && (
          <span className="text-xs text-muted">
            <bdi className="wrap-anywhere">{usedBy.join(', ')}</bdi>
          </span>
        )}
      </div>
      <div className="flex min-w-0 flex-wrap content-start items-start gap-x-3 gap-y-1">
        {sources.map(({ url, from, pack, isPage }) => (
          <span key={url} className="min-w-0">
            <a
              href={httpAddress(url)}
              rel="noreferrer nofollow"
              className="text-accent underline-offset-4 wrap-anywhere hover:underline"
            >
              <bdi>{new URL(url).host}</bdi>
            </a>
            {from !== group && <span className="text-muted"> · {t(groupTitles[from])}</span>}
            {pack && (
              <span className="text-muted">
                {' '}
                · <bdi className="font-mono wrap-anywhere">{pack}</bdi>
              </span>
            )}
            {isPage && <span className="text-muted"> · {ofModels('is_page')}</span>}
          </span>
        ))}
        {isAmbiguous && sources.length > 0 && <span className="text-warn">{t('model_several')}</span>}
        <ModelBadges model={{ license, isGated, sha256, canRunCode }} />
      </div>
    </li>
  )
}

/** Models that packs download or document, by pack. */
export function PackModels({ models }: { models: readonly DownloadedModel[] }) {
  const t = useText('resolve')
  if (models.length === 0) return null
  return (
    <Section id="models-of-packs" title={t('model_of_packs_title')} lead={t('model_of_packs_text')}>
      {[...Map.groupBy(models, ({ nodeId }) => nodeId)].map(([nodeId, own]) => (
        <details key={nodeId} className="rounded-lg border border-line bg-surface">
          <summary className="flex items-center gap-2 px-4 py-3 text-sm hover:bg-sunken">
            <FoldMark className="size-4 text-muted" />
            <bdi className="min-w-0 font-mono wrap-anywhere">{nodeId}</bdi>
            <span className="ms-auto text-muted tabular-nums">{own.length}</span>
          </summary>
          <PackModelList models={own} look="border-t border-line" />
        </details>
      ))}
    </Section>
  )
}
