import { type Finding, toFinding } from '../../ground/finding.ts'

/** Rules about what a release certainly lacks. Their lower findings only inform. */
export const certainRules: readonly string[] = [
  'import-missing',
  'lfs-pointer',
  'license-missing',
  'nodes-lost',
  'python-cannot-load',
  'submodule-missing',
  'web-directory-missing',
]

/** Whether a release with the finding certainly lacks something, so that its author should not publish it unasked. */
export function isCertain({ rule, severity }: Pick<Finding, 'rule' | 'severity'>): boolean {
  return severity === 'medium' && certainRules.includes(rule)
}

const lostRule = {
  id: 'nodes-lost',
  severity: 'medium',
  why: 'Workflows with nodes of the pack stop working for everyone who updates.',
  fix: 'Check that NODE_CLASS_MAPPINGS or comfy_entrypoint is still defined in `__init__.py`.',
} as const

/** Reports a release without comfy-nodes after one that had some. */
export const nodesLost = (before: { version: string; count: number }): Finding =>
  toFinding(lostRule, '__init__.py', {
    message: `This version has no nodes; version ${before.version} has ${before.count}.`,
  })
