import { sections } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'

export interface SectionLink {
  section: keyof typeof sections
  count?: number
}

/** Links to the sections of a long page. Plain anchors work without JavaScript. */
export function SectionNav({ sections: shown }: { sections: SectionLink[] }) {
  const t = useText('nodes')
  const formats = formatsOf(useSite().settings.locale)
  const names: Record<SectionLink['section'], string> = {
    readme: t('readme'),
    comfyNodes: t('comfy_nodes'),
    versions: t('versions'),
    dependencies: t('dependencies'),
    capabilities: t('capabilities'),
    changelog: t('changelog'),
  }
  if (shown.length < 2) return null
  return (
    <nav aria-label={t('sections')} className="overflow-x-auto border-b border-line">
      <ul className="flex gap-1">
        {shown.map(({ section, count }) => (
          <li key={section}>
            <a
              href={`#${sections[section]}`}
              className="flex items-center gap-1.5 border-b-2 border-transparent px-3 py-2.5 text-sm font-medium whitespace-nowrap text-muted hover:border-edge hover:text-ink"
            >
              {names[section]}
              {count !== undefined && count > 0 && (
                <span className="rounded-full bg-sunken px-2 text-xs tabular-nums">
                  {formats.number(count)}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
