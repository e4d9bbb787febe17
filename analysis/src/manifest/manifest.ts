export const manifestPath = 'pyproject.toml'

/** The facts of a pack's project file, translated as the command-line client does (API contract 29.8). */
export interface Manifest {
  /** The node id, as written. */
  name?: string
  version?: string
  description?: string
  /** Excludes the tool's front-end package, which becomes `supported_comfyui_frontend_version`. */
  dependencies: string[]
  /** `[project] requires-python`. */
  requires_python?: string
  /** JSON text `{"file": "…"}`, `{"text": "…"}` or `{}`, as the command-line client sends it. */
  license: string
  /** Paths and patterns of license files, with the lines that name them. */
  license_files?: { path: string; line?: number }[]
  /** The license that classifiers name, as an SPDX identifier. */
  license_classifier?: string
  /** License in the archive: its short name, or its first words. */
  license_name?: string
  /** `[project.urls] Repository`. */
  repository?: string
  urls: Record<string, string>
  supported_os: string[]
  supported_accelerators: string[]
  supported_comfyui_frontend_version: string
  supported_comfyui_version: string
  publisher_id?: string
  display_name?: string
  icon?: string
  banner_url?: string
  /** The folder of front-end scripts, if the project file names one. */
  web_directory?: string
  includes: string[]
}
