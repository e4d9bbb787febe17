import type { ScoreFacts } from '@nodeyard/planning/score'
import { sql } from 'kysely'
import type { DbOrTx } from '../../ground/db/database.ts'

/** Of the latest version of a node; undefined while none was scanned. */
export async function findScoreFacts(db: DbOrTx, nodeId: string): Promise<ScoreFacts | undefined> {
  const { rows } = await sql<ScoreFacts>`
    select v.version, v.dependencies, n.license, coalesce(a.traits ->> 'license', a.manifest ->> 'license_name') as license_name,
      a.manifest ->> 'requires_python' as requires_python,
      a.readme_letters, a.has_tests, a.created_at as scanned_at,
      exists (select from version_provenance p where p.version_id = v.id) as has_provenance,
      (select count(*)::int from version_workflows w where w.version_id = v.id) as workflow_count,
      jsonb_array_length(a.undecided) as undecided_count,
      (select count(*)::int from jsonb_array_elements(a.findings) f where f ->> 'severity' in ('high', 'critical'))
        as blocking_findings,
      c.*
    from nodes n join node_versions v on v.id = n.latest_version_id join version_analyses a on a.version_id = v.id
    cross join lateral (
      select count(*)::int as node_count,
        (count(*) filter (where x.description <> '' or exists (
          select from comfy_node_texts t where t.version_id = v.id and t.name = x.name and t.document_html <> '')))::int
          as described_count,
        (count(*) filter (where x.input_types <> '' and x.return_types <> ''))::int as typed_count
      from comfy_nodes x where x.version_id = v.id
    ) as c
    where n.id = ${nodeId}`.execute(db)
  return rows[0]
}
