import { untilTrue } from '../../server/test/until-true.ts'
import { type Command, type Driver, DriverError } from './driver.ts'

/** The member that makes an object of the protocol stand for an element. */
const elementMember = 'element-6066-11e4-a52e-4f735466cecf'

/** Keys of the standard that print nothing. */
export const keys = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004', ArrowDown: '\uE015' } as const

/** Refusals that pass once the page stands still. */
const passing = new Set([
  'stale element reference',
  'element click intercepted',
  'element not interactable',
  'no such element',
  'javascript error',
])

/** The tab of a browser, used as a person would: by what is seen, the pointer and the keyboard. */
export class Tab {
  readonly #driver: Driver
  readonly #siteUrl: string

  private constructor(driver: Driver, siteUrl: string) {
    this.#driver = driver
    this.#siteUrl = siteUrl
  }

  /** Opens a tab of 1280 by 900 pixels. */
  static async open(driver: Driver, siteUrl: string): Promise<Tab> {
    const tab = new Tab(driver, siteUrl)
    await tab.resize(1280, 900)
    return tab
  }

  /** Opens a page and waits until its scripts run. */
  async goto(path: string): Promise<void> {
    await this.#driver.send('navigate', { url: this.#siteUrl + path })
    await this.until(isLive)
  }

  async back(): Promise<void> {
    await this.#driver.send('back')
  }

  /** Resizes the window to this many CSS pixels, or the fewest that the browser allows. */
  async resize(width: number, height: number): Promise<void> {
    const [extraWidth = 0, extraHeight = 0] = await this.run(() => [
      outerWidth - innerWidth,
      outerHeight - innerHeight,
    ])
    await this.#driver.send('resize', { width: width + extraWidth, height: height + extraHeight })
  }

  /** Runs a function in the page, which can use nothing from outside of it. */
  async run<Result, Given extends unknown[]>(
    inPage: (...given: Given) => Result,
    ...given: Given
  ): Promise<Result> {
    const script = `return (${inPage}).apply(null, arguments)`
    return (await this.#driver.send('run', { script, args: given })) as Result
  }

  /** Waits until a function in the page returns something true. */
  async until<Given extends unknown[]>(inPage: (...given: Given) => unknown, ...given: Given): Promise<void> {
    await this.#untilTrue(`${inPage} of ${given}`, async () => Boolean(await this.run(inPage, ...given)))
  }

  /** Waits until the page shows a text. */
  async see(text: string): Promise<void> {
    await this.until((wanted) => document.body.innerText.includes(wanted), text)
  }

  /** Waits until the page has this path with its query, and its scripts run. */
  async arrive(path: string): Promise<void> {
    await this.until((wanted) => location.pathname + location.search === wanted, path)
    await this.until(isLive)
  }

  /** Clicks on the first visible element that a selector matches and that has this name. */
  async click(selector: string, name?: string): Promise<void> {
    await this.#withElement(selector, name, 'click', {})
  }

  /** Types into a field. */
  async type(selector: string, text: string, name?: string): Promise<void> {
    await this.#withElement(selector, name, 'type', { text })
  }

  /** Presses keys one after the other. */
  async press(...pressed: string[]): Promise<void> {
    const actions = pressed.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#driver.send('act', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  /** Drops a file on the page. */
  async drop(name: string, bytes: Uint8Array): Promise<void> {
    await this.run(
      (fileName, base64) => {
        const dataTransfer = new DataTransfer()
        const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        dataTransfer.items.add(new File([content], fileName))
        document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
      },
      name,
      Buffer.from(bytes).toString('base64'),
    )
  }

  /** Returns the address and the visible text, to explain a failure. */
  describe(): Promise<string> {
    return this.run(() => `${location.href}\n${document.body.innerText.slice(0, 3000)}`)
  }

  async #withElement(
    selector: string,
    name: string | undefined,
    command: Command,
    parameters: Record<string, unknown>,
  ): Promise<void> {
    let placeBefore: string | undefined
    await this.#untilTrue(`${command} ${selector} ${name ?? ''}`, async () => {
      const [found, place] = await this.run(findVisible, selector, name ?? null)
      const isStill = place === placeBefore
      placeBefore = place
      if (!found || !isStill) return false
      const { [elementMember]: id } = found as unknown as Record<string, string>
      await this.#driver.send(command, { id, ...parameters })
      return true
    })
  }

  async #untilTrue(what: string, isSo: () => Promise<boolean>): Promise<void> {
    let refusal: unknown
    const isSoNow = async () => {
      try {
        return await isSo()
      } catch (error) {
        if (!(error instanceof DriverError && passing.has(error.code))) throw error
        refusal = error
        return false
      }
    }
    await untilTrue(isSoNow).catch(() => {
      throw new Error(`This did not happen: ${what}`, { cause: refusal })
    })
  }
}

/** Runs in the page. Firefox reports an error when a page is left while its scripts arrive. */
function isLive(): boolean {
  return !document.getElementById('page-facts') || 'live' in document.documentElement.dataset
}

/**
 * Runs in the page. Returns the element with its place, because a click on an element that moves is lost. Scrolls,
 * because WebKit's driver clicks beside an element that is only partly in the window.
 */
function findVisible(selector: string, name: string | null): [element?: Element, place?: string] {
  const nameOf = (element: Element) =>
    (
      element.getAttribute('aria-label') ??
      ((element as HTMLInputElement).labels?.[0] ?? (element as HTMLElement)).innerText
    ).trim()
  const found = [...document.querySelectorAll(selector)].find(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) && (name === null || nameOf(element) === name),
  )
  if (!found) return []
  const { top, bottom } = found.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight) found.scrollIntoView({ block: 'center', behavior: 'instant' })
  return [found, JSON.stringify(found.getBoundingClientRect())]
}
