import type { FastifyRequest } from 'fastify';

/** The token of a call's header; null without one. */
export function bearerOf({ headers }: FastifyRequest): string | null {
  const [, token] = /^JWT (\S{1,8000})$/.exec(headers.authorization ?? '') ?? [];
  return token ?? null;
}
