import * as calls from '../flow/call-tables.ts'
import { firstColumn } from '../flow/names.ts'

/** Words that call tables do not contain, and the rule that needs each. */
const otherWords = firstColumn(String.raw`
write_text                                alters-other-code
write_bytes                               alters-other-code
settrace                                  alters-other-code
setprofile                                alters-other-code
shutil                                    alters-other-code
GGUFReader                                arriving-code
paho                                      arriving-code
safe_open                                 arriving-code
cached_(?:download|file|path)             code-download
download_(?:file|from_url)                code-download
pySmartDL                                 code-download
aria2p                                    code-download
parfive                                   code-download
pooch                                     code-download
download_url_to_file                      code-download
load_file_from_url                        code-download
wget                                      code-download
gdown                                     code-download
hf_hub_download                           code-download
snapshot_download                         code-download
load_state_dict_from_url                  code-download
zipfile                                   code-download
tarfile                                   code-download
unpack_archive                            code-download
get_credentials                           credential-access
get_frozen_credentials                    credential-access
browser_cookie3                           credential-access
keyring                                   credential-access
get_token                                 credential-access
HfFolder                                  credential-access
AUTH_TOKEN_COMFY_ORG                      credentials-sent
API_KEY_COMFY_ORG                         credentials-sent
rmtree                                    destroys-files
unlink                                    destroys-files
removedirs                                destroys-files
send2trash                                destroys-files
load_inline                               dynamic-code
jinja2                                    dynamic-code
mako                                      dynamic-code
BuiltinImporter                           dynamic-code
httpimport                                dynamic-code
environ                                   environment-sent
getenv                                    environment-sent
dotenv\w*                                 environment-sent
__(import|builtins|dict|globals|subclasses|getattribute|loader|class_getitem|reduce)\w*__  hidden-call
builtins                                  hidden-call
globals                                   hidden-call
attrgetter                                hidden-call
methodcaller                              hidden-call
f_builtins                                hidden-call
f_globals                                 hidden-call
f_locals                                  hidden-call
pydoc                                     hidden-call
resolve_name                              hidden-call
get_objects                               hidden-call
get_referrers                             hidden-call
chr                                       hidden-call
vars                                      hidden-call
case(?<=\n\s*case)(?!\s*=)                hidden-call
Fernet                                    hidden-code
AES                                       hidden-code
ARC4                                      hidden-code
DES\w*                                    hidden-code
ChaCha20\w*                               hidden-code
XOR                                       hidden-code
expanduser                                home-files-sent
read_text                                 home-files-sent
read_bytes                                home-files-sent
security_level                            lowers-protection
safe_mode                                 lowers-protection
enable_unsafe_deserialization             lowers-protection
to_bytes                                  machine-code-in-memory
mmap                                      machine-code-in-memory
memfd_create                              machine-code-in-memory
clone_from                                moved-work-tree
pygit2                                    moved-work-tree
dulwich                                   moved-work-tree
socketserver                              network-listener
debugpy                                   network-listener
run_app                                   network-listener
start_server                              network-listener
TCPSite                                   network-listener
launch                                    network-listener
ngrok                                     network-listener
uvicorn                                   network-listener
HTTPServer                                network-listener
tornado                                   network-listener
pip                                       package-install
PIP_\w+                                   package-install
UV_\w+                                    package-install
NPM_CONFIG_REGISTRY                       package-install
HF_ENDPOINT                               package-install
MODELSCOPE_DOMAIN                         package-install
winreg                                    persistence
crontab                                   persistence
PromptExecutor                            private-data-sent
OpenAI                                    private-data-sent
AsyncOpenAI                               private-data-sent
Anthropic                                 private-data-sent
AsyncAnthropic                            private-data-sent
genai                                     private-data-sent
generativeai                              private-data-sent
replicate                                 private-data-sent
fal_client                                private-data-sent
EXTRA_PNGINFO                             private-data-sent
DYNPROMPT                                 private-data-sent
prompt_queue                              private-data-sent
get_user_directory                        private-data-sent
get_output_directory                      private-data-sent
cli_args                                  network-listener
localtunnel                               network-listener
pycloudflared                             network-listener
getsitepackages                           persistence
getusersitepackages                       persistence
sysconfig                                 persistence
mkstemp                                   downloaded-program
(?:Named|Spooled)?TemporaryFile           downloaded-program
trust_remote_code                         remote-model-code
PromptServer                              request-code
routes                                    request-code
router                                    request-code
middleware                                request-code
register_function                         request-code
on_message                                request-code
Flask                                     request-code
gradio                                    request-code
FastAPI                                   request-code
mouse                                     spying
pynput                                    spying
`)

/** Signs other than single words, and the rule that needs each. */
const signs = firstColumn(String.raw`
(?<![.\w]|def )(eval|exec|compile)\b      dynamic-code
[.]system\b                               process-start
["']system["']                            hidden-call
\bhttp\.                                  downloaded-code
keyboard\.                                spying
discord                                   hard-coded-receiver
(?<![.\w])open\s*\(                       home-files-sent
[=(,]\s*open\b                            home-files-sent
getattr\s*\(\s*[\w.]+\s*,\s*(?!["']\w+["']\s*[,)])  hidden-call
torch\.(load|hub)                         pickled-data
Path\.home                                home-files-sent
os\.walk                                  home-files-sent
\\x[0-9a-f]{2}                            escaped-code
\\u00                                     escaped-code
Login Data                                credential-access
[wW]allet                                 credential-access
Local Storage                             credential-access
webhook                                   hard-coded-receiver
telegram                                  hard-coded-receiver
Startup                                   persistence
CurrentVersion                            persistence
Launch(Agents|Daemons)                    persistence
__pyarmor__                               scrambled-code
Local State                               credential-access
cookies\.sqlite                           credential-access
key4\.db                                  credential-access
\b(?:import|from)[ \t]+(?:sh|invoke|profile|code|git)\b  process-start
\bgit\.(?:Repo|Git|cmd|repo)\b            process-start
\bconnection\.(?:Listener|Client)\b       arriving-code
\bmultiprocessing\.(?:connection|managers)\b  arriving-code
\bLD_PRELOAD\b                            persistence
customnode                                alters-other-code
\bos\.(?:remove|rename|replace|truncate)\b  destroys-files
["']PROMPT["']                            private-data-sent
\bhidden\.(?:prompt|extra_pnginfo)\b      private-data-sent
\b(?:sh|invoke|profile)\.\w               process-start
\bplatform\.node\b                        identity-sent
\bsys\.path\b                             alters-other-code
\bsys[ \t]+import\b                       alters-other-code
`)

const words = new Set([...Object.values(calls).flatMap(({ words }) => words), ...otherWords])

/**
 * Words without which Python code can only pass values on. Files and functions that have none of them, and
 * call none that has, are not followed, which is most of most packs. A `case` reads attributes that it need
 * not name.
 */
export const telling = new RegExp([`\\b(?:${[...words].join('|')})\\b`, ...signs].join('|'), 'g')
