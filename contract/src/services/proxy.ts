import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { route } from '../ground/route.ts'
import { oneOf } from '../ground/shapes.ts'
import { limits } from '../limits.ts'

/** The generation services whose reads pass through. Source: API contract, section 25. */
export const proxyServices = [
  'kling',
  'tripo',
  'openai',
  'luma',
  'minimax',
  'moonvalley',
  'pika',
  'pixverse',
  'runway',
  'stability',
] as const
export type ProxyService = (typeof proxyServices)[number]

/** Excludes `.` and `..`, which would lead to another address of the service. */
const upstreamId = (description: string) =>
  Type.String({
    pattern: '^[A-Za-z0-9_-][A-Za-z0-9_.:~-]*$',
    'x-form': 'an id of letters, digits and the characters _ . : ~ -',
    maxLength: limits.bulkIdentifierLength,
    description,
  })
const TaskParams = Type.Object({ taskId: upstreamId('Of the task.') })

/**
 * A read that passes through. The shape documents the service's known response, which is passed on untouched.
 */
const passes = <
  Response extends TSchema,
  Params extends TSchema = TObject<Record<never, never>>,
  Query extends TSchema = TObject<Record<never, never>>,
  Headers extends TSchema = TObject<Record<never, never>>,
>(
  path: `/${ProxyService}/${string}`,
  summary: string,
  definition: { params?: Params; query?: Query; headers?: Headers; response: Response },
) =>
  route<Response, Params, Query, TObject<Record<never, never>>, Headers>({
    ...definition,
    method: 'GET',
    path: `/proxy${path}`,
    access: 'customer',
    etag: false,
    summary,
    description:
      'Passes through: status and body come from the service, including its refusals. Counts as use of the service.',
    errors: [
      'user_banned',
      'service_not_configured',
      'service_unreachable',
      'service_broken',
      'service_timeout',
      'service_paused',
      'too_many_at_once',
    ],
  })

const text = Type.Optional(Type.String())
const number = Type.Optional(Type.Number())

export const KlingImage = Type.Object({ index: Type.Integer(), url: Type.String() })
export const KlingVideo = Type.Object({ id: Type.String(), url: Type.String(), duration: Type.String() })
/** Times are milliseconds since 1970. */
export const KlingTask = Type.Object({
  task_id: Type.String(),
  task_status: oneOf(['submitted', 'processing', 'succeed', 'failed']),
  task_status_msg: text,
  task_info: Type.Optional(Type.Object({ external_task_id: text })),
  created_at: Type.Integer(),
  updated_at: Type.Integer(),
  task_result: Type.Optional(
    Type.Object({
      images: Type.Optional(Type.Array(KlingImage)),
      videos: Type.Optional(Type.Array(KlingVideo)),
    }),
  ),
})
const klingAnswer = (data: TSchema) =>
  Type.Object({ code: Type.Integer(), message: Type.String(), request_id: Type.String(), data })
const klingOne = { params: TaskParams, response: klingAnswer(KlingTask) }
const klingList = {
  query: Type.Object({
    pageNum: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Default 1.' })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Default 30.' })),
  }),
  response: klingAnswer(Type.Array(KlingTask)),
}

export const KlingResourcePack = Type.Object({
  resource_pack_name: Type.String(),
  resource_pack_id: Type.String(),
  resource_pack_type: oneOf(['decreasing_total', 'constant_period']),
  total_quantity: Type.Number(),
  remaining_quantity: Type.Number(),
  purchase_time: Type.Integer(),
  effective_time: Type.Integer(),
  invalid_time: Type.Integer(),
  status: oneOf(['toBeOnline', 'online', 'expired', 'runOut']),
})

export const getKlingCosts = passes('/kling/v1/account/costs', 'What the account has used', {
  query: Type.Object({
    start_time: Type.Integer({ description: 'Milliseconds since 1970.' }),
    end_time: Type.Integer({ description: 'Milliseconds since 1970.' }),
    resource_pack_name: Type.Optional(Type.String({ maxLength: limits.nameLength })),
  }),
  response: klingAnswer(
    Type.Object({
      code: Type.Integer(),
      msg: Type.String(),
      resource_pack_subscribe_infos: Type.Array(KlingResourcePack),
    }),
  ),
})

const klingTasks = (path: string, summary: string) => passes(`/kling/v1/${path}`, summary, klingList)
const klingTask = (path: string, summary: string) => passes(`/kling/v1/${path}/:taskId`, summary, klingOne)

export const listKlingImages = klingTasks('images/generations', 'Image generations')
export const getKlingImage = klingTask('images/generations', 'One image generation')
export const listKlingTryOns = klingTasks('images/kolors-virtual-try-on', 'Virtual try-ons')
export const getKlingTryOn = klingTask('images/kolors-virtual-try-on', 'One virtual try-on')
export const listKlingTextToVideos = klingTasks('videos/text2video', 'Videos from text')
export const getKlingTextToVideo = klingTask('videos/text2video', 'One video from text')
export const listKlingImageToVideos = klingTasks('videos/image2video', 'Videos from images')
export const getKlingImageToVideo = klingTask('videos/image2video', 'One video from an image')
export const listKlingExtensions = klingTasks('videos/video-extend', 'Extended videos')
export const getKlingExtension = klingTask('videos/video-extend', 'One extended video')
export const listKlingLipSyncs = klingTasks('videos/lip-sync', 'Lip-synced videos')
export const getKlingLipSync = klingTask('videos/lip-sync', 'One lip-synced video')
export const listKlingEffects = klingTasks('videos/effects', 'Videos with effects')
export const getKlingEffect = klingTask('videos/effects', 'One video with effects')

export const getTripoTask = passes('/tripo/v2/openapi/task/:taskId', 'One 3D task', {
  params: TaskParams,
  response: Type.Object({
    code: Type.Integer(),
    data: Type.Object({
      task_id: Type.String(),
      type: Type.String(),
      status: oneOf(['queued', 'running', 'success', 'failed', 'cancelled', 'unknown', 'banned', 'expired']),
      input: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      output: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      progress: number,
      create_time: Type.Integer(),
    }),
  }),
})
export const getTripoBalance = passes('/tripo/v2/openapi/user/balance', 'The balance at the 3D service', {
  response: Type.Object({
    code: Type.Integer(),
    data: Type.Object({ balance: Type.Number(), frozen: Type.Number() }),
  }),
})

export const getOpenAiResponse = passes('/openai/v1/responses/:responseId', 'One response of a model', {
  params: Type.Object({ responseId: upstreamId('Of the response.') }),
  query: Type.Object({
    include: Type.Optional(
      Type.Array(Type.String({ maxLength: limits.listItemLength }), { maxItems: limits.listItems }),
    ),
  }),
  response: Type.Object({
    id: Type.String(),
    object: oneOf(['response']),
    status: oneOf(['completed', 'failed', 'in_progress', 'incomplete']),
    created_at: Type.Number({ description: 'Seconds since 1970.' }),
    model: text,
    output: Type.Optional(Type.Array(Type.Unknown())),
    output_text: text,
    error: Type.Optional(Type.Unknown()),
    incomplete_details: Type.Optional(Type.Unknown()),
    usage: Type.Optional(Type.Unknown()),
  }),
})

export const getLumaGeneration = passes('/luma/generations/:generationId', 'One generation', {
  params: Type.Object({ generationId: upstreamId('Of the generation.') }),
  response: Type.Object({
    id: Type.String(),
    state: text,
    failure_reason: text,
    created_at: text,
    assets: Type.Optional(Type.Unknown()),
    model: text,
    request: Type.Optional(Type.Unknown()),
    generation_type: text,
  }),
})

export const getMinimaxVideo = passes('/minimax/query/video_generation', 'One video generation', {
  query: Type.Object({
    task_id: Type.String({ minLength: 1, maxLength: limits.bulkIdentifierLength }),
  }),
  response: Type.Object({
    task_id: Type.String(),
    status: oneOf(['Queueing', 'Preparing', 'Processing', 'Success', 'Fail']),
    file_id: text,
    base_resp: Type.Optional(Type.Unknown()),
  }),
})

export const getMoonvalleyPrompt = passes('/moonvalley/prompts/:promptId', 'One prompt', {
  params: Type.Object({ promptId: upstreamId('Of the prompt.') }),
  response: Type.Object({
    id: Type.String(),
    status: Type.String(),
    prompt_text: text,
    output_url: text,
    error: Type.Optional(Type.Unknown()),
  }),
})

export const getPikaVideo = passes('/pika/videos/:videoId', 'One video', {
  params: Type.Object({ videoId: upstreamId('Of the video.') }),
  response: Type.Object({
    id: Type.String(),
    status: Type.String(),
    url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    progress: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  }),
})

export const getPixverseVideo = passes('/pixverse/video/result/:videoId', 'One video', {
  params: Type.Object({
    videoId: Type.String({
      pattern: '^[0-9]{1,20}$',
      'x-form': 'a whole number',
      description: 'A whole number.',
    }),
  }),
  headers: Type.Object({
    'ai-trace-id': Type.Optional(Type.String({ format: 'uuid', description: 'Generated when omitted.' })),
  }),
  response: Type.Object({
    ErrCode: Type.Integer(),
    ErrMsg: Type.String(),
    Resp: Type.Optional(Type.Object({ id: Type.Integer(), status: Type.Integer(), url: text })),
  }),
})

export const getRunwayTask = passes('/runway/tasks/:taskId', 'One task', {
  params: TaskParams,
  response: Type.Object({
    id: Type.String(),
    status: Type.String(),
    createdAt: text,
    output: Type.Optional(Type.Array(Type.String())),
    progress: number,
  }),
})

export const getStabilityResult = passes('/stability/v2beta/results/:resultId', 'One result', {
  params: Type.Object({ resultId: upstreamId('Of the result.') }),
  headers: Type.Object({
    accept: Type.Optional(
      Type.String({ maxLength: limits.nameLength, description: '`image/*` or `application/json`.' }),
    ),
  }),
  response: Type.Object({ id: text, status: text, result: text }),
})

export type KlingTask = Static<typeof KlingTask>
