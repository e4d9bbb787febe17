import type { Route } from '@nodeyard/contract/ground'
import * as contract from '@nodeyard/contract/services'
import { SignJWT } from 'jose'

/** A generation service with its credential and its pass-through routes. */
export interface Upstream {
  /** Omitted when the operator must configure it. */
  baseUrl?: string
  /** Builds the authentication headers from the registry's key. */
  credential(key: string, now: Date): Promise<Record<string, string>>
  /** Fixed headers of every request. */
  headers?: Record<string, string>
  /** The caller's request headers that are passed on. */
  passedHeaders?: readonly string[]
  /** Generated for requests without it. */
  traceHeader?: string
  routes: readonly Route[]
}

const bearer: Upstream['credential'] = async (key) => ({ authorization: `Bearer ${key}` })
const inHeader =
  (name: string): Upstream['credential'] =>
  async (key) => ({ [name]: key })

const tokenSeconds = 1800
const clockSkewSeconds = 5

/** Signs a token with the secret half of `access:secret`. */
const signedToken: Upstream['credential'] = async (key, now) => {
  const [access = '', secret] = key.split(':')
  if (secret === undefined) return bearer(key, now)
  const seconds = Math.floor(now.getTime() / 1000)
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(access)
    .setNotBefore(seconds - clockSkewSeconds)
    .setExpirationTime(seconds + tokenSeconds)
    .sign(new TextEncoder().encode(secret))
  return bearer(token, now)
}

/** All services. The path after `/proxy/NAME` is the service's path. */
export const upstreams: Readonly<Record<contract.ProxyService, Upstream>> = {
  kling: {
    baseUrl: 'https://api.klingai.com',
    credential: signedToken,
    routes: [
      contract.getKlingCosts,
      contract.listKlingImages,
      contract.getKlingImage,
      contract.listKlingTryOns,
      contract.getKlingTryOn,
      contract.listKlingTextToVideos,
      contract.getKlingTextToVideo,
      contract.listKlingImageToVideos,
      contract.getKlingImageToVideo,
      contract.listKlingExtensions,
      contract.getKlingExtension,
      contract.listKlingLipSyncs,
      contract.getKlingLipSync,
      contract.listKlingEffects,
      contract.getKlingEffect,
    ],
  },
  tripo: {
    baseUrl: 'https://api.tripo3d.ai',
    credential: bearer,
    routes: [contract.getTripoTask, contract.getTripoBalance],
  },
  openai: {
    baseUrl: 'https://api.openai.com',
    credential: bearer,
    routes: [contract.getOpenAiResponse],
  },
  luma: {
    baseUrl: 'https://api.lumalabs.ai/dream-machine/v1',
    credential: bearer,
    routes: [contract.getLumaGeneration],
  },
  minimax: {
    baseUrl: 'https://api.minimax.io/v1',
    credential: bearer,
    routes: [contract.getMinimaxVideo],
  },
  moonvalley: { credential: inHeader('x-api-key'), routes: [contract.getMoonvalleyPrompt] },
  pika: { credential: inHeader('x-api-key'), routes: [contract.getPikaVideo] },
  pixverse: {
    baseUrl: 'https://app-api.pixverse.ai/openapi/v2',
    credential: inHeader('api-key'),
    passedHeaders: ['ai-trace-id'],
    traceHeader: 'ai-trace-id',
    routes: [contract.getPixverseVideo],
  },
  runway: {
    baseUrl: 'https://api.dev.runwayml.com/v1',
    credential: bearer,
    headers: { 'x-runway-version': '2024-11-06' },
    routes: [contract.getRunwayTask],
  },
  stability: {
    baseUrl: 'https://api.stability.ai',
    credential: bearer,
    passedHeaders: ['accept'],
    routes: [contract.getStabilityResult],
  },
}
