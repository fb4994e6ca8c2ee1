import type { SaveWorkflow } from '@tallyboard/report-kit/workflow-editor/save-workflow.ts';
import { useEffect, useRef } from 'react';
import { useSession } from '../start/session.ts';

/** Saves workflows in the shared settings and loads these again; null unless the reader is an admin. */
export function useSaveWorkflow(): SaveWorkflow | null {
  const session = useSession();
  const { settings } = session.site;
  const onLoaded = useRef<(() => void) | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the settings were loaded again.
  useEffect(() => onLoaded.current?.(), [settings]);
  if (!session.host.info.admin) return null;
  return async (...saved) => {
    // Lazy: for admins who save.
    const { saveShared } = await import('../settings-page/save-workflow.ts');
    await saveShared(session, ...saved);
    return new Promise(resolve => {
      onLoaded.current = resolve;
      session.restart();
    });
  };
}
