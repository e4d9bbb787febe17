/** Returns the names of an object's members. Its type must list all of them. */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[]
