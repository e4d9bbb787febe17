import type { NodeScore, ScorePart, ScorePartName } from '@nodeyard/contract/packs'
import { useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { Section } from '../../ground/ui/section.tsx'

const names: Record<ScorePartName, TextKey<'nodes'>> = {
  loads: 'score_loads',
  readme: 'score_readme',
  descriptions: 'score_descriptions',
  typed_nodes: 'score_typed',
  examples: 'score_examples',
  license: 'score_license',
  requirement_bounds: 'score_bounds',
  tests: 'score_tests',
  provenance: 'score_provenance',
  scan: 'score_scan',
}

const steps: Record<ScorePartName, TextKey<'nodes'>> = {
  loads: 'step_loads',
  readme: 'step_readme',
  descriptions: 'step_descriptions',
  typed_nodes: 'step_typed',
  examples: 'step_examples',
  license: 'step_license',
  requirement_bounds: 'step_bounds',
  tests: 'step_tests',
  provenance: 'step_provenance',
  scan: 'step_scan',
}

/** How well the pack is made, point by point, and what would help most. */
export function ScoreBox({ data }: { data: Pick<NodeScore, 'score' | 'parts' | 'next'> }) {
  const t = useText('nodes')
  return (
    <Section title={t('score')} lead={t('score_text')}>
      <div className="card grid gap-6 p-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:p-6">
        <Ring score={data.score} label={t('score_of', { score: data.score })} />
        <div className="grid gap-4">
          <ul className="grid gap-x-8 gap-y-1.5 md:grid-cols-2">
            {data.parts.map((part) => (
              <Part key={part.name} part={part} />
            ))}
          </ul>
          {data.next && (
            <p className="flex items-start gap-2.5 rounded-md bg-accent-soft px-3.5 py-2.5 text-sm text-accent-strong">
              <Icon name="trend" className="mt-px" />
              <span className="min-w-0">
                <span className="font-semibold">{t('next_step', { gain: data.next.gain })}</span>{' '}
                {t(steps[data.next.name])}
              </span>
            </p>
          )}
        </div>
      </div>
    </Section>
  )
}

const radius = 42
const around = 2 * Math.PI * radius

function Ring({ score, label }: { score: number; label: string }) {
  return (
    <svg role="img" aria-label={label} viewBox="0 0 100 100" className="size-28 justify-self-center">
      <circle cx="50" cy="50" r={radius} fill="none" strokeWidth="9" className="stroke-sunken" />
      <circle
        cx="50"
        cy="50"
        r={radius}
        fill="none"
        strokeWidth="9"
        strokeLinecap="round"
        strokeDasharray={`${(around * score) / 100} ${around}`}
        transform="rotate(-90 50 50)"
        className="stroke-accent"
      />
      <text x="50" y="51" dy=".34em" textAnchor="middle" className="font-display fill-ink text-2xl">
        {score}
      </text>
    </svg>
  )
}

function Part({ part: { name, points, most, fulfilled, total } }: { part: ScorePart }) {
  const t = useText('nodes')
  const isWhole = points === most
  return (
    <li className="flex items-start gap-2.5 py-1 text-sm">
      <Icon
        name={isWhole ? 'check' : points > 0 ? 'dot' : 'minus'}
        className={`mt-px ${isWhole ? 'text-accent' : 'text-muted'}`}
      />
      <span className="min-w-0 flex-1">
        {t(names[name])}
        {fulfilled !== undefined && total !== undefined && total > 0 && (
          <span className="text-muted tabular-nums">
            {' '}
            <bdi dir="ltr">
              {fulfilled}/{total}
            </bdi>
          </span>
        )}
      </span>
      <span className="text-xs leading-5 text-muted tabular-nums">
        <bdi dir="ltr">
          {points}/{most}
        </bdi>
      </span>
    </li>
  )
}
