import { type PackFiles, reportReads } from '../archive/pack-files.ts'
import type { ComfyNode, Undecided } from '../comfy-nodes/comfy-node.ts'
import { modelInputsOf } from '../comfy-nodes/model-inputs.ts'
import { replacementsOfPack } from '../comfy-nodes/replacements/of-pack.ts'
import type { Replacement } from '../comfy-nodes/replacements/replacement.ts'
import type { Capability } from '../facts/capabilities/capability.ts'
import { toCapabilities } from '../facts/capabilities/detect.ts'
import { findGrounds, type Grounds } from '../facts/grounds/grounds.ts'
import { installedByCode } from '../facts/installed-by-code.ts'
import { findInterfaceUses } from '../facts/interfaces/find-uses.ts'
import { modelsInCode } from '../facts/models-in-code.ts'
import { type PackRequirement, packRequirements } from '../facts/pack-requirements.ts'
import { readTraits, type Traits } from '../facts/traits/traits.ts'
import { defined } from '../ground/defined.ts'
import { compareFindings, type Finding } from '../ground/finding.ts'
import { ignoreFiles, type OnFile, onChange } from '../ground/progress.ts'
import { storable } from '../ground/storable.ts'
import { archiveLicense } from '../manifest/archive-license.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { type Readme, readReadme } from '../manifest/readme.ts'
import type { PythonParser } from '../python/parser.ts'
import { findInterest } from '../scan/interest/interest.ts'
import { notebookCode } from '../scan/notebook.ts'
import type { CodeFile } from '../scan/scan.ts'
import { judgeUnread, unreadable } from '../scan/unread.ts'
import { lowerUnused } from '../scan/unused-code.ts'
import { withModelsOfDocs } from '../workflow/models/of-pack.ts'
import { loadPack } from './load-pack.ts'
import { isCertain } from './loading/certain.ts'
import { checkLayout, readProject } from './loading/layout.ts'
import type { MissingFile } from './loading/missing-file.ts'
import { type InspectionLimits, inspectionLimits, type PackSize, readTexts, sizeOf } from './pack-texts.ts'
import { scanPack } from './scan-pack.ts'

/** Everything that a pack's files tell without running them. The same pack always gives the same bytes. */
export interface Inspection {
  /** Null when there is no readable `pyproject.toml`; the findings then explain why. */
  manifest: Manifest | null
  readme: Readme | null
  /** Sorted by name. */
  comfy_nodes: ComfyNode[]
  undecided: Undecided[]
  /** Most severe first. */
  findings: Finding[]
  /** The code behind each finding that holds a version, in the order of the findings. */
  grounds: Grounds[]
  capabilities: Capability[]
  /** Python packages that installers and install scripts of the pack install. */
  requirements: PackRequirement[]
  /** Comfy-nodes that the pack registers as replacements of others. */
  replacements: Replacement[]
  traits: Traits
  /** Whether the tool loads it: there is an `__init__.py` at the top. */
  loads: boolean
  /** Whether loading it fails on every machine, as far as the code tells for certain. */
  cannot_load: boolean
  /** Whether it certainly has no comfy-nodes, as opposed to some that only a running tool knows. */
  has_no_nodes: boolean
  /** Files that findings miss in the archive. */
  missing_files: MissingFile[]
  archive: PackSize
}

interface InspectionOptions {
  limits?: InspectionLimits
  /** Receives the publish tokens of this registry that are in the pack. */
  onOwnToken?: (token: string) => void
  /** Lets a caller attribute the inspection time to the pack's files. */
  onFile?: OnFile
}

/** Inspects a pack. Any content of its files leads to facts and findings; only a failing source throws. */
export async function inspectPack(
  pack: PackFiles,
  parser: PythonParser,
  { limits = inspectionLimits, onOwnToken = () => {}, onFile: report = ignoreFiles }: InspectionOptions = {},
): Promise<Inspection> {
  const onFile = onChange(report)
  const texts = await readTexts(reportReads(pack, onFile), parser, limits)
  const { source, files, sources, python, scripts, data } = texts
  try {
    const code: CodeFile[] = [...sources.files, ...notebookCode(data)]
    const interest = findInterest(code, onFile)
    sources.leaveOut(interest.isPlain)
    const project = await readProject(source, files)
    const { manifest } = project
    const loaded = await loadPack(texts, manifest, limits.evaluation, onFile)
    sources.keepTreesOf(new Set(interest.files.map(({ path }) => path)))
    const { web, statementsOf } = loaded
    const { facts, observations, ...scanned } = await scanPack(texts, {
      parser,
      code,
      interest,
      manifest,
      web,
      onFile,
    })
    for (const token of scanned.ownTokens) onOwnToken(token)
    const readme = await readReadme(source, files, project.readme, limits.readmeBytes)
    const all = [
      ...project.problems,
      ...checkLayout(files),
      ...texts.findings,
      ...loaded.findings,
      ...readme.findings,
      ...scanned.findings,
      ...sources.problems.map(unreadable),
    ]
    const judged = lowerUnused(await judgeUnread(source, all, sources.files), sources.files)
    const findings = judged.sort(compareFindings)
    const license = await archiveLicense(source, manifest ?? { license: '{}' })
    const inCode = modelsInCode(facts, python)
    return storable({
      manifest: manifest ? { ...manifest, ...defined({ license_name: license }) } : null,
      readme: readme.readme,
      comfy_nodes: loaded.comfyNodes,
      undecided: loaded.undecided,
      findings,
      grounds: await findGrounds(findings, { source, files, python: sources.files, scripts }),
      capabilities: toCapabilities([...observations, ...web]),
      requirements: packRequirements({
        texts: data,
        stated: manifest?.dependencies ?? [],
        python: manifest?.requires_python,
        scripts: facts.flatMap(installedByCode),
      }),
      replacements: replacementsOfPack(code, data, statementsOf),
      traits: readTraits({
        paths: files.map(({ path }) => path),
        manifest,
        license,
        python,
        data,
        models: withModelsOfDocs(inCode, texts.docs, data),
        modelInputs: modelInputsOf(loaded.comfyNodes),
        interfaces: findInterfaceUses({ python, scripts, statementsOf }),
      }),
      loads: files.some(({ path }) => path === '__init__.py'),
      cannot_load: loaded.cannotLoad,
      has_no_nodes: loaded.hasNoNodes,
      missing_files: loaded.missing,
      archive: sizeOf(files),
    })
  } finally {
    sources.release()
  }
}

/** Reads only the comfy-nodes of a pack, sorted by name, in a fraction of the time of an inspection. */
export async function readComfyNodes(
  pack: PackFiles,
  parser: PythonParser,
  limits: InspectionLimits = inspectionLimits,
): Promise<ComfyNode[]> {
  const texts = await readTexts(pack, parser, limits)
  try {
    const { manifest } = await readProject(texts.source, texts.files)
    const { comfyNodes } = await loadPack(texts, manifest, limits.evaluation, ignoreFiles)
    return storable(comfyNodes)
  } finally {
    texts.sources.release()
  }
}

/** Facts for the author of a pack before its release. */
export interface ReleaseFacts {
  /** Certain failures, most severe first. */
  findings: Finding[]
  missing_files: MissingFile[]
  /** Whether the pack certainly has no comfy-nodes. */
  has_no_nodes: boolean
}

/** Reads what a release certainly lacks, in a fraction of the time of an inspection. */
export async function readReleaseFacts(
  pack: PackFiles,
  parser: PythonParser,
  limits: InspectionLimits = inspectionLimits,
): Promise<ReleaseFacts> {
  const texts = await readTexts(pack, parser, limits)
  try {
    const { manifest } = await readProject(texts.source, texts.files)
    const loaded = await loadPack(texts, manifest, limits.evaluation, ignoreFiles)
    return {
      findings: loaded.findings.filter(isCertain).sort(compareFindings),
      missing_files: loaded.missing,
      has_no_nodes: loaded.hasNoNodes,
    }
  } finally {
    texts.sources.release()
  }
}
