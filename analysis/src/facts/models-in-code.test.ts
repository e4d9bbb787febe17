import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesOfRecord } from '../archive/pack-files.ts'
import { inspectPack } from '../inspection/inspect.ts'
import { testParser } from '../python/parser.test-support.ts'

const parser = await testParser()

async function modelsOf(code: string) {
  const { traits } = await inspectPack(filesOfRecord({ '__init__.py': code }), parser)
  return traits.models.map(({ url, name = '', folder = '' }) => [url.replace('https://', ''), name, folder])
}

const fromHub = 'import os, folder_paths\nfrom huggingface_hub import hf_hub_download, snapshot_download\n'

describe('models that code downloads', () => {
  const ways: [what: string, code: string, ...models: [string, string?, string?][]][] = [
    [
      'a file of the hub',
      `${fromHub}def f(): hf_hub_download("acme/blur", "blur.safetensors")`,
      ['huggingface.co/acme/blur/resolve/main/blur.safetensors', 'blur.safetensors'],
    ],
    [
      'constants, a folder inside, a revision and a target',
      `${fromHub}REPO = "acme/blur"
TARGET = os.path.join(folder_paths.models_dir, "blur", "big")
def f():
    return hf_hub_download(repo_id=REPO, filename="a b.pth", subfolder="v2", revision="1.0", local_dir=TARGET)`,
      ['huggingface.co/acme/blur/resolve/1.0/v2/a%20b.pth', 'v2/a b.pth', 'blur/big'],
    ],
    [
      'a whole repository, and one of data',
      `${fromHub}def f():
    snapshot_download(repo_id="acme/all", local_dir=os.path.join(folder_paths.models_dir, "all"))
    snapshot_download("acme/words", repo_type="dataset")`,
      ['huggingface.co/acme/all', '', 'all'],
      ['huggingface.co/datasets/acme/words'],
    ],
    [
      'the repository alone if the file is computed',
      `${fromHub}def f(name): hf_hub_download("acme/blur", name)`,
      ['huggingface.co/acme/blur'],
    ],
    [
      'an address',
      `import os, folder_paths, torch
def f():
    torch.hub.download_url_to_file("https://models.example.org/x/cut.onnx?download=1",
        os.path.join(folder_paths.models_dir, "cut", "cut.onnx"))`,
      ['models.example.org/x/cut.onnx?download=1', 'cut.onnx', 'cut'],
    ],
    [
      'pretrained classes',
      `from transformers import AutoModel
def f(path):
    AutoModel.from_pretrained(path)
    return AutoModel.from_pretrained("acme/tagger", local_files_only=False)`,
      ['huggingface.co/acme/tagger'],
    ],
    [
      'the repositories of a table, without its remarks',
      `${fromHub}MODELS = {
    "small": {"repo_id": "acme/small"},
    "big": {"repo_id": "acme/big"},
    # "old": {"repo_id": "acme/old"},
}
def f(kind): snapshot_download(repo_id=MODELS[kind]["repo_id"])`,
      ['huggingface.co/acme/big'],
      ['huggingface.co/acme/small'],
    ],
    [
      'nothing that is computed, or not a model',
      `${fromHub}def f(owner, kind):
    hf_hub_download(owner + "/blur", "blur.safetensors")
    hf_hub_download("acme/blur", "config.json")
    hf_hub_download("../../x", "blur.safetensors")
    hf_hub_download("acme/blur", "../blur.safetensors")
    snapshot_download("acme/all", repo_type=kind)
    AutoModel.from_pretrained("./local")`,
    ],
  ]
  for (const [what, code, ...models] of ways)
    it(`are ${what}`, async () => {
      assert.deepEqual(
        await modelsOf(code),
        models.map(([url, name = '', folder = '']) => [url, name, folder]),
      )
    })

  it('has the place in the code', async () => {
    const code = `${fromHub}\ndef f():\n    hf_hub_download("acme/blur", "blur.safetensors")`
    const { traits } = await inspectPack(filesOfRecord({ '__init__.py': code }), parser)
    assert.deepEqual(
      traits.models.map(({ file, line }) => [file, line]),
      [['__init__.py', 5]],
    )
  })
})
