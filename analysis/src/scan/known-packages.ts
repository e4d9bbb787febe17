import { leadingName } from '../requirements/requirement.ts'
import { trimEndOf } from '../text-search.ts'

/**
 * Names of packages that many packs depend on, in the index's own spelling. A name one typing error away from
 * one of them is more likely a trap than a package.
 */
const wellKnown = `
absl-py accelerate addict aiofiles aiohttp albumentations alembic altair annotated-types ansible anthropic anyio
apex apscheduler argparse asyncio attrs audioread autoawq av azure-core babel backoff basicsr bcrypt beautifulsoup4
bitsandbytes black bleach blend-modes blinker boto3 botocore brotli bs4 cachetools certifi cffi chardet charset-normalizer
clean-fid click clip clip-interrogator cloudpickle colorama coloredlogs color-matcher colour-science compel
controlnet-aux cryptography cupy cupy-cuda11x cupy-cuda12x curl-cffi cython dashscope dataclasses datasets decorator decord deepdiff deepspeed
diffusers dill discord discord.py distro django docker docutils dotenv dynamicprompts easydict easyocr edge-tts einops
elevenlabs ema-pytorch eva-decord facenet-pytorch facexlib fairscale faiss-cpu fal-client fastapi faster-whisper ffmpeg
ffmpeg-python filelock filetype fire flask flask-cors flash-attn flax flet fonttools fsspec ftfy future fvcore gdown
gfpgan ghapi gitpython google-auth google-generativeai google-genai googletrans gradio gradio-client greenlet groq
grpcio gtts h11 h5py hf-transfer hf-xet html5lib httpcore httplib2 httptools httpx huggingface-hub hydra-core idna imageio
imageio-ffmpeg imagehash imath importlib-metadata importlib-resources inference-gpu insightface inflect ipython ipywidgets
iopath isodate itsdangerous jax jieba jinja2 joblib json5 jsonpickle jsonschema jupyter keras keyboard kiwisolver
kornia langchain langdetect lark librosa litellm llama-cpp-python llvmlite lmdb loguru loralib lpips lxml lz4 mako
markdown markdown-it-py markupsafe matplotlib matrix-client mediapipe mmcv mmdet mmengine modelscope moviepy mss msgpack
multidict mutagen mypy mysqlclient natsort nest-asyncio networkx ninja nltk nodejs notebook nuitka numba numexpr numpy
numpy-stl nunchaku nvidia-ml-py oauthlib ollama omegaconf onnx onnxruntime onnxruntime-gpu open-clip-torch openai
opencv-contrib-python opencv-contrib-python-headless opencv-python opencv-python-headless openpyxl optimum optuna ordered-set
orjson packaging pandas paramiko passlib peewee peft pexpect piexif pillow pillow-heif pilgram pip platformdirs plotly
plyfile polars portalocker praw protobuf psutil psycopg2 psycopg2-binary pudb py-cpuinfo pyarrow pyasn1 pyautogui
pybind11 pycocotools pycparser pycryptodome pydantic pydantic-core pydub pygame pygit2 pygithub pygments pyinstaller
pyjwt pyloudnorm pymatting pymongo pymysql pynput pynvml pyopengl pyopenssl pyparsing pypdf pyperclip pyqt5 pyqt6 pyserial
pyside6 pysocks pystray pytest python-dateutil python-dotenv python-docx python-magic python-multipart python-socketio
pytorch-lightning pytube pytz pywavelets pywin32 pyyaml pyzmq qrcode qwen-vl-utils rapidfuzz ray redis regex rembg
replicate requests requests-toolbelt resampy retrying rich rsa ruff runpod sacrebleu safetensors sageattention scapy
scikit-build scikit-image scikit-learn scipy seaborn segment-anything selenium sentencepiece sentence-transformers
setuptools shapely simplejson simpleeval six skia-python sklearn slack-sdk smart-open smmap soundfile sounddevice soupsieve
spacy spandrel sqlalchemy sqlmodel sseclient-py stability-sdk starlette stringzilla supervision surrealist svglib sympy
tabulate tenacity tensorboard tensorboardx tensorflow tensorrt termcolor textblob thop threadpoolctl tifffile tiktoken
timm tokenizers toml tomli tomlkit torch torchaudio torchdiffeq torchmetrics torchscale torchsde torchtyping
torchvision tornado tqdm transformers transparent-background translate trimesh triton triton-windows twine typer typing
typing-extensions tzdata ujson ultralytics unidecode upscalers urllib3 uvicorn uvloop virtualenv vllm wandb watchdog watchfiles
webcolors webdriver-manager websocket-client websockets werkzeug wget wheel whisper whisperx wrapt xatlas xformers xmltodict yacs
yapf yarl youtube-dl yt-dlp zhipuai zipp zstandard
`
  .trim()
  .split(/\s+/)

/** Names known as traps, or written by mistake for another package. */
const traps: Readonly<Record<string, string>> = {
  'python-opencv': 'opencv-python',
  'open-cv': 'opencv-python',
  'opencv-pyhton': 'opencv-python',
  'python-pillow': 'pillow',
  'pytorch-torch': 'torch',
  'torch-nightly-cpu': 'torch',
  torchtriton: 'triton',
  'python3-dateutil': 'python-dateutil',
  jeilyfish: 'jellyfish',
  'python-sqlite': 'pysqlite3',
  urllib: 'urllib3',
  urlib3: 'urllib3',
  crypt: 'cryptography',
}

/** Real packages that look like others. */
const real = new Set(
  'nltk-data scapy httpx httpie pytz pyttsx3 tomli toml tomlkit imgui flax keras3 pygame pymc scikit lmdb mss ms pyre peft pefty colorthief torchao torchtune torchcodec torchsr timm pytimm openapi openai opencc openctm trimesh2 numpy1 dlib gradios av pyav pydub pypdf2 pypdf4 pypdfium2 pyqt4 pyqt5 pyside2 jinja click clip-anytorch cupy-cuda10x cupy-cuda13x onnxruntime-directml einx mmdet3d mmcv-lite mmcv-full ruff rufus ffmpy pyflakes typed typer wheel2 boto flask2 types regex2 request-id aiohttp2 fastapi-cli faker future2 fsspec2 pandas-ta'.split(
    ' ',
  ),
)

const known = new Set(wellKnown)

/**
 * Returns the well-known package that this name looks like a typing error of. Source of spelling: PEP 503.
 */
export function misspelt(requirement: string): string | undefined {
  const name = leadingName(requirement)
  if (name === undefined || known.has(name) || real.has(name)) return undefined
  if (Object.hasOwn(traps, name)) return traps[name]
  return wellKnown.find((one) => looksLike(name, one))
}

const digits = '0123456789'

function looksLike(name: string, one: string): boolean {
  if (one.length < 5 || Math.abs(name.length - one.length) > 1) return false
  // A number at the end often marks a new major version.
  if (trimEndOf(name, digits) === trimEndOf(one, digits)) return false
  return name.replaceAll('-', '') === one.replaceAll('-', '') ? false : isOneSlip(name, one)
}

/** Whether the names differ by one missing, extra or different letter, or by two swapped neighbors. */
export function isOneSlip(a: string, b: string): boolean {
  if (a === b) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
