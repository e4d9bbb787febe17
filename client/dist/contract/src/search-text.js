/** Published by its owner; known but owned by nobody; published, and no longer recommended. */
export const nodeStates = ['published', 'unclaimed', 'deprecated'];
const typePattern = '[\\p{L}\\p{N}_*.]+';
const typesPattern = `${typePattern}(?:\\s*[,+]\\s*${typePattern})*`;
/** `IMAGE, MASK -> LATENT`; either side may be missing. */
const arrowPattern = new RegExp(`(?:^|\\s)(${typesPattern})?\\s*(?:->|=>|→|⇒)\\s*(${typesPattern})?`, 'u');
const operatorPattern = /(^|\s)([a-z]+):(?:"([^"]*)"|(\S+))/giu;
/**
 * Reads `publisher:`, `tag:`, `category:`, `node:`, `os:`, `gpu:`, `license:`, `updated:30d`, `is:`, `has:nodes`,
 * `in:`, `out:` and `IMAGE -> MASK`. A value with blanks stands in quotes. What is no operator stays text.
 */
export function readSearchText(typed) {
    const found = { text: '', tags: [], inputs: [], outputs: [] };
    const withoutOperators = typed.replace(operatorPattern, (whole, before, name, quoted, plain) => {
        const value = String(quoted ?? plain).trim();
        const isKnown = value !== '' && readOperator(found, String(name).toLowerCase(), value);
        return isKnown ? String(before) : String(whole);
    });
    const withoutArrow = withoutOperators.replace(arrowPattern, (whole, inputs, outputs) => {
        if (!inputs && !outputs)
            return whole;
        found.inputs.push(...typesOf(inputs));
        found.outputs.push(...typesOf(outputs));
        return ' ';
    });
    found.text = withoutArrow.replace(/\s+/g, ' ').trim();
    return found;
}
function readOperator(found, name, value) {
    const read = operators[name];
    return read ? read(found, value) !== false : false;
}
const operators = {
    publisher: (found, value) => (found.publisher = value.replace(/^@/, '')),
    tag: (found, value) => found.tags.push(value),
    category: (found, value) => (found.category = value),
    node: (found, value) => (found.comfyNode = value),
    os: (found, value) => (found.os = value),
    accelerator: (found, value) => (found.accelerator = value),
    gpu: (found, value) => (found.accelerator = value),
    license: (found, value) => (found.license = value),
    licence: (found, value) => (found.license = value),
    updated: (found, value) => {
        const days = daysOf(value);
        if (days === undefined)
            return false;
        found.updatedWithinDays = days;
        return true;
    },
    is: (found, value) => {
        const state = nodeStates.find((one) => one === value.toLowerCase());
        if (!state)
            return false;
        found.state = state;
        return true;
    },
    has: (found, value) => {
        if (!/^(comfy-?)?nodes?$/i.test(value))
            return false;
        found.hasComfyNodes = true;
        return true;
    },
    in: (found, value) => found.inputs.push(...typesOf(value)),
    out: (found, value) => found.outputs.push(...typesOf(value)),
};
const unitDays = { d: 1, w: 7, m: 30, y: 365 };
export const mostDays = 3650;
/** `30d`, `2w`, `6m`, `1y`; a number alone counts days. */
function daysOf(text) {
    const [, digits, unit = 'd'] = /^(\d{1,4})([dwmy])?$/i.exec(text) ?? [];
    const days = Number(digits) * (unitDays[unit.toLowerCase()] ?? 1);
    return days >= 1 ? Math.min(days, mostDays) : undefined;
}
function typesOf(text = '') {
    const types = text.split(/[,+\s]+/).map((type) => type.toUpperCase());
    return types.filter((type) => type !== '');
}
