import type { Answer, ArrivedRequest } from './host-contract.ts';

/** fetch over a function: addresses arrive without the base they were sent to. */
export function fakeFetch(
  answer: (request: ArrivedRequest, init: RequestInit) => Answer | null,
  base = '',
): typeof fetch {
  return async (input, init = {}) => {
    const { signal } = init;
    if (signal?.aborted) throw signal.reason;
    const reply = answer(
      {
        method: init.method ?? 'GET',
        url: String(input).slice(base.length),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      },
      init,
    );
    if (reply === null) {
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    }
    const { status, body, headers = {} } = reply;
    return new Response(status === 204 ? null : body, { status, headers });
  };
}
