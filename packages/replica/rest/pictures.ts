import type { FastifyInstance, FastifyReply } from 'fastify';
import { drawAvatar, drawIssueType, drawPriority, drawStatus } from './shape/pictures.ts';

/** Pictures of replies and pages. Their addresses contain all that they show: immutable. */
export function pictures(app: FastifyInstance): void {
  const send = (reply: FastifyReply, svg: string) =>
    reply
      .type('image/svg+xml')
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Content-Security-Policy', "default-src 'none'")
      .send(svg);
  const named = (params: unknown) =>
    String((params as { name: string }).name).replace(/\.svg$/, '');

  app.get('/replica/avatar/:shape/:hue/:name', (request, reply) => {
    const { shape, hue } = request.params as { shape: string; hue: string };
    const size = Number((request.query as { size?: string }).size);
    const letters = named(request.params);
    return send(reply, drawAvatar(shape, Number(hue) || 0, letters, size > 0 ? size : 48));
  });
  app.get('/replica/issuetype/:name', (request, reply) =>
    send(reply, drawIssueType(named(request.params))),
  );
  app.get('/replica/priority/:name', (request, reply) =>
    send(reply, drawPriority(named(request.params))),
  );
  app.get('/replica/status.svg', (_, reply) => send(reply, drawStatus()));
}
