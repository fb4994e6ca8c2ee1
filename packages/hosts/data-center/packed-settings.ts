import type { RequestFunction } from '@tallyboard/jira/http.ts';

const SERVLET = /^\/plugins\/servlet\/[^/]+\/settings$/;

/**
 * Shared settings come from a servlet. Without one they are read from files of the plugin, and are read-only.
 */
export function withPackedSettings(
  request: RequestFunction,
  { pathname }: Pick<Location, 'pathname'>,
  ask: typeof fetch = (input, init) => fetch(input, init),
): RequestFunction {
  // Only pages of a plugin have files beside them.
  if (!pathname.includes('/download/resources/')) return request;
  const folder = pathname.replace(/[^/]*$/, 'settings');
  return async (asked, signal) => {
    const reply = await request(asked, signal);
    const key = asked.query?.key;
    const isMissing = reply.status === 404 && asked.method === 'GET' && SERVLET.test(asked.path);
    if (!isMissing || typeof key !== 'string') return reply;
    const file = await ask(`${folder}/${encodeURIComponent(key)}.json`, { signal: signal ?? null });
    if (!file.ok) return reply;
    return {
      status: 200,
      headers: {},
      body: `{"key":${JSON.stringify(key)},"value":${await file.text()}}`,
    };
  };
}
