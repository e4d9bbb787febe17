import Type, {} from 'typebox';
import { Publisher } from './publishers.js';
import { route } from './route.js';
export const User = Type.Object({
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    isApproved: Type.Boolean(),
    isAdmin: Type.Boolean(),
});
export const getCurrentUser = route({
    method: 'GET',
    path: '/users',
    access: 'signed-in',
    summary: 'The signed-in user',
    description: 'A sign-in that the registry has not seen before gets its user by its first request.',
    response: User,
});
export const listOwnPublishers = route({
    method: 'GET',
    path: '/users/publishers/',
    access: 'signed-in',
    summary: 'The publishers that the signed-in user belongs to, oldest first',
    response: Type.Array(Publisher),
});
