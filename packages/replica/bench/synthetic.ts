import type { RecordHistoryItem, RecordIssue, StoreRecord } from '../data/records.ts';

/** A small generator of numbers that repeats with its seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const day = 86_400_000;
/** The instant up to which synthetic issues reach by default. */
export const benchNow = Date.parse('2026-06-01T12:00:00Z');

const category = (id: number, key: string, name: string) => ({ id, key, name });
const statuses = [
  { id: '1', name: 'To Do', statusCategory: category(2, 'new', 'To Do') },
  { id: '2', name: 'In Progress', statusCategory: category(4, 'indeterminate', 'In Progress') },
  { id: '3', name: 'In Review', statusCategory: category(4, 'indeterminate', 'In Progress') },
  { id: '4', name: 'Done', statusCategory: category(3, 'done', 'Done') },
];
const priorities = ['Highest', 'High', 'Medium', 'Low', 'Lowest'].map((name, at) => ({
  id: String(at + 1),
  name,
}));
const types = ['Epic', 'Story', 'Task', 'Bug'].map((name, at) => ({
  id: String(at + 1),
  name,
  subtask: false,
}));
const users = Array.from({ length: 60 }, (_, at) => ({
  accountId: `user-${at}`,
  displayName: `Person ${at}`,
  active: true,
  accountType: 'atlassian',
  timeZone: 'Europe/Prague',
}));
const projects = Array.from({ length: 12 }, (_, at) => ({
  id: String(100 + at),
  key: `P${at}`,
  name: `Project ${at}`,
}));
const labels = ['backend', 'frontend', 'security', 'speed', 'docs', 'customer', 'cleanup', 'spike'];
const words =
  'the report shows wrong numbers when a sprint closes early and nobody had logged their time on it before release'.split(
    ' ',
  );

const stamp = (at: number) => new Date(at).toISOString().replace('Z', '+0000');

/**
 * Issues with two worklogs each, as a site of 12 projects would have.
 * @param changes history entries of an issue; some six if left out.
 */
export function* syntheticRecords(
  count: number,
  changes?: number,
  now = benchNow,
): Generator<StoreRecord> {
  const random = randomFrom(7);
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  for (const value of priorities) yield { kind: 'priority', value };
  for (const value of statuses) yield { kind: 'status', value };
  let historyId = 1;
  for (let id = 1; id <= count; id += 1) {
    const project = projects[id % projects.length] ?? { id: '0', key: 'P0', name: '' };
    const created = now - Math.floor(random() * 900) * day - Math.floor(random() * day);
    const item = (
      field: string,
      from: { id: string; name: string } | null,
      to: { id: string; name: string } | null,
    ): RecordHistoryItem => ({
      field,
      fieldtype: 'jira',
      fieldId: field,
      from: from?.id ?? null,
      fromString: from?.name ?? null,
      to: to?.id ?? null,
      toString: to?.name ?? null,
    });
    const histories = [];
    let at = created;
    let status = 0;
    const steps = changes ?? Math.floor(random() * 8) + 2;
    for (let step = 0; step < steps; step += 1) {
      at = Math.min(now, at + Math.floor(random() * 12 * day));
      const next = step === steps - 1 && random() < 0.7 ? 3 : Math.floor(random() * 4);
      const items =
        next === status
          ? [item('summary', null, null)]
          : [item('status', statuses[status] ?? null, statuses[next] ?? null)];
      status = next;
      histories.push({ id: String(historyId), author: pick(users), created: stamp(at), items });
      historyId += 1;
    }
    const done = status === 3;
    const text = Array.from({ length: 30 }, () => pick(words)).join(' ');
    const value: RecordIssue = {
      id: String(id),
      key: `${project.key}-${Math.floor(id / projects.length) + 1}`,
      fields: {
        project,
        summary: Array.from({ length: 6 }, () => pick(words)).join(' '),
        description: {
          type: 'doc',
          version: 1,
          content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
        },
        issuetype: pick(types),
        status: statuses[status],
        priority: pick(priorities),
        resolution: done ? { id: '1', name: 'Done' } : null,
        resolutiondate: done ? stamp(at) : null,
        assignee: random() < 0.1 ? null : pick(users),
        reporter: pick(users),
        creator: pick(users),
        created: stamp(created),
        updated: stamp(at),
        duedate: random() < 0.3 ? stamp(created + 30 * day).slice(0, 10) : null,
        labels: [pick(labels), pick(labels)],
        fixVersions:
          random() < 0.5
            ? [
                {
                  id: String(Number(project.id) * 10 + Math.floor(random() * 9)),
                  name: `1.${Math.floor(random() * 9)}`,
                },
              ]
            : [],
        customfield_10030: Math.floor(random() * 13),
        worklog: {
          worklogs: [1, 2].map(nth => ({
            id: String(id * 2 + nth),
            author: pick(users),
            started: stamp(created + nth * day),
            updated: stamp(created + nth * day),
            timeSpentSeconds: 3600,
            comment: 'worked on it',
          })),
        },
      },
      changelog: { histories },
    };
    yield { kind: 'issue', value };
  }
}
