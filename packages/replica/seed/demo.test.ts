import { beforeAll, describe, expect, test } from 'vitest';
import type { RecordHistoryItem, RecordIssue, StoreRecord } from '../data/records.ts';
import { DAY, SITE_ZONE } from './clock.ts';
import { DEPOTS_ISSUES, demoCounts, demoRecords, GERMAN_DESK_ISSUES } from './demo.ts';
import { PAYMENTS_ISSUES } from './issues/payments.ts';
import { INITIATIVES_PROCESS, KINDS, PAYMENTS_PROCESS, STATUS } from './site/catalog.ts';
import { FIELD } from './site/fields.ts';
import { OUTLINES, PAYMENTS_DAYS } from './site/organisation.ts';

const asOf = Date.parse('2026-03-30T14:23:05Z');
const settings = { seed: 7, asOf, size: 3000 };
const STORY_ISSUES = PAYMENTS_ISSUES + DEPOTS_ISSUES + GERMAN_DESK_ISSUES;

let records: StoreRecord[];
let issues: RecordIssue[];
const ofKind = <Kind extends StoreRecord['kind']>(kind: Kind) =>
  records.filter((record): record is Extract<StoreRecord, { kind: Kind }> => record.kind === kind);

beforeAll(() => {
  records = [...demoRecords(settings)];
  issues = ofKind('issue').map(record => record.value);
});

/** Jira's timestamps have no colon in their offset. */
const instant = (text: unknown) => Date.parse(String(text).replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));

const itemsOf = (issue: RecordIssue, field: string) =>
  (issue.changelog?.histories ?? []).flatMap(history =>
    history.items
      .filter(item => item.field === field)
      .map(item => ({ ...item, at: history.created })),
  ) as (RecordHistoryItem & { at: string })[];

interface Field {
  id: string;
  name: string;
  resolution: unknown;
}
const named = (value: unknown) => (value as Field | null)?.id ?? null;
const projectOf = (issue: RecordIssue) => (issue.fields.project as { key: string }).key;

interface Worklog {
  started: string;
  created: string;
  timeSpentSeconds: number;
  author: { timeZone: string; accountId: string };
}
const worklogsOf = (issue: RecordIssue) =>
  (issue.fields.worklog as { worklogs: Worklog[] }).worklogs;

interface SprintValue {
  id: number;
  state: string;
  startDate?: string;
  completeDate?: string;
}
const sprintsOf = (issue: RecordIssue) =>
  (issue.fields[FIELD.sprint] as SprintValue[] | null | undefined) ?? [];

describe('the demo organisation', () => {
  test('is reproducible by seed and instant', () => {
    const text = (seed: number) => JSON.stringify([...demoRecords({ seed, asOf, size: 300 })]);
    expect(text(7)).toBe(text(7));
    expect(text(8)).not.toBe(text(7));
  });

  test('has the documented projects, people, boards and special cases', () => {
    expect(issues).toHaveLength(3000 + STORY_ISSUES);
    expect(ofKind('project')).toHaveLength(9);
    const users = ofKind('user').map(record => record.value);
    expect(users).toHaveLength(51);
    expect(users.filter(user => user.accountType === 'customer')).toHaveLength(3);
    expect(users.filter(user => user.accountType === 'app')).toHaveLength(1);
    expect(new Set(users.map(user => user.timeZone)).size).toBe(6);
    expect(users.filter(user => user.active === false)).toHaveLength(4);
    const boards = ofKind('board').map(record => record.value);
    expect(boards.map(board => board.type).sort()).toEqual([
      'kanban',
      'kanban',
      'scrum',
      'scrum',
      'scrum',
      'simple',
    ]);
    for (const board of boards.filter(({ type }) => type === 'scrum')) {
      const states = ofKind('sprint')
        .filter(record => record.value.originBoardId === board.id)
        .map(record => record.value.state);
      expect(states.filter(state => state === 'closed').length).toBeGreaterThanOrEqual(12);
      expect(states.slice(-2)).toEqual(['active', 'future']);
    }
    const has = (test: (issue: RecordIssue) => unknown) => issues.filter(test).length;
    expect(has(issue => worklogsOf(issue).length > 20)).toBeGreaterThan(0);
    expect(has(issue => (issue.changelog?.histories.length ?? 0) > 40)).toBeGreaterThan(5);
    expect(has(issue => issue.fields[FIELD.flagged])).toBeGreaterThan(5);
    expect(has(issue => (issue.fields.issuelinks as unknown[]).length)).toBeGreaterThan(50);
    expect(has(issue => issue.fields[FIELD.timeToResolution])).toBeGreaterThan(300);
    expect(has(issue => issue.fields[FIELD.storyPointEstimate])).toBeGreaterThan(50);
    expect(
      has(issue => itemsOf(issue, 'resolution').some(({ to }) => to === null)),
    ).toBeGreaterThan(50);
    expect(has(issue => sprintsOf(issue).length > 1)).toBeGreaterThan(100);
    expect(new Set(issues.map(issue => issue.fields.summary)).size).toBeGreaterThan(2900);
    expect(ofKind('filter').filter(record => record.value.favourite)).toHaveLength(3);
    const versions = ofKind('version').map(record => record.value);
    for (const flag of ['released', 'archived', 'overdue'])
      expect(versions.some(version => version[flag] === true)).toBe(true);
    const me = ofKind('site')[0]?.value.currentUser;
    const mine = issues.filter(
      issue => (issue.fields.assignee as { accountId?: string } | null)?.accountId === me,
    );
    expect(mine.length).toBeGreaterThan(100);
    expect(mine.filter(issue => issue.fields.resolution === null).length).toBeGreaterThan(10);
  });

  test('has unique ids and keys, and parents created before children', () => {
    expect(new Set(issues.map(issue => issue.id)).size).toBe(issues.length);
    expect(new Set(issues.map(issue => issue.key)).size).toBe(issues.length);
    const keys = new Map(issues.map(issue => [issue.key, issue]));
    for (const issue of issues) {
      const parent = issue.fields.parent as { key: string } | undefined;
      if (!parent) continue;
      const other = keys.get(parent.key);
      expect(instant(other?.fields.created)).toBeLessThanOrEqual(instant(issue.fields.created));
    }
  });
});

describe('a large demo', () => {
  test('has 400 projects at a million, and those of stories, each with some issues', () => {
    const counts = demoCounts(1_000_000);
    expect(counts.size).toBe(403);
    expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(1_000_000 + STORY_ISSUES);
    const sizes = [...demoCounts(1_000_000)].flatMap(([key, count]) =>
      key === 'NET' || key === 'KD' ? [] : count,
    );
    expect(Math.min(...sizes)).toBeGreaterThan(500);
    expect(Math.max(...sizes)).toBeLessThan(6000);
    expect(demoCounts(15_000).size).toBe(9);
  });

  test('has entities with ids and names of their own, and regional people', () => {
    const entities: StoreRecord[] = [];
    for (const record of demoRecords({ seed: 7, asOf, size: 1_000_000 })) {
      if (record.kind === 'issue') break;
      entities.push(record);
    }
    const withId = entities.flatMap(({ kind, value }) => {
      const id = (value as { id?: unknown }).id;
      return id === undefined ? [] : `${kind} ${id}`;
    });
    expect(new Set(withId).size).toBe(withId.length);
    const projects = entities.flatMap(({ kind, value }) =>
      kind === 'project' ? [value as unknown as { name: string; lead: { accountId: string } }] : [],
    );
    expect(new Set(projects.map(({ name }) => name)).size).toBe(403);
    expect(new Set(projects.map(({ lead }) => lead.accountId)).size).toBeGreaterThan(300);
  });

  test('has regional issues like those of the central project', () => {
    const regional = [...demoRecords({ seed: 7, asOf, size: 15_300 })].flatMap(record =>
      record.kind === 'issue' && projectOf(record.value) === 'WEBHAM' ? [record.value] : [],
    );
    expect(regional).toHaveLength(300);
    const changes = regional.flatMap(issue => issue.changelog?.histories ?? []);
    expect(changes.length).toBeGreaterThan(1200);
    expect(regional.filter(issue => sprintsOf(issue).length > 0).length).toBeGreaterThan(150);
  });
});

describe('histories', () => {
  const processOf = (project: string) => {
    if (project === 'PAY') return PAYMENTS_PROCESS;
    if (project === 'NET') return INITIATIVES_PROCESS;
    return KINDS[OUTLINES.find(({ key }) => key === project)?.kind ?? 'desk'];
  };

  test('follow the workflow of the project and end at the current status', () => {
    for (const issue of issues) {
      const { workflow } = processOf(projectOf(issue));
      let status: string | undefined = workflow.start.id;
      for (const { from, to } of itemsOf(issue, 'status')) {
        expect(from).toBe(status);
        expect(workflow.moves.get(String(from)), `${issue.key}: ${from} to ${to}`).toContain(to);
        status = String(to);
      }
      expect(named(issue.fields.status)).toBe(status);
    }
  });

  test.each([
    ['resolution', 'resolution'],
    ['assignee', 'assignee'],
    ['priority', 'priority'],
  ])('of %s are a chain up to the current value', (name, fieldId) => {
    for (const issue of issues) {
      const chain = itemsOf(issue, name);
      chain.forEach((item, n) => {
        if (n > 0) expect(item.from, issue.key).toBe(chain[n - 1]?.to);
      });
      const last = chain.at(-1);
      const value = issue.fields[fieldId] as { id?: string; accountId?: string } | null;
      if (last) expect(value?.id ?? value?.accountId ?? null, issue.key).toBe(last.to);
    }
  });

  test('of sprints and points end at the current values', () => {
    for (const issue of issues) {
      const sprints = itemsOf(issue, 'Sprint');
      sprints.forEach((item, n) => {
        if (n > 0) expect(item.from).toBe(sprints[n - 1]?.to);
      });
      const present = sprintsOf(issue)
        .map(sprint => sprint.id)
        .join(', ');
      if (sprints.length > 0) expect(present, issue.key).toBe(sprints.at(-1)?.to);
      const points = itemsOf(issue, 'Story Points').at(-1);
      if (points) expect(String(issue.fields[FIELD.storyPoints]), issue.key).toBe(points.toString);
    }
  });

  test('agree with resolutiondate, and nearly all done issues are resolved', () => {
    const odd = { doneOnly: 0, resolvedOnly: 0 };
    for (const issue of issues) {
      const last = itemsOf(issue, 'resolution').at(-1);
      const resolved = last?.to ? last.at : null;
      expect(issue.fields.resolutiondate, issue.key).toBe(resolved);
      expect(issue.fields.resolution === null, issue.key).toBe(resolved === null);
      const { statusCategory } = issue.fields.status as { statusCategory: { key: string } };
      const done = statusCategory.key === 'done';
      if (done === (resolved !== null)) continue;
      expect(projectOf(issue), issue.key).not.toBe('HELP');
      odd[done ? 'doneOnly' : 'resolvedOnly'] += 1;
    }
    expect(odd.doneOnly).toBeGreaterThan(40);
    expect(odd.doneOnly).toBeLessThan(120);
    expect(odd.resolvedOnly).toBeGreaterThan(0);
    expect(odd.resolvedOnly).toBeLessThan(30);
  });

  test('have points on some sub-tasks, with and without points on the parent', () => {
    const pointsOf = ({ fields }: RecordIssue) =>
      fields[FIELD.storyPoints] ?? fields[FIELD.storyPointEstimate] ?? null;
    const keys = new Map(issues.map(issue => [issue.key, issue]));
    const parents = issues.flatMap(issue => {
      const { subtask } = issue.fields.issuetype as { subtask: boolean };
      const parent = keys.get((issue.fields.parent as { key: string } | undefined)?.key ?? '');
      return subtask && parent && pointsOf(issue) !== null ? [pointsOf(parent)] : [];
    });
    expect(parents.filter(points => points !== null).length).toBeGreaterThan(10);
    expect(parents.filter(points => points === null).length).toBeGreaterThan(10);
  });

  test('of worklogs add up, and the remaining estimate only falls', () => {
    let logs = 0;
    for (const issue of issues) {
      const entries = worklogsOf(issue);
      logs += entries.length;
      const sum = entries.reduce((total, entry) => total + entry.timeSpentSeconds, 0);
      expect(issue.fields.timespent ?? 0, issue.key).toBe(sum);
      for (const { from, to } of itemsOf(issue, 'timeestimate'))
        if (from !== null) expect(Number(to)).toBeLessThanOrEqual(Number(from));
      for (const entry of entries) {
        const end = instant(entry.started) + entry.timeSpentSeconds * 1000;
        expect(end).toBeLessThanOrEqual(instant(entry.created));
        expect(instant(entry.started)).toBeGreaterThanOrEqual(instant(issue.fields.created));
      }
    }
    expect(logs).toBeGreaterThan(3000);
  });

  test('lie between creation and asOf', () => {
    for (const issue of issues) {
      const created = instant(issue.fields.created);
      let before = created;
      for (const history of issue.changelog?.histories ?? []) {
        const at = instant(history.created);
        expect(at).toBeGreaterThanOrEqual(before);
        before = at;
      }
      expect(before).toBeLessThanOrEqual(asOf);
      expect(instant(issue.fields.updated)).toBeLessThanOrEqual(asOf);
      expect(instant(issue.fields.updated)).toBeGreaterThanOrEqual(before);
      for (const entry of worklogsOf(issue))
        expect(instant(entry.created)).toBeLessThanOrEqual(asOf);
    }
  });

  test('add no issue to a closed sprint', () => {
    const complete = new Map(
      ofKind('sprint').map(({ value }) => [String(value.id), value.completeDate]),
    );
    for (const issue of issues) {
      for (const { from, to, at } of itemsOf(issue, 'Sprint')) {
        const was = new Set(from?.split(', '));
        for (const id of to?.split(', ') ?? []) {
          const closed = complete.get(id);
          if (id && !was.has(id) && closed)
            expect(instant(at), `${issue.key} ${id}`).toBeLessThanOrEqual(instant(closed));
        }
      }
    }
  });
});

describe('the work', () => {
  test('people log in their own office hours, mostly on working days', () => {
    const hour = (zone: string) =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        hour: '2-digit',
        hourCycle: 'h23',
        weekday: 'short',
      });
    const formats = new Map<string, Intl.DateTimeFormat>();
    let weekend = 0;
    let all = 0;
    for (const issue of issues) {
      for (const { author, started } of worklogsOf(issue)) {
        const format = formats.get(author.timeZone) ?? hour(author.timeZone);
        formats.set(author.timeZone, format);
        const parts = new Map(
          format.formatToParts(instant(started)).map(part => [part.type, part.value]),
        );
        expect(Number(parts.get('hour'))).toBeGreaterThanOrEqual(5);
        expect(Number(parts.get('hour'))).toBeLessThanOrEqual(23);
        all += 1;
        if (['Sat', 'Sun'].includes(parts.get('weekday') ?? '')) weekend += 1;
      }
    }
    expect(weekend).toBeGreaterThan(0);
    expect(weekend / all).toBeLessThan(0.06);
  });

  test('velocity varies, and most of a sprint gets done', () => {
    const done = new Map<number, number>();
    for (const issue of issues) {
      const last = sprintsOf(issue).at(-1);
      const points = Number(issue.fields[FIELD.storyPoints] ?? 0);
      if (last?.state === 'closed' && issue.fields.resolution)
        done.set(last.id, (done.get(last.id) ?? 0) + points);
    }
    const values = [...done.values()];
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const spread = Math.sqrt(
      values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length,
    );
    expect(spread / mean).toBeGreaterThan(0.15);
    expect(spread / mean).toBeLessThan(0.6);
  });

  test('timestamps have the offset of the site, with daylight saving time', () => {
    const offsets = new Set(issues.map(issue => String(issue.fields.created).slice(-5)));
    expect(SITE_ZONE).toBe('Europe/Berlin');
    expect([...offsets].sort()).toEqual(['+0100', '+0200']);
  });

  test('SLA cycles of the service desk match the history', () => {
    for (const issue of issues.filter(one => projectOf(one) === 'HELP')) {
      const sla = issue.fields[FIELD.timeToResolution] as {
        completedCycles: { breached: boolean; elapsedTime: { millis: number } }[];
        ongoingCycle?: { breached: boolean };
      };
      const resolved = itemsOf(issue, 'resolution').filter(({ to }) => to !== null).length;
      const skipped = itemsOf(issue, 'status').length === 0;
      expect(sla.completedCycles.length, issue.key).toBe(resolved);
      expect(sla.ongoingCycle === undefined, issue.key).toBe(
        !skipped && issue.fields.resolution !== null,
      );
    }
  });
});

describe('the Payments project', () => {
  interface Week {
    finished: number;
    inReview: number;
    cycleDays: number[];
  }

  /** Whole weeks of the story, oldest first. */
  function weeksOf(): Week[] {
    const start = asOf - PAYMENTS_DAYS * DAY;
    const weeks = Array.from(
      { length: PAYMENTS_DAYS / 7 },
      (): Week => ({ finished: 0, inReview: 0, cycleDays: [] }),
    );
    for (const issue of issues.filter(one => projectOf(one) === 'PAY')) {
      const moves = itemsOf(issue, 'status').map(({ at, to }) => ({ at: instant(at), to }));
      const begun = moves.find(({ to }) => to === STATUS.inProgress.id)?.at;
      const last = moves.at(-1);
      weeks.forEach((week, n) => {
        const end = start + (n + 1) * 7 * DAY;
        const status = moves.findLast(({ at }) => at <= end)?.to;
        if (status === STATUS.inReview.id) week.inReview += 1;
        if (begun === undefined || last?.to !== STATUS.done.id) return;
        if (last.at > end || last.at <= end - 7 * DAY) return;
        week.finished += 1;
        week.cycleDays.push((last.at - begun) / DAY);
      });
    }
    return weeks;
  }

  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = (values: readonly number[]) =>
    Math.sqrt(mean(values.map(value => (value - mean(values)) ** 2)));

  test('waits for reviews, catches up, and becomes predictable', () => {
    const weeks = weeksOf();
    const [early, bottleneck, recovery, steady] = [
      weeks.slice(8, 20),
      weeks.slice(21, 35),
      weeks.slice(35, 40),
      weeks.slice(44),
    ] as const;
    const finished = (of: readonly Week[]) => of.map(week => week.finished);
    expect(bottleneck.at(-1)?.inReview).toBeGreaterThan(35);
    expect(Math.max(...steady.map(week => week.inReview))).toBeLessThan(15);
    expect(mean(finished(bottleneck))).toBeLessThan(0.75 * mean(finished(early)));
    expect(mean(finished(recovery))).toBeGreaterThan(2 * mean(finished(bottleneck)));
    expect(deviation(finished(steady))).toBeLessThan(2);
    const percentile85 = (of: readonly Week[]) => {
      const days = of.flatMap(week => week.cycleDays).sort((a, b) => a - b);
      return days[Math.ceil(0.85 * days.length) - 1] ?? 0;
    };
    expect(percentile85(steady)).toBeLessThan(0.75 * percentile85(early));
  });

  test('moves to the next release what is late', () => {
    const moved = new Map<string | null, number>();
    for (const issue of issues.filter(one => projectOf(one) === 'PAY'))
      for (const { from, fromString } of itemsOf(issue, 'Fix Version'))
        if (from !== null && fromString !== null)
          moved.set(fromString, (moved.get(fromString) ?? 0) + 1);
    expect([...moved.keys()].sort()).toEqual(['Release 1', 'Release 2', 'Release 3', 'Release 4']);
  });

  test('is left out of small demos, as are Depot Network and Kundendienst', () => {
    const without = [...demoRecords({ seed: 7, asOf, size: 999 })];
    expect(without.filter(({ kind }) => kind === 'project')).toHaveLength(6);
    expect(without.filter(({ kind }) => kind === 'issue')).toHaveLength(999);
  });
});

describe('ratings', () => {
  test('are of two of five solved requests, and lower where they were late', () => {
    const solved = issues.filter(
      ({ fields }) =>
        fields.resolution && (fields.project as Field & { key: string }).key === 'HELP',
    );
    const rated = solved.flatMap(({ fields }) => {
      const value = fields[FIELD.satisfaction] as { rating: number } | undefined;
      const { completedCycles } = fields[FIELD.timeToResolution] as {
        completedCycles: { breached: boolean }[];
      };
      return value ? { rating: value.rating, late: completedCycles.at(-1)?.breached } : [];
    });
    expect(rated.length / solved.length).toBeGreaterThan(0.33);
    expect(rated.length / solved.length).toBeLessThan(0.47);
    const mean = (late: boolean) => {
      const some = rated.filter(one => one.late === late);
      return some.reduce((sum, { rating }) => sum + rating, 0) / some.length;
    };
    expect(mean(false)).toBeGreaterThan(3.8);
    expect(mean(true)).toBeLessThan(3.6);
    expect(issues.some(({ fields }) => !fields.resolution && fields[FIELD.satisfaction])).toBe(
      false,
    );
  });
});

describe('the German desk', () => {
  interface Cycle {
    readonly startTime: { epochMillis: number };
    readonly stopTime?: { epochMillis: number };
    readonly elapsedTime: { millis: number };
    readonly goalDuration: { millis: number };
    readonly breached: boolean;
  }
  const own = () => issues.filter(one => projectOf(one) === 'KD');
  const HOUR = DAY / 24;

  test('has German names, and counts its SLAs in office hours', () => {
    const names = ofKind('field').map(({ value }) => value.name);
    expect(names).toContain('Zeit bis zur Lösung');
    expect(names).toContain('Zeit bis zur ersten Antwort');
    let met = 0;
    let breached = 0;
    for (const { key, fields } of own()) {
      const sla = fields[FIELD.germanResolution] as { completedCycles: Cycle[] };
      for (const {
        startTime,
        stopTime,
        elapsedTime,
        goalDuration,
        ...cycle
      } of sla.completedCycles) {
        const span = (stopTime?.epochMillis ?? 0) - startTime.epochMillis;
        // Ten of each 24 hours, and one day more for the rest of the first and last.
        expect(elapsedTime.millis, key).toBeLessThanOrEqual(
          (Math.ceil(span / DAY) + 1) * 10 * HOUR,
        );
        expect(elapsedTime.millis, key).toBeLessThanOrEqual(span);
        expect(cycle.breached, key).toBe(elapsedTime.millis > goalDuration.millis);
        if (cycle.breached) breached += 1;
        else met += 1;
      }
      expect(fields[FIELD.timeToResolution], key).toBeUndefined();
    }
    expect(met).toBeGreaterThan(breached);
    expect(breached).toBeGreaterThan(5);
  });

  test('has an agent that solves some requests, and leaves others to people', () => {
    const agent = ofKind('user').find(({ value }) => value.accountType === 'app')?.value.accountId;
    const taken = own().filter(one => itemsOf(one, 'assignee').some(({ to }) => to === agent));
    const left = own().filter(one => itemsOf(one, 'assignee').some(({ from }) => from === agent));
    expect(taken.length).toBeGreaterThan(60);
    expect(left.length).toBeGreaterThan(30);
    expect(left.length).toBeLessThan(taken.length);
    const reporters = new Set(
      own().map(({ fields }) => (fields.reporter as { accountType: string }).accountType),
    );
    expect([...reporters]).toEqual(['customer']);
  });
});

describe('the Depot Network', () => {
  test('has three initiatives, whose epics have the work', () => {
    const own = issues.filter(one => projectOf(one) === 'NET');
    const typeOf = ({ fields }: RecordIssue) => (fields.issuetype as Field).name;
    const parentOf = ({ fields }: RecordIssue) =>
      (fields.parent as { key: string } | undefined)?.key;
    const byKey = new Map(own.map(issue => [issue.key, issue]));
    const initiatives = own.filter(one => typeOf(one) === 'Initiative');
    const epics = own.filter(one => typeOf(one) === 'Epic');
    expect(initiatives.map(({ fields }) => fields.summary)).toEqual([
      'Second hub in Leipzig',
      'Paperless depots',
      'Night deliveries',
    ]);
    expect(epics).toHaveLength(7);
    for (const epic of epics) {
      const parent = byKey.get(parentOf(epic) ?? '');
      expect(parent && typeOf(parent), epic.key).toBe('Initiative');
      expect(epic.fields[FIELD.epicLink], epic.key).toBeNull();
      const below = own.filter(one => parentOf(one) === epic.key);
      expect(below.length, epic.key).toBeGreaterThan(1);
    }
    const open = epics.filter(({ fields }) => fields.resolution === null);
    expect(open).toHaveLength(6);
  });
});
