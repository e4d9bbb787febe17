import { gitText, type GitOptions as Options, runGit, withoutConfiguration } from '@nodeyard/outside/git'

export type GitOptions = Omit<Options, 'env' | 'cwd' | 'onError'>
type Command = readonly [string, ...string[]]

/** The `git` program of this machine, without any of its configuration. */
export class Git {
  readonly #env: { PATH: string }

  /** @param searchPath the only variable of this process that the program gets */
  constructor(searchPath: string) {
    this.#env = { PATH: searchPath }
  }

  /** Streams the output of a command. Throws `ProgramFailed` after the last byte if it failed. */
  run(command: Command, options: GitOptions): AsyncGenerator<Buffer> {
    return runGit(command, this.#isolated(options))
  }

  /** Returns the whole output of a short command. */
  text(command: Command, options: GitOptions): Promise<string> {
    return gitText(command, this.#isolated(options))
  }

  #isolated({ further = {}, ...options }: GitOptions): Options {
    return { ...options, env: this.#env, further: { ...withoutConfiguration, ...further } }
  }
}
