import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { modelInputsOf } from './model-inputs.ts'
import { classText, extract } from './packs.test-support.ts'

const inputsOf = (files: Record<string, string>) =>
  modelInputsOf(extract(files).comfyNodes).map(({ input, place, folders, files: own }) => [
    input,
    place,
    folders.join('+'),
    own.join('+'),
  ])

/** A pack with one comfy-node, whose inputs are this expression after these statements. */
const pack = (before: string, inputs: string, more: Record<string, string> = {}) => ({
  '__init__.py': `import os, folder_paths\n${before}\n${classText('A', inputs)}\nNODE_CLASS_MAPPINGS = {"A": A}`,
  ...more,
})

/** The folder of the one input of a pack. */
const folderOf = (before: string, list: string, more: Record<string, string> = {}) =>
  inputsOf(pack(before, `{"required": {"file": (${list},)}}`, more))[0]?.[2]

describe('inputs that name files of models', () => {
  it('finds the folder by the key in the code, whatever the list goes through', () => {
    const list = 'folder_paths.get_filename_list("loras")'
    const cases: [string, string][] = [
      ['', list],
      ['', `["None"] + ${list}`],
      ['', `${list} + ["None"]`],
      ['', `sorted(${list}, key=str.lower)`],
      ['', `[name for name in ${list} if name.endswith(".safetensors")]`],
      ['', `list(filter(lambda name: "x" in name, ${list}))`],
      ['', `[*${list}, "None"]`],
      ['from natsort import natsorted', `natsorted(${list})`],
      [`names = ${list}`, 'names'],
      [`names = ["None"]\nnames.extend(${list})`, 'names'],
      [`names = ["None"]\nnames += ${list}`, 'names'],
      [`names = []\nfor name in ${list}:\n    names.append(name)`, 'names'],
      [`def names():\n    return ["None"] + ${list}`, 'names()'],
      [`try:\n    names = ${list}\nexcept Exception:\n    names = []`, 'names'],
      [`try:\n    names = ${list}\nexcept Exception:\n    names = None`, 'names'],
      [`if os.environ["X"]:\n    names = ${list}\nelse:\n    names = other()`, 'names'],
      ['from folder_paths import get_filename_list as files', 'files("loras")'],
      ['key = "loras"', 'folder_paths.get_filename_list(key)'],
      ['', 'folder_paths.get_filename_list(folder_name="loras")'],
      ['', 'os.listdir(os.path.join(folder_paths.models_dir, "loras"))'],
      ['', 'os.listdir(folder_paths.get_folder_paths("loras")[0])'],
      ['import glob', 'glob.glob(os.path.join(folder_paths.models_dir, "loras", "*.safetensors"))'],
      ['from pathlib import Path', '[f.name for f in Path(folder_paths.models_dir, "loras").iterdir()]'],
    ]
    for (const [before, expression] of cases)
      assert.equal(folderOf(before, expression), 'loras', `${before} / ${expression}`)
  })

  it('takes a bounded number of folders, each of a bounded length', () => {
    const add = (path: string) => `folder_paths.add_model_folder_path("x", folder_paths.models_dir + ${path})`
    const list = 'folder_paths.get_filename_list("x")'
    const many = folderOf(`for at in range(3000):\n    ${add('"/" + str(at)')}`, list) ?? ''
    assert.equal(String(many).split('+').length, 20)
    const keys = 'for at in range(3000):\n    names += folder_paths.get_filename_list("x" + str(at))'
    assert.equal(String(folderOf(`names = []\n${keys}`, 'names')).split('+').length, 20)
    assert.equal(folderOf(add('"/a" * 3000'), list), undefined)
  })

  it('follows imports, and the options of the newer schema', () => {
    assert.equal(
      folderOf('from .lists import names', 'names()', {
        'lists.py': 'import folder_paths\ndef names(): return folder_paths.get_filename_list("vae")',
      }),
      'vae',
    )
    const schema = (options: string) => ({
      '__init__.py': `
import folder_paths
from natsort import natsorted
from comfy_api.latest import io
class A(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(node_id="A", inputs=[
            io.Int.Input("seed", default=0, control_after_generate=True),
            io.Combo.Input("vae_name", options=${options})], outputs=[])
NODE_CLASS_MAPPINGS = {"A": A}`,
    })
    const expected = [['vae_name', 2, 'vae', '']]
    assert.deepEqual(inputsOf(schema('folder_paths.get_filename_list("vae")')), expected)
    assert.deepEqual(inputsOf(schema('["none"] + folder_paths.get_filename_list("vae")')), expected)
    assert.deepEqual(inputsOf(schema('natsorted(folder_paths.get_filename_list("vae"))')), expected)
  })

  it('knows former keys, and the folders that a pack registers', () => {
    const files = 'folder_paths.get_filename_list'
    assert.equal(folderOf('', `${files}("unet")`), 'diffusion_models')
    assert.equal(folderOf('', `${files}("clip")`), 'text_encoders')
    assert.equal(
      folderOf(
        'folder_paths.add_model_folder_path("mine", os.path.join(folder_paths.models_dir, "LLM", "x"))',
        `${files}("mine")`,
      ),
      'LLM/x',
    )
    assert.equal(
      folderOf(
        'if "mine" not in folder_paths.folder_names_and_paths:\n    folder_paths.folder_names_and_paths["mine"] = ([os.path.join(folder_paths.models_dir, "sams")], {".pth"})',
        `${files}("mine")`,
      ),
      'sams',
    )
    const guarded = `
if "mine" not in folder_paths.folder_names_and_paths:
    paths = [os.path.join(folder_paths.models_dir, "sams")]
else:
    paths, _ = folder_paths.folder_names_and_paths["mine"]
folder_paths.folder_names_and_paths["mine"] = (paths, folder_paths.supported_pt_extensions)`
    assert.equal(folderOf(guarded, `${files}("mine")`), 'sams')
    const gguf = `
def update(key, targets=[]):
    base = folder_paths.folder_names_and_paths.get(key, ([], {}))
    base = base[0] if isinstance(base[0], (list, set, tuple)) else []
    target = next((x for x in targets if x in folder_paths.folder_names_and_paths), targets[0])
    orig, _ = folder_paths.folder_names_and_paths.get(target, ([], {}))
    folder_paths.folder_names_and_paths[key] = (orig or base, {".gguf"})
update("mine_gguf", ["diffusion_models", "unet"])`
    assert.equal(folderOf(gguf, `[x for x in ${files}("mine_gguf")]`), 'diffusion_models')
  })

  it('names all folders of a joined list, and none that it does not know', () => {
    const files = 'folder_paths.get_filename_list'
    assert.equal(folderOf('', `${files}("vae") + ${files}("vae_approx")`), 'vae+vae_approx')
    assert.equal(folderOf('', `${files}("unet_gguf") + ${files}("diffusion_models")`), 'diffusion_models')
    assert.equal(folderOf('', `${files}(secret())`), undefined)
    assert.equal(folderOf('', 'os.listdir("/data/models/loras")'), undefined)
    assert.equal(
      folderOf('folder_paths.add_model_folder_path("mine", secret())', `${files}("mine")`),
      undefined,
    )
    assert.equal(
      folderOf(
        'folder_paths.add_model_folder_path("fonts", os.path.join(os.path.dirname(__file__), "fonts"))',
        `${files}("fonts")`,
      ),
      undefined,
    )
  })

  it('names files that the pack offers itself, and the position of the value', () => {
    const inputs = `{"required": {"model": ("MODEL",), "seed": ("INT", {}), "file": (["a.pth", "b.pth"],),
      "lora": (folder_paths.get_filename_list("loras"), {})}}`
    assert.deepEqual(inputsOf(pack('', inputs)), [
      ['file', 2, '', 'a.pth+b.pth'],
      ['lora', 3, 'loras', ''],
    ])
  })

  it('looks into the code where the front end adds the inputs', () => {
    const code = (key: string) => `
class Any(dict):
    def __contains__(self, key): return True
def find(name): return folder_paths.get_full_path("${key}", name)
class A:
    RETURN_TYPES = ("MODEL",)
    FUNCTION = "run"
    @classmethod
    def INPUT_TYPES(cls): return {"required": {}, "optional": Any()}
    def run(self, **given):
        for value in given.values():
            find(value["lora"])
NODE_CLASS_MAPPINGS = {"A": A}`
    assert.deepEqual(inputsOf({ '__init__.py': `import folder_paths${code('loras')}` }), [
      [undefined, undefined, 'loras', ''],
    ])
    const two = code('loras').replace('find(value["lora"])', 'find(folder_paths.get_full_path("vae", value))')
    assert.deepEqual(inputsOf({ '__init__.py': `import folder_paths${two}` }), [])
  })
})
