import type { NodeView } from './queries.ts'

/** Builds a complete valid node; a test states only the values that it needs. */
export function nodeView(values: Partial<NodeView> = {}): NodeView {
  return {
    id: 'blur',
    name: 'Blur',
    description: 'Blurs.',
    install: { state: 'installable' },
    tags: [],
    supported_os: [],
    supported_accelerators: [],
    rating: 0,
    downloads: 0,
    github_stars: 0,
    version_count: 0,
    status: 'NodeStatusActive',
    preempted_comfy_node_names: [],
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-02T00:00:00.000Z',
    isUnclaimed: false,
    hasPicture: false,
    sketches: [],
    publisher: { id: 'acme', name: 'Acme', website: '' },
    ...values,
  }
}
