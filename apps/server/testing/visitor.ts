/** A browser: stores cookies, and sends its origin and the CSRF token of its page. */
export interface Visitor {
  readonly origin: string;
  cookie: string | null;
  /** The cookie of a known browser. */
  browser: string | null;
  /** The cookie between the password and the code of a second factor. */
  code: string | null;
  token: string | null;
  /** A request of a page of the server; redirects are returned. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Opens a page and stores the CSRF token of its note or form. */
  open(path: string): Promise<Response & { readonly page: string }>;
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Response>;
}

export function startVisitor(origin: string): Visitor {
  const visitor: Visitor = {
    origin,
    cookie: null,
    browser: null,
    code: null,
    token: null,
    async ask(path, init = {}) {
      const headers = new Headers(init.headers);
      const cookies = [visitor.cookie, visitor.browser, visitor.code].filter(each => each !== null);
      if (cookies.length > 0 && !headers.has('cookie')) headers.set('cookie', cookies.join('; '));
      const changes = init.method !== undefined && init.method !== 'GET';
      if (changes && !headers.has('origin')) headers.set('origin', origin);
      if (changes && visitor.token !== null && !headers.has('x-tallyboard-token')) {
        headers.set('x-tallyboard-token', visitor.token);
      }
      const reply = await fetch(origin + path, { ...init, headers, redirect: 'manual' });
      for (const set of reply.headers.getSetCookie()) {
        const [pair = ''] = set.split(';');
        if (pair.startsWith('tallyboard-browser=')) visitor.browser = pair;
        if (pair.startsWith('tallyboard-code=')) visitor.code = pair;
        if (/^(__Host-)?tallyboard=/.test(pair)) visitor.cookie = pair.endsWith('=') ? null : pair;
      }
      return reply;
    },
    async open(path) {
      const reply = await visitor.ask(path);
      const page = await reply.text();
      const note = /name="tallyboard-server" content="([^"]*)"/.exec(page)?.[1];
      const said: unknown = note && JSON.parse(note.replaceAll('&quot;', '"'));
      const form = /name="token" value="([^"]*)"/.exec(page)?.[1] ?? null;
      visitor.token = said ? (said as { token: string }).token : form;
      return Object.assign(reply, { page });
    },
    post: (path, fields) =>
      visitor.ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token: visitor.token ?? '', ...fields }).toString(),
      }),
  };
  return visitor;
}

/** Signs in with a password and opens a page of the app. */
export async function signIn(
  visitor: Visitor,
  account: string,
  password: string,
): Promise<Response> {
  await visitor.open('/sign-in');
  const reply = await visitor.post('/sign-in', { account, password });
  if (reply.status === 303) await visitor.open('/reports');
  return reply;
}
