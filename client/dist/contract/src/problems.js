import Type, {} from 'typebox';
import { limits } from './limits.js';
import { route } from './route.js';
export const ErrorDescription = Type.Object({
    code: Type.String(),
    status: Type.Integer(),
    message: Type.String(),
});
export const describeError = route({
    method: 'GET',
    path: '/errors/:code',
    access: 'public',
    summary: 'What an error code means',
    description: 'The `type` of problem details leads here.',
    params: Type.Object({ code: Type.String({ maxLength: limits.nameLength }) }),
    response: ErrorDescription,
    errors: ['error_not_found'],
});
