import { useSuspenseQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { Icon, type IconName } from '../../ground/ui/icon.tsx'
import { totalsQuery } from './queries.ts'
import { SearchBox } from './search-box.tsx'
import { SearchTips } from './search-tips.tsx'
import { ShownWorkflow } from './shown-workflow.tsx'

/** Splits a heading after sentences and commas, because its lines end there where they can. */
const partsOf = (text: string) => text.match(/[^.,。，]+[.,。，]? ?/g) ?? []

/** Answers, without scrolling: the purpose of the site, why to trust it, where to search, fix a workflow, and publish. */
export function Hero() {
  const t = useText('home')
  const { productName } = useSite().settings
  return (
    <div className="hero border-b border-line">
      <div className="mx-auto grid w-full max-w-(--page-width) gap-x-12 gap-y-8 px-4 py-8 sm:px-6 sm:py-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.02fr)] lg:items-center lg:py-14">
        <div className="grid min-w-0 content-center gap-5 sm:gap-6">
          <div className="grid gap-3">
            <h1 className="text-hero text-balance">
              {partsOf(t('heading')).map((part) => (
                <Fragment key={part}>
                  <span className="inline-block">{part.trimEnd()}</span>
                  {part.endsWith(' ') && ' '}
                </Fragment>
              ))}
            </h1>
            <p className="max-w-prose text-base text-muted text-pretty sm:text-lg">
              {t('subheading', { product: productName })}
            </p>
          </div>
          <div className="grid gap-1.5">
            <SearchBox />
            <div className="text-sm">
              <SearchTips />
            </div>
          </div>
          <Totals />
        </div>
        <div className="grid min-w-0 gap-3">
          <ShownWorkflow />
          {/* On phones, the picture would push them out of sight. */}
          <div className="grid gap-3 max-sm:order-first sm:grid-cols-2">
            <Way
              to={links.resolve()}
              icon="drop"
              look="flow"
              title={t('way_resolve')}
              text={t('way_resolve_text')}
            />
            <Way
              to={links.howToPublish()}
              icon="package"
              look="accent"
              title={t('way_publish')}
              text={t('way_publish_text')}
            />
          </div>
        </div>
      </div>
    </div>
  )
}

/** Numbers that prove the sentence above: how many of the listed packs were scanned, and as what. */
function Totals() {
  const t = useText('home')
  const formats = useFormats()
  const {
    data: { nodes, published, read, comfy_nodes: comfyNodes },
  } = useSuspenseQuery(totalsQuery(useSite()))
  if (nodes === 0) return null
  const shown = [
    { number: nodes, text: t('total_packs', { count: nodes }), hue: 'hue-mask' },
    { number: published, text: t('total_published', { count: published }), hue: 'hue-conditioning' },
    { number: read, text: t('total_read', { count: read }), hue: 'hue-latent' },
    { number: comfyNodes, text: t('total_nodes', { count: comfyNodes }), hue: 'hue-image' },
  ].filter(({ number }) => number > 0)
  return (
    <ul className="grid grid-cols-2 gap-3 sm:flex sm:gap-8">
      {shown.map(({ number, text, hue }) => (
        <li key={hue} className={`grid content-start gap-0.5 ${hue}`}>
          <span className="font-display flex items-center gap-2 text-xl tabular-nums sm:text-2xl">
            <span aria-hidden="true" className="socket-dot" />
            {formats.number(number)}
          </span>
          <span className="text-xs text-muted text-pretty sm:text-sm">{text}</span>
        </li>
      ))}
    </ul>
  )
}

interface WayProps {
  to: string
  icon: IconName
  look: 'flow' | 'accent'
  title: string
  text: ReactNode
}

const wayLooks = {
  flow: 'border-flow/45 border-dashed bg-flow-soft hover:border-flow',
  accent: 'border-line bg-surface hover:border-accent',
} as const
const tileLooks = { flow: 'bg-flow text-on-flow', accent: 'bg-accent text-on-accent' } as const

function Way({ to, icon, look, title, text }: WayProps) {
  return (
    <Link
      to={to}
      className={`group flex items-center gap-3 rounded-lg border-2 p-3.5 transition-colors ${wayLooks[look]}`}
    >
      <span className={`grid size-10 shrink-0 place-items-center rounded-md ${tileLooks[look]}`}>
        <Icon name={icon} />
      </span>
      <span className="min-w-0">
        <span className="block text-sm font-semibold">{title}</span>
        <span className="block text-xs text-muted text-pretty">{text}</span>
      </span>
      <Icon
        name="next"
        className="mirrored ms-auto size-4 text-muted transition-transform group-hover:translate-x-0.5 rtl:group-hover:-translate-x-0.5"
      />
    </Link>
  )
}
