import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { maxTextLineLength, maxTextLines, maxTextModels, modelsInText } from './from-text.ts'

const hub = 'https://huggingface.co/acme/blur'
const read = (text: string) =>
  modelsInText(text).map(({ name, url, isPage, folder = '' }) => [
    name,
    url,
    isPage ? 'page' : 'file',
    folder,
  ])

describe('addresses of models in texts', () => {
  const ways: [what: string, text: string, ...models: string[][]][] = [
    [
      'a link to a file, also to its page on the hub',
      `[one](${hub}/blob/main/v2/a%20b.pth) and <a href="https://x.test/c.onnx?download=1">two</a>.`,
      ['a b.pth', `${hub}/resolve/main/v2/a%20b.pth`, 'file', ''],
      ['c.onnx', 'https://x.test/c.onnx?download=1', 'file', ''],
    ],
    [
      'the page of a repository with the names in the same line',
      `| \`a.safetensors\`, \`b.gguf\` | [hub](${hub}/tree/main) |`,
      ['a.safetensors', `${hub}/tree/main`, 'page', ''],
      ['b.gguf', `${hub}/tree/main`, 'page', ''],
    ],
    [
      'links that have names as texts',
      `[a.pt](${hub}) [b.pt](https://civitai.com/models/12?modelVersionId=3)`,
      ['a.pt', hub, 'page', ''],
      ['b.pt', 'https://civitai.com/models/12?modelVersionId=3', 'page', ''],
    ],
    [
      'the command of the hub, over two lines',
      'hf download acme/blur v2/a.pth \\\n  --revision main --local-dir ComfyUI/models/blur',
      ['a.pth', `${hub}/resolve/main/v2/a.pth`, 'file', 'blur'],
    ],
    [
      'a folder in the same line',
      `Put [a](${hub}/resolve/main/a.pt) into \`ComfyUI\\models\\sams\\\`.`,
      ['a.pt', `${hub}/resolve/main/a.pt`, 'file', 'sams'],
    ],
    [
      'a folder in the sentence or the title before a list',
      `Put them into ComfyUI/models/vae:\n\n- ${hub}/resolve/main/a.pt\n## Other\n- ${hub}/resolve/main/b.pt\n# models/sams\n${hub}/resolve/main/c.pt`,
      ['a.pt', `${hub}/resolve/main/a.pt`, 'file', 'vae'],
      ['b.pt', `${hub}/resolve/main/b.pt`, 'file', ''],
      ['c.pt', `${hub}/resolve/main/c.pt`, 'file', 'sams'],
    ],
    [
      'no folder if there are several, or one of the pack',
      `${hub}/resolve/main/a.pt goes to models/vae or models/sams\n${hub}/resolve/main/b.pt: custom_nodes/x/models/sams`,
      ['a.pt', `${hub}/resolve/main/a.pt`, 'file', ''],
      ['b.pt', `${hub}/resolve/main/b.pt`, 'file', ''],
    ],
  ]
  for (const [what, text, ...models] of ways)
    it(`are read from ${what}`, () => {
      assert.deepEqual(read(text), models)
    })

  it('are never invented', () => {
    for (const text of [
      'a.safetensors is needed',
      `${hub}\n\na.safetensors`,
      `a.pt is on ${hub} or https://huggingface.co/acme/fog`,
      'http://x.test/a.pt',
      'https://user:secret@x.test/a.pt',
      'https://x.test/a.zip for a.pt',
      `${hub}/resolve/main/..%2Fa.pt`,
      `${hub}/resolve/main/diffusion_pytorch_model.safetensors`,
      'hf download ../../x a.pt',
      'hf download acme/blur ../a.pt',
      '[a.pt](javascript:alert(1)) [b.pt](ftp://x.test/b.pt)',
      'https://huggingface.co.evil.test/acme/blur has a.pt',
    ])
      assert.deepEqual(read(text), [], text)
  })

  it('are not taken for names that would read backwards', () => {
    for (const mark of ['%E2%80%AE', '%E2%81%A7'])
      assert.deepEqual(read(`https://x.test/blur${mark}srotesnefas.pt`), [])
  })

  it('are limited in number and by the length of texts', () => {
    const many = Array.from({ length: maxTextModels + 1 }, (_, at) => `${hub}/resolve/main/${at}.pt`)
    assert.equal(read(many.join('\n')).length, maxTextModels)
    assert.deepEqual(read(`${'\n'.repeat(maxTextLines)}${hub}/resolve/main/a.pt`), [])
    assert.deepEqual(read(`${'x'.repeat(maxTextLineLength)} ${hub}/resolve/main/a.pt`), [])
  })
})
