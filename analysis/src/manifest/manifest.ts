export const manifestPath = 'pyproject.toml'

/** What a pack's project file says, translated as the command-line client does (API contract 29.8). */
export interface Manifest {
  /** The node id, as written. */
  name?: string
  version?: string
  description?: string
  /** Without the tool's front-end package, which becomes `supported_comfyui_frontend_version`. */
  dependencies: string[]
  /** `[project] requires-python`. */
  requires_python?: string
  /** JSON text `{"file": "…"}`, `{"text": "…"}` or `{}`, as the command-line client sends it. */
  license: string
  /** What the archive says the license is: its short name, or how it begins. */
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
  /** The folder of front-end scripts, where the project file names it. */
  web_directory?: string
  includes: string[]
}
