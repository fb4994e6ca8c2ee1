import { Button } from '@tallyboard/ui/controls/button.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { usePrintLayout } from '@tallyboard/ui/text/print.ts';
import { type ReactNode, useState } from 'react';

/** Fits on one screen. */
const FIRST_BARS = 15;
/** More bars are unreadable; the table has all groups. */
const MAX_BARS = 100;

/** A chart of the first groups, and of all on demand and in print. */
export function FirstBars(props: {
  readonly count: number;
  readonly names: string;
  readonly children: (most: number) => ReactNode;
}) {
  const { count, names, children } = props;
  const [all, setAll] = useState(false);
  const printing = usePrintLayout();
  const most = all || printing ? MAX_BARS : FIRST_BARS;
  return (
    <div>
      {children(most)}
      {count > FIRST_BARS && (
        <p className="tb-quiet">
          {count > most &&
            `The first ${formatCount(most)} of ${formatCount(count)} ${names}${all ? '. The table has all.' : '.'} `}
          <span className="tb-no-print">
            <Button appearance="link" onClick={() => setAll(!all)}>
              {all
                ? `Show the first ${formatCount(FIRST_BARS)}`
                : count > MAX_BARS
                  ? `Show ${formatCount(MAX_BARS)}`
                  : 'Show all'}
            </Button>
          </span>
        </p>
      )}
    </div>
  );
}
