/** Other ways to count, each of which turns a figure into what another tool or another reader would call it. */

import type { PointsScope } from '@tallyboard/core/measure/estimate.ts';
import type { Change, ChangeField } from '@tallyboard/core/model/change.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { copyIssue } from '@tallyboard/core/model/copy-issue.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { DEFAULT_DONE, type DoneChoice, describeDone } from '@tallyboard/core/model/done.ts';
import type { SprintId, StatusId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';

/** What a figure is computed from. */
export interface Way {
  readonly dataset: Dataset;
  readonly context: ReportContext;
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface Switch {
  readonly name: string;
  /** The settings of the report can say it. */
  readonly isSetting?: true;
  readonly apply: (way: Way) => Way;
}

const DONE_RULES: readonly DoneChoice[] = [
  DEFAULT_DONE,
  { kind: 'resolution' },
  { kind: 'category' },
];

const SCOPES: readonly (readonly [scope: PointsScope, name: string])[] = [
  ['all', 'points of parents and sub-tasks'],
  ['parents', "without sub-tasks' points"],
  ['sub-tasks', "without parents' points"],
];

/** At most ten. Those that change nothing of a figure are left out later. */
export function switchesOf({ settings, context }: Way): readonly Switch[] {
  const set = (changed: Way['settings']) => (way: Way) => ({
    ...way,
    settings: { ...way.settings, ...changed },
  });
  const own = 'done' in settings ? (settings.done as DoneChoice | null) : undefined;
  const inForce = own ?? context.doneRule;
  const done = DONE_RULES.filter(({ kind }) => own !== undefined && kind !== inForce.kind).map(
    (rule): Switch => ({
      name: `done: ${describeDone(rule)}`,
      isSetting: true,
      apply: set({ done: rule }),
    }),
  );
  const points = SCOPES.flatMap(([scope, name]): Switch[] =>
    'pointsScope' in settings && settings.pointsScope !== scope
      ? [{ name, isSetting: true, apply: set({ pointsScope: scope }) }]
      : [],
  );
  const subTasks: Switch =
    'types' in settings
      ? {
          name: settings.types === 'all' ? 'without sub-tasks' : 'sub-tasks',
          isSetting: true,
          apply: set({ types: settings.types === 'all' ? 'standard' : 'all' }),
        }
      : { name: 'without sub-tasks', apply: only(({ type }) => type.level >= 0) };
  const zone: Switch = {
    name: 'days of UTC',
    apply: way => ({ ...way, context: { ...way.context, zone: 'Etc/UTC' } }),
  };
  return [
    subTasks,
    ...points,
    ...done,
    { name: 're-estimates: estimates of today', apply: withoutChanges(ESTIMATES) },
    { name: 'removed issues kept', apply: keepRemoved },
    { name: 'added later left out', apply: withoutAdded },
    { name: 'without reopened issues', apply: withoutReopened },
    ...(context.zone === 'Etc/UTC' ? [] : [zone]),
  ].slice(0, MAX_SWITCHES);
}

const MAX_SWITCHES = 10;
const ESTIMATES: readonly ChangeField[] = ['points', 'originalEstimate'];

const mapIssues =
  (change: (issue: Issue, dataset: Dataset) => Issue) =>
  (way: Way): Way => {
    const issues = way.dataset.issues.map(issue => change(issue, way.dataset));
    return { ...way, dataset: { ...way.dataset, issues } };
  };

const only =
  (holds: (issue: Issue) => boolean) =>
  (way: Way): Way => ({
    ...way,
    dataset: { ...way.dataset, issues: way.dataset.issues.filter(holds) },
  });

/** As if the fields always had today's values. */
const withoutChanges = (fields: readonly ChangeField[]) =>
  mapIssues(issue => {
    const kept = issue.changes.filter(({ field }) => !fields.includes(field));
    return kept.length === issue.changes.length ? issue : copyIssue(issue, { changes: kept });
  });

const idsIn = (text: string | null): readonly SprintId[] =>
  (text ?? '').split(/[,\s]+/).flatMap(id => (id === '' ? [] : Number(id))) as SprintId[];

/** As if no issue had been taken out of a sprint after its start. */
const keepRemoved = mapIssues((issue, { sprints }) => {
  const kept = new Set<SprintId>();
  const changes = issue.changes.map((change): Change => {
    if (change.field !== 'sprint') return change;
    const to = new Set(idsIn(change.to));
    for (const id of idsIn(change.from)) {
      const start = sprints.get(id)?.start ?? null;
      if (!to.has(id) && start !== null && start < change.at) kept.add(id);
    }
    const all = [...new Set([...to, ...[...kept].filter(id => idsIn(change.from).includes(id))])];
    return { ...change, to: all.join(', ') };
  });
  if (kept.size === 0) return issue;
  const present = new Set(issue.sprints.map(({ id }) => id));
  const added = [...kept].flatMap(id => (present.has(id) ? [] : (sprints.get(id) ?? [])));
  return copyIssue(issue, { changes, sprints: [...issue.sprints, ...added] });
});

/** Without the sprints that an issue came into after their start. */
const withoutAdded = mapIssues((issue, { sprints }) => {
  const late = new Set<SprintId>();
  for (const { field, at, from, to } of issue.changes) {
    if (field !== 'sprint') continue;
    const was = idsIn(from);
    for (const id of idsIn(to)) {
      const start = sprints.get(id)?.start ?? null;
      if (!was.includes(id) && start !== null && start < at) late.add(id);
    }
  }
  if (late.size === 0) return issue;
  const rest = (text: string | null) =>
    idsIn(text)
      .filter(id => !late.has(id))
      .join(', ');
  return copyIssue(issue, {
    changes: issue.changes.map(change =>
      change.field === 'sprint'
        ? { ...change, from: rest(change.from), to: rest(change.to) }
        : change,
    ),
    sprints: issue.sprints.filter(({ id }) => !late.has(id)),
  });
});

/** Without issues whose resolution was taken away, or that left a done status. */
const withoutReopened = (way: Way): Way => {
  const isDone = (id: string | null) =>
    way.dataset.statuses.get((id ?? '') as StatusId)?.category === 'done';
  const isReopening = ({ field, from, fromText, to, toText }: Change): boolean =>
    field === 'status'
      ? isDone(from) && !isDone(to)
      : field === 'resolution' && Boolean(from || fromText) && !(to || toText);
  return only(({ changes }) => !changes.some(isReopening))(way);
};
