import type { Html } from '@tallyboard/replica/rest/shape/html.ts';
import type { DisplayLink } from '@tallyboard/server-store/display-links.ts';
import type { FastifyReply } from 'fastify';
import { html, revokeButton } from '../pages/layout.ts';
import type { SignInParts } from '../sign-in/steps.ts';

/** The part of the account page about display links; nothing where there are none. `action` takes `step`, 'revoke ID'. */
export async function displayLinkSection(
  { guard, links, dashboards }: Pick<SignInParts, 'guard' | 'links' | 'dashboards'>,
  reply: FastifyReply,
  action: string,
): Promise<Html | null> {
  const { visitor } = reply.request;
  if (!visitor?.signedIn) return null;
  const own = (await links.of(visitor.account)).filter(({ revokedMs }) => revokedMs === null);
  if (own.length === 0) return null;
  const items = own.map(async link => {
    const board = await dashboards.get(link.dashboard);
    return linkItem(link, board?.name ?? 'a dashboard that was deleted');
  });
  return html`<h2>Display links</h2>
<p>Screens that show a dashboard as you see it, without a sign-in. The menu of a dashboard makes them.</p>
<form method="post" action="${action}">
<input type="hidden" name="token" value="${guard.csrfToken(reply)}">
<ul class="keys">${await Promise.all(items)}</ul>
</form>`;
}

const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

function linkItem({ id, name, usedMs }: DisplayLink, dashboard: string): Html {
  const used = usedMs === null ? 'not used' : `last used ${dayOf(usedMs)}`;
  return html`<li><strong><bdi>${name}</bdi></strong> <code>tw_${id}…</code>
<span class="hint"><bdi>${dashboard}</bdi> · ${used}</span>
${revokeButton(`revoke tw_${id}`, name)}</li>`;
}
