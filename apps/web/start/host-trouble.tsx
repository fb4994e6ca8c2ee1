/** Calls to the host that fail now. Calls are repeated for up to a minute before a report fails. */

import { COLUMNS_PATH } from '@tallyboard/dataset/stream/fetch-columns.ts';
import { httpError, NetworkError, serverOf } from '@tallyboard/jira/errors.ts';
import type { HttpReply, HttpRequest, RequestFunction } from '@tallyboard/jira/http.ts';
import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { Store, useStore } from '@tallyboard/ui/text/store.ts';
import { useEffect } from 'react';

interface Trouble {
  readonly title: string;
  readonly text: string;
}

const troubles = new Map<string, Trouble>();
const latest = new Store<Trouble | undefined>(undefined);

const update = () => latest.set([...troubles.values()].at(-1));

/** The same calls; remembers the failure of each until it succeeds. */
export function watchHost(request: RequestFunction): RequestFunction {
  const note = ({ path }: HttpRequest, status: number, say: () => string | null) => {
    const text = isRepeated(path, status) ? say() : null;
    // Issues are read as JSON in place of columns.
    if (SEARCH.test(path)) troubles.delete(COLUMNS_PATH);
    if (text === null) troubles.delete(path);
    else {
      const thing = ISSUES.test(path) ? 'Issues' : 'Settings';
      troubles.set(path, { title: `${thing} could not be loaded`, text });
    }
    update();
  };
  return async (http, signal, onBytes) => {
    try {
      const reply = await request(http, signal, onBytes);
      // The frame answers, however late.
      troubles.delete('');
      note(http, reply.status, () => describe(http, reply));
      return reply;
    } catch (error) {
      const server = error instanceof NetworkError ? error.server : 'Jira';
      const text = `${server} could not be reached. Check the connection.`;
      if (!signal?.aborted) note(http, 0, () => text);
      throw error;
    }
  };
}

/** The frame around the page does not answer. `text` says what to do. */
export function noteMissingHost(text: string): void {
  troubles.set('', { title: 'Jira has not answered yet', text });
  update();
}

const SEARCH = /\/search(\/jql)?$/;
const ISSUES = /\/(search|issue|changelog|columns|results)\b/;

/** Issues are read as JSON where columns fail, unless the server is only busy. */
const isRepeated = (path: string, status: number): boolean =>
  path !== COLUMNS_PATH || status === 429 || status === 503;

function describe(request: HttpRequest, reply: HttpReply): string | null {
  const { status } = reply;
  if (status === 503) {
    // As while Jira is asked what a reader may see.
    const words = httpError(request, reply, Date.now()).messages.join(' ');
    if (/[.!?]$/.test(words)) return words.replace(/ Try again in a moment\.$/, '');
    if (request.path.startsWith('/rest/tallyboard/')) return 'The server is busy.';
  }
  const server = serverOf(request.path);
  if (status === 429) return `${server} limits the number of requests.`;
  return status >= 500 ? `${server} answered with an error (${status}).` : null;
}

/** Shows the current failure while loading continues. Cleared on unmount. */
export function HostTrouble() {
  const trouble = useStore(latest);
  useEffect(() => () => troubles.clear(), []);
  if (!trouble) return null;
  return (
    <div role="status" className="tb-frame__trouble tb-no-print">
      <SectionMessage kind="warning" title={trouble.title}>
        {trouble.text} Trying again.
      </SectionMessage>
    </div>
  );
}
