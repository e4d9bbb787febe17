import type { CommandSpec, OptionSpec } from './ground/command-spec.ts'

const json: OptionSpec = ['--json', 'opt_json']
const token: OptionSpec = ['--token <token>', 'opt_token']
const publisher: OptionSpec = ['--publisher <id>', 'opt_publisher']

/** What a project file states about itself. */
const subject: readonly OptionSpec[] = [
  publisher,
  ['--id <id>', 'opt_id'],
  ['--set-version <version>', 'opt_set_version'],
]

/** What describes the machine of a plan. */
const machine: readonly OptionSpec[] = [
  ['--python <program>', 'opt_ask_python'],
  ['--python-version <version>', 'opt_python_version'],
  ['--os <system>', 'opt_os'],
  ['--arch <architecture>', 'opt_arch'],
  ['--accelerator <name>', 'opt_accelerator'],
]
const selection: readonly OptionSpec[] = [
  ['--allow-secret <file>', 'opt_allow_secret', 'repeatable'],
  ['--no-git', 'opt_no_git'],
]
const allow: OptionSpec = ['--allow <rule>', 'opt_allow', 'repeatable']
const into: OptionSpec = ['--into <folder>', 'opt_into']
const plan: readonly OptionSpec[] = [
  ...machine,
  ['--freeze <file>', 'opt_freeze'],
  ['--tool-requirements <file>', 'opt_tool_requirements'],
  ['--as-of <date>', 'opt_as_of'],
  ['--min-age <time>', 'opt_min_age'],
  into,
]

/** All commands, in the order of the help. */
export const commands: readonly CommandSpec[] = [
  {
    name: 'check',
    text: 'cmd_check',
    args: [['[path]', 'arg_path']],
    options: [
      ['--fix', 'opt_fix'],
      ['--against <version>', 'opt_against'],
      ['--format <format>', 'opt_format'],
      ['--output <file>', 'opt_output'],
      ...subject,
      ...selection,
      allow,
      json,
    ],
    load: async () => (await import('./commands/check.ts')).runCheck,
  },
  {
    name: 'init',
    text: 'cmd_init',
    args: [['[folder]', 'arg_folder']],
    options: [publisher, ['--id <id>', 'opt_id'], ['--force', 'opt_force']],
    load: async () => (await import('./commands/init.ts')).runInit,
  },
  {
    name: 'login',
    text: 'cmd_login',
    options: [
      publisher,
      ['--token <token>', 'opt_login_token'],
      ['--name <text>', 'opt_login_name'],
      ['--no-browser', 'opt_no_browser'],
    ],
    load: async () => (await import('./commands/account.ts')).runLogin,
  },
  {
    name: 'logout',
    text: 'cmd_logout',
    options: [publisher],
    load: async () => (await import('./commands/account.ts')).runLogout,
  },
  {
    name: 'whoami',
    text: 'cmd_whoami',
    options: [token, json],
    load: async () => (await import('./commands/account.ts')).runWhoami,
  },
  {
    name: 'pack',
    text: 'cmd_pack',
    args: [['[folder]', 'arg_folder']],
    options: [['--output <file>', 'opt_archive_output'], ...selection, json],
    isOffline: true,
    load: async () => (await import('./commands/pack.ts')).runPack,
  },
  {
    name: 'publish',
    text: 'cmd_publish',
    args: [['[folder]', 'arg_folder']],
    options: [
      token,
      ...subject,
      ['--changelog <text>', 'opt_changelog'],
      ['--bundle <file>', 'opt_bundle'],
      ...selection,
      allow,
      json,
    ],
    load: async () => (await import('./commands/publish.ts')).runPublish,
  },
  {
    name: 'status',
    text: 'cmd_status',
    args: [['[pack]', 'arg_node_optional']],
    options: [token, publisher, json],
    load: async () => (await import('./commands/versions.ts')).runStatus,
  },
  {
    name: 'yank',
    text: 'cmd_yank',
    args: [['<pack@version>', 'arg_node_version']],
    options: [['--reason <text>', 'opt_reason'], ['--undo', 'opt_undo'], token, publisher, json],
    load: async () => (await import('./commands/versions.ts')).runYank,
  },
  {
    name: 'deprecate',
    text: 'cmd_deprecate',
    args: [['<pack@version>', 'arg_node_version']],
    options: [['--message <text>', 'opt_message'], ['--undo', 'opt_undo'], token, publisher, json],
    load: async () => (await import('./commands/versions.ts')).runDeprecate,
  },
  {
    name: 'search',
    text: 'cmd_search',
    args: [['<words...>', 'arg_words']],
    options: [['--limit <number>', 'opt_limit'], ['--sort <order>', 'opt_sort'], json],
    load: async () => (await import('./commands/find.ts')).runSearch,
  },
  {
    name: 'info',
    text: 'cmd_info',
    args: [['<pack>', 'arg_node']],
    options: [json],
    load: async () => (await import('./commands/find.ts')).runInfo,
  },
  {
    name: 'open',
    text: 'cmd_open',
    args: [['[pack]', 'arg_node']],
    options: [['--print', 'opt_print']],
    load: async () => (await import('./commands/find.ts')).runOpen,
  },
  {
    name: 'resolve',
    text: 'cmd_resolve',
    args: [['<what...>', 'arg_resolved']],
    options: [json],
    load: async () => (await import('./commands/resolve.ts')).runResolve,
  },
  {
    name: 'plan',
    text: 'cmd_plan',
    args: [['[what...]', 'arg_planned']],
    options: [...plan, json],
    load: async () => (await import('./commands/plan.ts')).runPlan,
  },
  {
    name: 'lock',
    text: 'cmd_lock',
    args: [['[what...]', 'arg_planned']],
    options: [['--output <file>', 'opt_lock_output'], ['--force', 'opt_lock_force'], ...plan, json],
    load: async () => (await import('./commands/plan.ts')).runLock,
  },
  {
    name: 'install',
    text: 'cmd_install',
    args: [['[packs...]', 'arg_nodes']],
    options: [
      ['--lock <file>', 'opt_install_lock'],
      ['--git', 'opt_git'],
      ['--dry-run', 'opt_dry_run'],
      into,
      ['--python <program>', 'opt_python'],
      ['--run-install-scripts', 'opt_run_install_scripts'],
      ['--force', 'opt_force'],
      ['--held', 'opt_held'],
      publisher,
      token,
      json,
    ],
    load: async () => (await import('./commands/install.ts')).runInstall,
  },
  {
    name: 'uninstall',
    text: 'cmd_uninstall',
    args: [['<packs...>', 'arg_installed']],
    options: [into, json],
    load: async () => (await import('./commands/uninstall.ts')).runUninstall,
  },
  {
    name: 'disable',
    text: 'cmd_disable',
    args: [['<packs...>', 'arg_installed']],
    options: [into, json],
    load: async () => (await import('./commands/uninstall.ts')).runDisable,
  },
  {
    name: 'enable',
    text: 'cmd_enable',
    args: [['<packs...>', 'arg_installed']],
    options: [into, json],
    load: async () => (await import('./commands/uninstall.ts')).runEnable,
  },
  {
    name: 'undo',
    text: 'cmd_undo',
    options: [
      ['--list', 'opt_list'],
      ['--clear', 'opt_clear'],
      ['--python <program>', 'opt_undo_python'],
      into,
      json,
    ],
    load: async () => (await import('./commands/undo.ts')).runUndo,
  },
  {
    name: 'outdated',
    text: 'cmd_outdated',
    args: [['[what...]', 'arg_outdated']],
    options: [...machine, into, json],
    load: async () => (await import('./commands/outdated.ts')).runOutdated,
  },
  {
    name: 'models',
    text: 'cmd_models',
    args: [['<what...>', 'arg_models']],
    options: [
      ['--download', 'opt_download'],
      ['--commands <program>', 'opt_commands'],
      ['--models-folder <folder>', 'opt_models_folder'],
      ['--unverified', 'opt_unverified'],
      ['--pickle', 'opt_pickle'],
      into,
      json,
    ],
    load: async () => (await import('./commands/models.ts')).runModels,
  },
  {
    name: 'audit',
    text: 'cmd_audit',
    args: [['[folder]', 'arg_packs_folder']],
    options: [json],
    load: async () => (await import('./commands/audit.ts')).runAudit,
  },
  {
    name: 'trust',
    text: 'cmd_trust',
    options: [['--reset', 'opt_reset_trust'], json],
    load: async () => (await import('./commands/trust.ts')).runTrust,
  },
  {
    name: 'report-imports',
    text: 'cmd_report_imports',
    args: [['<log>', 'arg_log']],
    options: [['--into <folder>', 'opt_into'], ['--send', 'opt_send'], json],
    load: async () => (await import('./commands/report-imports.ts')).runReportImports,
  },
  {
    name: 'mcp',
    text: 'cmd_mcp',
    options: [token, publisher],
    load: async () => (await import('./commands/mcp.ts')).runMcp,
  },
  {
    name: 'completion',
    text: 'cmd_completion',
    args: [['<shell>', 'arg_shell']],
    isOffline: true,
    load: async () => (await import('./commands/completion.ts')).completionOf(commands),
  },
]
