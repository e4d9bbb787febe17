import { type CommandSpec, commonOptions, type Run, registryOption } from '../ground/command-spec.ts'
import { type Context, exitCodes } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'

/** Returns the command that prints a script which completes `commands` and their options. */
export function completionOf(commands: readonly CommandSpec[]): Run {
  return async (context, [shell = '']) => {
    const script = { bash, zsh, fish }[shell]
    if (!script) throw new CliError('shell_unknown', { shell })
    context.stdout.write(script(commands, context))
    return exitCodes.done
  }
}

function flagsOf({
  options = [],
  isOffline,
}: CommandSpec): { flag: string; takesValue: boolean; text: string }[] {
  return [...options, ...(isOffline ? [] : [registryOption]), ...commonOptions].map(([flags, text]) => ({
    flag: flags.split(' ')[0] ?? '',
    takesValue: flags.includes('<'),
    text,
  }))
}

function bash(commands: readonly CommandSpec[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  const cases = commands.map((command) => {
    const flags = flagsOf(command).map(({ flag }) => flag)
    return `    ${command.name}) words="${[...flags, '--help'].join(' ')}" ;;`
  })
  return `# nodeyard completion bash >> ~/.bashrc
_nodeyard() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words IFS=$' \\n'
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} --help --version" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="" ;;
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _nodeyard nodeyard
`
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const described = (text: string): string => text.replace(/[[\]:\\]/g, (letter) => `\\${letter}`)

function zsh(commands: readonly CommandSpec[], { text }: Context): string {
  const list = commands.map((one) => `    ${quoted(`${one.name}:${described(text(one.text))}`)}`)
  const cases = commands.map((command) => {
    const flags = flagsOf(command).map(({ flag, takesValue, text: key }) =>
      quoted(`${flag}[${described(text(key as 'opt_json'))}]${takesValue ? ': :' : ''}`),
    )
    return `    ${command.name}) _arguments ${[...flags, "'*: :_files'"].join(' ')} ;;`
  })
  return `#compdef nodeyard
# nodeyard completion zsh > "\${fpath[1]}/_nodeyard"
_nodeyard() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT -= 1 ))
  case "$command" in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _nodeyard ]; then _nodeyard "$@"; else compdef _nodeyard nodeyard; fi
`
}

function fish(commands: readonly CommandSpec[], { text }: Context): string {
  const lines = commands.flatMap((command) => [
    `complete -c nodeyard -n __fish_use_subcommand -a ${command.name} -d ${quoted(text(command.text))}`,
    ...flagsOf(command).map(
      ({ flag, takesValue, text: key }) =>
        `complete -c nodeyard -n '__fish_seen_subcommand_from ${command.name}' -l ${flag.replace(/^--/, '')}${takesValue ? ' -r' : ''} -d ${quoted(text(key as 'opt_json'))}`,
    ),
  ])
  return `# nodeyard completion fish > ~/.config/fish/completions/nodeyard.fish\n${lines.join('\n')}\n`
}
