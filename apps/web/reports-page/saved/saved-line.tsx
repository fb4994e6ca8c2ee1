import './saved.css';
import Starred from '@atlaskit/icon/core/star-starred';
import Unstarred from '@atlaskit/icon/core/star-unstarred';
import type { SavedReport, SavedReportChange } from '@tallyboard/hosts/saved/saved-report.ts';
import type { Stored } from '@tallyboard/report-kit/settings/schema.ts';
import { Button, IconButton } from '@tallyboard/ui/controls/button.tsx';
import { type Action, Menu } from '@tallyboard/ui/controls/menu.tsx';
import { showFlag, showProblem } from '@tallyboard/ui/feedback/flags.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useTopDialog } from '@tallyboard/ui/overlay/open-dialogs.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { Suspense, useEffect, useRef, useState } from 'react';
import { NameDialog } from '../../dashboards/dialogs.tsx';
import type { ReportSnapshot } from '../../frame/report-run.ts';
import { preloaded } from '../../preloaded.tsx';
import {
  differsFromSaved,
  openSaved,
  type PageState,
  type PageStateTools,
} from '../../router/page-state.ts';
import { useSession } from '../../start/session.ts';
import { storeRecentReport } from './recent-reports.ts';
import SavedPins from './saved-pins.tsx';
import { useGadgetCount, useSavedActions, useSavedReport } from './saved-store.ts';
import { useStartPage } from './use-start-page.ts';

const SubscribeDialog = preloaded(() => import('./subscribe-dialog.tsx'));
const AlertDialog = preloaded(() => import('./alert-dialog.tsx'));
const ShareDialog = preloaded(() => import('../../share/share-dialog.tsx'));

interface SavedLineProps {
  readonly page: PageStateTools;
  readonly shown: PageState;
  /** The definition of what is shown. */
  readonly view: Stored;
  /** The whole result; null while it loads. */
  readonly result: ReportSnapshot | null;
  readonly onSaveAs: () => void;
}

type Question = 'rename' | 'share' | 'subscribe' | 'alert' | 'save' | 'delete';

/** The name of the open saved report, and what can be done with it: 'Weekly cycle time · Changed  Save  Save as  Reset'. */
export default function SavedLine({ page, shown, view, result, onSaveAs }: SavedLineProps) {
  const report = useOpenReport(page.state.saved);
  const actions = useSavedActions();
  const gadgets = useGadgetCount(page.state.saved);
  const [question, setQuestion] = useState<Question | null>(null);
  const start = useStartPage(page.state.saved);
  const openId = report?.id ?? null;
  useEffect(() => {
    if (openId !== null) storeRecentReport(openId);
  }, [openId]);
  // Deleted, or not shared any more: what is shown stays, and can be saved.
  if (report === undefined)
    return (
      <div className="tb-saved tb-no-print" role="status">
        <span>This saved report was deleted, or is not shared with you any more.</span>
        <Button compact appearance="primary" onClick={onSaveAs}>
          Save as new
        </Button>
      </div>
    );
  if (!report) return null;
  const { id, name, editable, manageable, owner, mine, shares, favourite } = report;
  const close = () => setQuestion(null);
  const run = (work: Promise<unknown>) =>
    void work.catch(showProblem('The saved report could not be changed'));
  const save = async () => {
    await actions.change(report, { view });
    page.change(shown, 'replace');
    showFlag({ kind: 'success', title: `Saved ${name}` });
  };
  const remove = () => {
    page.change({ ...shown, saved: null }, 'replace');
    run(actions.remove(report));
  };
  const isUsedByOthers = shares.length > 0 || !mine || (gadgets ?? 0) > 0;
  const isChanged = differsFromSaved(page.state);
  const others: readonly (Action | false)[] = [
    !isChanged && { id: 'save-as', label: 'Save as', onSelect: onSaveAs },
    editable && { id: 'rename', label: 'Rename', onSelect: () => setQuestion('rename') },
    manageable &&
      actions.canShare && { id: 'share', label: 'Share', onSelect: () => setQuestion('share') },
    { id: 'subscribe', label: 'Subscribe', onSelect: () => setQuestion('subscribe') },
    actions.canAlert && { id: 'alert', label: 'Alert me', onSelect: () => setQuestion('alert') },
    start.canToggle && {
      id: 'start',
      label: start.isStart ? `Remove as ${start.page}` : `Make ${start.page}`,
      onSelect: () => run(start.toggle(report)),
    },
    manageable && {
      id: 'delete',
      label: 'Delete',
      onSelect: () => ((report.pins?.count ?? 0) > 0 ? setQuestion('delete') : remove()),
    },
  ];
  return (
    <div className="tb-saved tb-no-print">
      <strong className="tb-ellipsis" dir="auto" title={report.description || name}>
        {name}
      </strong>
      <IconButton
        icon={favourite ? Starred : Unstarred}
        label={favourite ? `Remove ${name} from favorites` : `Add ${name} to favorites`}
        aria-pressed={favourite}
        onClick={() => run(actions.setFavourite(report, !favourite))}
      />
      <Menu label={`Actions of ${name}`} actions={others.filter(each => each !== false)} dots />
      {!mine && owner !== null && <span className="tb-quiet">by {owner}</span>}
      {start.isStart && <span className="tb-quiet">{start.page.replace('s', 'S')}</span>}
      {gadgets !== null && gadgets > 0 && (
        <span className="tb-quiet">Used by {gadgetsText(gadgets)}</span>
      )}
      <SavedPins report={report} isChanged={isChanged} shown={result} />
      {isChanged && (
        <Changed
          onSave={editable && (() => (isUsedByOthers ? setQuestion('save') : run(save())))}
          onSaveAs={onSaveAs}
          onReset={() => openSaved(id)}
        />
      )}
      {question && (
        <Suspense>
          <QuestionDialog
            question={question}
            report={report}
            gadgets={gadgets ?? 0}
            onSave={save}
            onDelete={remove}
            onChange={change => actions.change(report, change)}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Deleted elsewhere, it stays until the dialog about it is closed, with what is typed there. */
function useOpenReport(id: string | null): SavedReport | null | undefined {
  const { report } = useSavedReport(id);
  const hasDialog = useTopDialog() !== null;
  const former = useRef<SavedReport | null>(null);
  if (report) former.current = report;
  else if (!hasDialog || former.current?.id !== id) former.current = null;
  return former.current ?? report;
}

function Changed(props: {
  /** False without the right to change it. */
  readonly onSave: (() => void) | false;
  readonly onSaveAs: () => void;
  readonly onReset: () => void;
}) {
  const { onSave, onSaveAs, onReset } = props;
  return (
    <>
      <span>Changed</span>
      {onSave && (
        <Button compact appearance="primary" onClick={onSave}>
          Save
        </Button>
      )}
      <Button compact onClick={onSaveAs}>
        Save as
      </Button>
      <Button compact appearance="subtle" onClick={onReset}>
        Reset
      </Button>
    </>
  );
}

function QuestionDialog(props: {
  readonly question: Question;
  readonly report: SavedReport;
  readonly gadgets: number;
  readonly onSave: () => Promise<unknown>;
  readonly onDelete: () => void;
  readonly onChange: (change: Partial<SavedReportChange>) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const {
    question,
    report: { id, name, owner, mine, shares, pins },
    gadgets,
    onSave,
    onDelete,
    onChange,
    onClose,
  } = props;
  const { host, zone, site } = useSession();
  if (question === 'rename')
    return (
      <NameDialog
        title="Rename the saved report"
        confirm="Save"
        name={name}
        onName={next => onChange({ name: next })}
        onClose={onClose}
      />
    );
  if (question === 'subscribe')
    return (
      <SubscribeDialog
        host={host}
        zone={zone}
        dateFormat={site.settings.dateFormat}
        of={{ kind: 'report', id }}
        name={name}
        onClose={onClose}
      />
    );
  if (question === 'alert') return <AlertDialog report={id} name={name} onClose={onClose} />;
  if (question === 'share')
    return (
      <ShareDialog
        host={host}
        title="Share the saved report"
        owner={owner}
        shares={shares}
        onShare={next => onChange({ shares: [...next] })}
        onClose={onClose}
      />
    );
  if (question === 'delete')
    return (
      <Modal
        title="Delete the report and its pins?"
        onClose={onClose}
        confirm={{ label: 'Delete', danger: true, onConfirm: onDelete }}
      >
        <p>
          <bdi>{name}</bdi> has{' '}
          {pins?.count === 1 ? '1 pin' : `${formatCount(pins?.count ?? 0)} pins`}. Undo brings the
          report back, and no pins.
        </p>
      </Modal>
    );
  const isShared = shares.length > 0 || !mine;
  return (
    <Modal
      title={isShared ? 'Save for everyone?' : 'Save for its gadgets too?'}
      onClose={onClose}
      confirm={{ label: 'Save', onConfirm: onSave }}
    >
      <p>
        {isShared && (
          <>
            <bdi>{name}</bdi> is shared: everyone who uses it gets the changes.{' '}
          </>
        )}
        {gadgets > 0 && (
          <>
            <bdi>{name}</bdi> is used by {gadgetsText(gadgets)}, which will show the changes.{' '}
          </>
        )}
        <em>Save as</em> makes a report of your own.
      </p>
    </Modal>
  );
}

const gadgetsText = (count: number) => (count === 1 ? '1 gadget' : `${formatCount(count)} gadgets`);
