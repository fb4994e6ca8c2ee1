/** Whether calls to the host fail now. Calls are repeated for up to a minute before a report fails. */
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let trouble: string | null = null;

function set(next: string | null) {
  if (next === trouble) return;
  trouble = next;
  for (const listener of listeners) listener();
}

/** The same calls; remembers the last failure until a call succeeds. */
export function watchHost(request: RequestFunction): RequestFunction {
  return async (http, signal) => {
    try {
      const reply = await request(http, signal);
      set(describe(reply.status));
      return reply;
    } catch (error) {
      if (!signal?.aborted) set(describe(0));
      throw error;
    }
  };
}

function describe(status: number): string | null {
  if (status === 0) return "Jira didn't respond.";
  if (status === 429) return 'Jira limits the number of requests.';
  return status >= 500 ? `Jira answered with an error (${status}).` : null;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says why loading takes long while calls to the host fail. */
export function HostTrouble() {
  const text = useSyncExternalStore(subscribe, () => trouble);
  if (text === null) return null;
  return (
    <div role="status" className="tb-page__trouble tb-no-print">
      <SectionMessage kind="warning" title={text}>
        Trying again.
      </SectionMessage>
    </div>
  );
}
