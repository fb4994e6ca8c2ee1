import { backgroundWrites } from '@tallyboard/database/background-writes.ts';
import type { DisplayLink, DisplayLinkStore } from '@tallyboard/server-store/display-links.ts';
import { hashOf, isSameHash, newSecretText, secretIdOf } from './secret-text.ts';

/** How long a link that was revoked is known as such. */
const REMEMBERED_MS = 90 * 24 * 3_600_000;
/** Resolution of the last use, so that not every request writes. */
const NOTE_EVERY_MS = 60_000;

/** What a screen keeps in place of the link, which cannot be made from it. */
const screenSecretOf = (text: string): string => hashOf(`tallyboard screen ${text}`);

export interface LinkRefusal {
  readonly refusal: string;
}

const refused = (refusal: string): LinkRefusal => ({ refusal });
const NO_LINK = 'This screen has no display link for this wall. Open the link again.';

/** Links that open one dashboard as a wall: made once, stored as hashes, looked up at each call so that a revoked one ends on all servers at once. */
export function displayLinksIn(store: DisplayLinkStore, now: () => number) {
  const inBackground = backgroundWrites();

  async function find(id: string, secret: string): Promise<DisplayLink | LinkRefusal> {
    const link = await store.get(id);
    if (!link || !isSameHash(link.hash, hashOf(secret)))
      return refused('This display link is not known here.');
    if (link.revokedMs !== null)
      return refused(`The display link '${link.name}' (tw_${id}) was revoked.`);
    const at = now();
    if (Math.abs(at - (link.usedMs ?? 0)) > NOTE_EVERY_MS)
      inBackground(id, () => store.touch(id, at));
    return link;
  }

  return {
    /** Returns the secret part of the link, which cannot be read again. */
    async make(
      given: Pick<DisplayLink, 'owner' | 'dashboard' | 'name'>,
    ): Promise<{ text: string; link: DisplayLink }> {
      const { id, text } = newSecretText('tw_');
      const hash = hashOf(screenSecretOf(text));
      const link = { ...given, id, hash, createdMs: now(), usedMs: null, revokedMs: null };
      await store.add(link);
      return { text, link };
    },

    /** The link of an address, and the value of the cookie that its screen keeps. */
    async exchange(
      text: string,
    ): Promise<{ readonly link: DisplayLink; readonly cookie: string } | LinkRefusal> {
      const id = secretIdOf('tw_', text);
      if (id === null) return refused('This is not a whole display link: copy it again.');
      const secret = screenSecretOf(text);
      const link = await find(id, secret);
      return 'refusal' in link ? link : { link, cookie: `${id}.${secret}` };
    },

    /** The link of a screen's cookie. */
    async ofCookie(cookie: string | undefined): Promise<DisplayLink | LinkRefusal> {
      const [, id, secret] = /^([0-9A-Za-z]{8})\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
      return id === undefined || secret === undefined ? refused(NO_LINK) : find(id, secret);
    },

    get: store.get,
    of: store.of,
    ofDashboard: store.ofDashboard,
    all: store.all,
    revoke: (id: string): Promise<boolean> => store.revoke(id, now()),
    clean: (): Promise<void> => store.removeRevokedBefore(now() - REMEMBERED_MS),
  };
}

export type DisplayLinks = ReturnType<typeof displayLinksIn>;
