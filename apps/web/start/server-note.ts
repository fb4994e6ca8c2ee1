/** What a server with sign-in, or in front of a real Jira, writes into the page it sends. */
import type { Flavour } from '@tallyboard/jira/flavour.ts';

export interface ServerNote {
  /** Goes along with every change: only a page of this server can know it. */
  readonly token: string;
  /** Who has signed in; null where nobody has to. */
  readonly user: string | null;
  /** The Jira behind the server; null for the built-in one. */
  readonly site: { readonly address: string; readonly flavour: Flavour } | null;
}

/** The note of this page; null where the server has written none. */
export function readServerNote(page: ParentNode = document): ServerNote | null {
  const content = page.querySelector<HTMLMetaElement>('meta[name="tallyboard-server"]')?.content;
  if (!content) return null;
  const { token, user, site } = JSON.parse(content) as Partial<ServerNote>;
  if (typeof token !== 'string') return null;
  const flavour = site?.flavour === 'data-center' ? 'data-center' : 'cloud';
  return { token, user: user ?? null, site: site ? { address: site.address, flavour } : null };
}

/** How to call the server that sent this page, and which Jira its links lead to. */
export interface OwnServer {
  readonly fetch?: typeof fetch;
  /** The server holds a copy of a Jira: its age is worth asking for. */
  readonly mirrored?: boolean;
  readonly known: { readonly baseUrl?: string; readonly flavour?: Flavour };
}

export function readOwnServer(): OwnServer {
  const note = readServerNote();
  const { site } = note ?? {};
  return {
    ...(note && { fetch: fetchWith(note) }),
    known: site ? { baseUrl: site.address, flavour: site.flavour } : {},
  };
}

/**
 * A fetch to the server that wrote the note: changes carry its token. When the sign-in has run out the page goes and
 * asks for it; a frame leaves that to the page around it.
 */
export function fetchWith({ token }: ServerNote, page: Window = window): typeof fetch {
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    if (init.method !== undefined && init.method !== 'GET')
      headers.set('x-tallyboard-token', token);
    const reply = await page.fetch(input, { ...init, headers });
    if (reply.headers.get('x-tallyboard-sign-in') && page.parent === page) {
      const here = page.location.pathname + page.location.search;
      page.location.assign(`/sign-in?to=${encodeURIComponent(here)}`);
    }
    return reply;
  };
}
