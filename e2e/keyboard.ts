import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/**
 * In the page: the elements that Tab should reach, those it has reached, and those without a visible focus.
 */
interface Walk {
  wanted: Set<Element>
  reached: Set<Element>
  unseen: Set<Element>
  /** The maximum presses of Tab for a round through the page. */
  presses: number
}

/** Asserts that Tab alone reaches every control, shows its focus, and leaves it again. */
export async function isWalkedByKeyboard(page: Page, name: string): Promise<void> {
  const presses = await page.evaluate(beginWalk)
  for (let press = 0; press < presses; press++) await page.keyboard.press('Tab')
  const found = await page.evaluate(() => {
    const { wanted, reached, unseen } = (globalThis as unknown as { walk: Walk }).walk
    const named = (elements: Iterable<Element>) =>
      [...elements].map((element) => element.outerHTML.replace(/(?: class| d)="[^"]*"/g, '').slice(0, 200))
    const missed = [...wanted].filter((element) => element.isConnected && !reached.has(element))
    return { missed: named(missed), unseen: named(unseen) }
  })
  assert.deepEqual(found, { missed: [], unseen: [] }, name)
}

function beginWalk(): number {
  const isThere = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const all = [
    ...document.querySelectorAll(
      'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]',
    ),
  ].filter(
    (element) => isThere(element) && !element.closest('[inert]') && (element as HTMLElement).tabIndex >= 0,
  )
  /** Tab reaches only one radio button of a group. */
  const isOneOfGroup = (element: Element) =>
    element instanceof HTMLInputElement &&
    element.type === 'radio' &&
    !element.checked &&
    all.some((other) => other instanceof HTMLInputElement && other.name === element.name && other !== element)
  const wanted = new Set(all.filter((element) => !isOneOfGroup(element)))
  const walk: Walk = { wanted, reached: new Set(), unseen: new Set(), presses: 0 }
  const showsFocus = (element: Element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  }
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    walk.reached.add(target)
    if (wanted.has(target) && !showsFocus(target)) walk.unseen.add(target)
  })
  Object.assign(globalThis, { walk })
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  // Each part of a date is a separate step, and scrollable areas also take the focus.
  const steps = [...wanted].reduce(
    (sum, element) => sum + (element instanceof HTMLInputElement && element.type === 'date' ? 4 : 1),
    0,
  )
  return steps + 10
}
