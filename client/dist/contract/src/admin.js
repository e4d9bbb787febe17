import Type from 'typebox';
import { route } from './route.js';
import { Timestamp } from './shapes.js';
export const generateAdminToken = route({
    method: 'POST',
    path: '/admin/generate-token',
    access: 'signed-in',
    summary: 'A token for what only admins may do, good for one hour',
    description: 'Bans, and all that is written below `/admin`, need it as the bearer token in place of the ID token. Whether its holder is an admin is looked up anew with every request.',
    response: Type.Object({ token: Type.String(), expires_at: Timestamp }),
    errors: ['admin_sign_in_required', 'user_banned'],
});
