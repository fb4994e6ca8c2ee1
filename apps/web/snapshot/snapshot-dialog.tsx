import { toFailure } from '@tallyboard/engine/failure.ts';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { download } from '@tallyboard/ui/text/download.ts';
import { useState } from 'react';
import type { ReportSnapshot } from '../frame/report-run.ts';
import { resultFacts } from '../frame/result-facts.ts';
import { type Session, useSession } from '../start/session.ts';
import { createRename } from './anonymise.ts';
import { figureLists } from './figure-lists.ts';
import { takeSnapshot } from './snapshot.ts';

export default function SnapshotDialog(props: {
  readonly shown: ReportSnapshot;
  readonly report: Element;
  readonly onClose: () => void;
}) {
  const { shown, report, onClose } = props;
  const session = useSession();
  const [hidden, setHidden] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function save() {
    setBusy(true);
    setProblem(null);
    try {
      await saveSnapshot(session, shown, report, hidden);
      onClose();
    } catch (error) {
      setBusy(false);
      setProblem(toFailure(error).messages.join(' '));
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
        Replaces the names of people, projects, issues, sprints, epics and versions, and leaves out
        the query.
      </p>
      {problem && <p role="alert">{problem}</p>}
    </Modal>
  );
}

async function saveSnapshot(
  { engine }: Session,
  shown: ReportSnapshot,
  report: Element,
  hidden: boolean,
): Promise<void> {
  const { request, loaded } = shown;
  const rename = hidden ? createRename(await engine.names({ dataset: loaded.id })) : null;
  const title = request.report.title(request.settings);
  const lists = await figureLists(engine, shown);
  const text = await takeSnapshot(
    report,
    { title, lines: resultFacts(shown, !hidden), lists },
    rename,
  );
  const name = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  download(`${name}.html`, 'text/html;charset=utf-8', text);
}
