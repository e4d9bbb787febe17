/**
 * What nodes are for, in the order in which pages list them. A node may be of several. Its author can name them as
 * tags; else they are read from its name, its description and the names of its comfy-nodes.
 */
export const categories = [
    'image-editing',
    'upscaling',
    'inpainting',
    'masks',
    'faces',
    'control',
    'video',
    'audio',
    'three-d',
    'text',
    'language-models',
    'samplers',
    'models',
    'training',
    'workflow',
    'interface',
];
export function isCategory(text) {
    return categories.includes(text);
}
