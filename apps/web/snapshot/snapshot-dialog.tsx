import { toFailure } from '@tallyboard/engine/failure.ts';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { download } from '@tallyboard/ui/text/download.ts';
import { useState } from 'react';
import type { ReportSnapshot } from '../frame/report-run.ts';
import { useSession } from '../start/session.ts';
import { reportFile } from './figure-file.ts';
import type { AnonymousView } from './use-anonymous.ts';

export default function SnapshotDialog(props: {
  /** Null while its names are being made up. */
  readonly shown: ReportSnapshot | null;
  readonly title: string;
  readonly anonymous: Pick<AnonymousView, 'on' | 'set'>;
  readonly onClose: () => void;
}) {
  const { shown, title, anonymous, onClose } = props;
  const { engine, host } = useSession();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function save() {
    if (!shown) return;
    setBusy(true);
    setProblem(null);
    try {
      const jira = new URL(`${host.info.baseUrl}/`, document.baseURI).href.slice(0, -1);
      const text = await reportFile(engine, shown, title, anonymous.on ? null : jira);
      const name = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
      download(`${name}.html`, 'text/html;charset=utf-8', text);
      onClose();
    } catch (error) {
      setBusy(false);
      setProblem(toFailure(error).messages.join(' '));
    }
  }
  return (
    <Modal
      title="Save as HTML"
      confirm={{ label: 'Save', onConfirm: () => void save(), disabled: busy || shown === null }}
      onClose={onClose}
    >
      <p>
        One file with figures, charts, definitions, and the issues behind them. Opens in any browser
        without a connection.
      </p>
      <p>
        <Checkbox
          label="Anonymize names and keys"
          checked={anonymous.on}
          onChange={anonymous.set}
          disabled={busy}
        />
      </p>
      <p className="tb-quiet">
        Replaces the names of people, projects, issues, sprints, boards, epics, versions,
        components, labels, teams, fields, statuses and columns, but for those that Jira gives, and
        leaves out the query and free text: on the page and in all that is exported, until you show
        names again.
      </p>
      {problem && <p role="alert">{problem}</p>}
    </Modal>
  );
}
