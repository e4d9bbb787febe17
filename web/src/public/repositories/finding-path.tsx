import type { FindingStep } from '@nodeyard/contract/packs'
import { Fragment, useId } from 'react'
import { useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Place, type SourceOf } from './place.tsx'

const kinds: Record<FindingStep['kind'], TextKey<'paths'>> = {
  source: 'kind_source',
  carrier: 'kind_carrier',
  hides: 'kind_hides',
  sink: 'kind_sink',
}

/** Lists the steps of a value from its source to the place of a finding. */
export function FindingPath({ path, sourceOf }: { path: readonly FindingStep[]; sourceOf?: SourceOf }) {
  const t = useText('paths')
  const id = useId()
  return (
    <div className="grid grid-cols-1 gap-1.5 text-sm">
      <h4 id={id} className="text-xs text-muted">
        {t('title')}
      </h4>
      <ol aria-labelledby={id} className="grid grid-cols-1 gap-1.5 border-s-2 border-line ps-3">
        {path.map((step) => (
          <Fragment key={`${step.file}:${step.line} ${step.kind} ${step.noun}`}>
            {step.left_out && (
              <li className="text-xs text-muted">{t('left_out', { count: step.left_out })}</li>
            )}
            <li className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
              <span className={step.kind === 'carrier' ? 'text-xs text-muted' : 'text-xs font-semibold'}>
                {t(kinds[step.kind])}
              </span>
              <span>{t(step.noun as TextKey<'paths'>)}</span>
              {step.detail && (
                <bdi dir="ltr" className="font-mono text-xs wrap-anywhere">
                  {step.detail}
                </bdi>
              )}
              {sourceOf ? (
                <Place file={step.file} line={step.line} source={sourceOf(step.file, step.line)} />
              ) : (
                <bdi className="font-mono text-xs wrap-anywhere">{`${step.file}:${step.line}`}</bdi>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </div>
  )
}
