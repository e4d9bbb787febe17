import { example } from '../ground/example.ts'
import * as contract from '../services/proxy.ts'

const millis = 1_777_626_000_000
const task: contract.KlingTask = {
  task_id: 'task-1',
  task_status: 'succeed',
  created_at: millis,
  updated_at: millis,
}
const kling = { code: 0, message: 'SUCCEED', request_id: 'request-1' }
const one = { input: { params: { taskId: 'task-1' } }, answer: { ...kling, data: task } }
const many = { input: { query: { pageNum: 1, pageSize: 30 } }, answer: { ...kling, data: [task] } }

export const examples = [
  example(contract.getKlingCosts, {
    input: { query: { start_time: millis, end_time: millis + 86_400_000 } },
    answer: { ...kling, data: { code: 0, msg: '', resource_pack_subscribe_infos: [] } },
  }),
  ...[
    contract.listKlingImages,
    contract.listKlingTryOns,
    contract.listKlingTextToVideos,
    contract.listKlingImageToVideos,
    contract.listKlingExtensions,
    contract.listKlingLipSyncs,
    contract.listKlingEffects,
  ].map((route) => example(route, many)),
  ...[
    contract.getKlingImage,
    contract.getKlingTryOn,
    contract.getKlingTextToVideo,
    contract.getKlingImageToVideo,
    contract.getKlingExtension,
    contract.getKlingLipSync,
    contract.getKlingEffect,
  ].map((route) => example(route, one)),
  example(contract.getTripoTask, {
    input: { params: { taskId: 'task-1' } },
    answer: {
      code: 0,
      data: {
        task_id: 'task-1',
        type: 'text_to_model',
        status: 'success',
        progress: 100,
        create_time: 1_777_626_000,
      },
    },
  }),
  example(contract.getTripoBalance, { answer: { code: 0, data: { balance: 120, frozen: 0 } } }),
  example(contract.getOpenAiResponse, {
    input: { params: { responseId: 'resp_1' } },
    answer: {
      id: 'resp_1',
      object: 'response',
      status: 'completed',
      created_at: 1_777_626_000,
      output_text: 'A cat.',
    },
  }),
  example(contract.getLumaGeneration, {
    input: { params: { generationId: 'generation-1' } },
    answer: { id: 'generation-1', state: 'completed' },
  }),
  example(contract.getMinimaxVideo, {
    input: { query: { task_id: 'task-1' } },
    answer: { task_id: 'task-1', status: 'Success', file_id: 'file-1' },
  }),
  example(contract.getMoonvalleyPrompt, {
    input: { params: { promptId: 'prompt-1' } },
    answer: { id: 'prompt-1', status: 'completed' },
  }),
  example(contract.getPikaVideo, {
    input: { params: { videoId: 'video-1' } },
    answer: { id: 'video-1', status: 'finished', progress: 100 },
  }),
  example(contract.getPixverseVideo, {
    input: { params: { videoId: '12' } },
    answer: { ErrCode: 0, ErrMsg: 'Success', Resp: { id: 12, status: 1 } },
  }),
  example(contract.getRunwayTask, {
    input: { params: { taskId: 'task-1' } },
    answer: { id: 'task-1', status: 'SUCCEEDED', progress: 1 },
  }),
  example(contract.getStabilityResult, {
    input: { params: { resultId: 'result-1' } },
    answer: { id: 'result-1', status: 'complete' },
  }),
]
