import { api } from '../../scripts/api.js'
import { app } from '../../scripts/app.js'

/** A pack in a link: its id, and a version if the link names one. */
const packInLink = /^([A-Za-z0-9][\w.-]{0,99})(?:@(\d{1,16}\.\d{1,16}\.\d{1,16}))?$/
const installableStates = new Set(['installable', 'deprecated'])

async function ask(name, body) {
  const response = await api.fetchApi(`/nodeyard/${name}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', 'X-Nodeyard-Bridge': '1' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = await response.json()
  if (!response.ok)
    throw Object.assign(new Error(answer.error ?? `Status ${response.status}`), { status: response.status })
  return answer
}

/** Texts come from strangers, so they are only ever set as text. */
function element(name, text, properties = {}) {
  const made = document.createElement(name)
  if (text !== undefined) made.textContent = text
  return Object.assign(made, properties)
}

function openDialog(title, ...content) {
  const dialog = element('dialog', undefined, { className: 'nodeyard-dialog' })
  dialog.style.cssText =
    'max-width:36rem;padding:1.25rem;border:1px solid #8888;border-radius:8px;font:14px sans-serif'
  dialog.setAttribute('aria-label', title)
  const heading = element('h2', title)
  heading.style.cssText = 'margin:0 0 .75rem;font-size:1.1rem'
  dialog.append(heading, ...content)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

function button(text, act) {
  const made = element('button', text, { type: 'button', onclick: act })
  made.style.cssText = 'margin:.75rem .5rem 0 0;padding:.4rem .8rem;cursor:pointer'
  return made
}

function tell(title, text) {
  const dialog = openDialog(title, element('p', text))
  dialog.append(button('Close', () => dialog.close()))
}

function factList(facts) {
  const list = element('dl')
  list.style.cssText =
    'display:grid;grid-template-columns:auto 1fr;gap:.25rem .75rem;margin:0;overflow-wrap:anywhere'
  for (const [name, value] of facts) {
    const shown = element('dd', String(value))
    shown.style.margin = '0'
    list.append(element('dt', name), shown)
  }
  return list
}

/** Shows what the registry offers. Only the code in the tool's console installs it, so that no script can. */
async function offerPack(nodeId, version) {
  try {
    const offer = await ask('offer', { node_id: nodeId, ...(version ? { version } : {}) })
    const facts = factList([
      ['Pack', offer.id],
      ['Version', offer.version],
      ['Registry', offer.registry],
      ['Size', `${Math.ceil((offer.size ?? 0) / 1024)} KB`],
      ['SHA-256', offer.sha256],
    ])
    const dialog = openDialog('Install from Nodeyard', facts)
    if (offer.replaces) dialog.append(element('p', 'It replaces the pack of this name that is installed.'))
    dialog.append(element('p', 'Nothing of it runs before you restart the tool.'))
    const code = element('input', undefined, {
      type: 'text',
      autocomplete: 'off',
      spellcheck: false,
      size: 10,
    })
    const label = element('label', 'Code in the console of the tool: ')
    label.append(code)
    const problem = element('p', '')
    problem.setAttribute('role', 'alert')
    const cancel = button('Cancel', () => dialog.close())
    const install = button('Install', async () => {
      if (code.value.trim() === '') return code.focus()
      install.disabled = true
      problem.textContent = await installOffer({ ...offer, code: code.value }, dialog)
      install.disabled = false
    })
    dialog.append(label, problem, cancel, install)
    cancel.focus()
  } catch (problem) {
    tell('Cannot install', problem.message)
  }
}

/** Returns what to correct. Other outcomes close the dialog. */
async function installOffer({ token, code }, dialog) {
  try {
    const done = await ask('install', { token, code })
    dialog.close()
    const requirements = done.requirements
      ? ' It has Python requirements, which you have to install yourself.'
      : ''
    tell('Installed', `${done.id} ${done.version} is in place. Restart the tool to load it.${requirements}`)
  } catch (problem) {
    if (problem.status === 401) return problem.message
    dialog.close()
    tell('Not installed', problem.message)
  }
  return ''
}

function askForPack() {
  const input = element('input', undefined, { type: 'text', placeholder: 'pack-id' })
  input.setAttribute('aria-label', 'Id of the pack')
  const dialog = openDialog('Install from Nodeyard', input)
  const next = button('Continue', () => {
    const [, nodeId, version] = packInLink.exec(input.value.trim()) ?? []
    if (!nodeId) return input.focus()
    dialog.close()
    offerPack(nodeId, version)
  })
  dialog.append(
    button('Cancel', () => dialog.close()),
    next,
  )
  input.focus()
}

/** A link of the registry opens the tool with `?nodeyard=PACK@VERSION`. */
function openLink() {
  const address = new URL(location.href)
  const named = address.searchParams.get('nodeyard')
  if (named === null) return
  address.searchParams.delete('nodeyard')
  history.replaceState(history.state, '', address)
  const [, nodeId, version] = packInLink.exec(named) ?? []
  if (nodeId) offerPack(nodeId, version)
}

/** What the workflow recorded about the pack of each missing node. */
function recordedPacks(graph, found = new Map(), depth = 0) {
  for (const node of graph?.nodes ?? graph?._nodes ?? []) {
    const { cnr_id, ver, aux_id } = node.properties ?? {}
    found.set(node.type, {
      ...(cnr_id ? { node_id: cnr_id } : {}),
      ...(ver ? { version: ver } : {}),
      ...(aux_id ? { repository: aux_id } : {}),
    })
    if (node.subgraph && depth < 10) recordedPacks(node.subgraph, found, depth + 1)
  }
  return found
}

async function resolveMissing(missing) {
  const names = [...new Set(missing.map((one) => (typeof one === 'string' ? one : one?.type)))].filter(
    Boolean,
  )
  if (names.length === 0) return
  const recorded = recordedPacks(app.rootGraph ?? app.graph)
  const asked = names.map((comfy_node_name) => ({ comfy_node_name, ...recorded.get(comfy_node_name) }))
  const { comfy_nodes: results = [] } = await ask('resolve', { comfy_nodes: asked })
  showProviders(results)
}

function showProviders(results) {
  const packs = new Map()
  const others = []
  for (const { comfy_node_name: name, status, provider } of results) {
    const isOffered =
      status === 'found' && provider?.version && installableStates.has(provider.install?.state)
    if (!isOffered) others.push(name)
    else
      packs.set(provider.node_id, { provider, names: [...(packs.get(provider.node_id)?.names ?? []), name] })
  }
  if (packs.size === 0) return
  const list = element('ul')
  const dialog = openDialog('Missing nodes', list)
  for (const { provider, names } of packs.values()) {
    const item = element('li', `${provider.name} ${provider.version.version}: ${names.join(', ')} `)
    const link = button('Install from Nodeyard', () => {
      dialog.close()
      offerPack(provider.node_id, provider.version.version)
    })
    item.append(link)
    list.append(item)
  }
  if (others.length > 0) dialog.append(element('p', `No pack found for: ${others.join(', ')}`))
  dialog.append(button('Close', () => dialog.close()))
}

async function showDisabled() {
  const { disabled = [] } = await ask('status')
  for (const { folder, version, title } of disabled) {
    const key = `nodeyard-told ${folder} ${version}`
    if (localStorage.getItem(key)) continue
    localStorage.setItem(key, '1')
    app.extensionManager?.toast?.add({
      severity: 'warn',
      summary: `${folder} ${version} was disabled`,
      detail: title,
    })
  }
}

const warn = (problem) => console.warn('[Nodeyard]', problem)

app.registerExtension({
  name: 'Nodeyard.Bridge',
  commands: [
    { id: 'Nodeyard.Install', label: 'Install from Nodeyard', icon: 'pi pi-download', function: askForPack },
  ],
  menuCommands: [{ path: ['Nodeyard'], commands: ['Nodeyard.Install'] }],
  async setup() {
    openLink()
    await showDisabled().catch(warn)
  },
  async afterConfigureGraph(missing) {
    if (Array.isArray(missing) && missing.length > 0) await resolveMissing(missing).catch(warn)
  },
})
