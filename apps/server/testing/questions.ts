/** Questions whose answers a few lines over raw records give. */
import type { RecordIssue } from '@tallyboard/replica/data/records.ts';

export interface Question {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly want: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own members.
  readonly read: (data: any) => unknown;
}

const PROJECTS = ['WEB', 'APP', 'PLAT', 'PAY', 'OPS'];
const ZONE = 'Europe/Berlin';
const HOUR_MS = 3_600_000;

const dayText = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE });
const dayOf = (time: string | number) => dayText.format(new Date(time));

// biome-ignore lint/suspicious/noExplicitAny: raw JSON of Jira.
const fieldsOf = ({ fields }: RecordIssue): any => fields;

/** A hundred: counts, oldest issues, created and resolved of a period, percentiles of the time to resolution. */
export function questionsOf(all: readonly RecordIssue[], now: number): readonly Question[] {
  const of = (project: string) => all.filter(({ key }) => key.startsWith(`${project}-`));
  const count = (jql: string, found: readonly RecordIssue[]): Question => {
    return { tool: 'count', args: { jql }, want: found.length, read: data => data.count };
  };
  return PROJECTS.flatMap(project => {
    const own = of(project);
    const open = own.filter(issue => !fieldsOf(issue).resolution);
    const inProject = `project = ${project}`;
    return [
      count(inProject, own),
      count(`${inProject} AND resolution IS EMPTY`, open),
      ...byMonth(inProject, own, count),
      ...byPerson(inProject, own, count),
      ...byStatus(inProject, own, count),
      oldest(inProject, open),
      ...ofPeriod(inProject, own, now),
    ];
  });
}

type Count = (jql: string, found: readonly RecordIssue[]) => Question;

const byMonth = (project: string, own: readonly RecordIssue[], count: Count) =>
  ['2026-03', '2026-04', '2026-05'].map((month, at) => {
    const next = `2026-0${at + 4}-01`;
    return count(
      `${project} AND created >= "${month}-01" AND created < "${next}"`,
      own.filter(issue => dayOf(fieldsOf(issue).created).startsWith(month)),
    );
  });

/** The values that most issues have, by name. */
function commonest(
  own: readonly RecordIssue[],
  read: (issue: RecordIssue) => unknown,
  max: number,
) {
  const groups = Map.groupBy(own, issue => String(read(issue) ?? ''));
  groups.delete('');
  return [...groups]
    .sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
    .slice(0, max);
}

const byPerson = (project: string, own: readonly RecordIssue[], count: Count) =>
  commonest(own, issue => fieldsOf(issue).assignee?.accountId, 4).map(([id, found]) =>
    count(`${project} AND assignee = "${id}"`, found),
  );

const byStatus = (project: string, own: readonly RecordIssue[], count: Count) =>
  commonest(own, issue => fieldsOf(issue).status.name, 3).map(([name, found]) =>
    count(`${project} AND status = "${name}"`, found),
  );

function oldest(project: string, open: readonly RecordIssue[]): Question {
  const createdOf = (issue: RecordIssue) => Date.parse(fieldsOf(issue).created);
  const [first] = open.toSorted((a, b) => createdOf(a) - createdOf(b));
  const jql = `${project} AND resolution IS EMPTY ORDER BY created ASC, key ASC`;
  return { tool: 'issues', args: { jql }, want: first?.key, read: data => data.rows[0]?.[0] };
}

/** Sums of hours in another order differ in their last digits. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

/** The last 90 days: created, resolved, and hours from creation to resolution. */
function ofPeriod(jql: string, own: readonly RecordIssue[], now: number): readonly Question[] {
  const [from, to] = [dayOf(now - 90 * 24 * HOUR_MS), dayOf(now)];
  const isWithin = (time: unknown) =>
    typeof time === 'string' && dayOf(time) >= from && dayOf(time) <= to;
  const created = own.filter(issue => isWithin(fieldsOf(issue).created));
  const resolved = own.filter(issue => isWithin(fieldsOf(issue).resolutiondate));
  const hours = resolved
    .map(issue => {
      const { created: begun, resolutiondate: ended } = fieldsOf(issue);
      return (Date.parse(ended) - Date.parse(begun)) / HOUR_MS;
    })
    .sort((a, b) => a - b);
  const mean = hours.reduce((sum, each) => sum + each, 0) / hours.length;
  const rank = (part: number) => hours[Math.ceil(part * hours.length) - 1] ?? 0;
  const middle = (hours.length - 1) / 2;
  const median = ((hours[Math.floor(middle)] ?? 0) + (hours[Math.ceil(middle)] ?? 0)) / 2;
  const settings = { from, to, done: 'resolution' };
  const total = (report: string, column: string, want: number): Question => ({
    tool: 'report',
    args: { report, jql, settings },
    want: rounded(want),
    read: data => rounded(data.rows.at(-1)[data.columns.indexOf(column)]),
  });
  return [
    total('created-resolved', 'Created', created.length),
    total('created-resolved', 'Resolved', resolved.length),
    total('created-resolved', 'Net', created.length - resolved.length),
    total('resolution-time', 'Issues', hours.length),
    total('resolution-time', 'Mean (Hours)', mean),
    total('resolution-time', 'Median (Hours)', median),
    total('resolution-time', '85th Percentile (Hours)', rank(0.85)),
  ];
}
