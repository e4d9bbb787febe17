// @vitest-environment happy-dom
import { planInstallation } from '@nodeyard/contract/discovery'
import { nothingWanted, type Wanted } from '@nodeyard/planning/wanted'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fill, openPage, press } from '../../ground/page/page.test-support.tsx'
import { exampleOf, on, type Rule, refusal } from '../../ground/site/registry.test-support.ts'
import { Outputs } from './outputs.tsx'
import { PlanPanel } from './plan-panel.tsx'

const agents = {
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
  linux: 'Mozilla/5.0 (X11; Linux x86_64)',
  macos: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_1)',
}
const sha256 = 'a'.repeat(64)
const lock = {
  ...{ format: 'nodeyard-lock/1', created: '2026-03-01T00:00:00.000Z', registry: 'https://api.test' },
  packs: [{ folder: 'acme-blur', id: 'acme-blur', version: '1.0.0', url: 'https://api.test/a.zip', sha256 }],
  python: [{ name: 'numpy', version: '2.1.0' }],
  models: [{ folder: 'checkpoints', name: 'blur.pth', url: 'https://models.test/blur.pth', sha256, size: 1 }],
}

afterEach(() => vi.restoreAllMocks())

function open(wanted: Partial<Wanted> = {}, { agent = agents.linux, rules = [] as Rule[] } = {}) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  const packs = [{ node_id: 'acme-blur' }]
  const Component = () => <PlanPanel wanted={{ ...nothingWanted, packs, ...wanted }} />
  const planned = on(planInstallation, { ...exampleOf(planInstallation), lock: JSON.stringify(lock) })
  const registry = openPage({ Component }, { path: '/', rules: [...rules, planned] })
  return {
    async bodyOfPlan() {
      await press('Make a plan')
      await waitFor(() => expect(registry.writes()).toHaveLength(1))
      return registry.writes()[0]?.body
    },
  }
}

describe('the form of a plan', () => {
  it.each([
    ['windows', 'cuda'],
    ['linux', 'cuda'],
    ['macos', 'mps'],
  ] as const)('begins with this computer: %s', async (os, accelerator) => {
    const { bodyOfPlan } = open({}, { agent: agents[os] })
    expect(await bodyOfPlan()).toMatchObject({ machine: { os, accelerator } })
  })

  it('chooses the accelerator that usually goes with a system', async () => {
    const { bodyOfPlan } = open()
    await fill('System', 'macos')
    expect(await bodyOfPlan()).toMatchObject({ machine: { os: 'macos', accelerator: 'mps' } })
  })

  it('plans for the chosen Python and accelerator', async () => {
    const { bodyOfPlan } = open()
    await fill('Python', '3.11')
    await fill('Accelerator', 'rocm')
    expect(await bodyOfPlan()).toMatchObject({ machine: { python: '3.11', accelerator: 'rocm' } })
  })

  it('takes the Python version from the files of the user', async () => {
    const { bodyOfPlan } = open({ pythonVersion: '3.10.4' })
    expect(await bodyOfPlan()).toMatchObject({ machine: { python: '3.10' } })
  })

  it('sends more settings only if they are given', async () => {
    const usual = open()
    const body = await usual.bodyOfPlan()
    for (const name of ['min_age', 'as_of', 'freeze', 'tool_requirements'])
      expect(body).not.toHaveProperty(name)
    const { bodyOfPlan } = open()
    await fill('Minimum version age', '168h')
    await fill('As of', '2026-02-01')
    await fill(/pip freeze/, 'numpy==1.26.4')
    await fill(/tool’s requirements.txt/, 'torch>=2')
    expect(await bodyOfPlan()).toMatchObject({
      ...{ min_age: '168h', as_of: '2026-02-01T00:00:00.000Z' },
      ...{ freeze: 'numpy==1.26.4', tool_requirements: 'torch>=2' },
    })
  })

  it('shows why the registry refused', async () => {
    const { bodyOfPlan } = open({}, { rules: [on(planInstallation, refusal(429, 'rate_limited'))] })
    await bodyOfPlan()
    await screen.findByRole('alert')
  })
})

describe('ways to install a plan', () => {
  interface Saved {
    name: string
    text: string
  }

  /** Records the files that the page offers. */
  function saves(): Saved[] {
    const saved: Saved[] = []
    let text = ''
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) void blob.text().then((read) => (text = read))
      return 'blob:test'
    })
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const name = this.download
      queueMicrotask(() => setTimeout(() => saved.push({ name, text })))
    })
    return saved
  }

  const openOutputs = (part: object = {}) =>
    openPage({ Component: () => <Outputs lock={JSON.stringify({ ...lock, ...part })} /> }, { path: '/' })

  it('offer the lock as a file, unchanged', async () => {
    const saved = saves()
    openOutputs()
    await press('Download nodeyard.lock')
    await waitFor(() => expect(saved).toEqual([{ name: 'nodeyard.lock', text: JSON.stringify(lock) }]))
  })

  const clone = { folder: 'fog', repository: 'https://code.test/acme/fog', commit: 'c'.repeat(40) }

  it('offer files for other programs', async () => {
    const saved = saves()
    openOutputs({ packs: [clone] })
    await press('Manager snapshot')
    await waitFor(() => expect(saved[0]?.name).toBe('snapshot.json'))
    expect(saved[0]?.text).toContain('acme/fog')
    await press('Python requirements file')
    await waitFor(() => expect(saved[1]?.name).toBe('requirements.lock.txt'))
    expect(saved[1]?.text).toContain('numpy==2.1.0')
  })

  it('leave out the list of Python packages if there are none', async () => {
    openOutputs({ packs: [clone], python: [] })
    await screen.findByRole('button', { name: 'Manager snapshot' })
    expect(screen.queryByRole('button', { name: 'Python requirements file' })).toBeNull()
  })

  it('offer no snapshot for programs that would get published packs elsewhere', async () => {
    openOutputs()
    await screen.findByRole('button', { name: 'Python requirements file' })
    expect(screen.queryByRole('button', { name: 'Manager snapshot' })).toBeNull()
    openOutputs({ python: [] })
    await screen.findByRole('button', { name: 'Download nodeyard.lock' })
    expect(document.body.textContent).not.toContain('Files for other programs')
  })

  it('write the commands by hand for the chosen downloader', async () => {
    openOutputs()
    const choice = await screen.findByLabelText('Download models with')
    expect(document.body.textContent).toContain('curl')
    fireEvent.change(choice, { target: { value: 'wget' } })
    await waitFor(() => expect(document.body.textContent).toContain('wget -'))
  })

  it('ask for no downloader without models', async () => {
    openOutputs({ models: [] })
    await screen.findByText('Manually')
    expect(screen.queryByLabelText('Download models with')).toBeNull()
  })
})
