/** What stands in a search box, taken apart: operators, and the words that are left. */
export interface SearchText {
    /** The words, without the operators. */
    text: string;
    publisher?: string;
    tags: string[];
    category?: string;
    /** A name, or a part of one, of a comfy-node. */
    comfyNode?: string;
    os?: string;
    accelerator?: string;
    license?: string;
    updatedWithinDays?: number;
    state?: NodeState;
    hasComfyNodes?: boolean;
    /** Socket types that one comfy-node takes, in capitals. */
    inputs: string[];
    /** Socket types that the same comfy-node gives, in capitals. */
    outputs: string[];
}
/** Published by its owner; known but owned by nobody; published, and no longer recommended. */
export declare const nodeStates: readonly ['published', 'unclaimed', 'deprecated'];
export type NodeState = (typeof nodeStates)[number];
/**
 * Reads `publisher:`, `tag:`, `category:`, `node:`, `os:`, `gpu:`, `license:`, `updated:30d`, `is:`, `has:nodes`,
 * `in:`, `out:` and `IMAGE -> MASK`. A value with blanks stands in quotes. What is no operator stays text.
 */
export declare function readSearchText(typed: string): SearchText;
export declare const mostDays = 3650;
