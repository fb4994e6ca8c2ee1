import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { BrandBar } from './brand-bar.tsx';
import { fetchWith, readServerNote } from './server-note.ts';

function pageWith(content: string): Document {
  const page = document.implementation.createHTMLDocument();
  const meta = page.createElement('meta');
  meta.name = 'tallyboard-server';
  meta.content = content;
  page.head.append(meta);
  return page;
}

test('reads what the server wrote, and nothing where it wrote nothing', () => {
  expect(readServerNote(document.implementation.createHTMLDocument())).toBeNull();
  const site = { address: 'https://x.atlassian.net', flavour: 'cloud' };
  const note = { token: 't', user: 'Ana "<b>" Roy', role: null, linked: false, site };
  expect(readServerNote(pageWith(JSON.stringify(note)))).toEqual(note);
  const before = { token: 't', user: null, role: null, site: null };
  expect(readServerNote(pageWith(JSON.stringify(before)))).toEqual({ ...before, linked: true });
});

function windowOf(reply: Response) {
  const sent: (RequestInit | undefined)[] = [];
  const assign = vi.fn();
  const page = {
    fetch: async (_: RequestInfo | URL, init?: RequestInit) => {
      sent.push(init);
      return reply;
    },
    location: { pathname: '/reports', search: '?tab=custom', assign },
  };
  const top = Object.assign(page, { parent: page });
  return { page: top as unknown as Window, sent, assign };
}

test('changes carry the token, reads do not', async () => {
  const { page, sent } = windowOf(new Response('{}'));
  const ask = fetchWith({ token: 't', user: null, role: null, linked: true, site: null }, page);
  await ask('/rest/x', { method: 'PUT', headers: { 'if-match': '"1"' } });
  await ask('/rest/x', { method: 'GET' });
  await ask('/rest/x');
  const tokens = sent.map(init => new Headers(init?.headers).get('x-tallyboard-token'));
  expect(tokens).toEqual(['t', null, null]);
  expect(new Headers(sent[0]?.headers).get('if-match')).toBe('"1"');
});

test('a sign-in that has run out is asked for again once its caller has the reply, and leads back here', async () => {
  vi.useFakeTimers();
  const headers = { 'x-tallyboard-sign-in': 'needed' };
  const { page, assign } = windowOf(new Response('{}', { status: 401, headers }));
  const note = { token: 't', user: 'Ana', role: null, linked: true, site: null };
  const ask = fetchWith(note, page);
  await ask('/rest/x');
  expect(assign).not.toHaveBeenCalled();
  await vi.runAllTimersAsync();
  expect(assign).toHaveBeenCalledExactlyOnceWith('/sign-in?to=%2Freports%3Ftab%3Dcustom');
  // A reader who stays is not asked with each call, but when a later session ends.
  await ask('/rest/x');
  await vi.runAllTimersAsync();
  expect(assign).toHaveBeenCalledTimes(1);
  const signedOut = page.fetch;
  page.fetch = async () => new Response('{}');
  await ask('/rest/x');
  page.fetch = signedOut;
  await ask('/rest/x');
  await vi.runAllTimersAsync();
  expect(assign).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('that Jira refuses the server is no reason to sign in', async () => {
  const { page, assign } = windowOf(new Response('{}', { status: 401 }));
  await fetchWith(
    { token: 't', user: 'Ana', role: null, linked: true, site: null },
    page,
  )('/rest/x');
  await new Promise(resolve => setTimeout(resolve, 200));
  expect(assign).not.toHaveBeenCalled();
});

test('a page whose session another tab replaced asks for its token, once for all calls', async () => {
  const note = { token: 'old', user: null, role: null, linked: true, site: null };
  const asked: string[] = [];
  const { page } = windowOf(new Response());
  // As the server does: each page that is asked for without a cookie sets another one.
  let session = 0;
  let otherTabs = 0;
  const forget = () => {
    session++;
  };
  page.fetch = async (input, init) => {
    asked.push(String(input));
    await new Promise(resolve => setTimeout(resolve));
    if (input === '/reports?tab=custom') {
      forget();
      const now = JSON.stringify({ ...note, token: `token ${session}` });
      if (otherTabs-- > 0) forget();
      return new Response(pageWith(now).documentElement.outerHTML);
    }
    if (new Headers(init?.headers).get('x-tallyboard-token') === `token ${session}`)
      return new Response('{}');
    return new Response('{}', { status: 403, headers: { 'x-tallyboard-page': 'old' } });
  };
  const ask = fetchWith(note, page);
  const post = (input: string) => ask(input, { method: 'POST' });
  const replies = await Promise.all([post('/rest/x'), post('/rest/y')]);
  replies.push(await post('/rest/z'));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(asked.filter(input => input.startsWith('/reports'))).toHaveLength(1);
  // Later again, and while another tab asks too.
  forget();
  otherTabs = 1;
  expect((await post('/rest/x')).status).toBe(200);
  // Of another reader nothing is asked in his name.
  const other = fetchWith({ ...note, user: 'Ana' }, page);
  expect((await other('/rest/x', { method: 'POST' })).status).toBe(403);
});

test('an account that is not linked is told so, and who can link it', () => {
  const show = (role: string, linked: boolean) => {
    const note = { token: 't', user: 'ana', role, linked, site: null };
    document.head.append(...pageWith(JSON.stringify(note)).head.children);
    const { container, unmount } = render(<BrandBar />);
    const text = container.querySelector('[role="note"]')?.textContent ?? null;
    unmount();
    document.head.querySelector('meta[name="tallyboard-server"]')?.remove();
    return text;
  };
  expect(show('admin', true)).toBeNull();
  expect(show('admin', false)).toContain('tallyboard account ana --jira ACCOUNT-ID');
  expect(show('reader', false)).toMatch(/not linked to a user of Jira.*Ask an administrator/);
});
