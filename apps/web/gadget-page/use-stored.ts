import { type Failure, toFailure } from '@tallyboard/engine/failure.ts';
import { type ReadSettings, readSettings } from '@tallyboard/engine/gadgets/stored-settings.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { fetchItemProperty, putItemProperty } from '@tallyboard/jira/endpoints/dashboard.ts';
import { isAbort, statusOf } from '@tallyboard/jira/errors.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import type { Stored } from '@tallyboard/reports/catalogue/site-settings.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { loadReport } from '../frame/use-report.ts';
import { pageClient } from '../start/page-client.ts';

type StoredState =
  | { readonly phase: 'reading' }
  /** Unknown, so that nothing may overwrite it. */
  | { readonly phase: 'failed'; readonly failure: Failure }
  /** Null: never configured. */
  | { readonly phase: 'read'; readonly settings: ReadSettings | null };

export type StoredSettings = ReturnType<typeof useStored>;

export function useStored(host: Host, gadget: Gadget) {
  const store = useMemo(() => openSettingsStore(host, gadget), [host, gadget]);
  const [state, setState] = useState<StoredState>({ phase: 'reading' });
  const [attempt, setAttempt] = useState(0);
  const { licensed } = host.info;

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt reads the same settings anew.
  useEffect(() => {
    if (!licensed || host.opening) return;
    const controller = new AbortController();
    store.read(controller.signal).then(
      settings => {
        if (controller.signal.aborted) return;
        setState({ phase: 'read', settings });
        // Preload, while the site loads.
        if (settings) loadReport(gadget.reportOf(settings.stored)).catch(() => {});
      },
      error => {
        if (controller.signal.aborted || isAbort(error)) return;
        console.warn(error);
        setState(was =>
          was.phase === 'read' ? was : { phase: 'failed', failure: toFailure(error) },
        );
      },
    );
    return () => controller.abort();
  }, [host, store, gadget, licensed, attempt]);

  const reread = useCallback(() => setAttempt(count => count + 1), []);
  /** Rejects with a SaveError. `overwrites`: the reader knows that somebody else changed the settings. */
  const save = useCallback(
    async (stored: Stored, overwrites = false) => {
      await store.save(stored, overwrites);
      setState({ phase: 'read', settings: { stored, problems: [] } });
    },
    [store],
  );
  return { state, reread, save };
}

interface SettingsStore {
  /** Null for a gadget that was never configured. */
  read(signal?: AbortSignal): Promise<ReadSettings | null>;
  /** Rejects with a SaveError, whose message is shown. */
  save(stored: Stored, overwrites: boolean): Promise<void>;
}

export class SaveError extends Error {
  override readonly name = 'SaveError';
}

const KEY = 'settings';
/** Jira's limit for a property. */
const MAX_LENGTH = 32_768;

/** Stored by the host, else in the dashboard item, else (without a dashboard) in the browser. */
function openSettingsStore(host: Host, gadget: Gadget): SettingsStore {
  const { dashboardId, dashboardItemId: itemId } = host.info;
  if (host.gadgetSettings) return remoteStore(host.gadgetSettings);
  if (dashboardId === null || itemId === null) return browserStore(gadget);
  const client = pageClient(host);
  const item = { dashboardId, itemId };
  return remoteStore({
    read: signal => fetchItemProperty(client, item, KEY, signal),
    save: stored => putItemProperty(client, item, KEY, stored),
  });
}

function remoteStore(remote: {
  read(signal?: AbortSignal): Promise<unknown>;
  save(stored: Stored): Promise<void>;
}): SettingsStore {
  return {
    read: async signal => readSettings(await remote.read(signal)),
    async save(stored, overwrites) {
      checkLength(stored);
      try {
        await remote.save(stored).catch(error => {
          if (!overwrites || statusOf(error) !== 409) throw error;
          // A refusal brought the newer version, which this one overwrites.
          return remote.save(stored);
        });
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
  if (status === 401) return 'You are signed out. Sign in in another tab, then save again.';
  if (status === 403) return 'You do not have permission to edit this dashboard. Ask its owner.';
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
