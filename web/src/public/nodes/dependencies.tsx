import { isCommit } from '../../ground/paths/commit.ts'
import { sections } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { NothingHere, Section } from '../../ground/ui/section.tsx'

/** Python requirements of a version or a commit, as written in its files. */
export function Dependencies({ lines, version }: { lines: string[]; version: string }) {
  const t = useText('nodes')
  return (
    <Section id={sections.dependencies} title={t('dependencies')}>
      {lines.length === 0 ? (
        <NothingHere icon="package">
          {t(isCommit(version) ? 'no_dependencies_read' : 'no_dependencies')}
        </NothingHere>
      ) : (
        <ul
          dir="ltr"
          className="divide-y divide-line rounded-lg border border-line bg-surface font-mono text-sm"
        >
          {lines.map((line) => (
            <li key={line} className="px-4 py-2 break-words">
              <Requirement line={line} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Emphasizes the name over version specifiers and markers. */
function Requirement({ line }: { line: string }) {
  const [name = ''] = /^[\w.-]+(\[[^\]]*\])?/.exec(line) ?? []
  return (
    <>
      <span className="font-semibold">{name}</span>
      <span className="text-muted">{line.slice(name.length)}</span>
    </>
  )
}
