import { cyclesOf, everBreached } from '@tallyboard/core/measure/sla.ts';
import type { Change } from '@tallyboard/core/model/change.ts';
import type {
  CustomValue,
  Issue,
  IssueLink,
  Progress,
  Sla,
  SlaCycle,
  Worklog,
} from '@tallyboard/core/model/issue.ts';
import {
  type Build,
  counts,
  createDictionary,
  days,
  flags,
  ids,
  instants,
  listOf,
  numbers,
  of,
  structOf,
  texts,
} from './column-data.ts';
import { encode } from './encode.ts';
import { FORMAT, META } from './schema.ts';

/** An issue with the number of its history entries, which may be without a change. */
export interface StoredIssue {
  readonly issue: Issue;
  readonly historyCount: number;
}

interface ArrowSettings {
  /** The epics that Epic Links name: they may be called otherwise than as parents. */
  readonly linked?: ReadonlySet<object>;
  /** The text of each entity; JSON by default. */
  readonly write?: (entity: object) => string;
}

/** Issues as an Arrow IPC stream of one record batch. Schemas differ in the width of codes alone. */
export function toArrow(
  issues: readonly StoredIssue[],
  { linked = new Set(), write = writerOf(linked) }: ArrowSettings = {},
): Uint8Array {
  const { columns, finish } = columnsOf(write);
  const built = Object.entries(columns).map(
    ([name, build]) => [name, build(issues.length, at => issues[at]!)] as const,
  );
  finish();
  return encode(built, { [META.format]: FORMAT });
}

type Columns = Readonly<Record<string, Build<StoredIssue>>>;

function columnsOf(write: (entity: object) => string): {
  readonly columns: Columns;
  readonly finish: () => void;
} {
  const dictionaries = createDictionaries(write);
  // In this order: it numbers their dictionaries.
  const items = itemsOf(dictionaries);
  return { columns: issueColumns(dictionaries, items), finish: dictionaries.finish };
}

type Dictionaries = ReturnType<typeof createDictionaries>;

/** Columns of words and entities, each with a dictionary; people and statuses have one each. */
function createDictionaries(write: (entity: object) => string) {
  const dictionaries: ReturnType<typeof createDictionary>[] = [];
  const words = () => {
    const created = createDictionary(dictionaries.length);
    dictionaries.push(created);
    return created.build;
  };
  const people = words();
  const statuses = words();
  const entity =
    (build: ReturnType<typeof words>) =>
    <T>(read: (value: T) => object | null) =>
      of(build, (value: T) => {
        const own = read(value);
        return own === null ? null : write(own);
      });
  const person = entity(people);
  const status = entity(statuses);
  const own = <T>(read: (value: T) => object | null) => entity(words())(read);
  return {
    words,
    person,
    status,
    own,
    finish() {
      for (const created of dictionaries) created.finish();
    },
  };
}

/** What issues have lists of. */
function itemsOf({ words, person, status }: Dictionaries) {
  const fieldJson = pairJson('id', 'name');
  const valueJson = pairJson('id', 'text');
  const change = {
    at: of(instants, ({ at }: Change) => at),
    author: person(({ author }: Change) => author),
    field: of(words(), ({ fieldId, fieldName }: Change) => fieldJson(fieldId, fieldName)),
    from: of(words(), ({ from, fromText }: Change) => valueJson(from, fromText)),
    to: of(words(), ({ to, toText }: Change) => valueJson(to, toText)),
  };
  const worklog = structOf<Worklog>({
    id: of(texts, ({ id }) => id),
    created: of(instants, ({ created }) => created),
    started: of(instants, ({ started }) => started),
    spent_seconds: of(numbers, ({ spentSeconds }) => spentSeconds),
    author: person(({ author }) => author),
    comment: of(texts, ({ comment }) => comment),
  });
  const link = structOf<IssueLink>({
    kind: of(words(), ({ kind }) => kind),
    other_id: of(texts, ({ otherId }) => otherId),
    other_key: of(texts, ({ otherKey }) => otherKey),
    description: of(words(), ({ description }) => description),
    other_type: of(words(), ({ otherType }) => otherType),
    other_status: status(({ otherStatus }) => otherStatus),
  });
  const sla = structOf<readonly [string, Sla]>({
    field: of(words(), ([field]) => field),
    name: of(words(), ([, { name }]) => name),
    breached: of(flags, ([, each]) => everBreached(each)),
  });
  const slaCycle = structOf<SlaCycleRow>({
    field: of(words(), ({ field }) => field),
    position: of(counts, ({ position }) => position),
    ongoing: of(flags, ({ ongoing }) => ongoing),
    start: of(instants, ({ cycle }) => cycle.start),
    stop: of(instants, ({ cycle }) => cycle.stop),
    breach: of(instants, ({ cycle }) => cycle.breach),
    goal_ms: of(numbers, ({ cycle }) => cycle.goal),
    elapsed_ms: of(numbers, ({ cycle }) => cycle.elapsed),
    remaining_ms: of(numbers, ({ cycle }) => cycle.remaining),
    breached: of(flags, ({ cycle }) => cycle.breached),
    paused: of(flags, ({ cycle }) => cycle.paused),
    within_calendar_hours: of(flags, ({ cycle }) => cycle.withinCalendarHours),
  });
  const custom = structOf<readonly [string, CustomValue]>({
    field: of(words(), ([field]) => field),
    value: of(words(), ([, value]) => JSON.stringify(value)),
  });
  return { change, worklog, link, sla, slaCycle, custom };
}

const issueOf = <Part>(build: Build<Part>, read: (issue: Issue) => Part): Build<StoredIssue> =>
  of(build, ({ issue }) => read(issue));

const progress = (name: string, read: (issue: Issue) => Progress | null): Columns => ({
  [`${name}_done`]: issueOf(numbers, issue => read(issue)?.done ?? null),
  [`${name}_total`]: issueOf(numbers, issue => read(issue)?.total ?? null),
});

function issueColumns(
  { words, person, status, own }: Dictionaries,
  { change, worklog, link, sla, slaCycle, custom }: ReturnType<typeof itemsOf>,
): Columns {
  const ownList = <T extends object>(read: (issue: Issue) => readonly T[]) =>
    of(listOf(own<T>(value => value)), ({ issue }: StoredIssue) => read(issue));
  const ofIssue =
    <T>(make: (read: (stored: StoredIssue) => T) => Columns[string]) =>
    (read: (issue: Issue) => T) =>
      make(({ issue }) => read(issue));
  const personOf = ofIssue<object | null>(person);
  const ownOf = ofIssue<object | null>(own);
  return {
    id: issueOf(ids, ({ id }) => idNumber(id)),
    key: issueOf(texts, ({ key }) => key),
    summary: issueOf(texts, ({ summary }) => summary),
    project: ownOf(({ project }) => project),
    type: ownOf(({ type }) => type),
    status: ofIssue<object | null>(status)(issue => issue.status),
    priority: ownOf(({ priority }) => priority),
    resolution: ownOf(({ resolution }) => resolution),
    assignee: personOf(({ assignee }) => assignee),
    reporter: personOf(({ reporter }) => reporter),
    creator: personOf(({ creator }) => creator),
    created: issueOf(instants, ({ created }) => created),
    updated: issueOf(instants, ({ updated }) => updated),
    resolved: issueOf(instants, ({ resolved }) => resolved),
    status_category_changed: issueOf(instants, issue => issue.statusCategoryChanged),
    due: issueOf(days, ({ due }) => due),
    labels: issueOf(listOf(words()), ({ labels }) => labels),
    components: ownList(({ components }) => components),
    fix_versions: ownList(({ fixVersions }) => fixVersions),
    sprints: ownList(({ sprints }) => sprints),
    parent: ownOf(({ parent }) => parent),
    epic: ownOf(({ epic }) => epic),
    other_parent: issueOf(texts, ({ otherParent }) => otherParent),
    epic_name: issueOf(texts, ({ epicName }) => epicName),
    team: ownOf(({ team }) => team),
    flagged: issueOf(flags, ({ flagged }) => flagged),
    links: issueOf(listOf(link), ({ links }) => links),
    points: issueOf(numbers, ({ points }) => points),
    both_points: issueOf(flags, ({ bothPoints }) => bothPoints),
    spent_seconds: issueOf(numbers, ({ spentSeconds }) => spentSeconds),
    remaining_seconds: issueOf(numbers, ({ remainingSeconds }) => remainingSeconds),
    original_seconds: issueOf(numbers, ({ originalSeconds }) => originalSeconds),
    votes: issueOf(counts, ({ votes }) => votes),
    watches: issueOf(counts, ({ watches }) => watches),
    ...progress('progress', issue => issue.progress),
    ...progress('sum_progress', issue => issue.sumProgress),
    slas: issueOf(listOf(sla), ({ slas }) => [...slas]),
    sla_cycles: issueOf(listOf(slaCycle), cyclesOfIssue),
    request_type: issueOf(words(), ({ requestType }) => requestType),
    organizations: issueOf(listOf(words()), ({ organizations }) => organizations),
    satisfaction: issueOf(numbers, ({ satisfaction }) => satisfaction),
    custom: issueOf(listOf(custom), issue =>
      [...issue.custom].filter(([, value]) => value !== null),
    ),
    changes: (length, read) => {
      const entries = numberEntries(length, at => read(at).issue.changes);
      const entry: Build<Change> = count => counts(count, at => entries[at]!);
      const changes = listOf(structOf<Change>({ ...change, entry }));
      return issueOf(changes, issue => issue.changes)(length, read);
    },
    history_count: of(counts, ({ historyCount }) => historyCount),
    worklogs: issueOf(listOf(worklog), issue => issue.worklogs),
  };
}

interface SlaCycleRow {
  readonly field: string;
  readonly position: number;
  readonly ongoing: boolean;
  readonly cycle: SlaCycle;
}

const cyclesOfIssue = ({ slas }: Issue): readonly SlaCycleRow[] =>
  [...slas].flatMap(([field, sla]) =>
    cyclesOf(sla).map((cycle, position) => ({
      field,
      position,
      ongoing: cycle === sla.ongoing,
      cycle,
    })),
  );

/** The history entry of each change, by its position in the history of the issue. */
function numberEntries(length: number, changesAt: (at: number) => readonly Change[]): number[] {
  const entries: number[] = [];
  for (let at = 0; at < length; at++) {
    let entry = -1;
    let last: string | undefined;
    for (const { historyId } of changesAt(at)) {
      if (entry < 0 || historyId !== last) entry++;
      last = historyId;
      entries.push(entry);
    }
  }
  return entries;
}

/** Ids of our own store are whole numbers. */
function idNumber(id: string): number {
  const number = Number(id);
  if (!Number.isSafeInteger(number) || String(number) !== id)
    throw new Error(`'${id}' is not the number of a column of ids.`);
  return number;
}

/** Writes shared objects as JSON, each once. */
function writerOf(linked: ReadonlySet<object>) {
  const known = new Map<object, string>();
  return (entity: object): string => {
    let text = known.get(entity);
    if (text === undefined) {
      text = JSON.stringify(linked.has(entity) ? { ...entity, linked: true } : entity);
      known.set(entity, text);
    }
    return text;
  };
}

/**
 * Writes two texts as the JSON of an object, two nulls as null. Most texts come again with the same other one: their JSON is written
 * once.
 */
function pairJson(firstName: string, secondName: string) {
  const ofFirst = new Map<string, { readonly second: string | null; readonly json: string }>();
  const ofSecond: typeof ofFirst = new Map();
  return (first: string | null, second: string | null): string | null => {
    const name = first ?? second;
    if (name === null) return null;
    const known = first === null ? ofSecond : ofFirst;
    let pair = known.get(name);
    if (pair?.second !== second) {
      pair = { second, json: JSON.stringify({ [firstName]: first, [secondName]: second }) };
      known.set(name, pair);
    }
    return pair.json;
  };
}
