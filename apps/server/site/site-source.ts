import type { ReportSource } from '@tallyboard/engine/ask/answer-report.ts';
import { ADDON_KEYS } from '@tallyboard/hosts/info.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import { type HttpError, httpError } from '@tallyboard/jira/errors.ts';
import { GateBusyError } from '@tallyboard/jira/gate.ts';
import type { HttpReply, HttpRequest, RequestFunction } from '@tallyboard/jira/http.ts';
import { serverResources } from '@tallyboard/server-store/rest/resources.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { openInnerJira } from '@tallyboard/service-kit/columns/inner-jira.ts';
import { requestOver } from '@tallyboard/service-kit/site/site-request.ts';
import { createUpstream } from '@tallyboard/service-kit/site/upstream.ts';
import { pauseOf } from './proxy.ts';
import type { SharedGate } from './shared-gate.ts';
import type { SiteAccess } from './site-settings.ts';

interface SiteSourceParts {
  readonly store: Store;
  readonly gate: SharedGate;
  /** Readers take turns by this name. */
  readonly reader: string;
}

/** The Jira behind the server as reports read it: issues by the server's token; the settings that all share are in the store. */
export function openSiteSource(
  { address, credential, flavour }: SiteAccess,
  { store, gate, reader }: SiteSourceParts,
): ReportSource {
  const own = openInnerJira({
    store,
    actAs: () => false,
    view: () => ({ store, why: null }),
    resources: serverResources(store),
  });
  const ask = createUpstream({ site: address });
  const send = requestOver((call, signal) => ask(credential, call, signal));

  async function forward(asked: HttpRequest, signal: AbortSignal | undefined): Promise<HttpReply> {
    for (let tries = 1; ; tries++) {
      const reply = await gate.run(() => send(asked, signal), signal, reader);
      const pause = pauseOf(reply, Date.now());
      if (pause !== null) await gate.pauseFor(pause);
      if (pause === null || tries === MAX_TRIES) return reply;
    }
  }

  const request: RequestFunction = (asked, signal) =>
    OWN_PATHS.test(asked.path)
      ? own.request(asked, signal)
      : forward(asked, signal).catch((error: unknown) => {
          throw error instanceof GateBusyError ? limitError(asked, error) : error;
        });
  // The gate waits for pauses, and not for longer than a caller would.
  const client = createJiraClient({
    flavour,
    request,
    addonKey: ADDON_KEYS.standard,
    triesOfLimit: 1,
  });
  return { client, request, columns: undefined, age: null, eyes: 'token' };
}

/** How often a call is tried that Jira answers with a pause. */
const MAX_TRIES = 3;

function limitError(asked: HttpRequest, { retryAfter }: GateBusyError): HttpError {
  const headers = { 'retry-after': String(Math.max(1, Math.ceil(retryAfter / 1000))) };
  return httpError(asked, { status: 429, headers, body: '' }, Date.now());
}

const OWN_PATHS = /^\/(rest\/atlassian-connect|plugins\/servlet)\//;
