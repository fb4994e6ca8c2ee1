import { describe, expect, test } from 'vitest';
import type { StatusId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import { issue } from '../testing/builders.ts';
import { datasetFromText, instantFromText } from '../testing/issues-from-text.ts';
import { HOUR } from '../time/units.ts';
import { endsElsewhere, hasBrokenStatusHistory, statusSpans } from './spans.ts';

const at = instantFromText;

function spans(text: string, until = at('Fri')) {
  const { issues, statuses } = datasetFromText(text);
  return statusSpans(issues[0] as Issue, until, statuses).map(
    span => `${span.status.name} ${(span.to - span.from) / HOUR}`,
  );
}

describe('spans from creation to the end', () => {
  test.each([
    ['PROJ-1 | Thu 12:00 created', ['To Do 24']],
    [
      'PROJ-1 | Thu 10:00 created | Thu 12:00 started | Thu 18:00 done',
      ['To Do 2', 'In Progress 6', 'Done 18'],
    ],
    [
      'PROJ-1 | Fri 10:00 created | Fri 11:00 started | Fri 11:00 done',
      ['To Do 1', 'In Progress 0', 'Done 1'],
    ],
    ['PROJ-1 | Fri 10:00 created | Fri 10:00 started', ['To Do 0', 'In Progress 2']],
    ['PROJ-1 | Thu 12:00 created | Fri started | Fri done', ['To Do 24']],
    [
      'PROJ-1 | Thu 10:00 created | Thu 12:00 > ?Gone | Thu 15:00 done',
      ['To Do 2', 'Unknown status 3', 'Done 21'],
    ],
    ['PROJ-1 | Fri 11:00 created | Sat done', ['To Do 1']],
    ['PROJ-1 | Sat created', []],
    // An entry dated before the creation, as imports leave them.
    ['PROJ-1 | Thu 12:00 created | Wed started', ['In Progress 24']],
    ['PROJ-1 | Thu 12:00 created | Tue started | Wed done', ['Done 24']],
  ])('%s', (text, expected) => expect(spans(text)).toEqual(expected));

  test('two visits of two hours are four', () => {
    const visits = spans(
      'PROJ-1 | Fri 06:00 created | Fri 07:00 started | Fri 09:00 > Waiting | Fri 10:00 started | Fri 12:00 done',
    );
    expect(visits).toEqual(['To Do 1', 'In Progress 2', 'Waiting 1', 'In Progress 2']);
  });
});

test('a repeated change breaks no history, a missing one does', () => {
  const [whole] = datasetFromText('PROJ-1 | Thu started | Fri > Review | Fri done').issues as [
    Issue,
  ];
  const [first, second, last] = whole.changes;
  const broken = (changes: readonly (typeof first)[]) =>
    hasBrokenStatusHistory(issue({ ...whole, changes: changes.flatMap(each => each ?? []) }));
  expect(broken([first, second, last])).toBe(false);
  expect(broken([first, second, second, last])).toBe(false);
  expect(broken([first, last])).toBe(true);
});

test('a history that ends elsewhere: the last step is at the date of resolution, else unknown', () => {
  const { issues, statuses } = datasetFromText('PROJ-1 | Thu created | Thu 18:00 started');
  const [good] = issues as [Issue];
  const status = { id: 'done' as StatusId, name: 'Done', category: 'done', known: true } as const;
  const cut = issue({ ...good, status, resolved: at('Thu 20:00') });
  expect([good, cut].map(endsElsewhere)).toEqual([false, true]);
  const hours = (each: Issue) =>
    statusSpans(each, at('Fri'), statuses).map(
      span => `${span.status.name} ${(span.to - span.from) / HOUR}`,
    );
  expect(hours(cut)).toEqual(['To Do 6', 'In Progress 2', 'Done 16']);
  expect(hours({ ...cut, resolved: null })).toEqual(['To Do 6', 'In Progress 18', 'Done 0']);
});
