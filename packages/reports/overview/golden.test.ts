/** The overview of a real project against figures that are tallied here, plainly, from the raw records. */

import { context } from '@tallyboard/core/testing/builders.ts';
import { describe, expect, it } from 'vitest';
import { datasetOf, type RawIssue, readAloy } from '../testing/real-issues.ts';
import computeOverview from './compute.ts';
import { type OverviewSettings, overviewSettings } from './settings.ts';

const NOW = context({ asOf: Date.UTC(2021, 5, 1) });
const raw = readAloy();

const isDone = ({ fields }: RawIssue) =>
  fields.resolutiondate !== null || fields.status.statusCategory.id === 3;

/** [group, issues, resolved] of each group, by name. */
function tally(issues: readonly RawIssue[], groupsOf: (issue: RawIssue) => string[]) {
  const groups = new Map<string, [number, number]>();
  for (const issue of issues) {
    const names = groupsOf(issue);
    for (const name of names.length === 0 ? ['none'] : new Set(names)) {
      const [all, done] = groups.get(name) ?? [0, 0];
      groups.set(name, [all + 1, done + (isDone(issue) ? 1 : 0)]);
    }
  }
  return [...groups].map(([name, counts]) => [name, ...counts]).sort();
}

describe('ALOY, 1,499 issues', () => {
  const issues = raw;
  const dataset = datasetOf(issues);
  const overview = (settings: Partial<OverviewSettings> = {}) =>
    computeOverview(dataset, { ...overviewSettings.defaults, ...settings }, NOW).result;

  it('has the progress and categories that the export has', () => {
    // Counted once with a script in another language over the same file.
    const { lines, withResolution, statusBars } = overview();
    expect(lines.map(line => line.id)).toEqual(['resolved']);
    expect(withResolution).toMatchObject({ part: { value: 1283 }, whole: { value: 1499 } });
    expect(statusBars[0]?.segments.map(each => [each.id, each.figure.value])).toEqual([
      ['done', 1284],
      ['in-progress', 3],
      ['to-do', 212],
      ['none', 0],
    ]);
    const resolved = issues.filter(isDone).length;
    expect(lines[0]?.part.value).toBe(resolved);
    expect(lines[0]?.percent).toBeCloseTo((100 * resolved) / 1499);
    expect(overview({ done: { kind: 'resolution' } }).lines[0]?.part.value).toBe(1283);
  });

  it.each([
    ['assignee', 'issue-type', ({ fields }: RawIssue) => fields.assignee?.key ?? 'none'],
    ['issue-type', 'issue-type', ({ fields }: RawIssue) => fields.issuetype.name],
    ['priority', 'priority', ({ fields }: RawIssue) => fields.priority?.name ?? 'none'],
    ['status', 'status', ({ fields }: RawIssue) => fields.status.name],
    ['fix-version', 'fix-version', ({ fields }: RawIssue) => fields.fixVersions.map(v => v.name)],
    [
      'sprint',
      'sprint',
      ({ fields }: RawIssue) => (fields.closedSprints ?? []).map(s => String(s.id)),
    ],
  ] as const)('breaks down by %s', (id, other, groupsOf) => {
    const table = overview({ other }).breakdowns.find(each => each.id === id);
    const rows = table?.rows.map(row => [row.id || 'none', row.created.value, row.resolved.value]);
    expect(rows?.sort()).toEqual(tally(issues, issue => [groupsOf(issue)].flat()));
    expect(table?.total.created.value).toBe(1499);
  });

  it('lists what is urgent, broken, blocking and blocked', () => {
    const open = issues.filter(issue => !isDone(issue));
    const byId = new Map(issues.map(issue => [issue.id, issue]));
    const links = (issue: RawIssue, side: 'inwardIssue' | 'outwardIssue') =>
      issue.fields.issuelinks.flatMap(link =>
        link.type.name === 'Blocks' && link[side] ? [link[side]] : [],
      );
    const unresolved = ({
      id,
      fields,
    }: {
      id: string;
      fields: { status: RawIssue['fields']['status'] };
    }) => {
      const known = byId.get(id);
      return known ? !isDone(known) : fields.status.statusCategory.id !== 3;
    };
    const expected = {
      overdue: [],
      'due-this-week': [],
      priority: open.filter(({ fields }) => fields.priority && /^[12]$/.test(fields.priority.id)),
      incidents: [],
      problems: [],
      bugs: open.filter(({ fields }) => fields.issuetype.name === 'Bug'),
      flagged: [],
      blocking: open.filter(issue => links(issue, 'outwardIssue').length > 0),
      blocked: open.filter(issue => links(issue, 'inwardIssue').some(unresolved)),
    };
    const lists = overview().lists.map(({ id, figure }) => [
      id,
      Array.from(figure.issues, row => dataset.issues[row]?.key),
    ]);
    expect(Object.fromEntries(lists)).toEqual(
      Object.fromEntries(
        Object.entries(expected).map(([id, found]) => [id, found.map(issue => issue.key)]),
      ),
    );
    expect(expected.bugs.length).toBeGreaterThan(10);
    expect(expected.blocking.length + expected.blocked.length).toBeGreaterThan(0);
  });
});
