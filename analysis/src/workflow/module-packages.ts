/** Packages by the module that they provide, where the names differ. */
const table = `
cv2.aruco opencv-contrib-python
cv2.bgsegm opencv-contrib-python
cv2.dnn_superres opencv-contrib-python
cv2.face opencv-contrib-python
cv2.img_hash opencv-contrib-python
cv2.legacy opencv-contrib-python
cv2.optflow opencv-contrib-python
cv2.quality opencv-contrib-python
cv2.saliency opencv-contrib-python
cv2.structured_light opencv-contrib-python
cv2.xfeatures2d opencv-contrib-python
cv2.ximgproc opencv-contrib-python
cv2.xphoto opencv-contrib-python
moviepy.editor moviepy<2
google.protobuf protobuf
google.genai google-genai
google.generativeai google-generativeai
attr attrs
blend_modes blend-modes
bs4 beautifulsoup4
clip_interrogator clip-interrogator
color_matcher color-matcher
colour colour-science
Crypto pycryptodome
cv2 opencv-python
Cython cython
dateutil python-dateutil
discord discord.py
dns dnspython
docx python-docx
dotenv python-dotenv
faiss faiss-cpu
ffmpeg ffmpeg-python
fitz pymupdf
flash_attn flash-attn
git gitpython
groundingdino groundingdino-py
grpc grpcio
huggingface_hub huggingface-hub
hydra hydra-core
imageio_ffmpeg imageio-ffmpeg
jwt pyjwt
llama_cpp llama-cpp-python
magic python-magic
mpl_toolkits matplotlib
multipart python-multipart
nacl pynacl
open_clip open-clip-torch
OpenGL pyopengl
OpenSSL pyopenssl
PIL pillow
pkg_resources setuptools<81
pptx python-pptx
pynvml nvidia-ml-py
pywt pywavelets
ruamel ruamel.yaml
segment_anything segment-anything
serial pyserial
skimage scikit-image
sklearn scikit-learn
skvideo scikit-video
slugify python-slugify
speech_recognition speechrecognition
usb pyusb
vlc python-vlc
websocket websocket-client
whisper openai-whisper
win32api pywin32
win32con pywin32
yaml pyyaml
zmq pyzmq
`

const packages = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' ', 2) as [string, string]),
)

/** Common packages with the name of their module. */
const sameName = new Set(
  `accelerate addict aiohttp av bitsandbytes deepdiff diffusers einops ftfy gguf imageio insightface kornia librosa loguru matplotlib
mediapipe moviepy mss numba numexpr numpy omegaconf onnx onnxruntime openai pandas peft piexif pilgram psutil pydub rembg requests
safetensors scipy sentencepiece simpleeval soundfile spandrel timm tokenizers toml tqdm transformers trimesh ultralytics yapf`.split(
    /\s+/,
  ),
)

/**
 * Returns the package to install for a missing module, with the requirement that it needs. Returns undefined for other modules:
 * a package of the same name can be a different one, and torch depends on the machine.
 */
export function packageOf(module: string, symbol?: string): string | undefined {
  const known = packages.get(`${module}.${symbol}`) ?? packages.get(module)
  if (known) return known
  const parent = module.slice(0, Math.max(0, module.lastIndexOf('.')))
  if (parent !== '') return packageOf(parent)
  return sameName.has(module) ? module : undefined
}
