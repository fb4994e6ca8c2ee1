import { isSameText } from '@tallyboard/service-kit/sign-in/password.ts';
import type { FastifyInstance } from 'fastify';
import { refuse } from './sign-in/guard.ts';

/**
 * Requires this token from callers of the replica's API, as a personal access token (Bearer) or as an API token with any e-mail
 * address (Basic).
 */
export function requireToken(app: FastifyInstance, token: string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!/^\/(rest|plugins)\//.test(request.url)) return;
    if (isSameText(tokenOf(request.headers.authorization ?? ''), token)) return;
    reply.header('WWW-Authenticate', 'OAuth realm="replica"').header('X-AUSERNAME', 'anonymous');
    return refuse(
      reply,
      401,
      'You are not authenticated. Authentication required to perform this operation.',
    );
  });
}

function tokenOf(authorization: string): string {
  const [kind = '', sent = ''] = authorization.split(' ');
  if (kind.toLowerCase() === 'bearer') return sent;
  const pair = kind.toLowerCase() === 'basic' ? Buffer.from(sent, 'base64').toString('utf8') : '';
  return pair.slice(pair.indexOf(':') + 1);
}
