import type { Machine } from './machine.ts'
import type { DirectRequirement } from './participant.ts'

/** Packages that install the same modules, so that one overwrites the other. */
export interface Family {
  /** The module or library that they bring. */
  library: string
  packages: readonly string[]
  /** `breaks`: known not to work together. `risky`: works or not, depending on versions and order. */
  severity: 'breaks' | 'risky'
}

/** Sources: the packages' documentation, and the files that their wheels install. */
const families: readonly Family[] = [
  {
    library: 'cv2',
    packages: [
      'opencv-python',
      'opencv-python-headless',
      'opencv-contrib-python',
      'opencv-contrib-python-headless',
      'opencv-python-rolling',
    ],
    severity: 'risky',
  },
  {
    library: 'onnxruntime',
    packages: [
      'onnxruntime',
      'onnxruntime-gpu',
      'onnxruntime-directml',
      'onnxruntime-openvino',
      'onnxruntime-rocm',
      'onnxruntime-silicon',
      'onnxruntime-training',
      'ort-nightly',
      'ort-nightly-gpu',
    ],
    severity: 'breaks',
  },
  {
    library: 'tensorflow',
    packages: [
      'tensorflow',
      'tensorflow-cpu',
      'tensorflow-gpu',
      'tf-nightly',
      'tensorflow-rocm',
      'tensorflow-directml',
    ],
    severity: 'breaks',
  },
  {
    library: 'cupy',
    packages: [
      'cupy',
      'cupy-cuda11x',
      'cupy-cuda12x',
      'cupy-cuda13x',
      'cupy-cuda110',
      'cupy-cuda117',
      'cupy-cuda118',
    ],
    severity: 'breaks',
  },
  { library: 'faiss', packages: ['faiss', 'faiss-cpu', 'faiss-gpu', 'faiss-gpu-cu12'], severity: 'breaks' },
  { library: 'mmcv', packages: ['mmcv', 'mmcv-full', 'mmcv-lite'], severity: 'breaks' },
  { library: 'paddle', packages: ['paddlepaddle', 'paddlepaddle-gpu'], severity: 'breaks' },
  {
    library: 'triton',
    packages: ['triton', 'triton-windows', 'triton-nightly', 'pytorch-triton'],
    severity: 'breaks',
  },
  { library: 'PIL', packages: ['pillow', 'pillow-simd', 'pil'], severity: 'breaks' },
  { library: 'ffmpeg', packages: ['ffmpeg', 'ffmpeg-python', 'python-ffmpeg'], severity: 'breaks' },
  { library: 'Crypto', packages: ['pycrypto', 'pycryptodome'], severity: 'breaks' },
  { library: 'jwt', packages: ['jwt', 'pyjwt'], severity: 'breaks' },
  { library: 'fitz', packages: ['fitz', 'pymupdf'], severity: 'breaks' },
  { library: 'docx', packages: ['docx', 'python-docx'], severity: 'breaks' },
  { library: 'serial', packages: ['serial', 'pyserial'], severity: 'breaks' },
  { library: 'websocket', packages: ['websocket', 'websocket-client'], severity: 'breaks' },
  { library: 'magic', packages: ['python-magic', 'python-magic-bin', 'filemagic'], severity: 'risky' },
  { library: 'clip', packages: ['clip', 'clip-anytorch', 'openai-clip'], severity: 'risky' },
  { library: 'umap', packages: ['umap', 'umap-learn'], severity: 'breaks' },
  { library: 'pynvml', packages: ['pynvml', 'nvidia-ml-py', 'nvidia-ml-py3'], severity: 'risky' },
  { library: 'dlib', packages: ['dlib', 'dlib-bin'], severity: 'risky' },
  { library: 'bitsandbytes', packages: ['bitsandbytes', 'bitsandbytes-windows'], severity: 'breaks' },
  {
    library: 'groundingdino',
    packages: ['groundingdino', 'groundingdino-py', 'rf-groundingdino'],
    severity: 'risky',
  },
]

interface Clash {
  library: string
  severity: Family['severity']
  /** Two packages of the family, with the requirements that bring them. */
  requirements: DirectRequirement[]
  participants: string[]
}

/**
 * Finds families with several required packages: one clash for each pair of packages. Two installed packages clash with each
 * other, even if packs ask for them, too.
 */
export function clashes(requirements: readonly DirectRequirement[]): Clash[] {
  const byName = Map.groupBy(
    requirements.filter(({ stated }) => !stated.isConstraint),
    ({ name }) => name,
  )
  const installed = ({ name }: DirectRequirement) =>
    byName.get(name)?.find(({ stated }) => stated.isInstalled) ?? []
  return families.flatMap(({ library, packages, severity }) => {
    const asked = packages.flatMap((name) => byName.get(name)?.slice(0, 1) ?? [])
    const there = asked.flatMap(installed)
    const others = pairsOf(asked).flatMap(([first, other]) => {
      if (there.some(({ name }) => name === first.name) && there.some(({ name }) => name === other.name))
        return []
      // A participant that brings both clashes with itself.
      const same = byName.get(first.name)?.find((one) => one.participant === other.participant) ?? first
      return [[same, other] as const]
    })
    return [...pairsOf(there), ...others].map(
      (pair): Clash => ({
        library,
        severity,
        requirements: [...pair],
        participants: [...new Set(pair.map((one) => one.participant))],
      }),
    )
  })
}

const pairsOf = ([first, ...others]: readonly DirectRequirement[]) =>
  first ? others.map((other) => [first, other] as const) : []

const builds: readonly [label: RegExp, accelerators: readonly Machine['accelerator'][]][] = [
  [/^cu\d+/, ['cuda']],
  [/^rocm/, ['rocm']],
  [/^xpu/, ['xpu']],
]
const forAccelerators: readonly [name: RegExp, accelerators: readonly Machine['accelerator'][]][] = [
  [
    /^(onnxruntime-gpu|tensorrt(-cu\d+)?|cupy-cuda\d+x?|nvidia-[\w-]+-cu\d+|faiss-gpu|paddlepaddle-gpu)$/,
    ['cuda'],
  ],
  [/^(onnxruntime-rocm|tensorflow-rocm)$/, ['rocm']],
  [/^(onnxruntime-directml|torch-directml|tensorflow-directml)$/, ['directml']],
]

/** Finds builds for another accelerator than the machine's. */
export function foreignBuilds(
  requirements: readonly DirectRequirement[],
  { accelerator }: Machine,
): DirectRequirement[] {
  return requirements.filter(({ name, specifiers }) => {
    const labels = specifiers.flatMap(({ operator, version }) =>
      operator.startsWith('==') ? (version.split('+')[1] ?? []) : [],
    )
    const wanted = [
      ...builds.filter(([form]) => labels.some((label) => form.test(label))),
      ...forAccelerators.filter(([form]) => form.test(name)),
    ]
    return wanted.some(([, accelerators]) => !accelerators.includes(accelerator))
  })
}
