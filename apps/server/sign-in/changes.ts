import type { FastifyInstance } from 'fastify';
import type { Audit } from '../audit/audit.ts';
import { rightsOf } from '../calls.ts';

/** Tells pages whether the visitor administers this server, which Jira does not know. */
export function answerAdminister(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url, visitor }, reply) => {
    if (!visitor || !/^\/rest\/api\/\w+\/mypermissions\?permissions=ADMINISTER$/.test(url)) return;
    const permission = { key: 'ADMINISTER', havePermission: visitor.role === 'admin' };
    return reply.send({ permissions: { ADMINISTER: permission } });
  });
}

/** Audits each change that this server made. */
export function noteChanges(app: FastifyInstance, audit: Audit): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { method, url, visitor, accessKey, body } = request;
    if (reply.statusCode >= 300 || !rightsOf(request).audit) return payload;
    await audit.note({
      account: visitor?.account ?? 'local',
      action: accessKey ? `changed here by key tb_${accessKey.id}` : 'changed here',
      target: `${method} ${url.split('?')[0]}`,
      detail: body === undefined ? '' : JSON.stringify(body),
    });
    return payload;
  });
}
