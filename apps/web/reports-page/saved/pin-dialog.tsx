import './pins.css';
import type { SavedReport } from '@tallyboard/hosts/saved/saved-report.ts';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { showFlag } from '@tallyboard/ui/feedback/flags.tsx';
import { Modal } from '@tallyboard/ui/overlay/modal.tsx';
import { useState } from 'react';
import type { ReportSnapshot } from '../../frame/report-run.ts';
import { usePinActions, usePins } from './pin-store.ts';

const MAX_NOTE = 500;
/** From so many characters left on they are counted. */
const COUNTED = 100;

/** Keeps the figures of a saved report as they are now. */
export default function PinDialog(props: {
  readonly report: SavedReport;
  /** What it shows; null while that loads. */
  readonly shown: ReportSnapshot | null;
  readonly onClose: () => void;
  readonly onPinned: () => void;
}) {
  const { report, shown, onClose, onPinned } = props;
  const { name } = report;
  const { add } = usePinActions();
  const isPrivate = usePins()?.isPrivate(report);
  const [text, setText] = useState('');
  const note = text.trim();
  const left = MAX_NOTE - [...note].length;
  const pin = async () => {
    await add(report.id, note, shown);
    onPinned();
    showFlag({ kind: 'success', title: `Pinned the figures of ${name}` });
  };
  return (
    <Modal
      title="Pin these figures"
      onClose={onClose}
      confirm={{ label: 'Pin', onConfirm: pin, disabled: note === '' || left < 0 }}
    >
      <TextField
        label="Note"
        required
        rows={3}
        placeholder="Before the re-estimate"
        value={text}
        onChange={setText}
        help={left <= COUNTED && left >= 0 ? `${left} characters left` : undefined}
        error={left < 0 ? `At most ${MAX_NOTE} characters.` : undefined}
      />
      <p className="tb-quiet tb-pin-dialog__who">
        {isPrivate
          ? 'Only you see this pin.'
          : 'Whoever sees the report sees the note. Others see the numbers only if they may see every issue behind them.'}
      </p>
    </Modal>
  );
}
