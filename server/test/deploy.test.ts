import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { limits } from '@nodeyard/contract/limits'
import ignore from 'ignore'
import { parseAllDocuments } from 'yaml'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const documented = new Set(
  read('docs/settings.md')
    .match(/`[A-Z][A-Z0-9_]+`/g)
    ?.map((name) => name.slice(1, -1)),
)
/** Variables of other programs that run beside the registry. */
const ofOthers = ['POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_INITDB_ARGS']

interface Service {
  image: string
  build?: object
  pull_policy?: string
  environment?: object
  user?: string
  mem_limit?: string
  cap_add?: string[]
  ports?: string[]
  healthcheck?: { test: string[] }
}

function parse(path: string, text = read(path)): unknown[] {
  return parseAllDocuments(text, { merge: true }).map((document) => {
    assert.deepEqual(document.errors, [], path)
    return document.toJS()
  })
}

/** Replaces the values of a template by a placeholder and removes control lines. */
function withoutActions(template: string): string {
  return template
    .replace(/^\s*\{\{-? (?:if|range|end)\b.*\}\}\n/gm, '')
    .replace(/^\s*\{\{ \$name \}\}.*\n/gm, '')
    .replace(/\{\{[^}]*\}\}/g, 'x')
}

/** Returns the spec of the only resource of this kind in a template of the chart. */
function specOf(name: string, kind: string): object {
  const path = `deploy/chart/templates/${name}.yaml`
  const documents = parse(path, withoutActions(read(path))) as { kind: string; spec: object }[]
  const found = documents.filter((document) => document.kind === kind)
  assert.equal(found.length, 1, `${path}: ${kind}`)
  return found[0]?.spec ?? {}
}

describe('deployment files', () => {
  it('parse, and set only known variables', () => {
    const [{ services }] = parse('deploy/compose.yaml') as [{ services: Record<string, Service> }]
    const all = Object.values(services)
    for (const { healthcheck } of all)
      for (const word of healthcheck?.test ?? []) assert.equal(typeof word, 'string', JSON.stringify(word))
    const set = all.flatMap(({ environment = {} }) => Object.keys(environment))
    assert.ok(set.includes('DATABASE_URL') && set.includes('ROLES'))
    for (const name of set) assert.ok(documented.has(name) || ofOthers.includes(name), name)

    const [values] = parse('deploy/chart/values.yaml') as [{ settings: object }]
    for (const name of Object.keys(values.settings)) assert.ok(documented.has(name), name)
  })

  it('build the image in one service, and never pull it elsewhere', () => {
    const [{ services }] = parse('deploy/compose.yaml') as [{ services: Record<string, Service> }]
    const ours = Object.values(services).filter(({ image }) => image === 'nodeyard')
    assert.equal(ours.filter(({ build }) => build).length, 1)
    for (const { build, pull_policy } of ours) assert.equal(pull_policy, build ? undefined : 'never')
  })

  it('harden every service of compose alike', () => {
    const [{ services }] = parse('deploy/compose.yaml') as [{ services: Record<string, Service> }]
    for (const [name, service] of Object.entries(services)) {
      assert.partialDeepStrictEqual(
        service,
        {
          read_only: true,
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
          pids_limit: 1024,
        },
        name,
      )
      assert.match(service.mem_limit ?? '', /^\d+[gm]$/, name)
      assert.deepEqual(service.cap_add ?? [], service.ports ? ['NET_BIND_SERVICE'] : [], name)
      assert.match(service.image, /^nodeyard$|:\d+$/, name)
    }
    assert.equal(services['database']?.user, 'postgres')
  })

  it('give pods no token, no endless disk, and only the network they need', () => {
    const [values] = parse('deploy/chart/values.yaml') as [Record<string, { tmpSize: string }>]
    for (const name of ['web', 'jobs']) {
      const { template } = specOf(name, 'Deployment') as { template: { spec: object } }
      const { volumes, containers, ...pod } = template.spec as {
        volumes: { emptyDir: { sizeLimit?: string } }[]
        containers: object[]
      }
      assert.partialDeepStrictEqual(pod, {
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const { emptyDir } of volumes) assert.ok(emptyDir.sizeLimit, name)
      assert.match(values[name]?.tmpSize ?? '', /^\d+Gi$/)
      for (const container of containers)
        assert.partialDeepStrictEqual(container, {
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        })
    }
    const path = 'deploy/chart/templates/network.yaml'
    const policies = parse(path, withoutActions(read(path))) as { spec: { policyTypes: string[] } }[]
    assert.deepEqual(
      policies.map(({ spec }) => spec.policyTypes),
      [['Ingress'], ['Ingress', 'Egress']],
    )
    const opened = [...read(path).matchAll(/\{ port: (\w+) \}/g)].map(([, port]) => port)
    assert.deepEqual(opened, ['site', 'api', 'metrics'])
    assert.match(read('deploy/chart/values.yaml'), /deniedEgress: \{ ipv4: \[169\.254\.0\.0\/16\]/)
  })

  it('build an image in two stages, whose program is there, and which root does not run', () => {
    const lines = read('deploy/Containerfile').replaceAll('\\\n', ' ').split('\n')
    const instructions = lines.filter((line) => /^[A-Z]+ /.test(line)).map((line) => line.split(' ', 2))
    assert.deepEqual(
      instructions.filter(([name]) => name === 'FROM').map(([, image]) => image),
      Array(2).fill('docker.io/library/node:24-bookworm-slim'),
    )
    assert.deepEqual(
      instructions.filter(([name]) => name === 'USER').map(([, user]) => user),
      ['node'],
    )
    const order = instructions.map(([name]) => name)
    assert.ok(order.lastIndexOf('USER') > order.lastIndexOf('RUN'), 'no command runs as root afterwards')
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
    assert.ok(last.some((line) => line === 'COPY --from=build --chown=root:root /app /app'))
    const program = /^CMD (\[.*\])$/m.exec(last.join('\n'))?.[1]
    const file = (JSON.parse(program ?? '[]') as string[]).at(-1) ?? ''
    assert.ok(existsSync(join(root, file)), file)
    assert.ok(lines.some((line) => line.startsWith('RUN npm sbom ') && line.endsWith('> sbom.cdx.json')))
  })

  it('keep secrets out of images and commits', () => {
    for (const [path, names] of [
      [
        'deploy/Containerfile.dockerignore',
        ['deploy/.env', '.env', 'deploy/.env.production', 'npm-debug.log'],
      ],
      ['.gitignore', ['deploy/.env']],
    ] as const) {
      const left = ignore().add(read(path))
      for (const name of names) assert.ok(left.ignores(name), `${path}: ${name}`)
    }
  })

  it('are complete, and use only values that exist', () => {
    const [values] = parse('deploy/chart/values.yaml') as [Record<string, unknown>]
    const templates = globSync('deploy/chart/templates/*.yaml', { cwd: root })
    assert.ok(templates.length >= 4)
    for (const path of templates) {
      const text = read(path)
      for (const document of parse(path, withoutActions(text)))
        assert.ok(document === null || 'kind' in (document as object), path)
      const opened = text.match(/\{\{-? (?:if|range) /g)?.length ?? 0
      assert.equal(text.match(/\{\{-? end /g)?.length ?? 0, opened, path)
      for (const [, name = ''] of text.matchAll(/\.Values\.([\w.]+)/g)) {
        const found = name
          .split('.')
          .reduce((at: unknown, key) => (at as Record<string, unknown>)?.[key], values)
        assert.notEqual(found, undefined, `${path}: ${name}`)
      }
    }
  })

  it('keep a process that only waits for the database, because it serves cached responses', () => {
    const readiness = /readinessProbe: .*path: (\/\w+)/.exec(read('deploy/chart/templates/web.yaml'))
    assert.equal(readiness?.[1], '/health')
  })

  it('leave the number of processes to the autoscaler during an upgrade', () => {
    assert.ok('minReplicas' in specOf('web', 'HorizontalPodAutoscaler'))
    assert.ok(!('replicas' in specOf('web', 'Deployment')))
  })

  it('restart pods on changed settings, and pass no variables of neighboring services', () => {
    for (const name of ['web', 'jobs']) {
      const { template } = specOf(name, 'Deployment') as { template: { spec: object } }
      assert.partialDeepStrictEqual(template.spec, { enableServiceLinks: false })
      const path = `deploy/chart/templates/${name}.yaml`
      assert.match(
        read(path),
        /settings: \{\{ include \(print \.Template\.BasePath "\/settings\.yaml"\) \. \| sha256sum/,
      )
    }
  })

  it('let the largest archive through the ingress unbuffered', () => {
    const [values] = parse('deploy/chart/values.yaml') as [{ ingress: { annotations: object } }]
    assert.deepEqual(values.ingress.annotations, {
      'nginx.ingress.kubernetes.io/proxy-body-size': `${limits.archiveBytes / 1024 ** 2}m`,
      'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
    })
  })

  it('give a process for site and API enough memory for all concurrent uploads', () => {
    const [{ web }] = parse('deploy/chart/values.yaml') as [
      { web: { resources: { limits: { memory: string } } } },
    ]
    const limit = Number(/^(\d+)Gi$/.exec(web.resources.limits.memory)?.[1]) * 1024 ** 3
    // The formula of docs/deployment.md.
    assert.ok(limit >= 1.5e9 + 25 * 1024 ** 2 * limits.uploadsAtOnce, web.resources.limits.memory)
  })

  it('probe paths that exist', () => {
    const addresses = [...read('deploy/chart/templates/web.yaml').matchAll(/path: (\/\w+), port: api/g)].map(
      ([, path]) => path,
    )
    assert.deepEqual([...new Set(addresses)].sort(), ['/health', '/ready'])
    const jobs = read('deploy/chart/templates/jobs.yaml')
    for (const [probe, path] of [
      ['startup', '/ready'],
      ['readiness', '/ready'],
      ['liveness', '/health'],
    ])
      assert.ok(jobs.includes(` ${probe}Probe: { httpGet: { path: ${path}, port: metrics }`), probe)
    assert.match(read('deploy/Containerfile'), /'\/health'/)
    assert.match(read('deploy/compose.yaml'), /:9464\/ready'/)
  })
})
