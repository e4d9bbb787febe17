export { drawComfyNode } from './comfy-nodes/preview/draw.ts'
