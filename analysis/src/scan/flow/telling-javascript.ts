import { firstColumn } from './names.ts'

/** Words without which a function can only pass values on, and the rule that needs each. */
const words = firstColumn(String.raw`
eval                                      dynamic-script
\w*Function                               dynamic-script
constructor                               dynamic-script
import                                    downloaded-script
importScripts                             downloaded-script
fetch                                     downloaded-script
XMLHttpRequest                            downloaded-script
WebSocket                                 page-data-sent
EventSource                               page-data-sent
RTCPeerConnection                         page-data-sent
sendBeacon                                page-data-sent
axios                                     downloaded-script
jQuery                                    downloaded-script
cookie                                    page-data-sent
localStorage                              page-data-sent
sessionStorage                            page-data-sent
clipboard                                 page-data-sent
key(?:down|up|press)                      page-data-sent
src                                       downloaded-script
href                                      page-data-sent
location                                  page-data-sent
innerHTML                                 dynamic-script
outerHTML                                 dynamic-script
srcdoc                                    dynamic-script
onload                                    dynamic-script
onerror                                   dynamic-script
createElement                             dynamic-script
write(?:ln)?                              dynamic-script
insertAdjacentHTML                        dynamic-script
createContextualFragment                  dynamic-script
atob                                      hidden-script
unescape                                  hidden-script
decodeURI\w*                              hidden-script
fromC(?:harCode|odePoint)                 hidden-script
inflate                                   hidden-script
decompress\w*                             hidden-script
decrypt                                   hidden-script
ethereum                                  wallet-access
solana                                    wallet-access
phantom                                   wallet-access
tronWeb                                   wallet-access
require                                   script-process
child_process                             script-process
http                                      page-data-sent
https                                     page-data-sent
vm                                        downloaded-script
Image                                     page-data-sent
\w*Worker                                 downloaded-script
Blob                                      downloaded-script
reverse                                   hidden-script
__proto__                                 hidden-script
prototype                                 hidden-script
Reflect                                   hidden-script
call                                      hidden-script
apply                                     hidden-script
bind                                      hidden-script
`)

/** Signs other than single words, and the rule that needs each. */
const signs = firstColumn(String.raw`
\$\.                                      downloaded-script
(?:window|globalThis|self|top|parent|frames|global|this|document)\s*(?:\?\.)?\[  hidden-script
\\x[0-9a-f]{2}                            hidden-script
\\u                                       hidden-script
set(?:Timeout|Interval|Immediate)         dynamic-script
\b(?:fetchApi|graphToPrompt|queuePrompt|settingsValues|getHistory|getQueue|getSettings|_nodes)\b  page-data-sent
[gG]raph\.serialize\b                     page-data-sent
\.send\s*\(                               page-data-sent
`)

export const tellingScript = new RegExp([`\\b(${words.join('|')})\\b`, ...signs].join('|'), 'g')
