import {
  type Edit,
  type EditedIssue,
  type EstimateEdit,
  type RankEdit,
  TIME_ESTIMATE,
  type WorkEdit,
} from '@tallyboard/core/model/edit.ts';
import type { SpecialFields } from '@tallyboard/core/model/field.ts';
import type { IssueId, IssueKey } from '@tallyboard/core/model/ids.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { numberIn } from '@tallyboard/records/values.ts';
import * as v from 'valibot';
import type { JiraClient } from '../client.ts';
import { addWorklog, deleteWorklog } from '../endpoints/log-work.ts';
import {
  assignIssue,
  estimateIssue,
  MAX_MOVED,
  moveToBacklog,
  moveToSprint,
  type RankPlace,
  type Refusal,
  rankIssues,
  setField,
} from '../endpoints/planning.ts';
import { BULK_SIZE, fetchIssuesById } from '../endpoints/search.ts';
import { HttpError, isAbort, loadFailureText, NetworkError } from '../errors.ts';
import { normalizeAssignable } from '../normalize/assignable.ts';
import { Pool } from '../normalize/pool.ts';
import { UserSchema, WireIssueVersion } from '../wire/issue.ts';
import { maybe, parseWire, textId } from '../wire/parse.ts';

/** What Jira made of an edit. */
export interface EditOutcome {
  readonly refused: readonly Refusal[];
  /** Issues whose write got no answer: Jira may have written them. */
  readonly unknown: readonly string[];
  /** Restores what the issues had before; without refused and unknown ones. */
  readonly inverse: readonly Edit[];
}

/** An issue that is not known to be written. */
interface Failure extends Refusal {
  readonly isUnknown: boolean;
}

/** Writes an edit. Does not throw for what Jira refuses, except when the signal aborts. */
export async function writeEdit(
  client: JiraClient,
  special: SpecialFields,
  edit: Edit,
  signal?: AbortSignal,
): Promise<EditOutcome> {
  try {
    const { inverse, failures } = isWork(edit)
      ? await writeWork(client, edit, signal)
      : {
          inverse: await inverseOf(client, special, edit, signal),
          failures: await send(client, edit, signal),
        };
    const gone = new Set(failures.map(({ key }) => key));
    return {
      refused: failures.flatMap(({ key, message, isUnknown }) =>
        isUnknown ? [] : { key, message },
      ),
      unknown: failures.filter(({ isUnknown }) => isUnknown).map(({ key }) => key),
      inverse: inverse.flatMap(each => withoutIssues(each, gone) ?? []),
    };
  } catch (error) {
    if (isAbort(error)) throw error;
    // Before the first write.
    const message = refusalText(error);
    return { refused: edit.issues.map(({ key }) => ({ key, message })), unknown: [], inverse: [] };
  }
}

const isWork = (edit: Edit): edit is WorkEdit =>
  edit.kind === 'log-work' || edit.kind === 'delete-worklog';

/** The edits of fields and ranks. */
type StateEdit = Exclude<Edit, WorkEdit>;

async function writeWork(client: JiraClient, edit: WorkEdit, signal: AbortSignal | undefined) {
  const inverse: Edit[] = [];
  if (edit.kind === 'delete-worklog') {
    const remove = (key: string) => deleteWorklog(client, key, edit, signal);
    return { inverse, failures: await eachIssue(edit.issues, remove) };
  }
  const states = await fetchStates(client, edit.issues, ['timeestimate'], signal);
  const failures = await eachIssue(edit.issues, async key => {
    const worklogId = await addWorklog(client, key, edit, signal);
    const issues = edit.issues.filter(issue => issue.key === key);
    const before = numberIn(states.find(state => state.key === key)?.fields.timeestimate);
    const remaining: WorkEdit['remaining'] =
      before === null || edit.remaining.how === 'leave'
        ? { how: 'leave' }
        : { how: 'new', seconds: before };
    inverse.push({ kind: 'delete-worklog', issues, worklogId, remaining });
  });
  return { inverse, failures };
}

/** The edit of the other issues; null if none is left. */
function withoutIssues<E extends Edit>(edit: E, keys: ReadonlySet<string>): E | null {
  const issues = edit.issues.filter(({ key }) => !keys.has(key));
  return issues.length === 0 ? null : { ...edit, issues };
}

const IssueState = v.object({
  id: textId<IssueId>(),
  key: v.string(),
  fields: v.objectWithRest(
    {
      assignee: maybe(UserSchema),
      duedate: maybe(v.string()),
      fixVersions: maybe(v.array(WireIssueVersion)),
    },
    v.unknown(),
  ),
});
type IssueState = v.InferOutput<typeof IssueState>;

/** The edits that restore the present state of the issues, by Jira and not by what was loaded earlier. */
async function inverseOf(
  client: JiraClient,
  special: SpecialFields,
  edit: StateEdit,
  signal: AbortSignal | undefined,
): Promise<readonly Edit[]> {
  if (edit.kind === 'rank') return [{ ...edit, from: edit.to, to: edit.from }];
  const pool = new Pool();
  const restoring = ({ id, key, fields }: IssueState): StateEdit => {
    const issues = [{ id, key: key as IssueKey }];
    switch (edit.kind) {
      case 'assign':
        return { ...edit, issues, to: normalizeAssignable(client.flavour, fields.assignee, pool) };
      case 'estimate':
        return { ...edit, issues, value: numberIn(fields[edit.fieldId]) };
      case 'sprint': {
        const sprints = special.sprint.flatMap(field => fields[field] ?? []);
        const open = sprints.map(each => pool.sprint(each)).find(each => each?.state !== 'closed');
        return { ...edit, issues, to: open ? { id: open.id, name: open.name } : null };
      }
      case 'due':
        return { ...edit, issues, to: pool.day(fields.duedate) };
      case 'fix-versions':
        return { ...edit, issues, to: (fields.fixVersions ?? []).map(pool.version) };
    }
  };
  const states = await fetchStates(client, edit.issues, stateFields(special, edit), signal);
  const alike = Map.groupBy(states.map(restoring), ({ issues: _, ...rest }) =>
    JSON.stringify(rest),
  );
  return [...alike.values()].map(group => ({
    ...(group[0] ?? edit),
    issues: group.flatMap(({ issues }) => issues),
  }));
}

function stateFields(
  special: SpecialFields,
  edit: Exclude<StateEdit, RankEdit>,
): readonly string[] {
  switch (edit.kind) {
    case 'assign':
      return ['assignee'];
    case 'estimate':
      return [edit.fieldId];
    case 'sprint':
      return special.sprint;
    case 'due':
      return ['duedate'];
    case 'fix-versions':
      return ['fixVersions'];
  }
}

async function fetchStates(
  client: JiraClient,
  issues: readonly EditedIssue[],
  fields: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly IssueState[]> {
  const keys = issues.map(({ key }) => key);
  const pages = await Promise.all(
    chunksOf(keys, BULK_SIZE).map(chunk => fetchIssuesById(client, chunk, { fields }, signal)),
  );
  return pages.flatMap(page => page.issues.map(raw => parseWire(IssueState, raw, 'issue')));
}

function send(
  client: JiraClient,
  edit: StateEdit,
  signal: AbortSignal | undefined,
): Promise<readonly Failure[]> {
  switch (edit.kind) {
    case 'assign': {
      const login = edit.to?.login ?? null;
      return eachIssue(edit.issues, key => assignIssue(client, key, login, signal));
    }
    case 'estimate':
      return eachIssue(edit.issues, key => estimate(client, key, edit, signal));
    case 'sprint': {
      const { to } = edit;
      const keys = edit.issues.map(({ key }) => key);
      return inChunks(keys, chunk =>
        to === null
          ? moveToBacklog(client, chunk, signal)
          : moveToSprint(client, to.id, chunk, signal),
      );
    }
    case 'due': {
      const value = edit.to === null ? null : dayText(edit.to);
      return eachIssue(edit.issues, key =>
        setField(client, key, { fieldId: 'duedate', value }, signal),
      );
    }
    case 'fix-versions': {
      const value = edit.to.map(({ id }) => ({ id }));
      return eachIssue(edit.issues, key =>
        setField(client, key, { fieldId: 'fixVersions', value }, signal),
      );
    }
    case 'rank':
      return rank(client, edit, signal);
  }
}

function estimate(
  client: JiraClient,
  key: string,
  { boardId, fieldId, value }: EstimateEdit,
  signal: AbortSignal | undefined,
): Promise<void> {
  const isTime = fieldId === TIME_ESTIMATE;
  // An original estimate cannot be emptied by its id.
  if (value === null && !isTime) return setField(client, key, { fieldId, value }, signal);
  const text = isTime ? `${Math.round((value ?? 0) / 60)}m` : String(value);
  return estimateIssue(client, key, { boardId, value: text }, signal);
}

/** Ranks each run of moved issues after the issue before it in the new order, or before the one that follows. */
async function rank(
  client: JiraClient,
  { issues, to }: RankEdit,
  signal: AbortSignal | undefined,
): Promise<readonly Failure[]> {
  const moved = new Set<string>(issues.map(({ key }) => key));
  const failed: Failure[] = [];
  for (let at = 0; at < to.length; at++) {
    if (!moved.has(to[at] as string)) continue;
    const start = at;
    while (at < to.length && moved.has(to[at] as string)) at++;
    let before = to[start - 1];
    const after = to[at];
    if (before === undefined && after === undefined) break;
    failed.push(
      ...(await inChunks(to.slice(start, at), chunk => {
        const place: RankPlace =
          before === undefined ? { rankBeforeIssue: after as string } : { rankAfterIssue: before };
        if (before !== undefined) before = chunk.at(-1) as IssueKey;
        return rankIssues(client, chunk, place, signal);
      })),
    );
  }
  return failed;
}

/** Concurrently; the transport limits what is in flight. */
async function eachIssue(
  issues: readonly EditedIssue[],
  write: (key: string) => Promise<void>,
): Promise<readonly Failure[]> {
  const outcomes = await Promise.all(
    issues.map(async ({ key }) =>
      failuresOf(
        [key],
        write(key).then(() => []),
      ),
    ),
  );
  return outcomes.flat();
}

/** One after another, so that the order of the issues is that of the calls. */
async function inChunks(
  keys: readonly string[],
  write: (chunk: readonly string[]) => Promise<readonly Refusal[]>,
): Promise<readonly Failure[]> {
  const failed: Failure[] = [];
  for (const chunk of chunksOf(keys, MAX_MOVED))
    failed.push(...(await failuresOf(chunk, write(chunk))));
  return failed;
}

async function failuresOf(
  keys: readonly string[],
  writing: Promise<readonly Refusal[]>,
): Promise<readonly Failure[]> {
  try {
    return (await writing).map(refusal => ({ ...refusal, isUnknown: false }));
  } catch (error) {
    if (isAbort(error)) throw error;
    const message = refusalText(error);
    return keys.map(key => ({ key, message, isUnknown: isLostReply(error) }));
  }
}

function chunksOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

/** No reply came, or a gateway gave up waiting for it. */
const isLostReply = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof HttpError && (error.status === 502 || error.status === 504));

/** The words of Jira alone; readers get them in a flag. */
const refusalText = (error: unknown): string =>
  (error instanceof HttpError && error.words) || loadFailureText(error);
