import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Paths of Jira, which exist below the context path only. The app's own pages do not move. */
const ofJira = /^\/(rest|plugins|replica|browse|issues|secure)(\/|\?|$)/;

/** Strips the context path; paths of Jira outside of it become a path that does not exist. */
export function rewriteBelow(path: string): (request: Pick<IncomingMessage, 'url'>) => string {
  return ({ url = '/' }) => {
    if (isBelow(url, path)) return url.slice(path.length).replace(/^(?!\/)/, '/');
    return ofJira.test(url) ? '/above-the-context-path' : url;
  };
}

const isBelow = (url: string, path: string): boolean =>
  url === path || url.startsWith(`${path}/`) || url.startsWith(`${path}?`);

/** Adds the context path to addresses in replies. */
export function answerBelow(app: FastifyInstance, path: string): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isBelow(request.originalUrl, path)) return payload;
    const { location } = reply.getHeaders();
    if (typeof location === 'string' && location.startsWith('/'))
      reply.header('location', path + location);
    if (typeof payload !== 'string') return payload;
    const type = String(reply.getHeader('content-type'));
    if (type.includes('json'))
      return payload.replaceAll(originOf(request), originOf(request) + path);
    if (type.includes('html')) return payload.replace(/\b(href|src|action)="\//g, `$1="${path}/`);
    return payload;
  });
}

const originOf = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`;
