import { example } from '../ground/example.ts'
import * as attestations from '../packs/attestations.ts'
import { getCommitMatch } from '../packs/commit-matches.ts'
import { listRequirementAdvisories, type RequirementAdvisory } from '../packs/requirement-advisories.ts'
import { idsOfExamples, moment, secretsOfExamples } from './things.ts'

const params = { nodeId: 'acme-blur', version: '1.2.0' }
const commit = '3f786850e387550fdab836ed7e6dc881de23001b'
const repository_url = 'https://github.com/acme/acme-blur'
const workflow = `${repository_url}/.github/workflows/publish.yml@refs/tags/v1.2.0`

/** Shortened: one from a CI service has about 15,000 characters. */
export const bundleOfExamples = {
  mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
  verificationMaterial: {},
  dsseEnvelope: {},
}

export const attestationOfExamples: attestations.Attestation = {
  id: idsOfExamples.attestation,
  issuer: 'https://token.actions.githubusercontent.com',
  identity: workflow,
  repository_url,
  workflow,
  ref: 'refs/tags/v1.2.0',
  commit,
  run_url: `${repository_url}/actions/runs/7/attempts/1`,
  is_of_repository: true,
  predicate_type: 'https://slsa.dev/provenance/v1',
  signed_at: moment,
  log_index: '155690850',
  uploaded_at: moment,
}

export const advisoryOfExamples: RequirementAdvisory = {
  id: 'PYSEC-2026-7',
  aliases: ['CVE-2026-0007'],
  summary: 'Reads beyond the end of a buffer',
  severity: 'high',
  package: 'numpy',
  requirement: 'numpy>=2',
}

export const examples = [
  example(getCommitMatch, {
    input: { params },
    answer: {
      state: 'compared',
      commit,
      repository_url,
      named_by: 'build',
      at: moment,
      matches: false,
      same: 11,
      changed: 1,
      added: 0,
      missing: 1,
      skipped: 0,
      files: [
        { path: 'pyproject.toml', state: 'changed' },
        { path: 'tests/test_blur.py', state: 'missing' },
      ],
    },
  }),
  example(attestations.listAttestations, {
    input: { params },
    answer: { attestations: [attestationOfExamples] },
  }),
  example(attestations.getAttestation, {
    input: { params: { ...params, attestationId: idsOfExamples.attestation } },
    answer: { ...attestationOfExamples, bundle: bundleOfExamples },
  }),
  example(attestations.addAttestation, {
    input: {
      params: { publisherId: 'acme', ...params },
      body: { personal_access_token: secretsOfExamples.publishToken, bundle: bundleOfExamples },
    },
    answer: attestationOfExamples,
  }),
  example(listRequirementAdvisories, {
    input: { params },
    answer: {
      advisories: [advisoryOfExamples],
      imported_at: moment,
    },
  }),
]
