export { drawGraph, type GraphMark } from './comfy-nodes/preview/graph.ts'
