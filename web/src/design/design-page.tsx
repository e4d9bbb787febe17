import { Main } from '../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../ground/page/page.ts'
import { paths } from '../ground/paths/paths.ts'
import { PageHead } from '../ground/ui/page-head.tsx'
import { PageTitle } from '../ground/ui/page-title.tsx'
import { prepareDrawing } from '../public/comfy-nodes/comfy-node-picture.tsx'
import { Controls } from './controls.tsx'
import { Data } from './data.tsx'
import { Drawings } from './drawings.tsx'
import { Messages } from './messages.tsx'
import { Tokens } from './tokens.tsx'

export const handle: PageHandle = { namespaces: ['nodes', 'forms', 'workflows', 'admin-oversight'] }
export const loader = pageLoader(paths.design, handle, prepareDrawing)

const name = 'Design'

/** A page for developers, in English only: every component in every state. Search engines do not list it. */
export function Component() {
  return (
    <Main className="grid grid-cols-1 content-start gap-14">
      <PageHead title={name} />
      <PageTitle
        title={name}
        lead="Every component in every state. Values are in ground/styles/tokens.css."
      />
      <Tokens />
      <Controls />
      <Messages />
      <Data />
      <Drawings />
    </Main>
  )
}
