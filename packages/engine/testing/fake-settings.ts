/** A Jira that keeps shared settings and nothing else, for tests of what is stored by whom. */
import type { HttpReply, HttpRequest, RequestFunction } from '@tallyboard/jira/http.ts';

export interface FakeSettings {
  readonly request: RequestFunction;
  /** What is stored, by key. */
  readonly stored: Map<string, unknown>;
  /** Every write so far, as [key, value]. */
  readonly written: [string, unknown][];
  /** Addresses that were asked. */
  readonly asked: string[];
  /** Called before each request; a reply takes its place. */
  before: ((request: HttpRequest) => HttpReply | null) | null;
}

export function createFakeSettings(stored: Readonly<Record<string, unknown>> = {}): FakeSettings {
  const fake: FakeSettings = {
    stored: new Map(Object.entries(stored)),
    written: [],
    asked: [],
    before: null,
    async request(request) {
      const instead = fake.before?.(request);
      if (instead) return instead;
      const key = String(request.query?.key ?? request.path.split('/').at(-1));
      fake.asked.push(`${request.method} ${request.path}`);
      if (request.method === 'PUT') {
        fake.stored.set(key, request.body);
        fake.written.push([key, request.body]);
        return answer({ message: 'Property updated.' });
      }
      if (!fake.stored.has(key)) return answer({ message: 'Property with key not found.' }, 404);
      return answer({ key, value: fake.stored.get(key) });
    },
  };
  return fake;
}

function answer(body: unknown, status = 200): HttpReply {
  return { status, headers: {}, body: JSON.stringify(body) };
}
