import type { Locale } from '@nodeyard/contract/ground'

/** Building blocks of descriptions: `{do}` is replaced by an action, `{a}` and `{b}` by things. */
export interface Vocabulary {
  things: readonly string[]
  acts: readonly string[]
  sentences: readonly string[]
}

/** The most frequent first. */
export const things =
  'image mask video latent prompt model text audio depth color pose face sampler lora upscale workflow batch control noise frame style light mesh caption background edge segment camera motion texture tile crop layer palette region string number math list folder metadata preview canvas shadow grain gradient sketch lineart normal conditioning vae clip checkpoint scheduler sigma guidance attention token embedding hair skin eye hand body cloth landscape interior sky water portrait anime comic logo font subtitle speech music voice beat lipsync gaussian splat voxel panorama lens flare vignette lut exposure contrast histogram dither pixel sprite tileset watermark qr barcode chart table json xml yaml webhook queue cache seed switch loop router reroute'.split(
    ' ',
  )

export const acts =
  'load save resize blend detect remove replace generate combine convert filter crop mix split merge sort count compare extract encode decode sharpen blur inpaint outpaint upscale interpolate stabilize track relight colorize denoise describe translate tokenize schedule animate morph warp rotate flip mirror pad align stitch segment classify rank sample shuffle iterate cache download upload preview inspect'.split(
    ' ',
  )

/** Other words in pack names. */
export const kinds = 'Nodes|Suite|Tools|Toolkit|Pack|Essentials|Extras|Studio|Lab|Helpers|Utils|Kit'.split(
  '|',
)

export const syllables =
  'ka vi ra zu ne lo mi ta so ri pha le na du ki me ro sha te lu va bo ni cy dra fe go hu ix ja kro ly mo nu or py qua re sy to ul ve wi xa yo ze'.split(
    ' ',
  )

export const socketTypes =
  'IMAGE MASK MODEL LATENT CONDITIONING STRING INT FLOAT VAE CLIP BOOLEAN AUDIO VIDEO CONTROL_NET SIGMAS SAMPLER GUIDER NOISE CLIP_VISION UPSCALE_MODEL'.split(
    ' ',
  )

export const licenses =
  'MIT|Apache-2.0|GPL-3.0|{"file": "LICENSE"}|{"text": "MIT License"}|AGPL-3.0||BSD-3-Clause'.split('|')

export const systems = [
  [],
  ['OS Independent'],
  ['Operating System :: Microsoft :: Windows', 'Operating System :: POSIX :: Linux'],
  ['Operating System :: MacOS'],
] as const

export const accelerators = [
  [],
  ['GPU :: NVIDIA CUDA'],
  ['GPU :: NVIDIA CUDA', 'GPU :: AMD ROCm'],
  ['GPU :: Apple Metal'],
] as const

export const reasons =
  'Runs a program of the system with a text that comes from a workflow.|Downloads a file and runs it.|Reads files outside of its own folder.|Sends what it reads to another host.|Hides its code from readers.|Evaluates a text as Python.'.split(
    '|',
  )

export const languages: Record<Locale, Vocabulary> = {
  en: {
    things:
      'images|masks|videos|prompts|depth maps|faces|poses|latents|models|palettes|audio clips|captions'.split(
        '|',
      ),
    acts: 'load|resize|blend|detect|remove|generate|combine|filter|upscale|inpaint|animate|compare'.split(
      '|',
    ),
    sentences: [
      'Nodes that {do} {a} and {b}.',
      'A small set of nodes to {do} {a}, with previews for {b}.',
      '{do} {a} in one step. Works with {b} too.',
      'Helps to {do} {a} without leaving the workflow; {b} stay as they are.',
      'Fast tools for {a} and {b}, made to {do} them in batches.',
    ],
  },
  zh: {
    things: '图像|遮罩|视频|提示词|深度图|人脸|姿势|潜空间|模型|调色板|音频|背景'.split('|'),
    acts: '加载|缩放|混合|检测|移除|生成|合并|过滤|放大|修复|动画|比较'.split('|'),
    sentences: [
      '用于{do}{a}和{b}的节点。',
      '一组可以{do}{a}的小工具,并能预览{b}。',
      '一步完成{do}{a},也支持{b}。',
      '在工作流中直接{do}{a},不影响{b}。',
    ],
  },
  ja: {
    things: '画像|マスク|動画|プロンプト|深度マップ|顔|ポーズ|潜在空間|モデル|パレット|音声|背景'.split('|'),
    acts: '読み込み|拡大縮小|ブレンド|検出|削除|生成|結合|フィルター|アップスケール|修復|アニメーション|比較'.split(
      '|',
    ),
    sentences: [
      '{a}と{b}の{do}をするノードです。',
      '{a}の{do}を簡単にする小さなツール集です。{b}のプレビューもできます。',
      'ワークフローの中で{a}を{do}できます。{b}にも対応しています。',
    ],
  },
  ko: {
    things: '이미지|마스크|비디오|프롬프트|깊이 맵|얼굴|포즈|잠재 공간|모델|팔레트|오디오|배경'.split('|'),
    acts: '불러오기|크기 조정|혼합|감지|제거|생성|결합|필터|업스케일|복원|애니메이션|비교'.split('|'),
    sentences: [
      '{a} 및 {b} {do} 노드입니다.',
      '{a} {do}를 쉽게 해 주는 작은 도구 모음이며 {b} 미리보기도 지원합니다.',
      '워크플로 안에서 {a} {do}가 가능합니다. {b}도 지원합니다.',
    ],
  },
  ru: {
    things: 'изображения|маски|видео|подсказки|карты глубины|лица|позы|латенты|модели|палитры|звук|фон'.split(
      '|',
    ),
    acts: 'загружать|масштабировать|смешивать|находить|удалять|создавать|объединять|фильтровать|увеличивать|восстанавливать|анимировать|сравнивать'.split(
      '|',
    ),
    sentences: [
      'Узлы, которые помогают {do} {a} и {b}.',
      'Небольшой набор узлов: можно {do} {a} и сразу видеть {b}.',
      'Позволяет {do} {a} прямо в рабочем процессе, не трогая {b}.',
    ],
  },
  es: {
    things:
      'imágenes|máscaras|vídeos|indicaciones|mapas de profundidad|rostros|poses|latentes|modelos|paletas|audio|fondos'.split(
        '|',
      ),
    acts: 'cargar|redimensionar|mezclar|detectar|eliminar|generar|combinar|filtrar|ampliar|restaurar|animar|comparar'.split(
      '|',
    ),
    sentences: [
      'Nodos para {do} {a} y {b}.',
      'Un pequeño conjunto de nodos para {do} {a}, con vista previa de {b}.',
      'Permite {do} {a} sin salir del flujo de trabajo; también admite {b}.',
    ],
  },
  fr: {
    things:
      'images|masques|vidéos|invites|cartes de profondeur|visages|poses|latents|modèles|palettes|sons|arrière-plans'.split(
        '|',
      ),
    acts: 'charger|redimensionner|mélanger|détecter|supprimer|générer|combiner|filtrer|agrandir|restaurer|animer|comparer'.split(
      '|',
    ),
    sentences: [
      'Des nœuds pour {do} des {a} et des {b}.',
      'Un petit ensemble de nœuds pour {do} des {a}, avec un aperçu des {b}.',
      'Permet de {do} des {a} sans quitter le flux de travail ; les {b} sont aussi acceptés.',
    ],
  },
  ar: {
    things:
      'الصور|الأقنعة|الفيديو|الأوصاف|خرائط العمق|الوجوه|الوضعيات|الفضاء الكامن|النماذج|الألوان|الصوت|الخلفيات'.split(
        '|',
      ),
    acts: 'تحميل|تحجيم|دمج|كشف|إزالة|توليد|جمع|تصفية|تكبير|ترميم|تحريك|مقارنة'.split('|'),
    sentences: [
      'عقد من أجل {do} {a} و{b}.',
      'مجموعة صغيرة من العقد تساعد على {do} {a} مع معاينة {b}.',
      'تتيح {do} {a} داخل سير العمل وتدعم {b} أيضا.',
    ],
  },
}
