import type { FastifyInstance, FastifyReply } from 'fastify';
import { READ_ISSUES } from './call-rights.ts';

const hues = [212, 158, 28, 340, 262, 190, 48, 300, 96, 8, 235, 175];

/** Round (user) or square (project) initials. */
export function avatarUrls(base: string, shape: 'user' | 'project', id: string, name: string) {
  const hue = hashText(id) % hues.length;
  const path = `${base}/replica/avatar/${shape}/${hue}/${encodeURIComponent(initials(name))}.svg`;
  return {
    '16x16': `${path}?size=16`,
    '24x24': `${path}?size=24`,
    '32x32': `${path}?size=32`,
    '48x48': `${path}?size=48`,
  };
}

/** From the first and last word. */
function initials(name: string): string {
  const words = name.split(/[\s._@-]+/).filter(word => /[\p{L}\p{N}]/u.test(word));
  const first = words[0];
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  const letter = (word: string | undefined) => (word ? ([...word][0] ?? '') : '');
  return (letter(first) + letter(last)).toUpperCase() || '?';
}

function hashText(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) >>> 0;
  return hash;
}

const svg = (size: number, inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="${size}" height="${size}">${inner}</svg>`;

function drawAvatar(shape: string, hueIndex: number, letters: string, size: number): string {
  const hue = hues[hueIndex % hues.length] ?? 212;
  const ground =
    shape === 'user' ? '<circle cx="8" cy="8" r="8"' : '<rect width="16" height="16" rx="3"';
  const text = letters.replace(/[<>&"']/g, '').slice(0, 4);
  return svg(
    size,
    `${ground} fill="hsl(${hue} 60% 36%)"/><text x="8" y="8" fill="#fff" font-family="sans-serif" font-size="6.5" font-weight="600" text-anchor="middle" dominant-baseline="central">${text}</text>`,
  );
}

const stroke = (d: string, color: string) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`;

const tile = (color: string, inner: string) =>
  `<rect width="16" height="16" rx="3" fill="${color}"/>${inner}`;
const dot = '<circle cx="8" cy="8" r="3.5" fill="#fff"/>';

/** The first picture whose pattern matches the name; the last one matches all. */
const PICTURES: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  priority: [
    [/highest|blocker/, stroke('M3 8l5-4 5 4M3 13l5-4 5 4', '#c9372c')],
    [/high|critical|major/, stroke('M3 10l5-4 5 4', '#e2483d')],
    [/lowest|trivial/, stroke('M3 3l5 4 5-4M3 8l5 4 5-4', '#1d7afc')],
    [/low|minor/, stroke('M3 6l5 4 5-4', '#388bff')],
    [/^/, stroke('M3 6h10M3 10h10', '#e56910')],
  ],
  issuetype: [
    [/epic|initiative/, tile('#964ac0', stroke('M9 3L5 9h6l-4 4', '#fff'))],
    [/bug|defect|fault/, tile('#e2483d', dot)],
    [/incident|outage/, tile('#ae2e24', stroke('M8 3.5v5M8 12v.1', '#fff'))],
    [/problem/, tile('#c25100', stroke('M8 4l5 8H3z', '#fff'))],
    [/story|feature|improvement/, tile('#22a06b', stroke('M5.5 4h5v8L8 10l-2.5 2z', '#fff'))],
    [/sub/, tile('#4bade8', stroke('M4 4h5v5M7 7h5v5H7z', '#fff'))],
    [/request|question|service/, tile('#2898bd', stroke('M4 5h8v5H8l-2 2v-2H4z', '#fff'))],
    [/^/, tile('#1868db', stroke('M4.5 8.5l2.5 2.5 4.5-5', '#fff'))],
  ],
};

const STATUS = svg(
  16,
  '<circle cx="8" cy="8" r="5" fill="none" stroke="#8590a2" stroke-width="2"/>',
);

/** Pictures of replies and pages. Their addresses contain all that they show: immutable. */
export function pictures(app: FastifyInstance): void {
  const send = (reply: FastifyReply, svg: string) =>
    reply
      .type('image/svg+xml')
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Content-Security-Policy', "default-src 'none'")
      .send(svg);
  const picture = { config: { rights: READ_ISSUES } };
  const nameOf = (params: unknown) => (params as { name: string }).name.replace(/\.svg$/, '');

  app.get('/replica/avatar/:shape/:hue/:name', picture, (request, reply) => {
    const { shape, hue } = request.params as { shape: string; hue: string };
    const size = Number((request.query as { size?: string }).size);
    const letters = nameOf(request.params);
    return send(reply, drawAvatar(shape, Number(hue) || 0, letters, size > 0 ? size : 48));
  });
  for (const [kind, pictures] of Object.entries(PICTURES))
    app.get(`/replica/${kind}/:name`, picture, ({ params }, reply) => {
      const found = pictures.find(([pattern]) => pattern.test(nameOf(params).toLowerCase()));
      return send(reply, svg(16, found?.[1] ?? ''));
    });
  app.get('/replica/status.svg', picture, (_, reply) => send(reply, STATUS));
}
