const of = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', paths: string) =>
  paths
    .trim()
    .split(/\s+/)
    .map((path) => `${method} ${path}`)

/** The calls of the specification, section 7, with its own names of path parameters. */
export const specifiedRoutes: readonly string[] = [
  ...of('POST', '/admin/nodes /publishers'),
  ...of('PUT', '/admin/nodes/{nodeId}/versions/{versionNumber} /publishers/{publisherId}'),
  ...of('DELETE', '/publishers/{publisherId}/nodes/{nodeId}'),
  ...of('PUT', '/publishers/{publisherId}/nodes/{nodeId}'),
  ...of('POST', '/publishers/{publisherId}/nodes/{nodeId}/claim-my-node'),
  ...of('DELETE', '/publishers/{publisherId}/nodes/{nodeId}/versions/{versionId}'),
  ...of('PUT', '/publishers/{publisherId}/nodes/{nodeId}/versions/{versionId}'),
  ...of('POST', '/publishers/{publisherId}/tokens'),
  ...of('DELETE', '/publishers/{publisherId}/tokens/{tokenId}'),
  ...of(
    'GET',
    `/branch /customers /customers/api-keys /customers/balance /customers/events /customers/me /customers/{id}
     /customers/{id}/balance /customers/{id}/events
     /gitcommit /gitcommitsummary /releases /security-scan /versions /nodes /nodes/search /nodes/{nodeId}
     /nodes/{nodeId}/install /nodes/{nodeId}/versions /nodes/{nodeId}/versions/{v}/comfy-nodes /publishers/validate
     /publishers/{id}/nodes /publishers/{id}/nodes/v2
     /nodes/{nodeId}/versions/{v} /nodes/{nodeId}/versions/{v}/comfy-nodes/{comfyNodeId} /comfy-nodes/{id}/node
     /publishers /publishers/{id} /publishers/{id}/nodes/{nodeId}/permissions /publishers/{id}/permissions
     /publishers/{id}/tokens /users /users/publishers/ /workflowresult/{id}
     /proxy/kling/v1/account/costs /proxy/kling/v1/images/generations /proxy/kling/v1/images/generations/{id}
     /proxy/kling/v1/images/kolors-virtual-try-on /proxy/kling/v1/images/kolors-virtual-try-on/{id}
     /proxy/kling/v1/videos/effects /proxy/kling/v1/videos/effects/{id}
     /proxy/kling/v1/videos/image2video /proxy/kling/v1/videos/image2video/{id}
     /proxy/kling/v1/videos/lip-sync /proxy/kling/v1/videos/lip-sync/{id}
     /proxy/kling/v1/videos/text2video /proxy/kling/v1/videos/text2video/{id}
     /proxy/kling/v1/videos/video-extend /proxy/kling/v1/videos/video-extend/{id}
     /proxy/luma/generations/{id} /proxy/minimax/query/video_generation /proxy/moonvalley/prompts/{id}
     /proxy/pika/videos/{id} /proxy/pixverse/video/result/{id} /proxy/runway/tasks/{id}
     /proxy/stability/v2beta/results/{id} /proxy/openai/v1/responses/{id}
     /proxy/tripo/v2/openapi/task/{id} /proxy/tripo/v2/openapi/user/balance`,
  ),
]
