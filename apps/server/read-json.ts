import type { FastifyInstance } from 'fastify';

/** The bodies of calls: the routes of sign-in take forms alone. */
export function readJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, JSON.parse(String(body) || '{}'));
    } catch {
      done(Object.assign(new Error('The body is not JSON.'), { statusCode: 400 }));
    }
  });
}
