/** The most bytes of a response in JSON, unpacked. */
export const maxResponseBytes = 32 * 1024 * 1024
/** The most bytes of the headers of a response. */
export const maxHeaderBytes = 64 * 1024
