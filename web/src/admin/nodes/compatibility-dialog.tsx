import { limits } from '@nodeyard/contract/limits'
import { moderateVersion, type VersionCompatibility } from '@nodeyard/contract/safety'
import { bindText } from '../../ground/forms/draft.ts'
import { Field } from '../../ground/forms/field.tsx'
import { TextArea } from '../../ground/forms/text-area.tsx'
import { useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { EditValueDialog } from '../kit/edit-value-dialog.tsx'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { useRegistryChange } from '../kit/use-change.ts'

type Stated = VersionCompatibility['stated']

/** Form values; lists have one entry per line. */
type Texts = Record<keyof Stated, string>

/** Edits the compatibility of a version, next to the values of the latest version. */
export function CompatibilityDialog({ row, onClose }: { row: VersionCompatibility; onClose(): void }) {
  const t = useText('admin-registry')
  const { call } = useAdminToken()
  const changed = useRegistryChange()
  const name = `${row.node_id}@${row.version}`
  const save = async (texts: Texts) => {
    const params = { nodeId: row.node_id, version: row.version }
    await call(moderateVersion, { params, body: toStated(texts) })
    await changed(t('node_saved', { name }))
  }
  return (
    <EditValueDialog
      title={t('edit_compatibility', { name })}
      draftKey={`admin-compatibility:${name}`}
      initial={toTexts(row.stated)}
      canSave={(texts) => JSON.stringify(texts) !== JSON.stringify(toTexts(row.stated))}
      onSave={save}
      onClose={onClose}
    >
      {(draft) => (
        <>
          {row.latest && (
            <Reference latest={row.latest} version={row.latest_version ?? ''} onCopy={draft.set} />
          )}
          <Field
            label={t('tool_range')}
            dir="ltr"
            maxLength={limits.rangeLength}
            {...bindText(draft, 'supported_comfyui_version')}
          />
          <Field
            label={t('frontend_range')}
            dir="ltr"
            maxLength={limits.rangeLength}
            {...bindText(draft, 'supported_comfyui_frontend_version')}
          />
          <TextArea
            label={t('systems')}
            hint={t('one_per_line')}
            dir="ltr"
            {...bindText(draft, 'supported_os')}
          />
          <TextArea
            label={t('accelerators')}
            hint={t('one_per_line')}
            dir="ltr"
            {...bindText(draft, 'supported_accelerators')}
          />
        </>
      )}
    </EditValueDialog>
  )
}

function Reference({
  latest,
  version,
  onCopy,
}: {
  latest: Stated
  version: string
  onCopy(texts: Texts): void
}) {
  const t = useText('admin-registry')
  const lines = [
    [t('tool_range'), latest.supported_comfyui_version],
    [t('frontend_range'), latest.supported_comfyui_frontend_version],
    [t('systems'), latest.supported_os.join(', ')],
    [t('accelerators'), latest.supported_accelerators.join(', ')],
  ] as const
  return (
    <div className="grid gap-2 rounded-md bg-sunken p-3 text-sm">
      <p className="font-medium">{t('latest', { version })}</p>
      <dl className="grid gap-x-3 gap-y-0.5 sm:grid-cols-[max-content_1fr]">
        {lines.map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="font-mono text-xs wrap-anywhere">
              <bdi>{text || '–'}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Button className="justify-self-start" onClick={() => onCopy(toTexts(latest))}>
        {t('copy_from_latest')}
      </Button>
    </div>
  )
}

function toTexts(stated: Stated): Texts {
  return {
    ...stated,
    supported_os: stated.supported_os.join('\n'),
    supported_accelerators: stated.supported_accelerators.join('\n'),
  }
}

/** Sorts lists and removes duplicates. */
function toStated(texts: Texts): Stated {
  return {
    supported_comfyui_version: texts.supported_comfyui_version.trim(),
    supported_comfyui_frontend_version: texts.supported_comfyui_frontend_version.trim(),
    supported_os: toList(texts.supported_os),
    supported_accelerators: toList(texts.supported_accelerators),
  }
}

function toList(text: string): string[] {
  const entries = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return [...new Set(entries)].sort()
}
