import type { Route } from '@nodeyard/contract/ground'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../account/access/use-may.ts'
import { useText } from '../../ground/site/site.ts'
import { Button, ButtonLink } from '../../ground/ui/button.tsx'

/** An admin's action on a row: a link, a call, or a dialog that asks first. */
export interface Action<Row> {
  text: string
  /** Route that decides who sees the action. Omitted when every admin can use it. */
  route?: Route
  isFor?(row: Row): boolean
  look?: 'quiet' | 'risky'
  to?(row: Row): string
  run?(row: Row): void
  dialog?(row: Row, close: () => void): ReactNode
}

interface Actions<Row> {
  row: Row
  actions: readonly Action<Row>[]
  /** Names the row in the button labels. Omitted when the texts are clear alone. */
  nameOf?: ((row: Row) => string) | undefined
}

/** Buttons for the actions that apply to a row. `ask` opens a dialog. */
export function ActionButtons<Row>({
  row,
  actions,
  nameOf,
  ask,
}: Actions<Row> & { ask(action: Action<Row>): void }) {
  const t = useText('admin-registry')
  const may = useMay()
  const offered = actions.filter(({ route, isFor }) => (!route || may(route)) && (isFor?.(row) ?? true))
  if (offered.length === 0) return null
  return (
    <div className="flex flex-wrap gap-1.5 @5xl:flex-nowrap">
      {offered.map((action) => {
        const { text, look, to } = action
        const label = nameOf && t('act_on', { value: text, name: nameOf(row) })
        return to ? (
          <ButtonLink key={text} size="small" to={to(row)} preventScrollReset aria-label={label}>
            {text}
          </ButtonLink>
        ) : (
          <Button
            key={text}
            size="small"
            {...(look ? { look } : {})}
            aria-label={label}
            onClick={() => (action.run ? action.run(row) : ask(action))}
          >
            {text}
          </Button>
        )
      })}
    </div>
  )
}

/** Actions and dialogs for a single item outside a list. */
export function RowActions<Row>(props: Actions<Row>) {
  const [asked, ask] = useState<Action<Row>>()
  return (
    <>
      <ActionButtons {...props} ask={ask} />
      {asked?.dialog?.(props.row, () => ask(undefined))}
    </>
  )
}
