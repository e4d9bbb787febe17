import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { folderWith, Terminal } from '../run.test-support.ts'

const terminal = new Terminal()
const hasShell = (name: string) => spawnSync(name, ['-c', 'true']).status === 0
const run = (shell: string, script: string, folder: string): string =>
  spawnSync(shell, ['-c', script], { cwd: folder, encoding: 'utf8' }).stdout

describe('completion', () => {
  it('completes commands, options and files with blanks in bash', { skip: !hasShell('bash') }, async () => {
    const script = await terminal.succeed('completion', 'bash')
    const folder = await folderWith({ 'my workflow.json': '', 'completion.bash': script })
    const asked = ['pu', 'publish --b', 'resolve my'].map((words) => {
      const last = words.split(' ').length
      return `COMP_WORDS=(nodeyard ${words}) COMP_CWORD=${last}; _nodeyard; printf '%s,' "\${COMPREPLY[@]}"`
    })
    assert.equal(
      run('bash', `. ./completion.bash\n${asked.join('\n')}`, folder),
      'publish,--bundle,my workflow.json,',
    )
  })

  it('completes in zsh from the first time on, as a function or sourced', {
    skip: !hasShell('zsh'),
  }, async () => {
    const folder = await folderWith({ _nodeyard: await terminal.succeed('completion', 'zsh') })
    const stand = `compdef() { print compdef "$@" }\n_describe() { print -l "\${(@P)2}" }\n`
    const loaded = 'fpath=(.); autoload -Uz _nodeyard; words=(nodeyard ""); CURRENT=2; _nodeyard'
    assert.match(run('zsh', stand + loaded, folder), /^publish:/m)
    assert.equal(run('zsh', `${stand}. ./_nodeyard`, folder), 'compdef _nodeyard nodeyard\n')
  })

  it('completes in fish, in the language of the user', { skip: !hasShell('fish') }, async () => {
    const script = await terminal.succeed('completion', 'fish', '--lang', 'fr')
    const folder = await folderWith({ 'completion.fish': script })
    assert.match(
      run('fish', 'source completion.fish; complete -C "nodeyard pu"', folder),
      /^publish\tpublie /,
    )
  })
})
