import { toFailure } from '@tallyboard/engine/failure.ts';
import { anonymousResult } from '@tallyboard/engine/run-report.ts';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { download } from '@tallyboard/ui/text/download.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { ReportSnapshot } from '../frame/report-run.ts';
import { resultFacts } from '../frame/result-facts.ts';
import { type Session, useSession } from '../start/session.ts';
import { figureLists } from './figure-lists.ts';
import { takeSnapshot } from './snapshot.ts';

export default function SnapshotDialog(props: {
  readonly shown: ReportSnapshot;
  readonly report: Element;
  /** Shows another result in place of that of the run; null shows that again. */
  readonly onShow: (shown: ReportSnapshot | null) => void;
  readonly onClose: () => void;
}) {
  const { shown, report, onShow, onClose } = props;
  const session = useSession();
  const [hidden, setHidden] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function save() {
    setBusy(true);
    setProblem(null);
    try {
      const { engine } = session;
      const saved = hidden ? { ...shown, ...(await anonymousResult(engine, shown)) } : shown;
      // Rendered before it is copied.
      if (hidden) flushSync(() => onShow(saved));
      await saveSnapshot(session, saved, report, hidden);
      onClose();
    } catch (error) {
      setBusy(false);
      setProblem(toFailure(error).messages.join(' '));
    } finally {
      onShow(null);
    }
  }
  return (
    <Modal
      title="Save as HTML"
      confirm={{ label: 'Save', onConfirm: () => void save(), disabled: busy }}
      onClose={onClose}
    >
      <p>
        One file with the figures and charts as shown, and the issues behind them. Opens in any
        browser without a connection.
      </p>
      <p>
        <Checkbox label="Anonymize names and keys" checked={hidden} onChange={setHidden} />
      </p>
      <p className="tb-quiet">
        Replaces the names of people, projects, issues, sprints, boards, epics, versions,
        components, labels and teams, and leaves out the query and free text. Statuses and fields
        keep their names.
      </p>
      {problem && <p role="alert">{problem}</p>}
    </Modal>
  );
}

async function saveSnapshot(
  { engine }: Session,
  shown: ReportSnapshot,
  report: Element,
  anonymous: boolean,
): Promise<void> {
  const { request } = shown;
  const title = request.report.title(request.settings);
  const lines = resultFacts(shown, !anonymous);
  const lists = await figureLists(engine, shown);
  const text = await takeSnapshot(report, { title, lines, lists, anonymous });
  const name = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  download(`${name}.html`, 'text/html;charset=utf-8', text);
}
