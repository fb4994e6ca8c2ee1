import type { Coverage } from '@tallyboard/core/model/dataset.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import type { ReportResult } from '../run-report.ts';

type Shown = Pick<ReportResult, 'loaded' | 'computed'>;

/** How complete the data is for the figures shown: histories that the host lacks count where a figure needs them. */
export function shownCoverage({ loaded: { coverage }, computed }: Shown): Coverage {
  const unneeded = computed.notes.some(({ ofHistory }) => ofHistory) ? [] : lastingOf(coverage);
  if (unneeded.length === 0) return coverage;
  const reasons = coverage.reasons.filter(reason => !unneeded.includes(reason));
  const lasting = coverage.lasting?.filter(reason => !unneeded.includes(reason)) ?? [];
  return { ...coverage, reasons, lasting, complete: reasons.length === 0 };
}

/** The reasons that no note of the report says by its effect. */
export function unsaidReasons(shown: Shown): readonly string[] {
  const said = lastingOf(shown.loaded.coverage);
  return shown.loaded.coverage.reasons.filter(reason => !said.includes(reason));
}

/** Notes with the first about incomplete histories; the others about these fold. */
export function mainNotes(notes: readonly Note[]): ReadonlySet<Note> {
  const ofHistory = notes.find(note => note.ofHistory);
  return new Set(notes.filter(note => note === ofHistory || (note.doubtful && !note.ofHistory)));
}

function lastingOf({ lasting = [], reasonsOf }: Coverage): readonly string[] {
  return reasonsOf?.histories?.filter(reason => lasting.includes(reason)) ?? [];
}
