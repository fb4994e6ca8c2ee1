import type { Host } from '@tallyboard/hosts/host.ts';
import { createJiraClient, type JiraClient } from '@tallyboard/jira/client.ts';
import type { Gate } from '@tallyboard/jira/gate.ts';
import { openSharedGate } from '../engine/shared-gate.ts';

let gate: Gate | undefined;

/** A client for what the page itself asks beside its engine: it waits in the same queue, and pauses with it. */
export function pageClient({ info, request }: Pick<Host, 'info' | 'request'>): JiraClient {
  gate ??= openSharedGate();
  const { flavour, addonKey } = info;
  return createJiraClient({ flavour, addonKey, request, ...(gate && { gate }) });
}
