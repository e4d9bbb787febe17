import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readErrorText } from './error-text.ts'
import { problemsIn } from './problems.ts'

describe('reading what went wrong', () => {
  for (const [name, text, problems] of [
    [
      'a pack that cannot be imported, with its module',
      `Traceback (most recent call last):
  File "/tool/nodes.py", line 2148, in load_custom_node
    module_spec.loader.exec_module(module)
  File "/tool/custom_nodes/ComfyUI_InstantID/InstantID.py", line 11, in <module>
    from insightface.app import FaceAnalysis
ModuleNotFoundError: No module named 'insightface'

Cannot import /tool/custom_nodes/ComfyUI_InstantID module for custom nodes: No module named 'insightface'

Import times for custom nodes:
   0.0 seconds: /tool/custom_nodes/websocket_image_save.py
   0.0 seconds: /tool/custom_nodes/ComfyUI-Good
   0.2 seconds (IMPORT FAILED): /tool/custom_nodes/ComfyUI_InstantID`,
      [
        {
          kind: 'module_missing',
          module: 'insightface',
          package: 'insightface',
          folder: 'ComfyUI_InstantID',
        },
      ],
    ],
    [
      'an import time alone',
      '   0.2 seconds (IMPORT FAILED): C:\\tool\\custom_nodes\\ComfyUI-A\n   0.1 seconds: C:\\tool\\custom_nodes\\ComfyUI-B',
      [{ kind: 'pack_failed', folder: 'ComfyUI-A' }],
    ],
    [
      'an error in the code of a pack that calls a library',
      `!!! Exception during processing !!! shape mismatch
Traceback (most recent call last):
  File "C:\\tool\\execution.py", line 518, in execute
  File "C:\\tool\\custom_nodes\\ComfyUI-A\\nodes.py", line 9, in run
  File "C:\\tool\\venv\\Lib\\site-packages\\torch\\nn.py", line 9, in forward
RuntimeError: shape mismatch`,
      [{ kind: 'pack_failed', folder: 'ComfyUI-A', reason: 'RuntimeError: shape mismatch' }],
    ],
    [
      "the tool's own nodes",
      'WARNING: some comfy_api_nodes/ nodes did not import correctly.\n\nIMPORT FAILED: nodes_ideogram.py\nIMPORT FAILED: nodes_luma.py',
      [
        { kind: 'tool_failed', file: 'nodes_ideogram.py' },
        { kind: 'tool_failed', file: 'nodes_luma.py' },
      ],
    ],
    [
      'a report about memory, with the node but not the pack whose code ran',
      `# ComfyUI Error Report
## Error Details
- **Node ID:** 3
- **Node Type:** KSampler
- **Exception Type:** torch.OutOfMemoryError
- **Exception Message:** Allocation on device
## Stack Trace
Traceback (most recent call last):
  File "/tool/execution.py", line 349, in execute
  File "/tool/custom_nodes/ComfyUI-A/nodes.py", line 9, in run
torch.OutOfMemoryError: Allocation on device 0 would exceed allowed memory.`,
      [{ kind: 'out_of_memory', node: 'KSampler' }],
    ],
    [
      'memory that is too small, without a report',
      'Traceback (most recent call last):\n  File "/tool/nodes.py", line 9, in run\nRuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB',
      [{ kind: 'out_of_memory' }],
    ],
    [
      'a prompt with a node without a type',
      "Cannot execute because a node is missing the class_type property. Node ID '#12'",
      [{ kind: 'type_missing', id: '12' }],
    ],
    [
      'a symbol that only one of several packages has',
      "AttributeError: module 'cv2' has no attribute 'ximgproc'\nImportError: cannot import name 'guidedFilter' from 'cv2.ximgproc' (unknown location)",
      [
        { kind: 'module_missing', module: 'cv2', symbol: 'ximgproc', package: 'opencv-contrib-python' },
        {
          kind: 'module_missing',
          module: 'cv2.ximgproc',
          symbol: 'guidedFilter',
          package: 'opencv-contrib-python',
        },
      ],
    ],
    [
      "pip's conflicts",
      `ERROR: pip's dependency resolver does not currently take into account all the packages that are installed.
numba 0.59.1 requires numpy<1.27,>=1.22, but you have numpy 2.2.3 which is incompatible.
gradio 4.1.0 requires pillow<11.0, which is not installed.
ERROR: No matching distribution found for triton==9.9`,
      [
        {
          kind: 'requirement_unmet',
          requirement: 'numpy<1.27,>=1.22',
          by: 'numba 0.59.1',
          installed: 'numpy 2.2.3',
        },
        { kind: 'requirement_unmet', requirement: 'pillow<11.0', by: 'gradio 4.1.0' },
        { kind: 'requirement_unmet', requirement: 'triton==9.9' },
      ],
    ],
    [
      'requirements that pip cannot meet together',
      'The conflict is caused by:\n    The user requested numpy==2.0\n    numba 0.59.1 depends on numpy<1.27 and >=1.22',
      [
        { kind: 'requirement_unmet', requirement: 'numpy==2.0', by: 'The user' },
        { kind: 'requirement_unmet', requirement: 'numpy<1.27 and >=1.22', by: 'numba 0.59.1' },
      ],
    ],
    [
      'a library that checks its requirements',
      'ImportError: tokenizers>=0.21,<0.22 is required for a normal functioning of this module, but found tokenizers==0.20.1.',
      [{ kind: 'requirement_unmet', requirement: 'tokenizers>=0.21,<0.22', installed: 'tokenizers 0.20.1' }],
    ],
    [
      'modules that were built for another NumPy',
      'A module that was compiled using NumPy 1.x cannot be run in\nNumPy 2.2.3 as it may crash.\nA module that was compiled using NumPy 1.x cannot be run in NumPy 2.2.3 as it may crash.',
      [{ kind: 'requirement_unmet', requirement: 'numpy<2', installed: 'numpy 2.2.3' }],
    ],
    [
      'modules that were built for another NumPy, without its version',
      'ValueError: numpy.dtype size changed, may indicate binary incompatibility. Expected 96 from C header, got 88 from PyObject',
      [{ kind: 'requirement_unmet', requirement: 'numpy>=2', installed: 'numpy 1' }],
    ],
    [
      'code that was written for another protobuf',
      'TypeError: Descriptors cannot be created directly.',
      [{ kind: 'requirement_unmet', requirement: 'protobuf<3.21', installed: 'protobuf 4' }],
    ],
    [
      'a library that is too old for another one, which the line about the import does not tell',
      `Traceback (most recent call last):
  File "D:\\tool\\custom_nodes\\ComfyUI-A\\nodes.py", line 6, in <module>
  File "D:\\tool\\python_embeded\\Lib\\site-packages\\diffusers\\utils\\modules.py", line 28, in <module>
ImportError: cannot import name 'cached_download' from 'huggingface_hub' (D:\\tool\\huggingface_hub\\__init__.py)

Cannot import D:\\tool\\custom_nodes\\ComfyUI-A module for custom nodes: cannot import name 'cached_download' from 'huggingface_hub'`,
      [
        {
          kind: 'module_missing',
          module: 'huggingface_hub',
          symbol: 'cached_download',
          package: 'diffusers',
          folder: 'ComfyUI-A',
        },
      ],
    ],
    [
      'a pack without its submodules',
      "Cannot import S:\\tool\\custom_nodes\\ComfyUI-A module for custom nodes: [Errno 2] No such file or directory: 'S:\\\\tool\\\\custom_nodes\\\\ComfyUI-A\\\\lib\\\\sub\\\\main.py'\n   0.2 seconds (IMPORT FAILED): S:\\tool\\custom_nodes\\ComfyUI-A",
      [{ kind: 'files_missing', folder: 'ComfyUI-A', file: 'lib/sub/main.py' }],
    ],
    [
      'a file that pip could not write',
      "ERROR: Could not install packages due to an OSError: [WinError 5] Access is denied: 'A:\\\\site-packages\\\\cv2\\\\cv2.pyd'",
      [{ kind: 'install_blocked', file: 'cv2.pyd' }],
    ],
    [
      'a package that was built for another torch',
      'pytorch version: 2.3.0+cu121\nCannot import /custom_nodes/A module for custom nodes: /venv/torchaudio/lib/libtorchaudio.so: undefined symbol: _ZN3c10',
      [{ kind: 'build_mismatch', package: 'torchaudio', torch: '2.3.0+cu121', folder: 'A' }],
    ],
    [
      'values that a node cannot choose',
      "Prompt outputs failed validation\nCheckpointLoaderSimple:\n- Value not in list: ckpt_name: 'dream.safetensors' not in []\n* Loader 7:\n  - Value not in list: model: 'a.onnx' not in (list of length 19)\nDualCLIPLoader: Model in folder 'clip' with filename 'long\\\\x.safetensors' not found.",
      [
        {
          kind: 'value_missing',
          value: 'dream.safetensors',
          input: 'ckpt_name',
          node: 'CheckpointLoaderSimple',
          folder: 'checkpoints',
        },
        { kind: 'value_missing', value: 'a.onnx', input: 'model', node: 'Loader' },
        { kind: 'value_missing', value: 'long\\\\x.safetensors', folder: 'clip', node: 'DualCLIPLoader' },
      ],
    ],
    [
      'a failed import with its reason on the next line, and modules whose package has another name',
      "Cannot import C:\\custom_nodes\\ComfyUI-A module for custom nodes:\n No module named 'whisper'\nCannot import /custom_nodes/B module for custom nodes: No module named 'clip'",
      [
        { kind: 'module_missing', module: 'whisper', package: 'openai-whisper', folder: 'ComfyUI-A' },
        { kind: 'module_missing', module: 'clip', folder: 'B' },
      ],
    ],
    ['an ordinary text', 'Everything works.\nhttps://example.com/custom_nodes/a', []],
  ] as const)
    it(`reads ${name}`, () => {
      assert.deepEqual(problemsIn(text), problems)
    })

  it('names no package where a package of the same name can be a different one', () => {
    for (const module of ['clip', 'utils.draw', 'triton', 'torch._C', 'a-b'])
      assert.deepEqual(problemsIn(`No module named '${module}'`), [{ kind: 'module_missing', module }])
  })

  it('names only packs that failed in the log of a start', () => {
    const started = '   0.0 seconds: /tool/custom_nodes/ComfyUI-Good\n'
    assert.deepEqual(readErrorText(started)?.folders, [])
    const failed = `${started}   0.2 seconds (IMPORT FAILED): /tool/custom_nodes/ComfyUI-Bad`
    assert.deepEqual(readErrorText(failed)?.folders, ['ComfyUI-Bad'])
  })

  it('reads no list behind a node without a property', () => {
    const refused =
      "invalid prompt: {'message': 'Cannot execute because a node is missing the class_type property.', 'details': \"Node ID '#302'\", 'extra_info': {}}"
    assert.deepEqual(readErrorText(refused)?.lines ?? [], [])
  })

  it('takes time in proportion to the length', () => {
    for (const line of ['Cannot import ', 'x: ', '[a] ', 'a 1 requires ', "a: 'b", 'VersionConflict: (a 1'])
      assert.deepEqual(problemsIn(line.repeat(20_000)), [], line)
    assert.equal(problemsIn("No module named 'a'\n".repeat(20_000)).length, 1)
  })
})
