/**
 * Of several things that happened to an issue at one instant the one that moved the figure: that which does the same alone.
 *
 *   an issue gets a resolution and a version at once: of resolved issues the resolution alone makes one more
 */
import type { ChangeField } from '@tallyboard/core/model/change.ts';
import { copyIssue } from '@tallyboard/core/model/copy-issue.ts';
import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { NO_ENTRY, sameEntry } from '@tallyboard/core/why/figure-state.ts';
import type { Replay, Step } from './trajectories.ts';

interface Part {
  readonly fields: readonly ChangeField[];
  readonly members: readonly (keyof Issue)[];
}

const DONE: Part = {
  fields: ['status', 'resolution'],
  members: ['status', 'resolution', 'resolved', 'statusCategoryChanged'],
};
const SLA: Part = { fields: [], members: ['slas'] };
/** Kinds with the name of a custom field. */
const CUSTOM: Part = { fields: ['custom'], members: ['custom'] };
const SPRINT: Part = { fields: ['sprint'], members: ['sprints'] };

/** What each kind of event changes in an issue. */
const PARTS: Readonly<Record<string, Part>> = {
  resolved: DONE,
  reopened: DONE,
  status: DONE,
  resolution: DONE,
  'into sprint': SPRINT,
  'out of sprint': SPRINT,
  sprint: SPRINT,
  're-estimated': {
    fields: ['points', 'originalEstimate', 'remainingEstimate'],
    members: ['points', 'bothPoints', 'originalSeconds', 'remainingSeconds', 'custom'],
  },
  worklog: {
    fields: ['timeSpent', 'remainingEstimate'],
    members: ['worklogs', 'spentSeconds', 'remainingSeconds'],
  },
  version: { fields: ['fixVersion'], members: ['fixVersions'] },
  parent: { fields: ['parent'], members: ['parent', 'epic'] },
  flag: { fields: ['flagged'], members: ['flagged'] },
  link: { fields: ['link'], members: ['links'] },
  assignee: { fields: ['assignee'], members: ['assignee'] },
  priority: { fields: ['priority'], members: ['priority'] },
  type: { fields: ['issueType'], members: ['type'] },
  project: { fields: ['project'], members: ['project'] },
  due: { fields: ['due'], members: ['due'] },
  label: { fields: ['labels'], members: ['labels'] },
  component: { fields: ['components'], members: ['components'] },
  'SLA started': SLA,
  'SLA stopped': SLA,
  'SLA breached': SLA,
};

/** Calculations at most: further steps keep all of their kinds. */
const MAX_CALCULATIONS = 40;

/** The kind of a step that alone gives its entry, for steps of several; absent where none does, or several do. */
export function kindsAlone(
  { dataset, states, to, entriesIn }: Replay,
  steps: readonly Step[],
  kindsOf: (step: Step) => readonly string[],
): ReadonlyMap<Step, string> {
  const issueOf = new Map<IssueId, Issue>(dataset.issues.map(issue => [issue.id, issue]));
  const byIssue = Map.groupBy(
    steps.filter(step => kindsOf(step).length > 1 && !kindsOf(step).includes('created')),
    ({ id }) => id,
  );
  const found = new Map<Step, string[]>();
  let left = MAX_CALCULATIONS;
  for (let turn = 0; ; turn++) {
    const now = [...byIssue.values()].flatMap(own => own[turn] ?? []);
    const most = Math.max(0, ...now.map(step => kindsOf(step).length));
    if (most === 0 || most > left) break;
    left -= most;
    const some = now.flatMap(({ id }) => issueOf.get(id) ?? []);
    const atOf = new Map(now.map(({ id, at }) => [id, at]));
    const timed =
      (shift: number) =>
      ({ id }: Issue) =>
        (atOf.get(id) ?? to) + shift;
    const before = states(timed(-1), to, some);
    const after = states(timed(0), to, some);
    const wasOf = new Map<IssueId, Issue>(before.issues.map(issue => [issue.id, issue]));
    for (let place = 0; place < most; place++) {
      const kindAt = (step: Step) => kindsOf(step)[place];
      const stepOf = new Map(now.map(step => [step.id, step]));
      const issues = after.issues.flatMap(issue => {
        const [was, step] = [wasOf.get(issue.id), stepOf.get(issue.id)];
        const kind = step && kindAt(step);
        const part = kind === undefined ? undefined : (PARTS[kind] ?? CUSTOM);
        const all = issueOf.get(issue.id)?.changes ?? [];
        return was && step && part ? [withPart({ was, is: issue, all }, part, step.at)] : [];
      });
      const entries = entriesIn({ ...after, issues });
      for (const step of now) {
        const kind = kindAt(step);
        if (kind !== undefined && sameEntry(entries.get(step.id) ?? NO_ENTRY, step.entry))
          found.set(step, [...(found.get(step) ?? []), kind]);
      }
    }
  }
  return new Map(
    [...found].flatMap(([step, [kind, ...others]]) =>
      kind !== undefined && others.length === 0 ? [[step, kind] as const] : [],
    ),
  );
}

/** An issue before and after an instant, with all changes: those of `is` may be of fewer fields. */
interface Both {
  readonly was: Issue;
  readonly is: Issue;
  readonly all: Issue['changes'];
}

function withPart(both: Both, { fields, members }: Part, at: number): Issue {
  const { was, is } = both;
  const changed = Object.fromEntries(
    members.map(name => [name, name === 'custom' ? customWith(both, fields, at) : is[name]]),
  );
  const changes = is.changes.filter(change => change.at < at || fields.includes(change.field));
  return copyIssue(was, { ...changed, changes });
}

/** The custom fields of before, those that changed then as they are after. */
function customWith(
  { was, is: { custom }, all }: Both,
  fields: Part['fields'],
  at: number,
): Issue['custom'] {
  const own = all.filter(change => change.at === at && fields.includes(change.field));
  // Old histories name no ids.
  if (own.some(({ fieldId }) => fieldId === null)) return custom;
  const ids = own.flatMap(({ fieldId }) =>
    fieldId !== null && custom.has(fieldId) ? fieldId : [],
  );
  return new Map([...was.custom, ...ids.map(id => [id, custom.get(id) ?? null] as const)]);
}
