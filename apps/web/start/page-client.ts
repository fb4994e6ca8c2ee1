import type { Host } from '@tallyboard/hosts/host.ts';
import { createJiraClient, type JiraClient } from '@tallyboard/jira/client.ts';
import { createGate } from '@tallyboard/jira/gate.ts';

const gate = createGate();

/** A client for calls of the page itself, outside the engine. */
export function pageClient({ info, request }: Pick<Host, 'info' | 'request'>): JiraClient {
  const { flavour, addonKey } = info;
  return createJiraClient({ flavour, addonKey, request, gate });
}
