import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

/** The wall clock of programs that run with its `env`; their monotonic clocks are unaffected. */
export interface FakeClock {
  env: Record<string, string>
  /** Moves the clock forward or back from the real time. */
  jump(seconds: number): void
  remove(): void
}

/** Uses Debian's libfaketime, which is unpacked into the user's cache and not installed. */
export function makeFakeClock(): FakeClock {
  const folder = mkdtempSync(join(tmpdir(), 'nodeyard-clock-'))
  const file = join(folder, 'clock')
  const jump = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}`)
  jump(0)
  return {
    env: {
      LD_PRELOAD: findLibrary(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_CACHE_DURATION: '1',
    },
    jump,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function findLibrary(): string {
  const place = join(homedir(), '.cache/nodeyard', `faketime-${process.arch}`)
  const find = () => globSync(join(place, '**/libfaketime.so.1'))[0]
  if (!find()) unpackInto(place)
  const found = find()
  if (!found) throw new Error('The package libfaketime has no library.')
  return found
}

function unpackInto(place: string): void {
  mkdirSync(join(place, '..'), { recursive: true })
  const work = mkdtempSync(`${place}-`)
  execFileSync('apt-get', ['download', 'libfaketime'], { cwd: work, stdio: 'ignore' })
  const [archive = ''] = globSync('*.deb', { cwd: work })
  execFileSync('dpkg-deb', ['--extract', archive, 'unpacked'], { cwd: work })
  renameSync(join(work, 'unpacked'), place)
}
