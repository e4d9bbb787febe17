import { sections } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { NothingHere, Section } from '../../ground/ui/section.tsx'

/** The author's changelog, as written. */
export function Changelog({ text }: { text: string }) {
  const t = useText('nodes')
  return (
    <Section id={sections.changelog} title={t('changelog')}>
      {text.trim() === '' ? (
        <NothingHere icon="list">{t('no_changelog')}</NothingHere>
      ) : (
        <div
          dir="auto"
          className="rounded-lg border border-line bg-surface p-5 text-sm break-words whitespace-pre-wrap"
        >
          {text.trim()}
        </div>
      )}
    </Section>
  )
}
