/** Packages by the module that they provide, where the names differ. A more exact module comes first. */
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
Crypto pycryptodome
cv2 opencv-python
dateutil python-dateutil
docx python-docx
dotenv python-dotenv
faiss faiss-cpu
ffmpeg ffmpeg-python
fitz pymupdf
flash_attn flash-attn
git gitpython
groundingdino groundingdino-py
huggingface_hub huggingface-hub
imageio_ffmpeg imageio-ffmpeg
jwt pyjwt
llama_cpp llama-cpp-python
magic python-magic
OpenSSL pyopenssl
PIL pillow
pkg_resources setuptools<81
pptx python-pptx
pynvml nvidia-ml-py
segment_anything segment-anything
serial pyserial
skimage scikit-image
sklearn scikit-learn
usb pyusb
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

/** Modules of Python itself, of the tool and of the pack that a relative import names have no package. */
const ofOthers =
  /^(?:_|\.|comfy|comfy_extras|comfy_api|folder_paths|nodes|execution|server|custom_nodes|utils|src|lib|modules|core|config|app)\b/

/**
 * Returns the package to install for a missing module, with the requirement that it needs. A module that the table lacks has a
 * package of its own name. Returns undefined for modules that no package provides.
 */
export function packageOf(module: string, symbol?: string): string | undefined {
  const known = packages.get(`${module}.${symbol}`) ?? packages.get(module)
  if (known) return known
  const [root = ''] = module.split('.', 1)
  if (root !== module) return packageOf(module.slice(0, module.lastIndexOf('.')))
  return /^[A-Za-z]\w{1,60}$/.test(root) && !ofOthers.test(root)
    ? root.toLowerCase().replaceAll('_', '-')
    : undefined
}
