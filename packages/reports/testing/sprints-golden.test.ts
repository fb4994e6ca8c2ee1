/**
 * Sprints of real projects against figures that are worked out here, plainly, from the raw records: at each instant at
 * which anything is recorded, an issue is looked at anew, and no step remembers more than the last look.
 */

import type { BoardId } from '@tallyboard/core/model/ids.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { describe, expect, it } from 'vitest';
import computeBurn from '../burn/compute.ts';
import { burnSettings } from '../burn/settings.ts';
import computeVelocity from '../velocity/compute.ts';
import { velocitySettings } from '../velocity/settings.ts';
import { devlakeDataset, type RawDevlakeIssue, readDevlake } from './devlake.ts';
import { datasetOf, readAloy } from './real-issues.ts';

const NOW = context({ asOf: Date.UTC(2022, 6, 1), zone: 'Asia/Shanghai' });
const raw = readDevlake();

/** What a field held at a time, read off the log. */
function heldAt(issue: RawDevlakeIssue, field: string, now: string, time: number): string {
  const log = issue.changelog.histories
    .flatMap(({ created, items }) => items.map(item => ({ at: Date.parse(created), ...item })))
    .filter(item => item.field === field)
    .sort((a, b) => a.at - b.at);
  const last = log.filter(item => item.at <= time).at(-1);
  if (last) return last.to ?? '';
  return log.length > 0 ? (log[0]?.from ?? '') : now;
}

function lookAt(issue: RawDevlakeIssue, sprintId: number, time: number) {
  const { created, closedSprints, resolution } = issue.fields;
  const current = (closedSprints ?? []).map(each => each.id).join(', ');
  const ids = heldAt(issue, 'Sprint', current, time).split(',').map(Number);
  return {
    inside: Date.parse(created) <= time && ids.includes(sprintId),
    done: heldAt(issue, 'resolution', resolution?.id ?? '', time) !== '',
  };
}

function tally(issues: readonly RawDevlakeIssue[], sprintId: number, from: number, to: number) {
  const sums = { committed: 0, added: 0, removed: 0, scope: 0, completed: 0 };
  for (const issue of issues) {
    const times = issue.changelog.histories.map(history => Date.parse(history.created));
    times.push(Date.parse(issue.fields.created));
    const start = lookAt(issue, sprintId, from);
    let inScope = start.inside && !start.done;
    let leftOut = start.done;
    if (inScope) sums.committed++;
    for (const time of times.filter(each => each > from && each <= to).sort((a, b) => a - b)) {
      const { inside, done } = lookAt(issue, sprintId, time);
      if (!done) leftOut = false;
      const next = inside && !leftOut;
      if (next && !inScope) sums.added++;
      if (!next && inScope) sums.removed++;
      inScope = next;
    }
    if (inScope) sums.scope++;
    if (inScope && lookAt(issue, sprintId, to).done) sums.completed++;
  }
  return sums;
}

describe('EE, 30 issues with histories', () => {
  const found = raw;
  const dataset = devlakeDataset(found);
  const settings = {
    ...velocitySettings.defaults,
    sprintCount: 100,
    done: { kind: 'resolution' } as const,
  };
  const { result, notes } = computeVelocity(dataset, settings, NOW);

  it('agrees with the plain tally on every sprint', () => {
    const shown = result.periods.map(({ id, measures }) => {
      const { committed, added, removed, scope, completed } = measures;
      const value = (figure: typeof committed) => figure?.value ?? null;
      return [
        Number(id),
        {
          committed: value(committed),
          added: value(added),
          removed: value(removed),
          scope: value(scope),
          completed: value(completed),
        },
      ];
    });
    const tallied = result.periods.map(({ id }) => {
      const sprint = found.sprints.find(each => each.id === Number(id))!;
      const window = [Date.parse(sprint.startDate), Date.parse(sprint.completeDate)] as const;
      return [sprint.id, tally(found.issues, sprint.id, ...window)];
    });
    expect(shown).toEqual(tallied);
    expect(shown.length).toBeGreaterThan(2);
  });

  it('is as a script in another language counted EE Sprint 7', () => {
    const sprint = result.periods.find(period => period.id === '7');
    const m = sprint?.measures;
    expect([m?.committed, m?.added, m?.removed, m?.scope, m?.completed].map(f => f?.value)).toEqual(
      [16, 13, 2, 27, 21],
    );
    expect(m?.carriedOver?.value).toBe(6);
    expect(notes.map(note => note.code)).not.toContain('no-history');
    const burn = computeBurn(
      dataset,
      { ...burnSettings.defaults, sprint: dataset.issues[0]?.sprints[0]?.id ?? null },
      NOW,
    ).result.chart;
    expect(burn?.name).toBe('EE Sprint 7');
    const [first] = burn?.points ?? [];
    const last = burn?.points.at(-1);
    expect([first?.scope, last?.scope, last?.completed]).toEqual([16, 27, 21]);
  });
});

const aloy = readAloy();

describe('ALOY, 1,499 issues without histories', () => {
  const issues = aloy;
  // The export names sprints with their dates beside their ids.
  type Dated = {
    id: number;
    name: string;
    startDate: string;
    endDate: string;
    completeDate: string;
  };
  const dated = new Map(
    issues
      .flatMap(each => (each.fields.closedSprints ?? []) as Dated[])
      .map(each => [each.id, each]),
  );
  const plain = datasetOf(issues);
  const sprints = new Map(
    [...plain.sprints].map(([id, sprint]) => {
      const { startDate, endDate, completeDate } = dated.get(id)!;
      const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
      return [id, { ...sprint, start, end, complete: Date.parse(completeDate) }];
    }),
  );
  const dataset = {
    ...plain,
    sprints,
    issues: plain.issues.map(each => ({ ...each, historyComplete: false })),
  };
  const settings = {
    ...velocitySettings.defaults,
    board: null as BoardId | null,
    sprintCount: 5,
  };
  const { result, notes } = computeVelocity(dataset, settings, NOW);

  it('falls back to the sprint field of today and the resolution date, and says so', () => {
    const closed = [...dated.values()].sort(
      (a, b) => Date.parse(a.completeDate) - Date.parse(b.completeDate) || a.id - b.id,
    );
    const expected = closed.slice(-5).map(({ id, startDate, completeDate }) => {
      const [from, to] = [Date.parse(startDate), Date.parse(completeDate)];
      const members = issues.filter(({ fields }) => fields.closedSprints?.some(s => s.id === id));
      const at = (text: string | null) => (text === null ? Infinity : Date.parse(text));
      const open = members.filter(
        ({ fields }) => Date.parse(fields.created) <= to && at(fields.resolutiondate) > from,
      );
      return [
        String(id),
        open.filter(({ fields }) => Date.parse(fields.created) <= from).length,
        open.length,
        open.filter(({ fields }) => at(fields.resolutiondate) <= to).length,
      ];
    });
    const done = { ...settings, done: { kind: 'resolution' } as const };
    const { periods } = computeVelocity(dataset, done, NOW).result;
    const shown = periods.map(({ id, measures }) => [
      id,
      ...[measures.committed, measures.scope, measures.completed].map(figure => figure?.value),
    ]);
    expect(shown).toEqual(expected);
    expect(notes.find(note => note.code === 'no-history')?.issues.length).toBeGreaterThan(5);
    expect(result.periods).toHaveLength(5);
  });
});
