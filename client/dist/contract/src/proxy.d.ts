import Type, { type Static, type TObject, type TSchema } from 'typebox';
/** The generation services whose reads pass through. Source: API contract, section 25. */
export declare const proxyServices: readonly ['kling', 'tripo', 'openai', 'luma', 'minimax', 'moonvalley', 'pika', 'pixverse', 'runway', 'stability'];
export type ProxyService = (typeof proxyServices)[number];
export declare const KlingImage: TObject<{
    index: Type.TInteger;
    url: Type.TString;
}>;
export declare const KlingVideo: TObject<{
    id: Type.TString;
    url: Type.TString;
    duration: Type.TString;
}>;
/** Times are milliseconds since 1970. */
export declare const KlingTask: TObject<{
    task_id: Type.TString;
    task_status: Type.TUnsafe<"failed" | "processing" | "submitted" | "succeed">;
    task_status_msg: Type.TOptional<Type.TString>;
    task_info: Type.TOptional<TObject<{
        external_task_id: Type.TOptional<Type.TString>;
    }>>;
    created_at: Type.TInteger;
    updated_at: Type.TInteger;
    task_result: Type.TOptional<TObject<{
        images: Type.TOptional<Type.TArray<TObject<{
            index: Type.TInteger;
            url: Type.TString;
        }>>>;
        videos: Type.TOptional<Type.TArray<TObject<{
            id: Type.TString;
            url: Type.TString;
            duration: Type.TString;
        }>>>;
    }>>;
}>;
export declare const KlingResourcePack: TObject<{
    resource_pack_name: Type.TString;
    resource_pack_id: Type.TString;
    resource_pack_type: Type.TUnsafe<"constant_period" | "decreasing_total">;
    total_quantity: Type.TNumber;
    remaining_quantity: Type.TNumber;
    purchase_time: Type.TInteger;
    effective_time: Type.TInteger;
    invalid_time: Type.TInteger;
    status: Type.TUnsafe<"expired" | "online" | "runOut" | "toBeOnline">;
}>;
export declare const getKlingCosts: import("./route.ts").Route<TObject<Record<never, never>>, TObject<{
    start_time: Type.TInteger;
    end_time: Type.TInteger;
    resource_pack_name: Type.TOptional<Type.TString>;
}>, TObject<Record<never, never>>, TObject<{
    code: Type.TInteger;
    message: Type.TString;
    request_id: Type.TString;
    data: TSchema;
}>, TObject<Record<never, never>>>;
export declare const listKlingImages: import("./route.ts").Route<TObject<Record<never, never>>, TObject<{
    pageNum: Type.TOptional<Type.TInteger>;
    pageSize: Type.TOptional<Type.TInteger>;
}>, TObject<Record<never, never>>, TObject<{
    code: Type.TInteger;
    message: Type.TString;
    request_id: Type.TString;
    data: TSchema;
}>, TObject<Record<never, never>>>;
export declare const getKlingImage: import("./route.ts").Route<TObject<{
    taskId: Type.TString;
}>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    code: Type.TInteger;
    message: Type.TString;
    request_id: Type.TString;
    data: TSchema;
}>, TObject<Record<never, never>>>;
export declare const listKlingTryOns: import("./route.ts").Route<TObject<Record<never, never>>, TObject<{
    pageNum: Type.TOptional<Type.TInteger>;
    pageSize: Type.TOptional<Type.TInteger>;
}>, TObject<Record<never, never>>, TObject<{
    code: Type.TInteger;
    message: Type.TString;
    request_id: Type.TString;
    data: TSchema;
}>, TObject<Record<never, never>>>;
export declare const getKlingTryOn: import("./route.ts").Route<TObject<{
    taskId: Type.TString;
}>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    code: Type.TInteger;
    message: Type.TString;
    request_id: Type.TString;
    data: TSchema;
}>, TObject<Record<never, never>>>;
export declare const listKlingTextToVideos: import("./route.ts").Route<TObject<Record<never, never>>, TObject<{
    pageNum: Type.TOptional<Type.TInteger>;
    pageSize: Type.TOptional<Type.TInteger>;
}>, TObject<Record<never, never>>, TObject<{
    code: Type.TInteger;
    message: Type.TString;
    request_id: Type.TString;
    data: TSchema;
}>, TObject<Record<never, never>>>;
export declare const getKlingTextToVideo: import("./route.ts").Route<TObject<{
    taskId: Type.TString;
}>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    code: Type.TInteger;
    message: Type.TString;
    request_id: Type.TString;
    data: TSchema;
}>, TObject<Record<never, never>>>;
export declare const listKlingImageToVideos: import("./route.ts").Route<TObject<Record<never, never>>, TObject<{
    pageNum: Type.TOptional<Type.TInteger>;
    pageSize: Type.TOptional<Type.TInteger>;
}>, TObject<Record<never, never>>, TObject<{
    code: Type.TInteger;
    message: Type.TString;
    request_id: Type.TString;
    data: TSchema;
}>, TObject<Record<never, never>>>;
export declare const getKlingImageToVideo: import("./route.ts").Route<TObject<{
    taskId: Type.TString;
}>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    code: Type.TInteger;
    message: Type.TString;
    request_id: Type.TString;
    data: TSchema;
}>, TObject<Record<never, never>>>;
export declare const listKlingExtensions: import("./route.ts").Route<TObject<Record<never, never>>, TObject<{
    pageNum: Type.TOptional<Type.TInteger>;
    pageSize: Type.TOptional<Type.TInteger>;
}>, TObject<Record<never, never>>, TObject<{
    code: Type.TInteger;
    message: Type.TString;
    request_id: Type.TString;
    data: TSchema;
}>, TObject<Record<never, never>>>;
export declare const getKlingExtension: import("./route.ts").Route<TObject<{
    taskId: Type.TString;
}>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    code: Type.TInteger;
    message: Type.TString;
    request_id: Type.TString;
    data: TSchema;
}>, TObject<Record<never, never>>>;
export declare const listKlingLipSyncs: import("./route.ts").Route<TObject<Record<never, never>>, TObject<{
    pageNum: Type.TOptional<Type.TInteger>;
    pageSize: Type.TOptional<Type.TInteger>;
}>, TObject<Record<never, never>>, TObject<{
    code: Type.TInteger;
    message: Type.TString;
    request_id: Type.TString;
    data: TSchema;
}>, TObject<Record<never, never>>>;
export declare const getKlingLipSync: import("./route.ts").Route<TObject<{
    taskId: Type.TString;
}>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    code: Type.TInteger;
    message: Type.TString;
    request_id: Type.TString;
    data: TSchema;
}>, TObject<Record<never, never>>>;
export declare const listKlingEffects: import("./route.ts").Route<TObject<Record<never, never>>, TObject<{
    pageNum: Type.TOptional<Type.TInteger>;
    pageSize: Type.TOptional<Type.TInteger>;
}>, TObject<Record<never, never>>, TObject<{
    code: Type.TInteger;
    message: Type.TString;
    request_id: Type.TString;
    data: TSchema;
}>, TObject<Record<never, never>>>;
export declare const getKlingEffect: import("./route.ts").Route<TObject<{
    taskId: Type.TString;
}>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    code: Type.TInteger;
    message: Type.TString;
    request_id: Type.TString;
    data: TSchema;
}>, TObject<Record<never, never>>>;
export declare const getTripoTask: import("./route.ts").Route<TObject<{
    taskId: Type.TString;
}>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    code: Type.TInteger;
    data: TObject<{
        task_id: Type.TString;
        type: Type.TString;
        status: Type.TUnsafe<"banned" | "cancelled" | "expired" | "failed" | "queued" | "running" | "success" | "unknown">;
        input: Type.TOptional<Type.TRecord<"^.*$", Type.TUnknown>>;
        output: Type.TOptional<Type.TRecord<"^.*$", Type.TUnknown>>;
        progress: Type.TOptional<Type.TNumber>;
        create_time: Type.TInteger;
    }>;
}>, TObject<Record<never, never>>>;
export declare const getTripoBalance: import("./route.ts").Route<TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    code: Type.TInteger;
    data: TObject<{
        balance: Type.TNumber;
        frozen: Type.TNumber;
    }>;
}>, TObject<Record<never, never>>>;
export declare const getOpenAiResponse: import("./route.ts").Route<TObject<{
    responseId: Type.TString;
}>, TObject<{
    include: Type.TOptional<Type.TArray<Type.TString>>;
}>, TObject<Record<never, never>>, TObject<{
    id: Type.TString;
    object: Type.TUnsafe<"response">;
    status: Type.TUnsafe<"completed" | "failed" | "in_progress" | "incomplete">;
    created_at: Type.TNumber;
    model: Type.TOptional<Type.TString>;
    output: Type.TOptional<Type.TArray<Type.TUnknown>>;
    output_text: Type.TOptional<Type.TString>;
    error: Type.TOptional<Type.TUnknown>;
    incomplete_details: Type.TOptional<Type.TUnknown>;
    usage: Type.TOptional<Type.TUnknown>;
}>, TObject<Record<never, never>>>;
export declare const getLumaGeneration: import("./route.ts").Route<TObject<{
    generationId: Type.TString;
}>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    id: Type.TString;
    state: Type.TOptional<Type.TString>;
    failure_reason: Type.TOptional<Type.TString>;
    created_at: Type.TOptional<Type.TString>;
    assets: Type.TOptional<Type.TUnknown>;
    model: Type.TOptional<Type.TString>;
    request: Type.TOptional<Type.TUnknown>;
    generation_type: Type.TOptional<Type.TString>;
}>, TObject<Record<never, never>>>;
export declare const getMinimaxVideo: import("./route.ts").Route<TObject<Record<never, never>>, TObject<{
    task_id: Type.TString;
}>, TObject<Record<never, never>>, TObject<{
    task_id: Type.TString;
    status: Type.TUnsafe<"Fail" | "Preparing" | "Processing" | "Queueing" | "Success">;
    file_id: Type.TOptional<Type.TString>;
    base_resp: Type.TOptional<Type.TUnknown>;
}>, TObject<Record<never, never>>>;
export declare const getMoonvalleyPrompt: import("./route.ts").Route<TObject<{
    promptId: Type.TString;
}>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    id: Type.TString;
    status: Type.TString;
    prompt_text: Type.TOptional<Type.TString>;
    output_url: Type.TOptional<Type.TString>;
    error: Type.TOptional<Type.TUnknown>;
}>, TObject<Record<never, never>>>;
export declare const getPikaVideo: import("./route.ts").Route<TObject<{
    videoId: Type.TString;
}>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    id: Type.TString;
    status: Type.TString;
    url: Type.TOptional<Type.TUnion<[Type.TString, Type.TNull]>>;
    progress: Type.TOptional<Type.TUnion<[Type.TNumber, Type.TNull]>>;
}>, TObject<Record<never, never>>>;
export declare const getPixverseVideo: import("./route.ts").Route<TObject<{
    videoId: Type.TString;
}>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    ErrCode: Type.TInteger;
    ErrMsg: Type.TString;
    Resp: Type.TOptional<TObject<{
        id: Type.TInteger;
        status: Type.TInteger;
        url: Type.TOptional<Type.TString>;
    }>>;
}>, TObject<{
    'ai-trace-id': Type.TOptional<Type.TString>;
}>>;
export declare const getRunwayTask: import("./route.ts").Route<TObject<{
    taskId: Type.TString;
}>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    id: Type.TString;
    status: Type.TString;
    createdAt: Type.TOptional<Type.TString>;
    output: Type.TOptional<Type.TArray<Type.TString>>;
    progress: Type.TOptional<Type.TNumber>;
}>, TObject<Record<never, never>>>;
export declare const getStabilityResult: import("./route.ts").Route<TObject<{
    resultId: Type.TString;
}>, TObject<Record<never, never>>, TObject<Record<never, never>>, TObject<{
    id: Type.TOptional<Type.TString>;
    status: Type.TOptional<Type.TString>;
    result: Type.TOptional<Type.TString>;
}>, TObject<{
    accept: Type.TOptional<Type.TString>;
}>>;
export type KlingTask = Static<typeof KlingTask>;
