import type { Host } from '../host.ts';
import { createForgeHost } from './forge-host.ts';

/** The host of an app that Jira Cloud serves. Rejects where its bridge is not there: see awaitBridge. */
export async function openForgeHost(): Promise<Host> {
  // Throws outside of the platform as soon as it is loaded.
  const { events, invoke, requestJira, router, showFlag, view } = await import('@forge/bridge');
  const { submit, close, theme } = view;
  const bridge = { view: { submit, close, theme }, events, invoke, requestJira, router, showFlag };
  return createForgeHost(bridge, await view.getContext());
}
