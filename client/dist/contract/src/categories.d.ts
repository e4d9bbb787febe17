/**
 * What nodes are for, in the order in which pages list them. A node may be of several. Its author can name them as
 * tags; else they are read from its name, its description and the names of its comfy-nodes.
 */
export declare const categories: readonly ['image-editing', 'upscaling', 'inpainting', 'masks', 'faces', 'control', 'video', 'audio', 'three-d', 'text', 'language-models', 'samplers', 'models', 'training', 'workflow', 'interface'];
export type Category = (typeof categories)[number];
export declare function isCategory(text: string): text is Category;
