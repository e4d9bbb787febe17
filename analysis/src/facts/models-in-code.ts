import { compareText } from '../ground/finding.ts'
import { pathOf, urlOf } from '../lock/parts.ts'
import { argumentOf, type CodeFacts } from '../scan/flow/code-facts.ts'
import type { Call } from '../scan/flow/flow.ts'
import { names } from '../scan/flow/names.ts'
import { fullTexts, type Value } from '../scan/flow/values.ts'
import { fileNameIn } from '../workflow/models/from-text.ts'
import { baseName, isModelName, type ModelOfPack } from '../workflow/models/model.ts'

type CodeModel = Omit<ModelOfPack, 'from' | 'isPage'>

/** More than any pack downloads by name. */
const maxCodeModels = 100

const hub = 'https://huggingface.co'
const hubFile = /(^|\.)(hf_hub_download|hf_hub_url|cached_file)$/
const hubRepository = /(^|\.)snapshot_download$/
const download = names(
  /(^|\.)(urlretrieve|download_url_to_file|load_file_from_url|load_state_dict_from_url|download_file|download_model)$|^(wget|gdown)\.\w+$|^(requests|httpx)\.(get|stream)$|(^|\.)urlopen$/,
)
const repositoryForm = /^[A-Za-z\d][\w.-]{0,95}\/[A-Za-z\d][\w.-]{0,95}$/

/** Reads the models that files of code name by constants. Computed names are left out, so that no address is invented. */
export function modelsInCode(facts: readonly CodeFacts[], texts: ReadonlyMap<string, string>): ModelOfPack[] {
  const found = [
    ...facts.flatMap(({ path, calls }) => calls.flatMap((call) => ofCall(call, path))),
    ...[...texts].flatMap(([path, text]) => ofText(text, path)),
  ]
  const byUrl = new Map<string, CodeModel>()
  for (const one of found) {
    const known = byUrl.get(one.url)
    if (!known || (known.folder === undefined && one.folder !== undefined)) byUrl.set(one.url, one)
  }
  const models = [...byUrl.values()].sort((a, b) => compareText(a.url, b.url)).slice(0, maxCodeModels)
  return models.map((one) => ({ ...one, from: 'code' }))
}

function ofCall(call: Call, path: string): CodeModel[] {
  const place = { file: path, line: call.line }
  const target = argumentOf(call, -1, 'local_dir', 'model_dir', 'output_dir')
  const found = hubFile.test(call.name)
    ? ofHub(call)
    : hubRepository.test(call.name)
      ? repositoriesOf(call).map((url) => ({ url }))
      : []
  // Which of several models goes where is not known.
  const folder = found.length === 1 ? inFolder(target) : {}
  if (found.length > 0) return found.map((one) => ({ ...one, ...folder, ...place }))
  if (!download.test(call.name)) return []
  const file = argumentOf(call, 1, 'filename', 'dst', 'out', 'output')
  return textsOf(argumentOf(call, 0, 'url')).flatMap((text) => {
    const url = urlOf(text)
    const name = url === undefined ? undefined : fileNameIn(url)
    if (url === undefined || name === undefined) return []
    return [{ url, name, ...(target ? inFolder(target) : ofFile(file, name)), ...place }]
  })
}

const textsOf = (value: Value | undefined): readonly string[] => (value ? fullTexts(value) : [])

/** Returns addresses of repositories, without those whose kind or revision the code computes. */
function repositoriesOf(call: Call): string[] {
  const kinds = call.keywords.has('repo_type') ? textsOf(call.keywords.get('repo_type')) : ['model']
  const prefix = { model: '', dataset: 'datasets/' }[kinds[0] ?? '']
  if (prefix === undefined) return []
  return textsOf(argumentOf(call, 0, 'repo_id', 'path_or_repo_id'))
    .filter((text) => repositoryForm.test(text))
    .map((text) => `${hub}/${prefix}${text}`)
}

/** The hub's client downloads a file of a repository from this address. Source: the documentation of `hf_hub_url`. */
function ofHub(call: Call): Pick<CodeModel, 'url' | 'name'>[] {
  const repositories = repositoriesOf(call)
  const files = textsOf(argumentOf(call, 1, 'filename'))
  const inside = call.keywords.get('subfolder')
  const [subfolder] = inside ? textsOf(inside) : ['']
  const given = call.keywords.get('revision')
  const [revision] = given && !isNone(given) ? textsOf(given) : ['main']
  const isOpen = files.length === 0 || subfolder === undefined || revision === undefined
  // With several repositories and several files, their pairs are unknown.
  if (isOpen || (repositories.length > 1 && files.length > 1)) return repositories.map((url) => ({ url }))
  return repositories.flatMap((repository) =>
    files.flatMap((file) => {
      const name = pathOf(subfolder === '' ? file : `${subfolder}/${file}`)
      if (name === undefined || !isModelName(name)) return []
      const path = [revision, ...name.split('/')].map(encodeURIComponent).join('/')
      const url = urlOf(`${repository}/resolve/${path}`)
      return url === undefined ? [] : [{ url, name }]
    }),
  )
}

const isNone = (value: Value) => !value.isOpen && value.texts.length === 0

/** The folder in which the code puts a file, if it is below the tool's folder of models. */
function inFolder(target: Value | undefined): Pick<CodeModel, 'folder'> {
  const [text = '', other] = textsOf(target)
  const [, below] = other === undefined ? (/^%TOOL%\/models\/(.+)$/.exec(text) ?? []) : []
  const folder = pathOf(below)
  return folder === undefined ? {} : { folder }
}

function ofFile(target: Value | undefined, name: string): Pick<CodeModel, 'folder'> {
  const { folder } = inFolder(target)
  if (folder === undefined || baseName(folder) !== name) return {}
  const parts = folder.split('/').slice(0, -1)
  return parts.length === 0 ? {} : { folder: parts.join('/') }
}

/** `AutoModel.from_pretrained("owner/name")`, and tables of repositories that a call picks from. */
const namedInText = [
  /\.from_pretrained\(\s{0,40}["']([\w./-]{3,200})["']/g,
  /["']repo(?:_id)?["']\s{0,4}:\s{0,4}["']([\w./-]{3,200})["']/g,
]

function ofText(text: string, path: string): CodeModel[] {
  return namedInText.flatMap((form) => {
    const found: CodeModel[] = []
    let [line, from] = [1, 0]
    for (const { 1: name = '', index } of text.matchAll(form)) {
      for (let at = text.indexOf('\n', from); at >= 0 && at < index; at = text.indexOf('\n', from)) {
        line++
        from = at + 1
      }
      // Remarks and the examples of documentation are not run.
      const isRemark = /^\s*(#|>>>|\.\.\.)/.test(text.slice(from, index))
      if (!isRemark && repositoryForm.test(name) && found.length < maxCodeModels)
        found.push({ url: `${hub}/${name}`, file: path, line })
    }
    return found
  })
}
