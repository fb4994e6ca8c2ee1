import type { FastifyInstance } from 'fastify';

const FIGURES = /^\/(rest\/tallyboard\/1\/(reports?|saved|openapi\.json)|odata)([/?]|$)/;
const HEADERS = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, If-None-Match, If-Match, OData-Version, OData-MaxVersion',
  'Access-Control-Max-Age': '600',
};

/** Lets pages of these origins ask for figures with an access key (CORS). Never with the cookie of a session. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin) || !FIGURES.test(request.url)) return;
    reply
      .header('Access-Control-Allow-Origin', origin)
      .header('Access-Control-Expose-Headers', 'ETag, Retry-After, OData-Version')
      .header('Vary', 'Origin');
    if (request.method === 'OPTIONS') return reply.code(204).headers(HEADERS).send();
  });
}
