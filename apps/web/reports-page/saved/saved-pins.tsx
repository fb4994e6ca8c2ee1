import './pins.css';
import ChevronDown from '@atlaskit/icon/core/chevron-down';
import PinIcon from '@atlaskit/icon/core/pin';
import type { SavedReport } from '@tallyboard/hosts/saved/saved-report.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useViewState } from '@tallyboard/ui/text/view-state.ts';
import { Suspense, useId, useState } from 'react';
import type { ReportSnapshot } from '../../frame/report-run.ts';
import { preloaded } from '../../preloaded.tsx';
import { usePins } from './pin-store.ts';

// Lazy: for readers of pins.
const PinList = preloaded(() => import('./pin-list.tsx'));
const PinDialog = preloaded(() => import('./pin-dialog.tsx'));

/** Pins the figures of the open saved report, and opens its pins below. */
export default function SavedPins(props: {
  readonly report: SavedReport;
  /** What is shown is not what is saved, so that it cannot be pinned. */
  readonly isChanged: boolean;
  readonly shown: ReportSnapshot | null;
}) {
  const { report, isChanged, shown } = props;
  const { id, editable } = report;
  const count = report.pins?.count ?? null;
  const [open, setOpen] = useViewState('pins', false);
  const [pinning, setPinning] = useState(false);
  const panel = useId();
  const pins = usePins();
  if (!pins) return null;
  // A server computes what is pinned; a pin of the reader's own needs no right to the report.
  const isOfPage = pins.compare === null;
  return (
    <>
      {(editable || isOfPage) && !isChanged && (
        <Button
          compact
          icon={PinIcon}
          disabled={isOfPage && shown === null}
          onClick={() => setPinning(true)}
        >
          Pin
        </Button>
      )}
      {(count !== 0 || open) && (
        <Button
          compact
          appearance="subtle"
          iconAfter={ChevronDown}
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
        >
          {pinsText(count)}
        </Button>
      )}
      <div id={panel} className="tb-saved__pins">
        {open && (
          <Suspense>
            <PinList report={id} />
          </Suspense>
        )}
      </div>
      {pinning && (
        <Suspense>
          <PinDialog
            report={report}
            shown={shown}
            onClose={() => setPinning(false)}
            onPinned={() => setOpen(true)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Null where it is not known before they are opened. */
const pinsText = (count: number | null) =>
  count === null ? 'Pins' : count === 1 ? '1 pin' : `${formatCount(count)} pins`;
