/** The note that a server with sign-in, or in front of a real Jira, writes into its pages. */
import type { Flavour } from '@tallyboard/jira/flavour.ts';

export type Role = 'reader' | 'editor' | 'admin';

export interface ServerNote {
  readonly token: string;
  /** The signed-in user; null without sign-in. */
  readonly user: string | null;
  readonly role: Role | null;
  /** The user sees what a user of Jira may see; otherwise only what everybody may. */
  readonly linked: boolean;
  /** The Jira behind the server; null for the built-in one. */
  readonly site: {
    readonly address: string;
    /** Null until Jira has said it. */
    readonly flavour: Flavour | null;
  } | null;
}

/** Null without a note. */
export function readServerNote(page: ParentNode = document): ServerNote | null {
  const content = page.querySelector<HTMLMetaElement>('meta[name="tallyboard-server"]')?.content;
  if (!content) return null;
  const { token, user, role, linked, site } = JSON.parse(content) as Partial<ServerNote>;
  if (typeof token !== 'string') return null;
  return {
    token,
    user: user ?? null,
    role: role ?? null,
    linked: linked !== false,
    site: site ?? null,
  };
}

/** The role of the signed-in user; null without sign-in. */
export function roleOfVisitor(): Role | null {
  const note = readServerNote();
  return note?.user ? note.role : null;
}

/** Only signed-in users share, and readers do not. */
export function canShare(): boolean {
  const role = roleOfVisitor();
  return role !== null && role !== 'reader';
}

/** The server of this page: its fetch, and the Jira of its links. */
export interface OwnServer {
  readonly fetch?: typeof fetch;
  /** A mirror, whose data age is shown. */
  readonly mirrored?: boolean;
  /** The reader can change no issue. */
  readonly readOnly?: boolean;
  /** The issues of large queries come as columns. */
  readonly columns?: boolean;
  readonly known: {
    readonly baseUrl?: string;
    readonly flavour?: Flavour;
    readonly audited?: true;
  };
}

export function readOwnServer(): OwnServer {
  const note = readServerNote();
  const { site } = note ?? {};
  return {
    ...(note && { fetch: fetchWith(note) }),
    // In front of a real Jira all calls are made as the server's own user.
    readOnly: Boolean(site) || note?.role === 'reader',
    known: {
      ...(site && { baseUrl: site.address, ...(site.flavour && { flavour: site.flavour }) }),
      ...(note?.user && { audited: true }),
    },
  };
}

/** The token of the session that the cookie names now; null where it is another reader's. */
async function tokenNow({ user }: ServerNote, page: Window): Promise<string | null> {
  const { pathname, search } = page.location;
  const reply = await page.fetch(pathname + search, { headers: { accept: 'text/html' } });
  const now = readServerNote(new DOMParser().parseFromString(await reply.text(), 'text/html'));
  return now?.user === user ? now.token : null;
}

/** Long enough for a form to show why its save failed; only then does it ask before it is left. */
const HANDLING_MS = 100;

/**
 * A fetch that adds the CSRF token to changes. Where another tab has another session meanwhile, the page asks for the token
 * of that one. An expired session redirects to sign-in once, except in a frame. A reader with unsaved text who stays can sign
 * in in another tab.
 */
export function fetchWith(note: ServerNote, page: Window = window): typeof fetch {
  let { token } = note;
  let asking: Promise<void> | null = null;
  let isSignedOut = false;
  // Of several calls at once one asks: each answer without a cookie sets another one.
  const askAgain = () => {
    asking ??= tokenNow(note, page)
      .then(now => {
        token = now ?? token;
      })
      .finally(() => {
        asking = null;
      });
    return asking;
  };
  const send = (input: RequestInfo | URL, init: RequestInit) => {
    const headers = new Headers(init.headers);
    if (init.method !== undefined && init.method !== 'GET')
      headers.set('x-tallyboard-token', token);
    return page.fetch(input, { ...init, headers });
  };
  return async (input, init = {}) => {
    let used = token;
    let reply = await send(input, init);
    // Twice, since another tab may ask at the same time.
    for (let left = 2; left > 0 && reply.headers.get('x-tallyboard-page') === 'old'; left--) {
      if (token === used) await askAgain();
      if (token === used) break;
      used = token;
      reply = await send(input, init);
    }
    const wasSignedOut = isSignedOut;
    isSignedOut = reply.headers.get('x-tallyboard-sign-in') !== null;
    if (isSignedOut && !wasSignedOut && page.parent === page)
      setTimeout(() => {
        const here = page.location.pathname + page.location.search;
        page.location.assign(`/sign-in?to=${encodeURIComponent(here)}`);
      }, HANDLING_MS);
    return reply;
  };
}
