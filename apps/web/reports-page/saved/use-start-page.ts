import type { SavedReport } from '@tallyboard/hosts/saved/saved-report.ts';
import { showFlag } from '@tallyboard/ui/feedback/flags.tsx';
import { useState } from 'react';
import { useSession } from '../../start/session.ts';
import { useLoaded } from '../../use-loaded.ts';
import { savedReportsOf } from './saved-store.ts';
import { readStartReport, storeStartReport } from './start-report.ts';

/**
 * Whether a saved report is the start page: of the reader, on the page of a project that of the project. Its administrators
 * choose that for everybody, others for themselves.
 */
export function useStartPage(id: string | null) {
  const { host } = useSession();
  const project = host.info.projectKey;
  const place = savedReportsOf(host);
  const [own, setOwn] = useState(() => readStartReport(project));
  const { value: shared, reload } = useLoaded(
    project,
    async (key, signal) => (await place?.projectStart(key, signal)) ?? null,
  );
  const isStart = id !== null && (own ?? shared?.report) === id;
  const page = project === null ? 'start page' : `start page of ${project}`;
  const store = (next: string | null) => {
    storeStartReport(next, project);
    setOwn(next);
  };
  const toggle = async ({ id, shares }: SavedReport) => {
    const next = isStart ? null : id;
    if (!place || project === null || !shared?.editable) return store(next);
    await place.setProjectStart(project, next);
    store(null);
    reload();
    if (next !== null)
      showFlag({
        kind: 'success',
        title: `Start page of ${project} for everyone`,
        ...(shares.length === 0 && { text: 'Share the report, so that others can see it.' }),
      });
  };
  return {
    isStart,
    page,
    /** Another's choice is removed by administrators. */
    canToggle: !isStart || own === id || shared?.editable === true,
    toggle,
  };
}
