import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkPacks, partiesOf } from './index.test-support.ts'

/** Conflicts that people reported in public, with the requirements named there. */
describe('conflicts from public issues', () => {
  it('finds TensorFlow below NumPy 2.1 beside NumPy 2.2 (robertvoy/ComfyUI-Distributed#13)', () => {
    const result = checkPacks(
      { nunchaku: ['tensorflow-intel==2.18.0'], distributed: ['numpy==2.2.6'], other: ['pillow'] },
      {
        'tensorflow-intel': { '2.18.0': ['numpy<2.1.0,>=1.26.0'] },
        numpy: { '1.26.4': [], '2.0.2': [], '2.2.6': [] },
        pillow: { '11.0.0': [] },
      },
    )
    assert.deepEqual(partiesOf(result), [['distributed: numpy==2.2.6', 'nunchaku: tensorflow-intel==2.18.0']])
    assert.deepEqual(
      result.conflicts[0]?.steps.map((step) => step.requires),
      ['numpy<2.1.0,>=1.26.0'],
    )
  })

  it('finds a pin on NumPy 1.26 beside packs for NumPy 2 without any index (Gourieff/ComfyUI-ReActor#187)', () => {
    const result = checkPacks({ reactor: ['numpy==1.26.4'], other: ['numpy>=2.0.2'], third: ['numpy'] })
    assert.deepEqual(partiesOf(result), [['other: numpy>=2.0.2', 'reactor: numpy==1.26.4']])
    assert.equal(result.conflicts[0]?.kind, 'direct')
  })

  it('finds Numba below NumPy 1.25 beside NumPy 1.26 (WASasquatch/was-node-suite-comfyui#263)', () => {
    const result = checkPacks(
      { was: ['numba<0.58'], tool: ['numpy>=1.26'] },
      {
        numba: { '0.57.0': ['numpy<1.25,>=1.21'], '0.59.0': ['numpy<1.27,>=1.22'] },
        numpy: { '1.24.4': [], '1.26.4': [] },
      },
    )
    assert.deepEqual(partiesOf(result), [['tool: numpy>=1.26', 'was: numba<0.58']])
  })

  it('finds a pinned huggingface-hub below what diffusers needs (huanngzh/ComfyUI-MVAdapter#43)', () => {
    const result = checkPacks(
      { mvadapter: ['huggingface-hub==0.24.6'], diffusers: ['diffusers>=0.32'] },
      {
        diffusers: { '0.30.0': ['huggingface-hub>=0.23.2'], '0.32.0': ['huggingface_hub>=0.25.2'] },
        'huggingface-hub': { '0.24.6': [], '0.25.2': [], '0.29.1': [] },
      },
    )
    assert.deepEqual(partiesOf(result), [
      ['diffusers: diffusers>=0.32', 'mvadapter: huggingface-hub==0.24.6'],
    ])
  })

  it('finds an installed huggingface-hub that is too old for transformers (lldacing/ComfyUI_PuLID_Flux_ll#39)', () => {
    const result = checkPacks(
      { installed: ['huggingface-hub==0.23.4'], tool: ['transformers>=4.47'] },
      {
        transformers: { '4.47.0': ['huggingface-hub<1.0,>=0.24.0'] },
        'huggingface-hub': { '0.23.4': [], '0.24.0': [] },
      },
    )
    assert.deepEqual(partiesOf(result), [['installed: huggingface-hub==0.23.4', 'tool: transformers>=4.47']])
  })

  it('finds MediaPipe 0.10.7 beside protobuf 5 (chflame163/ComfyUI_LayerStyle#83)', () => {
    const result = checkPacks(
      { layerstyle: ['mediapipe==0.10.7'], installed: ['protobuf==5.26.1'] },
      { mediapipe: { '0.10.7': ['protobuf<4,>=3.11'] }, protobuf: { '3.20.3': [], '5.26.1': [] } },
    )
    assert.deepEqual(partiesOf(result), [['installed: protobuf==5.26.1', 'layerstyle: mediapipe==0.10.7']])
  })

  it('finds MediaPipe beside OpenTelemetry over two steps (google-ai-edge/mediapipe#5810)', () => {
    const result = checkPacks(
      { pose: ['mediapipe>=0.10.13'], telemetry: ['opentelemetry-exporter-otlp-proto-http>=1.28.2'] },
      {
        mediapipe: { '0.10.13': ['protobuf<5,>=4.25.3'], '0.10.20': ['protobuf<5,>=4.25.3'] },
        'opentelemetry-exporter-otlp-proto-http': {
          '1.28.2': ['opentelemetry-proto==1.28.2'],
          '1.29.0': ['opentelemetry-proto==1.29.0'],
        },
        'opentelemetry-proto': { '1.28.2': ['protobuf<6.0,>=5.0'], '1.29.0': ['protobuf<6.0,>=5.0'] },
        protobuf: { '4.25.5': [], '5.29.0': [] },
      },
    )
    assert.deepEqual(partiesOf(result), [
      ['pose: mediapipe>=0.10.13', 'telemetry: opentelemetry-exporter-otlp-proto-http>=1.28.2'],
    ])
  })

  it('finds xFormers for PyTorch 2.3.0 beside torchvision for 2.3.1 (facebookresearch/xformers#1052)', () => {
    const result = checkPacks(
      { fast: ['xformers==0.0.26.post1'], tool: ['torchvision==0.18.1'] },
      {
        xformers: { '0.0.26.post1': ['torch==2.3.0'] },
        torchvision: { '0.18.1': ['torch==2.3.1'] },
        torch: { '2.3.0': [], '2.3.1': [] },
      },
    )
    assert.deepEqual(partiesOf(result), [['fast: xformers==0.0.26.post1', 'tool: torchvision==0.18.1']])
  })

  it('finds a development build of xFormers beside a labeled PyTorch (facebookresearch/xformers#1359)', () => {
    const result = checkPacks(
      { fast: ['xformers==0.0.34.dev1100'], installed: ['torch==2.9.1+cu130'] },
      { xformers: { '0.0.34.dev1100': ['torch==2.9.0'], '0.0.33': [] }, torch: { '2.9.0': [], '2.9.1': [] } },
    )
    assert.deepEqual(partiesOf(result), [['fast: xformers==0.0.34.dev1100', 'installed: torch==2.9.1+cu130']])
  })

  it('finds two builds of ONNX Runtime (glucauze/sd-webui-faceswaplab#124)', () => {
    const result = checkPacks({ faces: ['onnxruntime>=1.15'], swap: ['onnxruntime-gpu>=1.15'] })
    assert.deepEqual(partiesOf(result), [['faces: onnxruntime>=1.15', 'swap: onnxruntime-gpu>=1.15']])
    assert.deepEqual([result.conflicts[0]?.kind, result.verdict], ['clash', 'conflict'])
  })

  it('finds two builds of OpenCV of different versions (WASasquatch/was-node-suite-comfyui#251)', () => {
    const result = checkPacks({
      was: ['opencv-python-headless[ffmpeg]<=4.7.0.72'],
      reactor: ['opencv-python>=4.7.0.72'],
    })
    assert.deepEqual([result.conflicts[0]?.subject, result.conflicts[0]?.severity], ['cv2', 'risky'])
  })
})
