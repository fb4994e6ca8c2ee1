import { type Failure, toFailure } from '@tallyboard/engine/failure.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';
import type { Stored } from '@tallyboard/report-kit/settings/schema.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { loadReport, viewOf } from '../frame/use-report.ts';
import { openSettingsStore } from './settings-store.ts';
import type { ReadSettings } from './stored-settings.ts';

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
    if (!licensed) return;
    const controller = new AbortController();
    store.read(controller.signal).then(
      settings => {
        if (controller.signal.aborted) return;
        setState({ phase: 'read', settings });
        // Preload, while the site loads.
        if (settings)
          loadReport(gadget.reportOf(settings.stored))
            .then(report => viewOf(report).preload())
            .catch(() => {});
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
  }, [store, gadget, licensed, attempt]);

  const reread = useCallback(() => setAttempt(count => count + 1), []);
  /** Rejects with a SaveError. */
  const save = useCallback(
    async (stored: Stored) => {
      await store.save(stored);
      setState({ phase: 'read', settings: { stored, problems: [] } });
    },
    [store],
  );
  return { state, reread, save };
}
