import { names } from './names.ts'

/** Functions that start a program. */
export const startsProgram = names(
  /^(subprocess\.(run|call|check_call|check_output|Popen|getoutput|getstatusoutput)|os\.(system|popen\d?|startfile|spawn\w+|exec[lv]\w*|posix_spawnp?)|asyncio(\.subprocess)?\.create_subprocess_(exec|shell)|\S*\.subprocess_(exec|shell)|pty\.(spawn|fork)|(commands|popen2)\.\w+|webbrowser\.(Generic|Background)Browser|(git\.(cmd\.)?Git\(\)|git\.Repo\(\)\.git)\.execute|pexpect\.(spawn|run|popen_spawn)\S*|distutils\.spawn\.spawn|_posixsubprocess\.fork_exec|_winapi\.CreateProcess|win32process\.CreateProcess|win32api\.(ShellExecute|WinExec)|(win32com\.client\.)?(Dispatch|win32com\.client\.Dispatch)\(\)\.(Run|Exec|ShellExecute)|ctypes\..*\.(system|popen|WinExec|ShellExecute[AW]?|CreateProcess[AW]?|execv\w*)|plumbum\.\S+|sh\.\w+|invoke\.run|get_ipython\(\)\.(system|getoutput)|nt\.(system|popen|startfile|exec\w+|spawn\w+)|posix\.(system|popen|exec\w+|posix_spawn\w*))$/,
)

const dangerous = names(
  /^(exec|eval|compile|__import__|execfile|getattr|base64\.\w{0,40}decode\w{0,40}|zlib\.decompress|marshal\.loads?|pickle\.loads?|importlib\.import_module|runpy\.run_(path|module)|types\.FunctionType|globals)$/,
)

export function isDangerousPython(name: string): boolean {
  return dangerous.test(name) || startsProgram.test(name)
}

const runs = names(/^(exec|eval|execfile|__import__|importlib\.import_module|runpy\.run_(path|module))$/)

/** Functions that run their argument. */
export function runsPython(name: string): boolean {
  return runs.test(name) || startsProgram.test(name)
}
