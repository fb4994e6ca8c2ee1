import type { Coverage } from '@tallyboard/core/model/dataset.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import type { ReportResult } from '@tallyboard/engine/run-report.ts';
import { describe, expect, it } from 'vitest';
import { mainNotes, shownCoverage, unsaidReasons } from './shown-coverage.ts';

const NO_HISTORY = '22,371 issues came without history.';
const FAILED = '100 issues missing: Jira could not be reached.';

const coverage = (init: Partial<Coverage>): Coverage => ({
  issues: { fetched: 22_371, total: 22_371 },
  worklogs: { fetched: 0, total: 0 },
  histories: { fetched: 0, total: null },
  reasons: [NO_HISTORY],
  reasonsOf: { histories: [NO_HISTORY], worklogs: [] },
  complete: false,
  ...init,
});

const note = (code: string, init: Partial<Note> = {}): Note => ({
  code,
  text: code,
  issues: new Uint32Array(1),
  ...init,
});

const EFFECT = note('no-done-date', { doubtful: true, ofHistory: true });

const shown = (init: Partial<Coverage>, notes: readonly Note[]) =>
  ({ loaded: { coverage: coverage(init) }, computed: { notes } }) as unknown as Pick<
    ReportResult,
    'loaded' | 'computed'
  >;

describe('histories that the host lacks', () => {
  const lasting = [NO_HISTORY];

  it('leave figures complete that need none of them', () => {
    expect(shownCoverage(shown({ lasting }, [note('reopened')]))).toMatchObject({
      complete: true,
      reasons: [],
    });
  });

  it('are said by the note of their effect alone', () => {
    const result = shown({ lasting }, [EFFECT]);
    expect(shownCoverage(result).complete).toBe(false);
    expect(unsaidReasons(result)).toEqual([]);
  });

  it('do not hide a failed call', () => {
    const result = shown({ lasting, reasons: [FAILED, NO_HISTORY] }, []);
    expect(shownCoverage(result)).toMatchObject({ complete: false, reasons: [FAILED] });
    expect(unsaidReasons(result)).toEqual([FAILED]);
  });
});

it('histories that may come another time make every figure partial', () => {
  const result = shown({}, []);
  expect(shownCoverage(result).complete).toBe(false);
  expect(unsaidReasons(result)).toEqual([NO_HISTORY]);
});

it('shows one of the notes about histories, and every other doubt', () => {
  const unknown = note('unknown-status', { doubtful: true });
  const second = note('no-history', { doubtful: true, ofHistory: true });
  const notes = [note('reopened'), EFFECT, second, unknown];
  expect([...mainNotes(notes)]).toEqual([EFFECT, unknown]);
});
