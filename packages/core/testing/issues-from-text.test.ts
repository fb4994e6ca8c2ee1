import { expect, test } from 'vitest';
import { statusSpans } from '../history/spans.ts';
import { formatInstant } from '../time/format.ts';
import { datasetFromText, instantFromText, issuesFromText } from './issues-from-text.ts';

const when = (t: number | null) =>
  t === null ? null : formatInstant(t, 'America/New_York', 'ddd D HH:mm');

test("the example of the file's comment", () => {
  const data = datasetFromText(`
    sprint S = Mon 09:00 .. Fri 17:00 closed
    PROJ-1  5pt in:S           | Wed done           | Thu reopened
    PROJ-2  3pt Bug @ana       | Tue added, 8pt     | Wed 10:00 2h by Ana "Looked, and found"
  `);
  const [one, two] = data.issues;
  const [sprint] = data.sprints.values();
  expect([
    sprint?.name,
    sprint?.id,
    when(sprint?.start ?? null),
    when(sprint?.complete ?? null),
  ]).toEqual(['S', 1, 'Mon 2 09:00', 'Fri 6 17:00']);
  expect([one?.points, one?.resolved, one?.status.name, one?.sprints[0]]).toEqual([
    5,
    null,
    'To Do',
    sprint,
  ]);
  expect(one?.changes.map(c => [when(c.at), c.field, c.fromText, c.toText])).toEqual([
    ['Wed 4 12:00', 'status', 'To Do', 'Done'],
    ['Wed 4 12:00', 'resolution', null, 'Done'],
    ['Thu 5 12:00', 'status', 'Done', 'To Do'],
    ['Thu 5 12:00', 'resolution', 'Done', null],
  ]);
  expect([two?.type.name, two?.points, two?.assignee?.name]).toEqual(['Bug', 8, 'Ana']);
  expect(two?.changes.map(c => [c.field, c.from, c.fromText, c.to, c.toText])).toEqual([
    ['sprint', '', '', '1', 'S'],
    ['points', null, '3', null, '8'],
  ]);
  expect(new Set(two?.changes.map(c => c.historyId)).size).toBe(1);
  expect(two?.worklogs.map(w => [when(w.started), w.spentSeconds, w.author, w.comment])).toEqual([
    ['Wed 4 10:00', 7200, two?.assignee, 'Looked, and found'],
  ]);
});

test('statuses, dates, and all the words', () => {
  const [issue] = issuesFromText(`
    # A comment, then a status that is declared
    status In Review = in-progress
    PROJ-7 Story 8h epic:PROJ-1 due:2026-03-10 #ui status:"In Review" priority:High created:2026-02-02 "A longer title" | 2026-03-04 09:15 > ?Gone | Fri @ben, est 10h | Sat resolved | Mon+1 1h30m by Ben
  `);
  expect(issue).toMatchObject({
    summary: 'A longer title',
    epic: { key: 'PROJ-1', level: 1 },
    labels: ['ui'],
    priority: { id: '2' },
    originalSeconds: 36_000,
    spentSeconds: 5400,
    remainingSeconds: 30_600,
    resolution: { name: 'Done' },
    created: instantFromText('2026-02-02'),
    updated: instantFromText('Mon+1'),
  });
  const spans = issue ? statusSpans(issue, instantFromText('Fri'), new Map()) : [];
  expect(spans.map(span => [when(span.from), when(span.to), span.status.name])).toEqual([
    ['Mon 2 12:00', 'Wed 4 09:15', 'Unknown status'],
    ['Wed 4 09:15', 'Fri 6 12:00', 'Unknown status'],
  ]);
});

test('unreadable parts are named', () => {
  expect(() => issuesFromText('PROJ-1 5points')).toThrow(
    "In 'PROJ-1 5points': '5points' is not understood.",
  );
  expect(() => issuesFromText('PROJ-1 | Someday done')).toThrow("Not a time: 'Someday'");
  expect(() => issuesFromText('PROJ-1 | Mon jumped')).toThrow("'jumped' is not understood");
});

test('a host without history', () => {
  const [issue] = issuesFromText('PROJ-1 5pt | Tue added | Wed done', { history: false });
  expect(issue).toMatchObject({
    changes: [],
    historyComplete: false,
    resolved: instantFromText('Wed'),
  });
});
