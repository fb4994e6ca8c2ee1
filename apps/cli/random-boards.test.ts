/**
 * Random boards with changes of one instant, cut histories and issues that left their sprint and then the board: velocity is what a
 * few lines over the moves say, or its notes and coverage say that it may not be.
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, expect, test } from 'vitest';
import { run } from './testing/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-boards-'));
afterAll(() => rmSync(folder, { recursive: true }));

const DAY = 86_400_000;
const BEGIN = Date.parse('2026-03-01T09:00:00Z');
const at = (day: number) => BEGIN + day * DAY;
const SPRINTS = [1, 2, 3].map(id => ({ id, start: at(id * 8 - 4), close: at(id * 8 + 3) }));
const STATUSES = ['To Do', 'In Progress', 'Done'].map((name, place) => {
  const categories = [2, 4, 3];
  return { id: String(place + 1), name, statusCategory: { id: categories[place] } };
});

type Random = () => number;
const seeded = (seed: number): Random => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** A value from an instant on. */
interface Step<Value> {
  readonly at: number;
  readonly value: Value;
}

interface Story {
  readonly number: number;
  readonly sprint: readonly Step<number | null>[];
  readonly status: readonly Step<number>[];
  readonly points: readonly Step<number>[];
  readonly movedAt: number | null;
  readonly isCut: boolean;
}

/** Steps on random days at midday, sometimes several of one instant. */
function steps<Value>(random: Random, values: readonly Value[]): Step<Value>[] {
  let day = -3;
  return values.map((value, place) => {
    if (place > 0 && random() < 0.7) day += 1 + Math.floor(random() * 14);
    return { at: at(day) + DAY / 8, value };
  });
}

function storyOf(random: Random, number: number): Story {
  const some = [1, 2, null, 3, 2, null].filter(() => random() < 0.5);
  const sprint = [null, ...some].filter((value, place, all) => value !== all[place - 1]);
  const status = random() < 0.7 ? [0, 1, 2] : [0, 1];
  const points = [1, 2, 3, 5].slice(0, 1 + Math.floor(random() * 3));
  const left = sprint.at(-1) === null;
  return {
    number,
    sprint: steps(random, sprint),
    status: steps(random, status),
    points: steps(random, points),
    movedAt: left && random() < 0.5 ? at(45) : null,
    isCut: random() < 0.1,
  };
}

const valueAt = <Value>(all: readonly Step<Value>[], t: number): Value =>
  (all.findLast(step => step.at <= t) ?? (all[0] as Step<Value>)).value;

/** By the definitions of velocity; issues are done once, as their status says. */
function truthOf(stories: readonly Story[]) {
  return SPRINTS.map(({ id, start, close }) => {
    const sum = (t: number, isCounted: (story: Story) => boolean) =>
      stories
        .filter(story => valueAt(story.sprint, t) === id && isCounted(story))
        .reduce((all, story) => all + valueAt(story.points, t), 0);
    const isDone = (story: Story, t: number) => valueAt(story.status, t) === 2;
    return {
      committed: sum(start, story => !isDone(story, start)),
      completed: sum(close, story => isDone(story, close) && !isDone(story, start)),
    };
  });
}

const iso = (t: number) => new Date(t).toISOString();

function recordOf(random: Random, story: Story): StoreRecord {
  const changes = <Value>(
    all: readonly Step<Value>[],
    item: (from: Value, to: Value) => Record<string, unknown>,
  ) =>
    all.slice(1).map((step, place) => {
      return { at: step.at, items: [item(all[place]?.value as Value, step.value)] };
    });
  const texts = (from: unknown, to: unknown) => ({
    from: String(from ?? ''),
    fromString: String(from ?? ''),
    to: String(to ?? ''),
    toString: String(to ?? ''),
  });
  const status = (place: number) => STATUSES[place] as (typeof STATUSES)[number];
  const all = [
    ...changes(story.sprint, (from, to) => ({
      field: 'Sprint',
      fieldtype: 'custom',
      fieldId: 'customfield_10020',
      ...texts(from, to),
    })),
    ...changes(story.points, (from, to) => ({
      field: 'Story Points',
      fieldtype: 'custom',
      fieldId: 'customfield_10016',
      ...texts(from, to),
      from: null,
      to: null,
    })),
    ...changes(story.status, (from, to) => ({
      field: 'status',
      fieldtype: 'jira',
      fieldId: 'status',
      from: status(from).id,
      fromString: status(from).name,
      to: status(to).id,
      toString: status(to).name,
    })),
  ];
  const key = story.movedAt === null ? `AAA-${story.number}` : `BBB-${story.number}`;
  if (story.movedAt !== null)
    all.push({
      at: story.movedAt,
      items: [
        { field: 'project', fieldtype: 'jira', fieldId: 'project', ...texts(1, 2) },
        { field: 'Key', fieldtype: 'jira', ...texts(`AAA-${story.number}`, key) },
      ],
    });
  // Their ids say nothing of the order of one instant.
  const histories = all.map(({ at, items }) => {
    return { id: String(Math.floor(random() * 1e9)), created: iso(at), items };
  });
  const kept = story.isCut ? histories.filter(() => random() < 0.5) : histories;
  const project = story.movedAt === null ? { id: '1', key: 'AAA' } : { id: '2', key: 'BBB' };
  const sprint = story.sprint.at(-1)?.value ?? null;
  const fields = {
    summary: key,
    project: { ...project, name: project.key },
    issuetype: { id: '1', name: 'Task', subtask: false },
    status: status(story.status.at(-1)?.value ?? 0),
    created: iso(at(-4)),
    updated: iso(story.movedAt ?? at(44)),
    resolution: null,
    resolutiondate: null,
    customfield_10016: story.points.at(-1)?.value,
    customfield_10020: sprint === null ? null : [sprintOf(sprint)],
  };
  const changelog = { total: histories.length, histories: kept };
  return { kind: 'issue', value: { id: String(story.number), key, fields, changelog } as never };
}

const sprintOf = (id: number) => ({ id, name: `Sprint ${id}`, state: 'closed', boardId: 1 });

function* site(): Generator<StoreRecord> {
  for (const value of STATUSES) yield { kind: 'status', value };
  const custom = 'com.pyxis.greenhopper.jira:gh-sprint';
  const schema = { type: 'array', items: 'json', custom };
  const float = 'com.atlassian.jira.plugin.system.customfieldtypes:float';
  const number = { type: 'number', custom: float };
  yield { kind: 'field', value: { id: 'customfield_10020', name: 'Sprint', custom: true, schema } };
  yield {
    kind: 'field',
    value: { id: 'customfield_10016', name: 'Story Points', custom: true, schema: number },
  };
  yield { kind: 'filter', value: { id: '50', name: 'F', jql: 'project = AAA' } };
  const columns = STATUSES.map(({ id, name }) => ({ name, statuses: [{ id }] }));
  const configuration = { id: 1, filter: { id: '50' }, columnConfig: { columns } };
  yield { kind: 'board', value: { id: 1, name: 'B', type: 'scrum', configuration } };
  for (const { id, start, close } of SPRINTS) {
    const dates = { startDate: iso(start), endDate: iso(close), completeDate: iso(close) };
    yield { kind: 'sprint', value: { ...sprintOf(id), originBoardId: 1, ...dates } };
  }
}

/** Committed and completed points of the sprints, with the rest of the report. */
async function velocityOf(random: Random, stories: readonly Story[], name: string) {
  const data = join(folder, name);
  mkdirSync(data);
  const store = await openStore({ file: join(data, 'tallyboard.db') });
  await store.ingest(site());
  const { problems } = await store.ingest(stories.map(story => recordOf(random, story)));
  expect(problems).toEqual([]);
  await store.close();
  const settings = JSON.stringify({ boardId: 1, estimationType: 1, sprintCount: 3 });
  const { out } = await run(
    ...['report', 'velocity', '--settings', settings, '--as-of', iso(at(50))],
    ...['--data', data, '--time-zone', 'UTC', '--format', 'json', '--result'],
  );
  const { result, coverage, notes } = JSON.parse(out);
  const figures = result.periods.map(({ measures }: { measures: Measures }) => {
    return { committed: measures.committed.value, completed: measures.completed.value };
  });
  return { figures, coverage, notes };
}

type Measures = Record<'committed' | 'completed', { readonly value: number }>;

test.each([1, 2, 3, 4, 5, 6, 7, 8])('board %i', async seed => {
  const random = seeded(seed);
  const stories = Array.from({ length: 60 }, (_, at) => storyOf(random, at + 1));
  const whole = stories.filter(({ isCut }) => !isCut);
  expect(whole.some(({ movedAt }) => movedAt !== null)).toBe(true);
  const right = await velocityOf(random, whole, `${seed} whole`);
  const truth = truthOf(whole);
  expect(truth.some(({ completed }) => completed > 0)).toBe(true);
  expect(right.figures).toEqual(truth);
  expect(right.coverage.complete).toBe(true);

  const all = await velocityOf(random, stories, `${seed} with cut histories`);
  if (JSON.stringify(all.figures) === JSON.stringify(truthOf(stories))) return;
  expect(all.coverage.complete).toBe(false);
  expect(all.notes.flatMap(({ issues }: { issues: string[] }) => issues)).not.toEqual([]);
});
