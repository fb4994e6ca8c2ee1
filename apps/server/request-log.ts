import {
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the report that the call computes. */
    reportId?: string;
  }
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | false;

/** JSON lines on stderr, without headers and queries. */
export const loggerSettings = (level: LogLevel): FastifyServerOptions['logger'] =>
  level && {
    level,
    stream: process.stderr,
    serializers: {
      req: ({ method, url }) => ({ method, url: withoutSecrets(url).split('?')[0] }),
      res: ({ statusCode }) => ({ statusCode }),
    },
  };

/** One line for each request, after its reply. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}
  override routeNotFound(): void {}
  override requestCompleted(_: unknown, request: FastifyRequest, reply: FastifyReply): void {
    logRequest(request, reply);
  }
}

/** The query of the address, which may have JQL, is logged at the level debug only. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { method, url, ip, visitor, accessKey, displayLink, reportId, log } = request;
  const [path, query] = withoutSecrets(url).split(/\?(.*)/s);
  log.info(
    {
      account: visitor?.account ?? null,
      ...(accessKey && { key: `tb_${accessKey.id}` }),
      ...(displayLink && { key: `tw_${displayLink.id}` }),
      address: ip,
      method,
      path,
      ...(query && log.level === 'debug' && { query }),
      ...(reportId !== undefined && { report: reportId }),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    },
    'request',
  );
}

export const withoutSecrets = (url: string): string =>
  url
    .replace(
      /([?&](?:jwt|token|access_token|signed_request|password|lic|code|state|session_state)=)[^&]*/gi,
      '$1…',
    )
    .replace(/(t[bw]_\w{8})[\w-]{20,}/g, '$1…')
    // A display link that is misspelled or escaped.
    .replace(/(\/wall\/)(?!\d+(?:[/?]|$)|tw_\w{8}…(?:[/?]|$))[^/?]*/, '$1…');
