import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { alreadyInPage } from '../../ground/site/page-facts.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Icon } from '../../ground/ui/icon.tsx'
import { chooseShown, type ShelfWorkflow, shownWorkflowQuery, workflowShelfQuery } from './shown-workflow.ts'

const elementId = 'shown-workflow-box'

/** A real workflow of a pack, drawn as the tool shows it. Nothing while no pack ships one. */
export function ShownWorkflow() {
  const { data } = useSuspenseQuery(workflowShelfQuery(useSite()))
  const shown = chooseShown(data)
  return shown ? <Drawing workflow={shown} /> : null
}

function Drawing({ workflow }: { workflow: ShelfWorkflow }) {
  const t = useText('home')
  const { data } = useSuspenseQuery(shownWorkflowQuery(useSite(), workflow))
  const [html] = useState(() =>
    data.drawing === alreadyInPage ? (document.getElementById(elementId)?.innerHTML ?? '') : data.drawing,
  )
  const { node_id: nodeId, node_name: nodeName, version, place, title } = workflow
  return (
    <figure className="card relative grid grid-cols-[minmax(0,1fr)] content-start overflow-hidden rounded-xl!">
      <div
        id={elementId}
        suppressHydrationWarning
        className="graph-surface graph-live aspect-[16/9] p-1"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing escapes what authors wrote
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <figcaption className="flex items-center gap-2.5 border-t border-line px-4 py-2.5 text-sm">
        <Icon name="flow" className="text-flow" />
        <Link
          to={links.workflow(nodeId, version, place)}
          className="min-w-0 truncate font-medium after:absolute after:inset-0"
          dir="auto"
        >
          {title}
        </Link>
        <span className="ms-auto min-w-0 truncate text-muted" dir="auto">
          {t('from_pack', { name: nodeName })}
        </span>
      </figcaption>
    </figure>
  )
}
