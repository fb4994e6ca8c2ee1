import fastifyHelmet from '@fastify/helmet';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logRequest } from './request-log.ts';

/** Features of browsers that no page uses. */
const DISABLED_FEATURES = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'],
  ...['magnetometer', 'microphone', 'midi', 'payment', 'publickey-credentials-get', 'serial'],
  ...['usb', 'xr-spatial-tracking'],
];
const DEFAULTS = {
  'Cache-Control': 'no-store',
  'Permissions-Policy': DISABLED_FEATURES.map(name => `${name}=()`).join(', '),
};

/** The security headers of every reply. Pages add a Content-Security-Policy of their own. */
export async function securityHeaders(app: FastifyInstance, isHttps: boolean): Promise<void> {
  await app.register(fastifyHelmet, {
    // A policy on a worker's script would apply to the worker.
    contentSecurityPolicy: false,
    // Jira loads the icons of gadgets.
    crossOriginResourcePolicy: false,
    // Browsers warn of these two over plain http.
    crossOriginOpenerPolicy: isHttps,
    originAgentCluster: isHttps,
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: isHttps && { includeSubDomains: false },
  });
  app.addHook('onSend', async (_, reply) => {
    for (const [name, value] of Object.entries(DEFAULTS))
      if (!reply.hasHeader(name)) reply.header(name, value);
  });
}

/** Paths that cannot be decoded get a reply before any hook runs. */
export function answerBadPath(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply
    .code(error.statusCode ?? 400)
    .headers({ ...DEFAULTS, 'X-Content-Type-Options': 'nosniff' })
    .send({ errorMessages: ['This address cannot be read.'], errors: {} });
  logRequest(request, reply);
}
