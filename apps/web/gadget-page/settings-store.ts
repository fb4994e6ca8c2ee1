/**
 * Where a gadget's settings are: where its host keeps them, else in its dashboard item; without one (a gadget opened by
 * its own address) in the browser.
 */
import type { Host, HostSettings } from '@tallyboard/hosts/host.ts';
import { fetchItemProperty, putItemProperty } from '@tallyboard/jira/endpoints/dashboard.ts';
import { isAbort, statusOf } from '@tallyboard/jira/errors.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { pageClient } from '../start/page-client.ts';
import { type ReadSettings, readSettings, type Stored } from './stored-settings.ts';

export interface SettingsStore {
  /** Null for a gadget that was never configured. Rejects when the host does not answer. */
  read(signal?: AbortSignal): Promise<ReadSettings | null>;
  /** Rejects with a SaveError, which says in the reader's words why nothing was stored. */
  save(stored: Stored): Promise<void>;
}

export class SaveError extends Error {
  override readonly name = 'SaveError';
}

const KEY = 'settings';
/** As much as Jira keeps under a key. */
const MAX_LENGTH = 32_768;

export function openSettingsStore(host: Host, gadget: Gadget): SettingsStore {
  const { dashboardId, dashboardItemId } = host.info;
  if (host.gadgetSettings) return hostStore(host.gadgetSettings);
  return dashboardId === null || dashboardItemId === null
    ? browserStore(gadget)
    : itemStore(host, { dashboardId, itemId: dashboardItemId });
}

function hostStore(place: HostSettings): SettingsStore {
  return {
    read: async () => readSettings(await place.read()),
    async save(stored) {
      checkLength(stored);
      try {
        await place.save(stored);
      } catch (cause) {
        throw new SaveError(saveText(statusOf(cause)), { cause });
      }
    },
  };
}

function itemStore(
  host: Host,
  item: { readonly dashboardId: string; readonly itemId: string },
): SettingsStore {
  const client = pageClient(host);
  return {
    read: async signal => readSettings(await fetchItemProperty(client, item, KEY, signal)),
    async save(stored) {
      checkLength(stored);
      try {
        await putItemProperty(client, item, KEY, stored);
      } catch (error) {
        throw isAbort(error) ? error : new SaveError(saveText(statusOf(error)), { cause: error });
      }
    },
  };
}

function checkLength(stored: Stored): void {
  const { length } = JSON.stringify(stored);
  if (length <= MAX_LENGTH) return;
  const numbers = `${length.toLocaleString()} of at most ${MAX_LENGTH.toLocaleString()} characters`;
  throw new SaveError(`These settings are too long to be stored (${numbers}). Shorten the texts.`);
}

function saveText(status: number | null): string {
  if (status === 409) return 'Someone else changed these settings. Save again to overwrite them.';
  if (status === 401 || status === 403)
    return 'You do not have permission to edit this dashboard. Ask its owner.';
  if (status === 404) return 'This gadget is no longer on its dashboard.';
  if (status === 0) return "Jira didn't respond, so nothing was saved. Try again.";
  return 'Settings could not be saved. Try again.';
}

function browserStore({ name }: Gadget): SettingsStore {
  const key = `tallyboard.gadget.${name}`;
  return {
    read: async () => readSettings(localStorage.getItem(key)),
    async save(stored) {
      try {
        localStorage.setItem(key, JSON.stringify(stored));
      } catch (cause) {
        throw new SaveError('Browser storage is unavailable, so nothing was saved.', { cause });
      }
    },
  };
}
