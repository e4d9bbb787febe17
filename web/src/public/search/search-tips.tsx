import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { FoldMark } from '../../ground/ui/fold-mark.tsx'

const examples = [
  'IMAGE -> MASK',
  'node:KSampler',
  'publisher:acme',
  'author:kim',
  'has:example',
  'uses:KSampler',
  'tag:video',
  'os:linux gpu:cuda',
  'license:MIT',
  'updated:30d',
  'is:deprecated',
] as const

/** Explains the search syntax: at once where nothing was found, otherwise on demand. */
export function SearchTips({ isOpen = false }: { isOpen?: boolean }) {
  const t = useText('home')
  return (
    <details key={String(isOpen)} open={isOpen} className="min-w-0 text-muted open:basis-full">
      <summary className="flex w-fit items-center gap-1 py-1 underline-offset-4 hover:underline">
        <FoldMark />
        {t('search_tips')}
      </summary>
      <div className="grid gap-2 pt-1">
        <p>{t('search_tips_text')}</p>
        <ul className="flex flex-wrap gap-2">
          {examples.map((example) => (
            <li key={example}>
              <Link
                to={links.home({ q: example })}
                rel="nofollow"
                dir="ltr"
                className="inline-block rounded-sm bg-sunken px-2 py-1 font-mono text-xs text-ink hover:underline"
              >
                {example}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}
