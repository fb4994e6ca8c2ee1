import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import { useEffect } from 'react';
import type { PageStateTools } from '../../router/page-state.ts';
import { useSession } from '../../start/session.ts';
import { useSavedReport } from './saved-store.ts';
import { readStartReport, storeStartReport } from './start-report.ts';

/** Shown until the saved report of the address is known; then the page has its state. */
export default function OpenSaved({ page }: { readonly page: PageStateTools }) {
  const { saved } = page.state;
  const { report, error, reload } = useSavedReport(saved);
  const isGone = report === undefined;
  const { info, savedReports } = useSession().host;
  const { projectKey } = info;
  useEffect(() => {
    if (isGone && readStartReport(projectKey) === saved) storeStartReport(null, projectKey);
  }, [isGone, saved, projectKey]);
  if (isGone)
    return (
      <ErrorState title="This saved report does not exist">
        {savedReports === 'user'
          ? 'It was deleted, or it is of another user: saved reports are not shared here. Ask for its query and settings.'
          : 'It was deleted, or it is not shared with you. Ask whoever sent you the link to share it.'}
        <p>
          <Button onClick={() => page.change({ saved: null })}>Show all reports</Button>
        </p>
      </ErrorState>
    );
  if (error !== null)
    return <ErrorState title="The saved report could not be loaded" onRetry={reload} />;
  return <div className="tb-frame__waiting" data-seen />;
}
