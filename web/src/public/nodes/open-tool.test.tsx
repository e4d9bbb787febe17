// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fill, openPage, press } from '../../ground/page/page.test-support.tsx'
import { takeHandedOver } from '../../ground/ui/handed-over.ts'
import { OpenTool, rememberedAddress } from './open-tool.tsx'
import { SectionNav } from './section-nav.tsx'
import { WorkflowActs } from './workflow-acts.tsx'
import type { WorkflowView } from './workflow-queries.ts'

const label = 'Address of your tool, kept in this browser'
const link = () => screen.findByRole('link', { name: 'Open the tool' })

afterEach(() => vi.restoreAllMocks())

describe('the link to the own tool', () => {
  const open = () => openPage({ Component: () => <OpenTool pack="blur@1.0.0" /> }, { path: '/' })

  it('leads to the usual address, which names the pack', async () => {
    open()
    expect((await link()).getAttribute('href')).toBe('http://127.0.0.1:8188/?nodeyard=blur%401.0.0')
  })

  it('keeps another address for the next page', async () => {
    open()
    await fill(label, 'https://gpu.test:9000/tool/')
    expect((await link()).getAttribute('href')).toBe('https://gpu.test:9000/tool/?nodeyard=blur%401.0.0')
    expect(rememberedAddress()).toBe('https://gpu.test:9000/tool/')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'not an address', ''])(
    'refuses %j as an address, and stays with the usual one',
    async (text) => {
      open()
      await fill(label, text)
      expect((await link()).getAttribute('href')).toBe('http://127.0.0.1:8188/?nodeyard=blur%401.0.0')
      screen.getByText('The address must start with http:// or https://.')
      expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
      expect(rememberedAddress()).toBe('http://127.0.0.1:8188/')
    },
  )

  it('does not trust a damaged stored address', () => {
    localStorage.setItem('nodeyard-tool-address', 'javascript:alert(1)')
    expect(rememberedAddress()).toBe('http://127.0.0.1:8188/')
  })

  it('works where the browser stores nothing', async () => {
    open()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    await fill(label, 'http://gpu.test/')
    expect((await link()).getAttribute('href')).toBe('http://gpu.test/?nodeyard=blur%401.0.0')
  })
})

describe('actions for a workflow', () => {
  const workflow: WorkflowView = {
    ...{ place: 0, path: 'example_workflows/Soft portrait.json', title: 'Soft portrait', kind: 'example' },
    ...{ count: 3, hasPicture: false, models: [] },
    uses: [
      { comfy_node_name: 'AcmeBlur', count: 1, node_id: 'acme-blur', version: '1.2.0' },
      { comfy_node_name: 'Fog', count: 1, repository: 'acme/fog' },
      { comfy_node_name: 'KSampler', count: 1 },
    ],
  }
  const open = (more: Partial<WorkflowView> = {}) => {
    const of = { nodeId: 'acme-blur', version: '1.2.0', place: 0 }
    const Component = () => <WorkflowActs of={of} workflow={{ ...workflow, ...more }} />
    return openPage({ Component }, { path: '/' })
  }

  it('hands its nodes to the resolver, with what the editor recorded', async () => {
    open()
    await press('Check what is missing')
    await screen.findByText('At /resolve')
    const handed = JSON.parse(String(takeHandedOver()))
    expect(handed.nodes).toEqual([
      { id: 0, type: 'AcmeBlur', properties: { cnr_id: 'acme-blur', ver: '1.2.0' } },
      { id: 1, type: 'Fog', properties: { aux_id: 'acme/fog' } },
      { id: 2, type: 'KSampler', properties: {} },
    ])
  })

  it('opens it in the tool as a template of the pack', async () => {
    open()
    const { href } = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Open in the tool' })
    const { searchParams } = new URL(href)
    expect(Object.fromEntries(searchParams)).toEqual({ template: 'Soft portrait', source: 'acme-blur' })
  })

  it('offers the file under its own name', async () => {
    open()
    const file = await screen.findByRole('link', { name: 'Download' })
    expect(file.getAttribute('download')).toBe('Soft portrait.json')
    expect(file.getAttribute('href')).toMatch(/\/file$/)
  })

  it('does not open a blueprint, which the tool has no address for', async () => {
    open({ kind: 'blueprint' })
    await screen.findByRole('link', { name: 'Download' })
    expect(screen.queryByRole('link', { name: 'Open in the tool' })).toBeNull()
  })
})

describe('links to the sections of a page', () => {
  const nav = () => screen.queryByRole('navigation', { name: 'Sections of this page' })

  it('are shown from two sections on, with counts', () => {
    openPage({ Component: () => <SectionNav sections={[{ section: 'readme' }]} /> }, { path: '/' })
    expect(nav()).toBeNull()
    const two = [{ section: 'readme' as const }, { section: 'versions' as const, count: 1200 }]
    openPage({ Component: () => <SectionNav sections={two} /> }, { path: '/' })
    expect([...(nav()?.querySelectorAll('a') ?? [])].map((one) => one.textContent)).toEqual([
      'Readme',
      'Versions1,200',
    ])
  })

  it('mark the last section that has begun', async () => {
    const tops: Record<string, number> = { readme: -500, versions: 100, trust: innerHeight }
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return new DOMRect(0, tops[this.id] ?? 0, 0, 0)
    })
    const all = (['readme', 'versions', 'trust'] as const).map((section) => ({ section }))
    const Component = () => (
      <>
        <SectionNav sections={all} />
        {all.map(({ section }) => (
          <p key={section} id={section} />
        ))}
      </>
    )
    openPage({ Component }, { path: '/' })
    fireEvent.scroll(window)
    const marked = await screen.findByRole('link', { current: true })
    expect(marked.textContent).toBe('Versions')
  })
})
