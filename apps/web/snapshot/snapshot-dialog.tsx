import { toFailure } from '@tallyboard/engine/failure.ts';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { download } from '@tallyboard/ui/text/download.ts';
import { useState } from 'react';
import type { ReportSnapshot } from '../frame/report-run.ts';
import { resultFacts } from '../frame/result-facts.ts';
import { type Session, useSession } from '../start/session.ts';
import { createRename } from './anonymise.ts';
import { takeSnapshot } from './snapshot.ts';

export interface SnapshotDialogProps {
  readonly shown: ReportSnapshot;
  /** The report as it is drawn. */
  readonly report: Element;
  readonly onClose: () => void;
}

/** Asks how to save the report as a file, and saves it. */
export default function SnapshotDialog({ shown, report, onClose }: SnapshotDialogProps) {
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
        One file with the report as shown, figures and charts included. It opens in any browser and
        loads nothing.
      </p>
      <p>
        <Checkbox label="Anonymize names and keys" checked={hidden} onChange={setHidden} />
      </p>
      <p className="tb-quiet">
        People, projects, issues, sprints, epics, versions and the like get made-up names, the same
        for the same, and the query is left out.
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
  const text = await takeSnapshot(report, { title, lines: resultFacts(shown, !hidden) }, rename);
  const name = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  download(`${name}.html`, 'text/html;charset=utf-8', text);
}
