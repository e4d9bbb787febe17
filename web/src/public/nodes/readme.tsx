import { useState } from 'react'
import { isCommit } from '../../ground/paths/commit.ts'
import { sections } from '../../ground/paths/links.ts'
import { alreadyInPage } from '../../ground/site/page-facts.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { readmePictures, withOwnAddresses } from '../../ground/ui/pictures.ts'
import { NothingHere, Section } from '../../ground/ui/section.tsx'

const elementId = 'readme-text'

interface Readme {
  nodeId: string
  version: string
  /** HTML, sanitized by the server. */
  html: string | undefined
}

export function Readme({ html, ...of }: Readme) {
  const t = useText('nodes')
  return (
    <Section id={sections.readme} title={t('readme')}>
      {html ? (
        <ReadmeText html={html} {...of} />
      ) : (
        <NothingHere icon="book">{t(isCommit(of.version) ? 'no_readme_read' : 'no_readme')}</NothingHere>
      )}
    </Section>
  )
}

/** A version's text never changes, so the first render is kept, and its pictures do not reload. */
function ReadmeText({ html, nodeId, version }: Readme & { html: string }) {
  const { settings } = useSite()
  const [first] = useState(() =>
    html === alreadyInPage
      ? (document.getElementById(elementId)?.innerHTML ?? '')
      : withOwnAddresses(html, readmePictures(nodeId, version), settings),
  )
  return (
    <div
      id={elementId}
      dir="auto"
      className="prose rounded-lg border border-line bg-surface p-5 sm:p-7"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitized by the server
      dangerouslySetInnerHTML={{ __html: first }}
    />
  )
}
