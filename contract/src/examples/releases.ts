import { example } from '../ground/example.ts'
import * as contract from '../services/releases.ts'
import { moment, uuid } from './things.ts'

export const examples = [
  example(contract.listReleases, {
    input: { query: { project: 'comfyui', current_version: '0.3.0' } },
    answer: [
      {
        id: 1,
        project: 'comfyui',
        version: '0.4.0',
        attention: 'medium',
        content: 'Starts twice as fast.',
        published_at: moment,
      },
    ],
  }),
  example(contract.receiveRelease, {
    input: {
      body: {
        action: 'published',
        release: { id: 2, tag_name: 'v0.5.0', body: 'Fixes sampling.', published_at: moment },
        repository: { full_name: 'tool/core' },
        sender: {},
      },
    },
    headers: { 'x-github-event': 'release', 'x-github-delivery': uuid, 'x-github-hook-id': '1' },
  }),
  example(contract.getFeatures, { answer: { partner_node_conversion_rate: 1 } }),
]
