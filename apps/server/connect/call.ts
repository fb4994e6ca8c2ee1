import type { FastifyRequest } from 'fastify';

/** The JWT of the Authorization header. */
export function bearerOf({ headers }: FastifyRequest): string | null {
  const [, token] = /^JWT (\S{1,8000})$/.exec(headers.authorization ?? '') ?? [];
  return token ?? null;
}
