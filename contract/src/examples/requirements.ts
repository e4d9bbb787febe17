import { planInstallation } from '../discovery/plans.ts'
import { getPythonIndex } from '../discovery/python-index.ts'
import { example } from '../ground/example.ts'
import { getCompatibility } from '../packs/compatibility.ts'
import { getCompatibilityEvidence, reportImports } from '../packs/evidence.ts'
import { listPackModels, resolveModels } from '../packs/models.ts'
import { checkRequirements } from '../packs/requirements.ts'
import { moment } from './things.ts'
import { advisoryOfExamples } from './trust.ts'

export const examples = [
  example(getPythonIndex, {
    answer: {
      payload: 'eyJmaWxlIjp7fX0',
      signatures: [
        { protected: 'eyJhbGciOiJFZERTQSJ9', signature: 'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6d' },
      ],
    },
  }),
  example(checkRequirements, {
    input: {
      body: {
        nodes: [{ node_id: 'acme-blur', version: '1.2.0' }],
        freeze: 'numpy==1.26.4\n',
        machine: { python: '3.12', os: 'linux', accelerator: 'cuda' },
      },
    },
    answer: {
      verdict: 'conflict',
      index_read_at: moment,
      conflicts: [
        {
          kind: 'direct',
          severity: 'breaks',
          subject: 'numpy',
          parties: [
            {
              source: 'node',
              node_id: 'acme-blur',
              version: '1.2.0',
              lines: [{ text: 'numpy>=2' }],
              agreeing_versions: [],
            },
            { source: 'freeze', lines: [{ text: 'numpy==1.26.4', line: 1 }] },
          ],
          steps: [],
          dead_ends: [],
        },
      ],
      pins: [{ name: 'numpy', version: '2.1.0' }],
      unknowns: [],
      is_exhausted: false,
    },
  }),
  example(getCompatibility, {
    input: { params: { nodeId: 'acme-blur' }, query: { version: '1.2.0' } },
    answer: {
      version: '1.2.0',
      index_read_at: moment,
      pythons: ['3.10', '3.11', '3.12', '3.13', '3.14'].map((python) => ({
        python,
        verdict: 'fine' as const,
        conflicts: [],
      })),
      conflicts: [],
      compared: 1,
      unknown: 0,
      is_exhausted: false,
    },
  }),
  example(getCompatibilityEvidence, {
    input: { params: { nodeId: 'acme-blur' }, query: { version: '1.2.0' } },
    answer: {
      version: '1.2.0',
      declared: {
        stated_at: moment,
        tool_version: '>=0.3.0',
        os: ['Linux', 'Windows'],
        accelerators: ['CUDA'],
      },
      tested: { repository: 'acme/acme-blur', completed: 0, failed: 0, machines: [] },
      reported: { count: 0, machines: [] },
      inferred: {
        analyzed_at: moment,
        uses: [
          {
            interface: 'comfy.sd.ModelPatcher',
            language: 'python',
            state: 'removed',
            since: '2023-10-31',
            tool_version: '0.0.1',
            instead: 'comfy.model_patcher.ModelPatcher',
            source: 'https://github.com/Kosinkadink/ComfyUI-AnimateDiff-Evolved/issues/173',
            file: 'nodes.py',
            line: 3,
          },
        ],
      },
    },
  }),
  example(reportImports, {
    input: {
      body: {
        tool_version: '0.3',
        python: '3.12',
        os: 'linux',
        accelerator: 'cuda',
        reports: [{ node_id: 'acme-blur', version: '1.2.0', outcome: 'imported' }],
      },
    },
    answer: { counted: 1 },
  }),
  example(resolveModels, {
    input: { body: { models: [{ name: 'blur_xl.safetensors' }] } },
    answer: {
      models: [
        {
          status: 'found',
          models: [
            {
              name: 'blur_xl.safetensors',
              folder: 'checkpoints',
              url: 'https://models.example.org/blur_xl.safetensors',
              host: 'models.example.org',
              sha256: 'b'.repeat(64),
              size: 6938040682,
              source: 'list',
              can_run_code: false,
            },
          ],
        },
      ],
    },
  }),
  example(listPackModels, {
    input: { body: { node_ids: ['acme-blur'] } },
    answer: {
      packs: [
        {
          node_id: 'acme-blur',
          models: [
            {
              url: 'https://huggingface.co/acme/blur/resolve/main/blur.pth',
              host: 'huggingface.co',
              name: 'blur.pth',
              folder: 'blur',
              from: 'code',
              file: 'nodes/load.py',
              line: 12,
              license: 'apache-2.0',
              is_gated: false,
              can_run_code: true,
            },
          ],
          inputs: [
            {
              comfy_node_name: 'AcmeBlurLoader',
              input: 'model_name',
              place: 0,
              folders: ['blur'],
              files: [],
            },
          ],
        },
      ],
    },
  }),
  example(planInstallation, {
    input: {
      body: {
        packs: [{ node_id: 'acme-blur' }],
        machine: { python: '3.12', os: 'linux' },
      },
    },
    answer: {
      created: moment,
      packs: [
        {
          folder: 'acme-blur',
          node_id: 'acme-blur',
          version: '1.2.0',
          url: 'https://api.example.test/nodes/acme-blur/versions/1.2.0/node.zip',
          sha256: 'a'.repeat(64),
          size: 1234,
          chosen: 'newest',
        },
      ],
      left_out: [],
      warnings: [
        {
          node_id: 'acme-blur',
          version: '1.2.0',
          kind: 'removed_interface',
          interface: 'comfy.sd.ModelPatcher',
          tool_version: '0.0.1',
        },
      ],
      check: {
        verdict: 'fine',
        index_read_at: moment,
        conflicts: [],
        pins: [{ name: 'numpy', version: '2.1.0' }],
        unknowns: [],
        is_exhausted: false,
      },
      advisories: [{ node_id: 'acme-blur', version: '1.2.0', advisories: [advisoryOfExamples] }],
      lock: '{ "format": "nodeyard-lock/1" }',
    },
  }),
]
