import { cutText } from './period-text.ts';
import type { Period } from './periods.ts';

/** A period that the range cuts says which of its days count. */
export const PERIOD_CELLS = {
  period: {
    cell: ({ label, cut = false, days = null }: Partial<Period>) => {
      const text = cutText({ cut, days });
      return (
        <span className="tb-nowrap">
          {label}
          {text !== null && <span className="tb-quiet"> {text}</span>}
        </span>
      );
    },
  },
};
