/** The app where Jira Cloud itself serves it. */
import { awaitBridge, BridgeMissingError } from '@tallyboard/hosts/bridge/await-bridge.ts';
import type { OpenedMode } from './open-mode.ts';

const MISSING =
  'This page is a part of Jira and does not work by itself. Open Tallyboard from a project or a dashboard in Jira.';

export async function openDeveloperHosted(): Promise<OpenedMode> {
  // The platform's own library throws where the bridge is not there yet.
  await awaitBridge(() => Reflect.get(window, '__bridge'), { missing: MISSING });
  throw new BridgeMissingError(MISSING);
}
