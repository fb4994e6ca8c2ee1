import './saved.css';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { type Action, Menu } from '@tallyboard/ui/controls/menu.tsx';
import { showFlag, showProblem } from '@tallyboard/ui/feedback/flags.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { type ReactNode, Suspense, useState } from 'react';
import { NameDialog } from '../../dashboards/dialogs.tsx';
import { preloaded } from '../../preloaded.tsx';
import {
  differsFromSaved,
  openSaved,
  type PageState,
  type PageStateTools,
  savedView,
} from '../../router/page-state.ts';
import { useSession } from '../../start/session.ts';
import { useSavedActions, useSavedReport } from './saved-store.ts';
import { readStartReport, storeStartReport } from './start-report.ts';

const ShareDialog = preloaded(() => import('../../dashboards/share-dialog.tsx'));

interface SavedLineProps {
  readonly page: PageStateTools;
  readonly shown: PageState;
  readonly report: string;
  readonly onSaveAs: () => void;
}

type Question = 'rename' | 'share' | 'save' | null;

/** The name of the open saved report, and what can be done with it: 'Weekly cycle time · Changed  Save  Save as  Reset'. */
export default function SavedLine({ page, shown, report: reportId, onSaveAs }: SavedLineProps) {
  const { report } = useSavedReport(page.state.saved);
  const { host } = useSession();
  const actions = useSavedActions();
  const [question, setQuestion] = useState<Question>(null);
  const [start, setStart] = useState(readStartReport);
  if (!report) return null;
  const { id, name, editable, manageable, owner, mine, shares } = report;
  const isStart = start === id;
  const close = () => setQuestion(null);
  const run = (work: Promise<unknown>) => {
    close();
    void work.catch(showProblem('The saved report could not be changed'));
  };
  const save = () => {
    const view = { report: reportId, ...savedView(shown) };
    run(
      actions.change(report, { view }).then(() => {
        page.change(shown, 'replace');
        showFlag({ kind: 'success', title: `Saved ${name}` });
      }),
    );
  };
  const setStartReport = (next: string | null) => {
    storeStartReport(next);
    setStart(next);
  };
  const isChanged = differsFromSaved(page.state);
  const others: readonly (Action | false)[] = [
    !isChanged && { id: 'save-as', label: 'Save as', onSelect: onSaveAs },
    editable && { id: 'rename', label: 'Rename', onSelect: () => setQuestion('rename') },
    manageable &&
      actions.canShare && { id: 'share', label: 'Share', onSelect: () => setQuestion('share') },
    {
      id: 'start',
      label: isStart ? 'Remove as start page' : 'Make start page',
      onSelect: () => setStartReport(isStart ? null : id),
    },
    manageable && {
      id: 'delete',
      label: 'Delete',
      onSelect: () => {
        page.change({ ...shown, saved: null }, 'replace');
        run(actions.remove(report));
      },
    },
  ];
  const dialogs: Readonly<Record<Exclude<Question, null>, ReactNode>> = {
    rename: (
      <NameDialog
        title="Rename the saved report"
        confirm="Save"
        name={name}
        onName={next => run(actions.change(report, { name: next }))}
        onClose={close}
      />
    ),
    share: (
      <ShareDialog
        host={host}
        title="Share the saved report"
        owner={owner}
        shares={shares}
        onShare={next => run(actions.change(report, { shares: [...next] }))}
        onClose={close}
      />
    ),
    save: (
      <Modal
        title="Save for everyone?"
        onClose={close}
        confirm={{ label: 'Save', onConfirm: save }}
      >
        <p>
          <bdi>{name}</bdi> is shared: everyone who uses it gets the changes. Save as makes a report
          of your own.
        </p>
      </Modal>
    ),
  };
  return (
    <div className="tb-saved tb-no-print">
      <strong className="tb-ellipsis" dir="auto" title={report.description || name}>
        {name}
      </strong>
      <Menu label={`Actions of ${name}`} actions={others.filter(each => each !== false)} dots />
      {!mine && owner !== null && <span className="tb-quiet">by {owner}</span>}
      {isStart && <span className="tb-quiet">Start page</span>}
      {isChanged && (
        <>
          <span>Changed</span>
          {editable && (
            <Button
              compact
              appearance="primary"
              onClick={() => (shares.length > 0 || !mine ? setQuestion('save') : save())}
            >
              Save
            </Button>
          )}
          <Button compact onClick={onSaveAs}>
            Save as
          </Button>
          <Button compact appearance="subtle" onClick={() => openSaved(id)}>
            Reset
          </Button>
        </>
      )}
      {question && <Suspense>{dialogs[question]}</Suspense>}
    </div>
  );
}
