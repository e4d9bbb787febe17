// biome-ignore-all format: generated from the migrated database by `npm run docs`.
import type { Generated } from 'kysely'
import type { Json, JsonWithDefault, Optional, OptionalJson, ReadOnly, Timestamp } from './column-types.ts'

/** The tables. Columns with a default are `Generated`. Bigint columns are numbers: no count here exceeds 2^53. */
export interface Tables {
  abuse_report_messages: { id: ReadOnly<number>; report_id: string; at: Date; admin_id: Optional<string>
    from_reporter: boolean; text: string }
  abuse_reports: { id: string; node_id: string; version_id: Optional<string>
    kind: 'malware' | 'stolen' | 'secrets' | 'broken' | 'impersonation' | 'other'; text: string
    contact: Generated<string>; locale: string; reporter_id: Optional<string>; reporter_key: string
    state: Generated<'open' | 'taken' | 'closed'>; taken_by: Optional<string>; taken_at: Optional<Date>
    outcome: Optional<'acted' | 'harmless' | 'duplicate' | 'unclear' | 'spam'>; reason: Generated<string>
    closed_by: Optional<string>; closed_at: Optional<Date>; created_at: Date }
  advisories: { id: string; node_id: string; severity: 'low' | 'medium' | 'high' | 'critical'; title: string
    details: string; remedy: string; aliases: string[]; reference_urls: string[]; versions: string[]
    ranges: Json<'advisories.ranges'>; file_digests: string[]; archive_digests: string[]; refuses_installs: boolean
    revision: number; published_at: Date; updated_at: Date; withdrawn_at: Optional<Date>
    withdrawal_reason: Generated<string> }
  advisory_revisions: { advisory_id: string; revision: number; at: Date; admin_id: Optional<string>
    content: Json<'advisory_revisions.content'> }
  advisory_versions: { advisory_id: string; version_id: string }
  analyzed: { id: string }
  api_keys: { id: string; customer_id: string; name: string; description: Generated<string>; key_prefix: string
    key_hash: string; created_at: Timestamp }
  appeal_messages: { id: string; version_id: string; place: number; from_moderators: boolean
    author_id: Optional<string>; body: string; at: Date; waited_since: Optional<Date> }
  appeals: { version_id: string; opened_at: Date; waiting_since: Optional<Date> }
  archives: { digest: string; size_bytes: number; created_at: Timestamp }
  audit_events: { id: ReadOnly<number>; at: Date; actor_kind: 'user' | 'token' | 'service' | 'operator'
    actor_id: string; action: string; subject_kind: string; subject_id: string
    before: OptionalJson<'audit_events.before'>; after: OptionalJson<'audit_events.after'>
    publisher_id: Optional<string>; by_admin: Optional<boolean> }
  catalogue_changes: { id: ReadOnly<number>; node_id: string }
  catalogue_entries: { node_id: string; created_at: Date; entry: Optional<string>; listed: Optional<string>
    entry_revision: number; listed_revision: number; removed_at: Optional<Date> }
  catalogue_makings: { is_only: Generated<boolean>; made_with: string }
  catalogue_snapshots: { sequence: number; snapshot_revision: number; revision: number; digest: string; head: string
    issued_at: Date; expires_at: Date; kids: string[]; envelope: Json<'catalogue_snapshots.envelope'>
    files: string[]; cost_ms: number }
  ci_result_files: { result_id: string; file_id: string }
  ci_results: { id: Generated<string>; commit_id: string; operating_system: string; workflow_name: string
    run_id: Generated<string>; job_id: Generated<string>; status: 'STARTED' | 'FAILED' | 'COMPLETED'
    start_time: Optional<number>; end_time: Optional<number>; python_version: Generated<string>
    pytorch_version: Generated<string>; cuda_version: Generated<string>; comfy_run_flags: Generated<string>
    avg_vram: Optional<number>; peak_vram: Optional<number>; job_trigger_user: Generated<string>
    machine_stats: OptionalJson<'ci_results.machine_stats'>; created_at: Timestamp }
  collection_nodes: { collection_id: string; node_id: string; place: number; note: Generated<string> }
  collections: { id: string; owner_id: string; title: string; description: Generated<string>; is_public: boolean
    is_curated: Generated<boolean>; created_at: Date; updated_at: Date }
  comfy_node_claims: { name: string; node_id: string; since: Date }
  comfy_node_hints: { node_id: string; name: string }
  comfy_node_patterns: { node_id: string; place: 'start' | 'end' | 'whole' | 'inside'; text: string }
  comfy_node_replacements: { id: Generated<string>; old_name: string; new_name: string; node_id: Optional<string>
    origin: 'inferred' | 'moderator' | 'tool'; status: 'proposed' | 'confirmed' | 'refused'
    details: JsonWithDefault<'comfy_node_replacements.details'>; created_at: Timestamp; decided_at: Optional<Date> }
  comfy_node_texts: { version_id: string; name: string; language: string
    translation: OptionalJson<'comfy_node_texts.translation'>; document_html: Generated<string> }
  comfy_nodes: { id: Generated<string>; version_id: string; name: string; category: Generated<string>
    description: Generated<string>; function: Generated<string>; input_types: Generated<string>
    return_types: Generated<string>; return_names: Generated<string>; output_is_list: Generated<boolean[]>
    deprecated: Generated<boolean>; experimental: Generated<boolean>
    policy: Generated<'active' | 'banned' | 'local_only'>; display_name: Generated<string>
    output_node: Generated<boolean>; browser_script: Generated<string> }
  core_comfy_nodes: { name: string; since: Optional<string>; after: Optional<string>; until: Optional<string>
    seen: Optional<string>; updated_at: Timestamp }
  customer_events: { id: string; customer_id: string; event_type: string
    params: JsonWithDefault<'customer_events.params'>; created_at: Timestamp }
  customers: { id: string; email: Generated<string>; name: Generated<string>; stripe_id: Optional<string>
    metronome_id: Optional<string>; subscription: OptionalJson<'customers.subscription'>
    balance_micros: Generated<number>; currency: Generated<string>; created_at: Timestamp; updated_at: Timestamp }
  datasets: { sequence: number; issued_at: Date; envelope: Json<'datasets.envelope'>; files: string[] }
  device_logins: { id: string; device_code_hash: string; user_code: string; client_name: string
    publisher_id: Optional<string>; created_at: Date; expires_at: Date; denied_at: Optional<Date>
    token_id: Optional<string>; sealed_token: Optional<string>; started_from: Generated<string>
    network: Generated<string> }
  follows: { user_id: string; node_id: Optional<string>; publisher_id: Optional<string>; created_at: Date }
  git_commits: { id: Generated<string>; repo_name: string; commit_hash: string; branch_name: Generated<string>
    commit_message: Generated<string>; author: Generated<string>; pr_number: Generated<string>
    commit_timestamp: Optional<Date>; created_at: Timestamp }
  idempotent_requests: { caller: string; route: string; key_hash: string; request_hash: string; started_at: Date
    status: Optional<number>; answer: Optional<Uint8Array> }
  identity_accounts: { uid: string; email: Optional<string>; email_verified: Generated<boolean>
    password_hash: Optional<string>; password_changed_at: Optional<Date>; display_name: Generated<string>
    photo_url: Generated<string>; phone_number: Optional<string>; disabled: Generated<boolean>; created_at: Date
    last_sign_in_at: Optional<Date> }
  identity_attempts: { key: string; count: number; ends_at: Date }
  identity_codes: { hash: string; kind: string; uid: Optional<string>; data: JsonWithDefault<'identity_codes.data'>
    digits_hash: Optional<string>; attempts: Generated<number>; created_at: Date; expires_at: Date }
  identity_factors: { id: string; uid: string; kind: 'phone' | 'totp'; phone_number: Optional<string>
    secret: Optional<string>; display_name: Generated<string>; enrolled_at: Date; last_step: Generated<number> }
  identity_keys: { kid: string; public_jwk: Json<'identity_keys.public_jwk'>; private_jwk: string; created_at: Date }
  identity_links: { provider: 'github.com' | 'google.com'; subject: string; uid: string; email: Generated<string>
    display_name: Generated<string>; photo_url: Generated<string>; linked_at: Date }
  identity_refresh_tokens: { hash: string; session_id: string; created_at: Date; replaced_at: Optional<Date> }
  identity_sessions: { id: string; uid: string; provider: string; factor_kind: Optional<'phone' | 'totp'>
    factor_id: Optional<string>; auth_time: Date; used_at: Date }
  import_reports: { version_id: string; day: string; tool: string; python: string; os: string; accelerator: string
    outcome: 'imported' | 'import_error' | 'syntax_error' | 'other_error'; count: number }
  kill_list_keys: { kid: string; public_jwk: Json<'kill_list_keys.public_jwk'>; private_jwk: string; created_at: Date
    retired_at: Optional<Date> }
  kill_lists: { serial: number; entries_digest: string; issued_at: Date; expires_at: Date
    envelope: Json<'kill_lists.envelope'> }
  known_bad_files: { version_id: string; path: string; digest: string; has_finding: boolean
    sketch: Optional<number[]>; bands: Optional<number[]> }
  known_bad_turns: { version_id: string; begun: number; begun_at: Date }
  known_bad_versions: { version_id: string; noted_at: Date }
  known_models: { id: Generated<string>; name: string; name_key: string; folder: string; url: string
    sha256: Optional<string>; size_bytes: Optional<number>; source: 'hub' | 'list' | 'workflow'
    imported_at: Timestamp }
  ledger_entries: { id: string; customer_id: string; amount_micros: number; kind: 'credit' | 'charge'
    transaction_id: string; reason: Generated<string>; created_at: Date }
  model_repositories: { url: string; license: Optional<string>; is_gated: Optional<boolean>; imported_at: Timestamp }
  moderator_lines: { key: string; target: string; text: string; created_at: Date; due_at: Date
    attempts: Generated<number>; sent_at: Optional<Date> }
  node_aliases: { key: string; node_id: string; alias: string
    kind: 'former' | 'merged' | 'project' | 'listed' | 'repository' }
  node_downloads: { node_id: string; version_id: string; day: string; count: number }
  node_orders: { node_id: string; downloads: number; github_stars: number; ranking: Generated<number>
    risen: Optional<number>; used_by: Generated<number> }
  node_readings: { id: string; node_id: string; commit_id: string; committed_at: Optional<Date>; read_at: Date
    repository_url: string; file_count: number; unpacked_bytes: number; omitted_files: Generated<number>
    omitted_bytes: Generated<number>; submodules: Generated<string[]>; extract_status: 'success' | 'failed'
    verdict: 'clear' | 'warned' | 'held'; is_shareable: boolean; archive_digest: Optional<string>
    archive_bytes: Optional<number>; versions: JsonWithDefault<'node_readings.versions'>
    main_commits: Generated<Uint8Array> }
  node_reviews: { node_id: string; user_id: string; star: number; created_at: Timestamp; updated_at: Timestamp }
  node_search: { node_id: string; document: string; popularity: number; tags: Generated<string[]> }
  node_transfers: { id: string; node_id: string; from_publisher_id: string; to_publisher_id: string
    requested_by: Optional<string>; created_at: Date; expires_at: Date }
  node_versions: { id: string; node_id: string; version: string; version_key: ReadOnly<number[]>
    changelog: Generated<string>; dependencies: Generated<string[]>; deprecated: Generated<boolean>
    deprecation_message: Generated<string>
    status: Generated<'active' | 'deleted' | 'banned' | 'pending' | 'flagged'>; status_reason: Generated<string>
    status_since: Timestamp; extract_status: Generated<'pending' | 'success' | 'failed'>
    cloud_build_info: OptionalJson<'node_versions.cloud_build_info'>; supported_os: Generated<string[]>
    supported_accelerators: Generated<string[]>; supported_comfyui_version: Generated<string>
    supported_comfyui_frontend_version: Generated<string>; tags: Generated<string[]>; tags_admin: Generated<string[]>
    announced_digest: Optional<string>; announced_size: Optional<number>
    announced_node: OptionalJson<'node_versions.announced_node'>; announced_by_token: Optional<string>
    upload_expires_at: Optional<Date>; archive_digest: Optional<string>; file_count: Optional<number>
    unpacked_bytes: Optional<number>; first_active_at: Optional<Date>; published_by_publisher: Optional<string>
    published_by_user: Optional<string>; yanked_at: Optional<Date>; yank_reason: Generated<string>
    killed_by: Optional<string>; created_at: Timestamp; updated_at: Timestamp
    load_failures: JsonWithDefault<'node_versions.load_failures'>; allowed_failures: Generated<string[]>
    is_broken: Generated<boolean> }
  nodes: { id: string; normalized_id: ReadOnly<string>; publisher_id: string; name: string
    description: Generated<string>; author: Generated<string>; category: Generated<string>
    license: Generated<string>; repository_url: Generated<string>; repository_key: Optional<string>
    repository_folder: Generated<string>; repository_names: ReadOnly<string[]>
    repository_proof: Optional<'claim' | 'build'>; icon_url: Generated<string>; banner_url: Generated<string>
    tags: Generated<string[]>; tags_admin: Generated<string[]>; supported_os: Generated<string[]>
    supported_accelerators: Generated<string[]>; supported_comfyui_version: Generated<string>
    supported_comfyui_frontend_version: Generated<string>; downloads: Generated<number>
    star_total: Generated<number>; review_count: Generated<number>
    status: Generated<'draft' | 'active' | 'deleted' | 'banned'>; was_public: Generated<boolean>
    status_detail: Generated<string>; search_ranking: Optional<number>
    preempted_comfy_node_names: Generated<string[]>; github_stars: Generated<number>; github_stars_at: Optional<Date>
    github_repository_id: Optional<number>; repository_changed_at: Optional<Date>; is_archived: Optional<boolean>
    forked_from: Optional<string>; successor_id: Optional<string>
    translations: JsonWithDefault<'nodes.translations'>; latest_version_id: Optional<string>
    reading_id: Optional<string>; facts_id: Optional<string>; indexed_at: Optional<Date>; created_at: Timestamp
    updated_at: Timestamp; icon_upload: Generated<string>; banner_upload: Generated<string> }
  notices: { id: ReadOnly<number>; user_id: string; event_id: number; kind: string; letter: string
    facts: Json<'notices.facts'>; created_at: Date; due_at: Date; attempts: Generated<number>
    sent_at: Optional<Date> }
  notification_settings: { user_id: string; language: Optional<string>; muted: Generated<string[]>
    mailed_at: Optional<Date> }
  outbox_messages: { id: ReadOnly<number>; kind: 'mail' | 'sms'; recipient: string; subject: Generated<string>
    body: string; created_at: Date }
  personal_access_tokens: { id: string; publisher_id: string; name: string; description: Generated<string>
    token_hash: string; token_prefix: string; node_ids: Optional<string[]>
    actions: Generated<('publish-new' | 'publish-update' | 'yank')[]>; created_by: Optional<string>
    created_at: Timestamp; expires_at: Optional<Date>; last_used_at: Optional<Date>; revoked_at: Optional<Date>
    revoked_by: Optional<string>; revoked_because: Optional<'removed' | 'demoted' | 'deleted'>
    expiry_notice_days: Optional<number> }
  probe_days: { part: string; day: string; worked: number; failed: number }
  probe_results: { part: string; at: Date; worked: boolean; took_ms: number }
  publisher_invitations: { id: string; publisher_id: string; email: string; role: 'owner' | 'member'
    secret_hash: string; created_by: Optional<string>; created_at: Date; expires_at: Date
    mailed_secret_hash: Optional<string> }
  publisher_node_counts: { publisher_id: string; status: string; change: number; is_sum: Generated<boolean> }
  publisher_permissions: { id: ReadOnly<number>; publisher_id: string; user_id: string; role: 'owner' | 'member'
    created_at: Timestamp }
  publisher_webhook_attempts: { delivery_id: string; number: number; at: Date; duration_ms: number
    status: Optional<number>; answer: Generated<string>; problem: Optional<string> }
  publisher_webhook_deliveries: { id: string; webhook_id: string; event_id: Optional<number>; type: string
    body: string; state: Generated<'waiting' | 'delivered' | 'failed'>; attempts: Generated<number>
    earlier_attempts: Generated<number>; next_attempt_at: Optional<Date>; created_at: Date }
  publisher_webhooks: { id: string; publisher_id: string; node_id: Optional<string>; url: string
    description: Generated<string>; events: Generated<string[]>; secret: string; former_secret: Optional<string>
    former_secret_until: Optional<Date>; is_enabled: Generated<boolean>
    disabled_because: Optional<'owner' | 'failures' | 'gone'>; failures: Generated<number>
    failing_since: Optional<Date>; created_by: Optional<string>; created_at: Date; updated_at: Date }
  publishers: { id: string; name: string; description: Generated<string>; website: Generated<string>
    support_email: Generated<string>; source_code_repo: Generated<string>; logo_url: Generated<string>
    status: Generated<'active' | 'banned'>; created_at: Timestamp; updated_at: Timestamp
    logo_upload: Generated<string> }
  python_advisories: { id: string; package: string; summary: Generated<string>; aliases: Generated<string[]>
    severity: Generated<string>; ranges: JsonWithDefault<'python_advisories.ranges'>; versions: Generated<string[]>
    modified_at: Date; withdrawn_at: Optional<Date>; imported_at: Date }
  python_index_slices: { sequence: number; digest: string; issued_at: Date; read_at: Date; kids: string[]
    envelope: Json<'python_index_slices.envelope'> }
  reading_approvals: { node_id: string; finding_key: string; approved_by: Optional<string>; approved_at: Date }
  reading_hosts: { host: string; resumes_at: Date; refusals: number }
  reading_pictures: { reading_id: string; kind: 'icon' | 'card'; source: 'manifest' | 'readme' | 'example'
    origin: string; digest: string }
  reading_turns: { node_id: string; tried_at: Optional<Date>; due_at: Date; requested_at: Optional<Date>
    commit_id: Optional<string>; etag: Generated<string>
    failure: Optional<'gone' | 'moved' | 'private' | 'too_large' | 'not_a_pack' | 'unreadable' | 'refused' | 'opted_out'>
    failure_detail: Generated<string>; failures: Generated<number>; wishes: Generated<number>
    opted_out_at: Optional<Date>; gone_since: Optional<Date> }
  release_notes: { id: ReadOnly<number>; project: 'comfyui' | 'comfyui_frontend' | 'desktop' | 'cloud'
    version: string; attention: Generated<'low' | 'medium' | 'high'>
    content: JsonWithDefault<'release_notes.content'>; published_at: Date }
  report_holds: { id: string; version_id: string; node_id: string; publisher_id: string; reporter_ids: string[]
    held_at: Date; ended_at: Optional<Date>; outcome: Optional<'upheld' | 'overturned' | 'lifted'> }
  requested_readings: { repository_key: string; wanted_commit: string; repository_url: string
    state: 'waiting' | 'reading' | 'done' | 'failed'; requested_at: Date; finished_at: Optional<Date>
    commit_id: Optional<string>; committed_at: Optional<Date>
    failure: Optional<'gone' | 'moved' | 'private' | 'too_large' | 'not_a_pack' | 'unreadable' | 'refused' | 'opted_out' | 'host_busy' | 'slow' | 'failed'>
    result: OptionalJson<'requested_readings.result'> }
  rescan_changes: { rescan_id: string; version_id: string; outcome: 'flag' | 'release' | 'facts' | 'failed'
    findings: JsonWithDefault<'rescan_changes.findings'>; comfy_nodes_added: Generated<string[]>
    comfy_nodes_removed: Generated<string[]>; message: Generated<string>; applied_at: Optional<Date>
    begun: Generated<number> }
  rescans: { id: string; rules_version: number; everything: boolean
    state: Generated<'looking' | 'looked' | 'applying' | 'applied'>; last_version_id: Optional<string>
    looked: Generated<number>; started_at: Date; finished_at: Optional<Date>; begun: Generated<number> }
  row_counts: { counted: string; status: string; change: number }
  scan_decisions: { id: string; made_with: string; node_id: Optional<string>; rule: string
    severity: 'high' | 'critical'; digest: string; verdict: 'approved' | 'rejected'; reason: Generated<string>
    version_id: Optional<string>; version: string; file: string; name: string; parts: Json<'scan_decisions.parts'>
    rules_version: number; decided_by: Optional<string>; decided_at: Date; expires_at: Date; ended_at: Optional<Date>
    ended_why: Optional<'replaced' | 'revoked' | 'undone' | 'moved'>; replaced_by: Optional<string> }
  secrets: { name: string; value: string; created_at: Timestamp }
  spent_ci_tokens: { issuer: string; token_hash: string; expires_at: Date }
  storage_files: { id: Generated<string>; bucket_name: Generated<string>; object_name: Generated<string>
    file_path: Generated<string>; file_url: Generated<string>; created_at: Timestamp }
  trusted_publishers: { id: string; publisher_id: string; node_id: string; normalized_node_id: ReadOnly<string>
    issuer: string; repository: string; normalized_repository: ReadOnly<string>; repository_id: Optional<string>
    repository_owner_id: Optional<string>; workflow: string; environment: Generated<string>; ref: Generated<string>
    created_by: Optional<string>; created_at: Date; last_used_at: Optional<Date> }
  trusted_tokens: { id: string; trusted_publisher_id: string; token_hash: string; build: Json<'trusted_tokens.build'>
    created_at: Date; expires_at: Date; used_at: Optional<Date> }
  untold_events: { event_id: number }
  users: { id: string; issuer: string; subject: string; email: Generated<string>; name: Generated<string>
    is_approved: Generated<boolean>; is_admin: Generated<boolean>; status: Generated<'active' | 'banned'>
    email_verified: Generated<boolean>; valid_since: Optional<Date>; deleted_at: Optional<Date>
    confirmed_elsewhere: Generated<boolean>; second_factor_at: Optional<Date>; trusted_reporter_since: Optional<Date>
    created_at: Timestamp; updated_at: Timestamp; claims_issued_at: Optional<Date>; is_demo: Generated<boolean> }
  version_analyses: { version_id: string; readme_html: Generated<string>; readme_picture: Optional<number>
    readme_letters: Generated<number>; has_tests: Generated<boolean>
    manifest: OptionalJson<'version_analyses.manifest'>; findings: JsonWithDefault<'version_analyses.findings'>
    capabilities: JsonWithDefault<'version_analyses.capabilities'>
    undecided: JsonWithDefault<'version_analyses.undecided'>
    requirements: OptionalJson<'version_analyses.requirements'>; traits: JsonWithDefault<'version_analyses.traits'>
    rules_version: number; created_at: Timestamp }
  version_attestations: { id: string; version_id: string; archive_digest: string; bundle_digest: string
    bundle: Json<'version_attestations.bundle'>; issuer: string; identity: string; repository_url: Generated<string>
    workflow: Generated<string>; ref: Generated<string>; commit_id: Generated<string>; run_url: Generated<string>
    predicate_type: string; signed_at: Date; log_index: Generated<string>; created_at: Date }
  version_commit_matches: { version_id: string; repository_url: string; commit_id: string
    named_by: 'build' | 'attestation' | 'address'; repository_key: string; repository_folder: Generated<string>
    state: Generated<'waiting' | 'compared' | 'failed'>; failure: Generated<string>; attempts: Generated<number>
    tried_at: Optional<Date>; due_at: Optional<Date>; same: Generated<number>; changed: Generated<number>
    added: Generated<number>; missing: Generated<number>; skipped: Generated<number>
    files: JsonWithDefault<'version_commit_matches.files'> }
  version_files: { version_id: string; digests: string[] }
  version_grounds: { version_id: string; place: number; rule: string; severity: 'high' | 'critical'; file: string
    line: Optional<number>; message: string; name: string; digest: string; parts: Json<'version_grounds.parts'>
    decision_id: Optional<string> }
  version_provenance: { version_id: string; issuer: string; repository: string; repository_url: string
    repository_id: string; repository_owner_id: string; workflow: string; ref: string; commit_id: string
    commit_url: string; run_url: string; environment: Generated<string>; created_at: Date }
  version_replacements: { version_id: string; old_name: string; new_name: string
    details: JsonWithDefault<'version_replacements.details'> }
  version_steps: { version_id: string; step: 'received' | 'checked' | 'extracted' | 'scanned' | 'listed'
    attempts: Generated<number>; started_at: Optional<Date>; finished_at: Optional<Date>; failure: Optional<string>
    given_up: Generated<boolean> }
  version_workflows: { version_id: string; place: number; path: string; title: string
    kind: 'example' | 'template' | 'blueprint'; picture_path: Generated<string>; digest: string }
  waiting_versions: { version_id: string; account: string; sender: string; own_failures: Generated<number>
    created_at: Date }
  webhook_deliveries: { id: string; received_at: Date }
  workflow_files: { digest: string; layout: Json<'workflow_files.layout'>; uses: Json<'workflow_files.uses'>
    names: string[]; node_count: number; created_at: Timestamp; search_text: Generated<string> }
}
