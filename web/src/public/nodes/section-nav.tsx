import { useEffect, useRef, useState } from 'react'
import { sections } from '../../ground/paths/links.ts'
import { useFormats, useText } from '../../ground/site/site.ts'

export interface SectionLink {
  section: keyof typeof sections
  count?: number
}

/** Links to the sections of a long page. Plain anchors work without JavaScript. */
export function SectionNav({ sections: shown }: { sections: SectionLink[] }) {
  const t = useText('nodes')
  const formats = useFormats()
  const nav = useRef<HTMLElement>(null)
  const read = useSectionInSight(shown, nav)
  const names: Record<SectionLink['section'], string> = {
    readme: t('readme'),
    comfyNodes: t('comfy_nodes'),
    workflows: t('workflows'),
    versions: t('versions'),
    dependencies: t('dependencies'),
    worksWith: t('works_with'),
    capabilities: t('capabilities'),
    changelog: t('changelog'),
    compatibility: t('compatibility'),
    trust: t('trust'),
  }
  if (shown.length < 2) return null
  return (
    <nav ref={nav} aria-label={t('sections')} className="section-nav strip border-b border-line">
      <ul className="flex gap-1">
        {shown.map(({ section, count }) => (
          <li key={section}>
            <a
              href={`#${sections[section]}`}
              aria-current={section === read ? 'true' : undefined}
              className="flex items-center gap-1.5 border-b-2 border-transparent px-2.5 py-3 text-sm font-medium whitespace-nowrap text-muted hover:border-edge hover:text-ink aria-[current=true]:border-accent aria-[current=true]:text-ink"
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

/** The last section that has begun above the middle of the window. */
function useSectionInSight(
  shown: readonly SectionLink[],
  nav: { current: HTMLElement | null },
): SectionLink['section'] | undefined {
  const [read, setRead] = useState<SectionLink['section']>()
  const names = shown.map(({ section }) => section).join()
  useEffect(() => {
    const all = names.split(',') as SectionLink['section'][]
    const find = () => {
      const begun = all.filter((section) => {
        const top = document.getElementById(sections[section])?.getBoundingClientRect().top
        return top !== undefined && top < innerHeight * 0.4
      })
      setRead(begun.at(-1))
    }
    let frame = 0
    const onScroll = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(find)
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
    }
  }, [names])
  useEffect(() => {
    const link = read && nav.current?.querySelector<HTMLElement>('[aria-current]')
    // Only sideways: the page must not move by itself.
    if (link && nav.current)
      nav.current.scrollLeft = link.offsetLeft - nav.current.clientWidth / 2 + link.offsetWidth / 2
  }, [read, nav])
  return read
}
