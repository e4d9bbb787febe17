import { Command, CommanderError, Option } from 'commander'
import { type CommandSpec, commonOptions, type OptionSpec, registryOption } from './ground/command-spec.ts'
import { type Context, exitCodes, type Options } from './ground/context.ts'
import { CliError } from './ground/errors.ts'
import { heldLines } from './ground/held-lines.ts'
import { guarded, type Output, paintOn, plain, quotedFor } from './ground/output.ts'
import { ownCommand } from './ground/own-registry.ts'
import { programVersion } from './ground/program-version.ts'
import { loadTexts, localeOf, type TextKey, type Texts, type TextValues } from './ground/texts.ts'
import { commands } from './program.ts'

/** The surroundings of the program, which tests replace. */
export interface Surroundings {
  args: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  folder: string
  stdout: Output
  stderr: Output
  signal: AbortSignal
}

/** Runs the program. Returns its exit code. */
export async function run({ args, ...given }: Surroundings): Promise<number> {
  const surroundings = { ...given, stdout: guarded(given.stdout), stderr: guarded(given.stderr) }
  const { env, stdout, stderr, signal } = surroundings
  const locale = localeOf(langIn(args), env)
  const texts = await loadTexts(locale)
  // Registries, packs and other strangers wrote some of the values.
  const nodeyard = ownCommand({ env })
  const repeated = { nodeyard, folder: '', into: '', at: '' }
  const text: Texts = (key, values = {}) => texts(key, cleaned({ ...repeated, ...values }))
  const context: Context = {
    ...surroundings,
    nodeyard,
    text,
    locale,
    paint: paintOn(stdout, env),
    now: () => new Date(),
  }
  let code: number = exitCodes.done
  const program = createProgram(context, async (spec, given, options) => {
    Object.assign(repeated, repeatedIn(spec, given, options))
    code = await (await spec.load())(context, given, options)
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done
    if (signal.aborted) {
      stderr.write(`${text('stopped')}\n`)
      return exitCodes.interrupted
    }
    stderr.write(`${problemText(error, text, env)}\n`)
    const named = commands.find(({ name }) => name === args[0])
    if (named && error instanceof CommanderError)
      stderr.write(`${text('help_hint', { command: `${nodeyard} ${named.name}` })}\n`)
    return exitCodes.failed
  }
}

/** The parts of a command that others, which texts recommend, need as well: the pack, the folder of packs, and the registry. */
function repeatedIn({ args: [first] = [] }: CommandSpec, [path]: readonly string[], options: Options) {
  const part = (flag: string, value: unknown) =>
    typeof value === 'string' ? ` ${flag}${quotedFor(process.platform, value)}` : ''
  return {
    folder: first && ['[folder]', '[path]'].includes(first[0]) ? part('', path) : '',
    into: part('--into ', options['into']),
    at: part('--registry ', options['registry']),
  }
}

/** Help needs the language before the arguments are parsed. */
function langIn(args: readonly string[]): string | undefined {
  const at = args.indexOf('--lang')
  return at < 0 ? args.find((arg) => arg.startsWith('--lang='))?.slice('--lang='.length) : args[at + 1]
}

function cleaned(values: TextValues): TextValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? plain(value) : value]),
  )
}

function problemText(error: unknown, text: Texts, env: Surroundings['env']): string {
  if (error instanceof CliError) {
    const { key, values, details, heldFor, advice } = error
    return [
      text(key, values),
      ...heldLines(heldFor, text).map((line) => `  ${line}`),
      ...details.map((line) => `  ${plain(line)}`),
      ...(advice ? [text(advice)] : []),
    ].join('\n')
  }
  if (error instanceof CommanderError) return usageProblem(error, text)
  const message =
    error instanceof Error
      ? env['NODEYARD_DEBUG']
        ? (error.stack ?? error.message)
        : error.message
      : String(error)
  return text('unexpected', { message })
}

const usageTexts: Readonly<Record<string, TextKey>> = {
  'commander.unknownOption': 'usage_unknown_option',
  'commander.missingArgument': 'usage_missing_argument',
  'commander.optionMissingArgument': 'usage_missing_value',
  'commander.excessArguments': 'usage_excess_arguments',
}

/** Commander reports problems in English, with the name of the option or argument in quotes. */
function usageProblem({ code, message }: CommanderError, text: Texts): string {
  const key = usageTexts[code]
  const name = /'([^']+)'/.exec(message)?.[1]
  if (key === undefined || name === undefined)
    return text('usage_wrong', { problem: message.replace(/^error: /, '') })
  const similar = message.split(/Did you mean (?:one of )?/)[1]?.split('?')[0]
  return [text(key, { name }), ...(similar ? [text('usage_did_you_mean', { name: similar })] : [])].join('\n')
}

type Start = (spec: CommandSpec, args: string[], options: Options) => Promise<void>

function createProgram({ nodeyard, text, stdout, stderr }: Context, start: Start): Command {
  const program = new Command(nodeyard)
  const styled = (command: Command) =>
    command
      .helpOption('-h, --help', text('opt_help'))
      .helpCommand(false)
      .exitOverride()
      .configureOutput({
        writeOut: (line) => stdout.write(line),
        writeErr: () => {},
        getOutHelpWidth: () => stdout.columns ?? 100,
      })
      .configureHelp({
        styleTitle: (title) => titleOf(title, text),
        subcommandTerm: (one) => one.name(),
      })
  styled(program).description(text('program')).version(programVersion, '--version', text('opt_version'))
  program
    .usage(`[command] [options]`)
    .argument('[command]')
    .action((name?: string) => {
      if (name !== undefined) throw new CliError('unknown_command', { name })
      stderr.write(program.helpInformation())
      throw new CommanderError(exitCodes.failed, 'help', '')
    })
  for (const spec of commands) addCommand(styled(program.command(spec.name)), spec, text, start)
  return program
}

function addCommand(command: Command, spec: CommandSpec, text: Texts, start: Start): void {
  command.description(text(spec.text))
  for (const [name, key] of spec.args ?? []) command.argument(name, text(key))
  const common: readonly OptionSpec[] = [...(spec.isOffline ? [] : [registryOption]), ...commonOptions]
  for (const [flags, key, isRepeatable] of [...(spec.options ?? []), ...common]) {
    const option = new Option(flags, text(key))
    if (isRepeatable) option.argParser((value, before: string[] = []) => [...before, value])
    command.addOption(option)
  }
  command.action(async (...given: unknown[]) => {
    const args = given
      .slice(0, -2)
      .flat()
      .filter((one): one is string => typeof one === 'string')
    await start(spec, args, command.opts<Options>())
  })
}

function titleOf(title: string, text: Texts): string {
  const titles: Record<string, string> = {
    'Usage:': text('usage', { usage: '' }).trim(),
    'Commands:': `${text('commands_title')}:`,
    'Options:': `${text('options_title')}:`,
    'Arguments:': `${text('arguments_title')}:`,
  }
  return titles[title] ?? title
}
