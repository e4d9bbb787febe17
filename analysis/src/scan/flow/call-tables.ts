import { type Names, names } from './names.ts'

/** Names of calls, and words that select the files with such a call. */
interface CallTable extends Names {
  words: readonly string[]
}

/**
 * Reads a table: in each line the pattern of a name, two blanks, and words of it without which the file is not followed. A
 * line without a word depends on a sign of `telling.ts`.
 */
function callTable(text: string): CallTable {
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.split(/ {2,}/))
  const choice = rows.map(([pattern]) => pattern).join('|')
  const words = rows.flatMap(([, found = '']) => found.split(' ').filter(Boolean))
  return { ...names(new RegExp(`^(${choice})$`)), words }
}

/** Calls that start a program, for `process-start`, `dangerous-command`, `hidden-command`, `remote-command` and others. */
export const startsProgram = callTable(String.raw`
subprocess\.(run|call|check_call|check_output|Popen|getoutput|getstatusoutput)  subprocess getoutput
os\.(system|popen\d?|startfile|spawn\w+|exec[lv]\w*|posix_spawnp?)  popen startfile (?:posix_)?spawn\w* exec[lv]\w* popen2
asyncio(\.subprocess)?\.create_subprocess_(exec|shell)  subprocess create_subprocess\w*
\S*\.subprocess_(exec|shell)              subprocess_(?:exec|shell)
pty\.(spawn|fork)                         (?:posix_)?spawn\w* pty
(commands|popen2)\.\w+                    commands popen2
webbrowser\.(Generic|Background)Browser   webbrowser
(git\.(cmd\.)?Git\(\)|git\.Repo\(\)\.git)\.execute  execute
pexpect\.(spawn|run|popen_spawn)\S*       (?:posix_)?spawn\w* pexpect
distutils\.spawn\.spawn                   (?:posix_)?spawn\w*
_posixsubprocess\.fork_exec               fork_exec _posixsubprocess
_winapi\.CreateProcess                    _winapi CreateProcess\w*
win32process\.CreateProcess               CreateProcess\w* win32\w*
win32api\.(ShellExecute|WinExec)          win32\w*
(win32com\.client\.)?(Dispatch|win32com\.client\.Dispatch)\(\)\.(Run|Exec|ShellExecute)  Dispatch win32\w*
ctypes\..*\.(system|popen|WinExec|ShellExecute[AW]?|CreateProcess[AW]?|execv\w*)  popen exec[lv]\w* CreateProcess\w* ctypes
plumbum\.\S+                              plumbum
sh\.\w+
invoke\.run
get_ipython\(\)\.(system|getoutput)       getoutput get_ipython
nt\.(system|popen|startfile|exec\w+|spawn\w+)  popen startfile (?:posix_)?spawn\w* nt
posix\.(system|popen|exec\w+|posix_spawn\w*)  popen (?:posix_)?spawn\w* posix
`)

/** Calls that run a text or a code object, for `dynamic-code`, `downloaded-code`, `hidden-code` and `request-code`. */
export const runsCode = callTable(String.raw`
exec
eval
compile
execfile                                  execfile
code\.(InteractiveInterpreter|InteractiveConsole)\(\)\.(runsource|runcode|push)  runsource runcode InteractiveInterpreter InteractiveConsole
code\.interact                            interact
types\.FunctionType                       FunctionType
types\.CodeType                           CodeType
codeop\.\w+                               codeop
timeit\.(timeit|repeat|Timer)             timeit
cProfile\.runc?t?x?                       c?Profile
profile\.run
pdb\.run(eval)?                           pdb
bdb\.\S+\.run                             bdb
trace\.Trace\(\)\.run                     Trace
doctest\.run_docstring_examples           run_(?:cell|code|string|docstring_examples|in_subinterp)
get_ipython\(\)\.(run_cell|ex|run_code)   run_(?:cell|code|string|docstring_examples|in_subinterp) get_ipython
test\.support\.script_helper\.\w+         script_helper
js2py\.\w+                                js2py
ctypes\.pythonapi\.Py(Run|Eval)_\w+       ctypes pythonapi
importlib\.abc\.Loader\.\w+               importlib
_testcapi\.run_in_subinterp               run_(?:cell|code|string|docstring_examples|in_subinterp) _testcapi
_xxsubinterpreters\.run_string            run_(?:cell|code|string|docstring_examples|in_subinterp) _xxsubinterpreters
_interpreters\.(exec|run_string)          run_(?:cell|code|string|docstring_examples|in_subinterp) _interpreters
importlib\._bootstrap_external\.\S*get_code  importlib
sympy\.(sympify|lambdify|\S*parse_expr)   sympify lambdify parse_expr
numexpr\.evaluate                         numexpr
`)

/** Calls that run a file, for `disguised-code` and `downloaded-code`. */
export const runsFile = callTable(String.raw`
runpy\.run_(path|module)                  runpy
imp\.load_(source|compiled|dynamic|module)  imp
importlib\.util\.spec_from_file_location  importlib
importlib\.machinery\.(Source|Sourceless|Extension)(File)?(less)?(File)?Loader  importlib
zipimport\.zipimporter                    zipimport\w*
execfile                                  execfile
site\.addsitedir                          addsitedir
ctypes\.(CDLL|WinDLL|OleDLL|PyDLL)        ctypes
ctypes\.(cdll|windll|oledll)\.LoadLibrary  ctypes
torch\.ops\.load_library                  load_library
torch\.classes\.load_library              load_library
cffi\.FFI\(\)\.dlopen                     dlopen
sqlite3\.connect\(\)\.load_extension      load_extension
\S*\.register_custom_ops_library          register_custom_ops_library
os\.add_dll_directory                     add_dll_directory
torch\.utils\.cpp_extension\.load         cpp_extension
`)

/** Calls that build objects from data, for `pickled-data`. */
export const unpickles = callTable(String.raw`
(c?[pP]ickle|_pickle|dill|cloudpickle|pickle5|joblib|shelve|klepto)\.(load|loads|open|Unpickler)  cloudpickle pickle5 joblib klepto Unpickler c?[pP]ickle dill shelve _pickle
pandas\.read_pickle                       read_pickle
pd\.read_pickle                           read_pickle
jsonpickle\.(decode|unpickler\.decode)    jsonpickle
(c?[pP]ickle|dill)\.Unpickler\(\)\.load   Unpickler c?[pP]ickle dill
yaml\.(unsafe_load|unsafe_load_all)       yaml
ruamel\.yaml\.(YAML\(\)\.)?unsafe\S*      yaml
logging\.config\.(dictConfig|fileConfig)  dictConfig fileConfig
`)

/** Calls that return data of another machine, for `downloaded-code`, `remote-command` and others. */
export const networkCall = callTable(String.raw`
(requests|httpx|curl_cffi\.requests|cloudscraper|treq|niquests|tls_client|primp)(\.\w+\(\))?\.(get|post|put|patch|delete|head|request|stream|send)  niquests curl_cffi cloudscraper treq tls_client primp requests httpx
(\S*\.)?(urlopen|URLopener\(\)\.open|build_opener\(\)\.open)  URLopener build_opener urlopen
urllib3(\.\w+\(\))?\.(request|urlopen)    urllib3 urllib\w* urlopen
urllib3\.\S*PoolManager\(\)\.(request|urlopen)  urllib3 urllib\w* urlopen
http\.client\.HTTPS?Connection\(\)\.getresponse  HTTPS?Connection
httplib\S*\.getresponse                   httplib\w*
aiohttp\.(ClientSession\(\)\.\w+|request)  aiohttp
socket\.(socket\(\)|create_connection\(\))(\.makefile\(\)|\.accept\(\))?\.(recv\w*|read\w*|accept|makefile)  socket
socket\.(gethostbyname\w*|getaddrinfo)    socket
socket\.create_connection                socket
asyncio\.open_connection                  open_connection
dns\.resolver\.\S*(resolve|query)         dns
websockets?\.\S*(connect|create_connection|recv|WebSocketApp)  websockets?
ftplib\.FTP\S*\(\)\.\w+                   ftplib
telnetlib\.Telnet\(\)\.\w+                telnetlib
xmlrpc\.client\.ServerProxy\(\)\.\w+      xmlrpc
paramiko\.\S+\.(exec_command|get|open)    paramiko
pycurl\.\S+                               pycurl
imaplib\.\S+                              imaplib
poplib\.\S+                               poplib
boto3\.\S+\.(get_object|invoke)           boto3
ssl\.\S*wrap_socket\(\)\.(recv|read)      wrap_socket
pastebin\.\S+                             pastebin
redis(\.asyncio)?\.\w+\(\)(\.pubsub\(\))?\.(get|[lr]pop|b[lr]pop\w*|lrange|hget\w*|get_message|listen|xread)  redis
zmq(\.asyncio)?\.Context\(\)\.socket\(\)\.recv\w*  socket zmq
multiprocessing\.connection\.(Listener\(\)\.accept|Client)\(\)\.recv\w*
telebot\.\S+                              telebot
discord\.\S+\.fetch\w+
`)

/** Calls that send data to another machine, for `credentials-sent`, `environment-sent`, `identity-sent` and others. */
export const sends = callTable(String.raw`
(requests|httpx|curl_cffi\.requests|niquests)(\.\w+\(\))?\.(post|put|patch|get|request|head|delete|options|send|stream)  niquests curl_cffi requests httpx
(\S*\.)?urlopen                           urlopen
(\S*\.)?urlretrieve                       urlretrieve
urllib3\.\S*(request|urlopen)             urllib3 urllib\w* urlopen
http\.client\.HTTPS?Connection\(\)\.(request|send|putrequest|putheader)  HTTPS?Connection
aiohttp\.(ClientSession\(\)\.\w+|request)  aiohttp
socket\.(socket|create_connection)\(\)\.(send|sendall|sendto|sendfile)  socket
ssl\.\S*wrap_socket\(\)\.(send|sendall|write)  wrap_socket
socket\.(gethostbyname\w*|getaddrinfo)    socket
dns\.resolver\.\S*(resolve|query)         dns
smtplib\.SMTP\S*\(\)\.(sendmail|send_message)  smtplib
ftplib\.FTP\S*\(\)\.stor\w+               ftplib
websockets?\.\S*send                      websockets?
asyncio\.open_connection\(\)\S*\.write    open_connection
paramiko\.\S+\.(put|putfo|exec_command)   paramiko
boto3\.\S+\.(put_object|upload_file\w*)   upload_\w+ boto3
telebot\.\S+\.send_\w+                    telebot
telegram\.\S+\.send_\w+
discord\S*\.(send|execute)                execute
dhooks\.\S+                               dhooks
discord_webhook\.\S+
pycurl\.\S+\.setopt                       pycurl
webbrowser\.open\w*                       webbrowser
xmlrpc\.client\.ServerProxy\(\)\.\w+      xmlrpc
posthog\.capture                          posthog
huggingface_hub\.(HfApi\(\)\.)?upload_\w+  upload_\w+
`)

/** Calls that decode a text, for `hidden-code` and `hidden-command`. */
export const decoders = callTable(String.raw`
base64\.\w{0,40}decode\w{0,40}            base64
binascii\.(unhexlify|a2b_\w+)             binascii
zlib\.(decompress|decompressobj\(\)\.decompress)  decompress zlib
lzma\.decompress                          lzma decompress
bz2\.decompress                           bz2 decompress
gzip\.(decompress|GzipFile)               gzip decompress
marshal\.loads?                           marshal
codecs\.(decode|getdecoder\(\)|escape_decode)  codecs
bytes\.fromhex                            fromhex
bytearray\.fromhex                        fromhex
quopri\.decodestring                      quopri
uu\.decode                                uu
rsa\.decrypt                              decrypt
pyDes\.\S*decrypt                         decrypt
\S*\.decrypt                              decrypt
urllib\.parse\.unquote\w*                 unquote\w* urllib\w*
html\.unescape                            unescape
brotli\.decompress                        decompress brotli
zstandard\.\S*decompress                  decompress zstandard
`)

/** Calls that return whose machine this is, for `identity-sent`. */
export const identityCall = callTable(String.raw`
getpass\.getuser                          getuser getpass
os\.(getlogin|uname|getlogin)             uname getlogin
platform\.(node|uname)                    uname
socket\.(gethostname|getfqdn)             getfqdn socket gethostname
uuid\.getnode                             getnode
pwd\.getpw\w+                             getpw\w+
win32api\.GetUserName                     GetUserName win32\w*
psutil\.users                             psutil
os\.uname\(\)\.nodename                   uname
`)

/** Calls that record what a user types, copies or sees, for `spying`. */
export const spyingCall = callTable(String.raw`
pyperclip\.paste                          pyperclip
win32clipboard\.GetClipboardData          GetClipboardData win32\w*
clipboard\.paste                          clipboard\w*
ImageGrab\.(grab|grabclipboard)           ImageGrab
PIL\.ImageGrab\.(grab|grabclipboard)      ImageGrab
pyautogui\.screenshot                     screenshot
mss\.\S*(shot|grab)                       mss
pyscreenshot\.grab                        pyscreenshot
keyboard\.(record|read_key|read_event|get_typed_strings)
sounddevice\.rec                          sounddevice
tkinter\.Tk\(\)\.clipboard_get            clipboard\w*
win32gui\.GetWindowText                   GetWindowText win32\w*
GetAsyncKeyState                          GetAsyncKeyState
`)
