import type { Change } from '@tallyboard/core/model/change.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { FieldId, IssueId, SprintId, VersionId } from '@tallyboard/core/model/ids.ts';
import type { Issue, Version } from '@tallyboard/core/model/issue.ts';
import { datasetAt } from '@tallyboard/core/past/dataset-at.ts';
import { context, sprint } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import { describe, expect, it } from 'vitest';
import computeForecast from './compute.ts';
import { forecastHeadline } from './headline.ts';
import { forecastSettings } from './settings.ts';

const FRIDAY = instantFromText('2026-03-06 23:00');
const START = Date.UTC(2025, 0, 6);

function ask(data: Dataset, stored: object, asOf = FRIDAY, scope: readonly IssueId[] = []) {
  const settings = forecastSettings.parse({ question: 'when', ...stored }).value;
  const query = { jql: '', sprints: null, narrowedBy: '', atLeast: null, scope };
  const asked = context({ asOf, ...(scope.length > 0 && { query }) });
  const { result } = computeForecast(data, settings, asked);
  return { ...result, sentence: forecastHeadline(result, settings, asked)?.sentence };
}

const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);
const isHoliday = (text: string) => text.endsWith('12-25') || text.endsWith('01-01');

/** The working days of the default calendar between two days, the last one excluded. */
function workingDays(from: number, to: number): readonly string[] {
  const days: string[] = [];
  for (let at = from; at < to; at += DAY) {
    const text = dayText(at);
    if (new Date(at).getUTCDay() % 6 !== 0 && !isHoliday(text)) days.push(text);
  }
  return days;
}

/** One finish on each working day, of nobody's part. */
const OTHERS = workingDays(START, FRIDAY)
  .map((text, at) => `O-${at} created:"2025-01-06" | ${text} 11:00 done`)
  .join('\n');

const epicOf = (epic: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${epic}0${at} epic:${epic} created:"2025-01-06"`).join(
    '\n',
  );

describe('dates of a part', () => {
  it('four epics that have not begun share the finishes of the team', () => {
    const epics = ['A-1', 'B-1', 'C-1', 'D-1'];
    const data = datasetFromText([OTHERS, ...epics.map(epic => epicOf(epic, 25))].join('\n'));
    for (const scope of epics) {
      const { part, when, kept, trackRecord, sentence } = ask(data, { scope });
      expect(part).toMatchObject({ kind: 'epic', open: 25, own: 0, together: 4, line: 'pace' });
      expect(part?.chance).toBeCloseTo(1 / 4);
      // 100 working days are 140 days.
      expect(when?.[50]).toBeGreaterThan(125);
      expect(when?.[50]).toBeLessThan(145);
      expect([kept, trackRecord.held]).toEqual([null, null]);
      expect(sentence).toBe(
        'Not begun: its pace is its share of the open issues. Side by side with 3 other epics. Not yet testable: 0 earlier epics of the team, and 20 are needed.',
      );
    }
    const inTurn = { scope: 'C-1', order: 'one-after-another', sequence: 'C-1, A-1' };
    expect(ask(data, inTurn).when?.[50]).toBe(35);
    expect(ask(data, { ...inTurn, scope: 'A-1' }).when?.[50]).toBe(70);
    expect(ask(data, { ...inTurn, scope: 'A-1' }).part?.atOnce).toBe(1);
  });

  it('a part has the pace of its own finishes since its first', () => {
    const days = workingDays(START, FRIDAY);
    const own = days
      .slice(-10)
      .map((text, at) => `E-1${at} epic:E-1 created:"2025-01-06" | ${text} 12:00 done`);
    const data = datasetFromText(
      [OTHERS, epicOf('E-1', 10), ...own, 'R-1 created:"2025-01-06"'].join('\n'),
    );
    const { part } = ask(data, { scope: 'e-1' }, FRIDAY + 2 * DAY);
    // Ten of the last 19: those of others on the first of these days were before.
    expect(part).toMatchObject({ own: 10, all: 19, open: 10 });
    expect(part?.chance).toBeCloseTo(11 / (19 + 11 / 10));
  });

  it('a part that is done, empty or unknown has a reason', () => {
    const data = datasetFromText(`${OTHERS}
      E-1 Epic created:"2025-01-06"
      E-2 epic:E-1 created:"2025-01-06" | 2025-06-02 done`);
    expect(ask(data, { scope: 'E-1' }).cannot).toBe('E-1 is done: no issue of it is open.');
    expect(ask(data, { scope: 'O-3' }).cannot).toContain('No issue of the query is in O-3');
    expect(ask(data, { scope: 'Apollo' }).cannot).toContain("epic, version or sprint 'Apollo'");
    const few = datasetFromText('E-2 epic:E-1 created:"2025-01-06"');
    expect(ask(few, { scope: 'E-1' }).cannot).toContain('A forecast needs 10');
  });
});

const version = (id: string, name: string) =>
  ({
    id: id as VersionId,
    name,
    released: false,
    archived: false,
    releaseDay: null,
  }) satisfies Version;

const change = (at: number, from: string | null, to: string | null): Change => ({
  at,
  historyId: String(at),
  author: null,
  field: 'fixVersion',
  fieldId: 'fixVersions' as FieldId,
  fieldName: 'Fix Version',
  from,
  fromText: from,
  to,
  toText: to,
});

const edit = (data: Dataset, of: (issue: Issue) => Partial<Issue>): Dataset => ({
  ...data,
  issues: data.issues.map(issue => ({ ...issue, ...of(issue) })),
});

describe('names of a part', () => {
  const data = edit(
    datasetFromText([OTHERS, epicOf('A-1', 5), epicOf('B-1', 5)].join('\n')),
    ({ key, id }) => {
      if (key.startsWith('A-1')) return { fixVersions: [version('11', '1.0')], id };
      const own = { fixVersions: [version('12', '1.0'), version('13', 'Beta')] };
      return key.startsWith('B-1') ? { ...own, sprints: [sprint({ id: 7, name: 'beta' })] } : {};
    },
  );

  it('a name of several things is asked for', () => {
    const { cannot, part } = ask(data, { scope: '1.0' });
    expect(cannot).toBe(
      "'1.0' is several things. Choose one: version:11 (version 1.0 of A), version:12 (version 1.0 of B).",
    );
    expect(part?.choices.map(({ scope }) => scope)).toEqual(['version:11', 'version:12']);
    expect(ask(data, { scope: 'BETA' }).part?.choices.map(({ scope }) => scope)).toEqual([
      'version:13',
      'sprint:7',
    ]);
    expect(ask(data, { scope: 'version:13' }).part).toMatchObject({
      id: '13',
      open: 5,
      kind: 'version',
    });
  });

  it('a query is a part of its own', () => {
    const ids = data.issues.filter(({ key }) => key.startsWith('A-1')).map(({ id }) => id);
    const { part, cannot, trackRecord } = ask(data, { scope: 'jql: project = A' }, FRIDAY, ids);
    expect([cannot, part?.open, part?.together]).toEqual([null, 5, 1]);
    expect(trackRecord.untested).toContain('a query has no earlier parts');
  });

  it('a sprint has a number by its end, and no date', () => {
    const running = sprint({
      id: 7,
      name: 'beta',
      state: 'active',
      start: FRIDAY - 7 * DAY,
      end: FRIDAY + 6.5 * DAY,
      complete: null,
    });
    const active = {
      ...edit(data, ({ sprints }) => ({ sprints: sprints.length > 0 ? [running] : [] })),
      sprints: new Map([[7 as SprintId, running]]),
    };
    const { when, dates, howMany, byDate, question } = ask(active, { scope: 'sprint:7' });
    expect([when, dates, byDate, question]).toEqual([null, null, '2026-03-13', 'how-many']);
    // Five working days, half of the open issues.
    expect(howMany?.[50]).toBeGreaterThanOrEqual(2);
    expect(howMany?.[50]).toBeLessThanOrEqual(3);
    expect(ask(data, { scope: 'sprint:7' }).cannot).toBe('beta is closed.');
  });
});

/**
 * 40 versions, each with ten issues of which one is finished every second working day, four versions at a time; the last issue
 * of every second one is moved to another version.
 */
describe('earlier parts', () => {
  const days = workingDays(START, FRIDAY);
  const lines: string[] = [];
  const moves = new Map<string, { readonly at: number; readonly from: string }>();
  const versions = new Map<string, string>();
  for (let number = 0; number < 40; number++)
    for (let n = 0; n < 10; n++) {
      const key = `V-${number * 10 + n}`;
      const day = Math.floor(number / 4) * 22 + 2 * n + (number % 2);
      versions.set(key, String(number + 100));
      const isMoved = n === 9 && number % 2 === 0;
      if (isMoved && days[day])
        moves.set(key, { at: Date.parse(`${days[day]}T15:00:00Z`), from: String(number + 100) });
      const done = !isMoved && days[day] ? ` | ${days[day]} 12:00 done` : '';
      lines.push(`${key} created:"2025-01-06"${done}`);
    }
  const all = edit(datasetFromText(lines.join('\n')), issue => {
    const move = moves.get(issue.key);
    const own = version(move ? '999' : (versions.get(issue.key) ?? ''), issue.key);
    const moved = move ? [change(move.at, null, '999'), change(move.at, move.from, null)] : [];
    const changes = [...issue.changes, ...moved].sort((a, b) => a.at - b.at);
    return { fixVersions: [{ ...own, name: `v${own.id}` }], changes };
  });
  const history = ['status', 'resolution', 'parent', 'fixVersion', 'sprint'] as const;
  /** The last four versions have not begun. */
  const asOf = Date.parse(`${days[197]}T23:00:00Z`);
  const past = datasetAt(all, asOf, history);
  const result = ask(past, { scope: 'version:139' }, asOf);

  it('are asked once, against the day on which they were over', () => {
    const { trackRecord, keptOf, kept } = result;
    expect(keptOf).toBe(trackRecord.count);
    expect(trackRecord.count).toBeGreaterThanOrEqual(20);
    for (const { part, asOf, actual } of trackRecord.forecasts) {
      if (actual === null) continue;
      const number = Number(part) - 100;
      // Asked when none was finished: the day before the first finish; over with the ninth finish and the move after it.
      const first = Math.floor(number / 4) * 22 + (number % 2);
      const begun = Date.parse(`${days[first]}T12:00:00Z`) - DAY;
      expect(asOf.slice(0, 10)).toBe(dayText(begun + DAY));
      const last = Date.parse(`${days[first + 18]}T12:00:00Z`);
      expect(actual).toBe(Math.round((last - begun) / DAY));
    }
    for (const share of Object.values(kept ?? {})) expect(share).toBeLessThanOrEqual(100);
  });

  it('are answered as they were then', () => {
    for (const [at, each] of result.trackRecord.forecasts.entries()) {
      if (at % 5 > 0) continue;
      const { part, asOf, actual, ...numbers } = each;
      const then = datasetAt(all, Date.parse(asOf), history);
      expect(ask(then, { scope: `version:${part}` }, Date.parse(asOf)).when).toEqual(numbers);
    }
  });

  it('are over with four fifths of their issues where moves are not known', () => {
    const bare = edit(all, () => ({ changes: [], historyComplete: false }));
    const { part, sentence } = ask(bare, { scope: 'version:139' }, asOf);
    expect(part?.byFourFifths).toBeGreaterThan(0);
    expect(sentence).toContain('with four fifths of their issues');
  });
});
