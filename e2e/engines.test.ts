import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { png } from '../analysis/src/workflow/files.test-support.ts'
import { createPublisherFor, createTokenFor } from '../server/src/operator/publishers.ts'
import { publish } from '../server/test/command-line-client.ts'
import { buildPack } from '../server/test/pack.ts'
import { untilTrue } from '../server/test/until-true.ts'
import { engines, type RunningEngine } from './engines/start.ts'
import { keys, Tab } from './engines/tab.ts'
import { nodeId, pages, useFilledProduct } from './filled-product.ts'
import { isThorough } from './looks.ts'
import { newEmail, password } from './people.ts'
import type { Product } from './product.ts'

const holder = useFilledProduct(publishWorkflow)

/** Publishes a pack whose workflow the home page shows. */
async function publishWorkflow({ world, apiUrl }: Product): Promise<void> {
  const publisherId = 'gallery'
  await createPublisherFor(world.deps, { id: publisherId, name: 'Gallery', ownerEmail: 'gallery@lumen.test' })
  const token = await createTokenFor(world.deps, publisherId, 'engines')
  const nodes = Array.from({ length: 5 }, (_, id) => ({
    id,
    type: `Step ${id}`,
    pos: [id * 320, 0],
    size: [260, 120],
    mode: 0,
    inputs: [],
    outputs: [],
    properties: {},
    widgets_values: [],
  }))
  const files = { 'example_workflows/five-steps.json': JSON.stringify({ nodes, links: [] }) }
  const archive = buildPack({ id: 'five-steps', version: '1.0.0', files })
  const node = { name: 'Five steps in a pack with a long name', category: 'video' }
  await publish({ apiUrl, publisherId, nodeId: 'five-steps', token, version: '1.0.0', node, archive })
  await world.runJobs()
}
const workflow = JSON.stringify({
  nodes: [
    { type: `${nodeId} Blur`, properties: { cnr_id: nodeId, ver: '1.0.0' } },
    { type: 'Nobody Made This' },
  ],
})

for (const { name, missing, start } of engines)
  describe(`the site in ${name}`, { skip: missing ?? false }, () => {
    let engine: RunningEngine
    let tab: Tab
    const problems: string[] = []

    before(async () => {
      engine = await start()
      tab = await Tab.open(engine.driver, holder.product.siteUrl)
    })
    afterEach(async (test) => {
      if ('passed' in test && !test.passed) console.log(await tab.describe())
      problems.push(...(await engine.takeProblems()).map((problem) => `${test.name}: ${problem}`))
    })
    after(() => engine.stop())

    it('leads from the home page over the search to a pack', async () => {
      await tab.goto('/')
      await tab.press('/')
      await tab.press(...'soft')
      await tab.see('The soft-blur')
      await tab.press(keys.Enter)
      await tab.arrive('/?q=soft')
      // The address changes before the page does, and a click on what disappears is lost.
      await tab.until(() => document.querySelector('h1')?.textContent === 'Results')
      await tab.click('main a', 'The soft-blur')
      await tab.arrive(pages.node)
      await tab.see('Blurs pictures softly.')
    })

    it('shows the source and the changes of a version', async () => {
      await tab.goto(pages.source)
      await tab.see('class Blur')
      await tab.goto(pages.compare)
      await tab.click('main summary bdi', 'README.md')
      await tab.see('# Soft blur')
    })

    for (const [file, bytes] of [
      ['castle.json', Buffer.from(workflow)],
      ...(['tEXt', 'zTXt', 'packed iTXt'] as const).map(
        (chunk) => [`${chunk}.png`, png([{ chunk, key: 'workflow', text: workflow }])] as const,
      ),
    ] as const)
      it(`resolves a dropped workflow: ${file}`, async () => {
        await tab.goto(pages.resolve)
        await tab.drop(file, bytes)
        await tab.see('needs 1 pack; 1 node is unknown')
        await tab.until(() => {
          const command = document.querySelector('main section code')?.getBoundingClientRect().top
          return command !== undefined && command > 0 && command < innerHeight
        })
      })

    it('keeps the result of the resolver on going back', async () => {
      await tab.goto(pages.resolve)
      await tab.drop('castle.json', Buffer.from(workflow))
      await tab.see('needs 1 pack; 1 node is unknown')
      await tab.click('main a', 'The soft-blur')
      await tab.arrive(pages.node)
      await tab.back()
      await tab.see('needs 1 pack; 1 node is unknown')
    })

    it('signs up, logs out and logs in', async () => {
      const email = newEmail()
      await tab.goto('/auth/signup?fromUrl=/docs/api')
      await tab.type('input', 'Ada', 'Name')
      await tab.type('input', email, 'Email')
      await tab.type('input', password, 'Password')
      await tab.click('button', 'Sign up')
      await tab.click('button', 'Continue')
      const seeApi = async () => {
        await tab.arrive('/docs/api')
        await tab.until(() => document.querySelector('h1')?.innerText === 'API')
      }
      await seeApi()
      for (const isLast of [false, true]) {
        await tab.goto('/auth/logout')
        await tab.click('button', 'Logout')
        await tab.until(() => document.querySelector('header a[href^="/auth/login"]'))
        if (isLast) break
        await tab.goto('/auth/login?fromUrl=/docs/api')
        await tab.type('input', email, 'Email')
        await tab.type('input', password, 'Password')
        await tab.click('button', 'Log in')
        await seeApi()
      }
    })

    it('explains how to publish from a CI', async () => {
      await tab.goto(pages.howToPublish)
      await tab.click('label', 'CI without a secret')
      await tab.see('id-token: write')
    })

    it('opens and closes a dialog by keyboard, and puts the focus back', async () => {
      await tab.goto(pages.node)
      await tab.run(() => {
        for (const button of document.querySelectorAll<HTMLElement>('button[aria-haspopup=dialog]'))
          if (button.innerText.trim() === 'Report') button.focus()
      })
      await tab.press(keys.Enter)
      await tab.until(() => document.querySelector('dialog')?.contains(document.activeElement))
      await tab.press(keys.Escape)
      await tab.until(() => !document.querySelector('dialog'))
      assert.equal(await tab.run(() => (document.activeElement as HTMLElement).innerText.trim()), 'Report')
    })

    it('reads from right to left in Arabic', async () => {
      await tab.goto(`/ar${pages.node}`)
      assert.deepEqual(
        await tab.run(() => {
          const { scrollWidth, clientWidth } = document.documentElement
          return [getComputedStyle(document.body).direction, scrollWidth - clientWidth]
        }),
        ['rtl', 0],
      )
    })

    it('scrolls to the section of each tab', async () => {
      await tab.goto(pages.node)
      const links = '.section-nav a'
      const targets = await tab.run(
        (selector) => [...document.querySelectorAll<HTMLAnchorElement>(selector)].map(({ hash }) => hash),
        links,
      )
      assert.ok(targets.length > 4, targets.join())
      for (const target of targets) {
        await tab.goto(pages.node)
        await tab.click(`${links}[href="${target}"]`)
        await tab.until((id) => {
          const { top = 0 } = document.querySelector(id)?.getBoundingClientRect() ?? {}
          const below = document.querySelector('.section-nav')?.getBoundingClientRect().bottom ?? 0
          const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1
          return location.hash === id && top >= below && (top < below + 60 || isAtEnd)
        }, target)
      }
    })

    it('scrolls and cuts nothing sideways in a wide window', async () => {
      await tab.resize(1440, 900)
      const overflowing: string[] = []
      for (const [path, selector] of [
        [pages.home, '.hero figure'],
        [pages.search, '.sticky-aside'],
        [pages.node, '.section-nav'],
      ] as const) {
        await tab.goto(path)
        overflowing.push(
          ...(await tab.run((wanted) => {
            const all = [...document.querySelectorAll(wanted)]
            if (all.length === 0) return [`no ${wanted}`]
            return all
              .filter((box) => [box, ...box.children].some((part) => part.scrollWidth > box.clientWidth))
              .map((box) => `${wanted}: ${box.scrollWidth} in ${box.clientWidth}`)
          }, selector)),
        )
      }
      await tab.resize(1280, 900)
      assert.deepEqual(overflowing, [])
    })

    it('fits every page into its window, in both directions', { skip: !isThorough }, async () => {
      const tooWide: string[] = []
      for (const path of Object.values(pages))
        for (const localized of [path, `/ar${path.replace(/^\/(?=\?|$)/, '')}`]) {
          await tab.goto(localized)
          for (const width of [1440, 1024, 320]) {
            await tab.resize(width, 900)
            const overflow = await tab.run(() => {
              const { scrollWidth, clientWidth } = document.documentElement
              return scrollWidth - clientWidth
            })
            if (overflow !== 0) tooWide.push(`${localized} at ${width}: ${overflow}`)
          }
        }
      await tab.resize(1280, 900)
      assert.deepEqual(tooWide, [])
    })

    it('keeps the dark theme', async () => {
      const colors = () => tab.run(() => getComputedStyle(document.documentElement).backgroundColor)
      await tab.goto('/')
      await tab.click('footer button', 'Light')
      const light = await colors()
      await tab.click('footer button', 'Dark')
      const dark = await colors()
      assert.notEqual(dark, light)
      await tab.goto(pages.node)
      assert.equal(await colors(), dark)
      await tab.click('footer button', 'System')
    })

    it('had no error in the console, and loaded nothing that its policy forbids', () => {
      assert.deepEqual(problems, [])
    })

    it('reports planted errors', async () => {
      await tab.goto('/')
      await tab.run(() => {
        console.error('planted')
        setTimeout(() => (undefined as unknown as Window).name)
        const script = document.createElement('script')
        script.src = 'https://elsewhere.example/planted.js'
        document.body.append(script)
      })
      const found: string[] = []
      await untilTrue(async () => {
        found.push(...(await engine.takeProblems()))
        return [/planted\b(?!\.js)/, /undefined/, /planted\.js/].every((one) => one.test(found.join('\n')))
      })
    })
  })
