import { example } from '../ground/example.ts'
import * as contract from '../packs/pictures.ts'
import * as photos from '../people/photos.ts'
import { acme, newNode } from './things.ts'

const publisher = { publisherId: 'acme-labs' }
const labs = {
  ...acme,
  id: 'acme-labs',
  name: 'Acme Labs',
  description: '',
  website: 'https://acme.example/labs',
}
const node = { publisherId: 'acme', nodeId: 'acme-sharpen' }
/** A gray square of 16 by 16 pixels. */
const body = {
  data: 'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR42mOoQAMMI1sAAMTBeAE4dGZfAAAAAElFTkSuQmCC',
}

export const examples = [
  example(contract.uploadNodePicture, {
    input: { params: { ...node, kind: 'icon' }, body },
    answer: { ...newNode, icon: 'http://localhost:3000/pictures/nodes/acme-sharpen?v=d21d08fd' },
  }),
  example(contract.removeNodePicture, {
    input: { params: { ...node, kind: 'icon' } },
    answer: newNode,
  }),
  example(photos.uploadPublisherPhoto, {
    input: { params: publisher, body },
    answer: { ...labs, logo: 'http://localhost:3000/pictures/publishers/acme-labs?v=d21d08fd' },
  }),
  example(photos.removePublisherPhoto, { input: { params: publisher }, answer: labs }),
]
