import { expect, test } from 'vitest'
import { show, textIn } from '../test-site.tsx'
import { ComfyNodes, UnverifiedComfyNodes } from './comfy-nodes.tsx'

const list = { comfyNodes: [], page: 1, totalPages: 1, linkTo: (page: number) => `/nodes/blur?page=${page}` }

test('names of an import are marked as unverified in plain words', () => {
  const text = textIn(show(<UnverifiedComfyNodes names={['BlurImage', 'ヌル']} />))
  expect(text).toContain('These names are not verified')
  expect(text).toContain('BlurImage')
  expect(text).toContain('ヌル')
})

test('it is said why there are no comfy-nodes', () => {
  const text = (extractStatus: 'pending' | 'failed' | 'success') =>
    textIn(show(<ComfyNodes {...list} extractStatus={extractStatus} />))
  expect(text('pending')).toContain('still being read')
  expect(text('failed')).toContain('could not be read')
  expect(text('success')).toContain('has no comfy-nodes')
})

test('further pages are links that lead back to this section', () => {
  const html = show(<ComfyNodes {...list} totalPages={3} extractStatus="success" />)
  expect(html).toContain('href="/nodes/blur?page=2#comfy-nodes"')
})
