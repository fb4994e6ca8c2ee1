import type { FieldId, IssueId, IssueKey } from '@tallyboard/core/model/ids.ts';
import type {
  CustomValue,
  IssueLink,
  IssueType,
  Progress,
  Project,
  Sla,
  SlaCycle,
  Worklog,
} from '@tallyboard/core/model/issue.ts';
import type { IssuePart, Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Status } from '@tallyboard/core/model/status.ts';
import { Adopter } from './adopter.ts';
import { ChangeColumns } from './change-columns.ts';
import { type ColumnSelection, isOmitted, worklogRange } from './column-selection.ts';
import type { Adopt, Entities, EntityKind } from './entity.ts';
import {
  absentColumn,
  Coded,
  type Column,
  type Columns,
  childrenOf,
  Dictionary,
  firstPresent,
  flags,
  isEmpty,
  itemsOf,
  jsonOf,
  listOf,
  longs,
  numbers,
  orElse,
  packLongs,
  present,
  type Read,
  readBetween,
  readCoded,
  rememberLast,
  startsOf,
  texts,
  words,
} from './readers.ts';

/** How each issue is read. */
export interface ColumnPlan extends ColumnSelection {
  readonly adopt: Adopt;
}

const NO_SLAS: ReadonlyMap<FieldId, Sla> = new Map();
const NO_CUSTOM: ReadonlyMap<FieldId, CustomValue> = new Map();
const NO_WORKLOGS: readonly Worklog[] = [];

export type IssueColumns = ReturnType<typeof readColumns>;

/**
 * The columns of a record batch: functions that read the members of its issues, and what is known without them. Columns
 * that the plan does not ask for may be missing.
 */
export function readColumns(given: Columns, plan: ColumnPlan) {
  const ids = packLongs(given('id'));
  const absent = absentColumn(ids.length);
  const columnOf: Columns = name =>
    isOmitted(name, plan) || isEmpty(given(name)) ? absent : given(name);
  const parse =
    <Kind extends EntityKind>(kind: Kind) =>
    (text: string): Entities[Kind] =>
      plan.adopt(kind, JSON.parse(text));
  const coded = <Kind extends EntityKind>(kind: Kind, column: Column) =>
    new Coded(column, new Dictionary(column, parse(kind)));
  const entity = <Kind extends EntityKind>(kind: Kind, name: string) => coded(kind, columnOf(name));
  const entityList = <Kind extends EntityKind>(kind: Kind, name: string) => {
    const starts = startsOf(columnOf(name));
    const values = coded(kind, itemsOf(columnOf(name)));
    const read = listOf(starts, present(readCoded(values)));
    return { read, adopter: () => [new Adopter(values, starts)] };
  };
  const project = entity('project', 'project');
  const type = entity('type', 'type');
  const priority = entity('priority', 'priority');
  const resolution = entity('resolution', 'resolution');
  const components = entityList('component', 'components');
  const fixVersions = entityList('version', 'fix_versions');
  const sprints = entityList('sprint', 'sprints');
  const parent = entity('parent', 'parent');
  const epic = entity('parent', 'epic');
  const team = entity('team', 'team');
  // All at once: two descriptions of one user are noticed before any issue is read.
  const people = new Dictionary(peopleColumn(columnOf) ?? absent, parse('user')).all();
  const person = (name: string) => readCoded(new Coded(columnOf(name), people));
  const statuses = new Dictionary(columnOf('status'), parse('status'));
  const status = new Coded(columnOf('status'), statuses);
  const changes = changesOf(columnOf('changes'), people, plan);
  const links = linksOf(columnOf('links'), statuses);
  const worklogs = worklogsOf(columnOf('worklogs'), people, plan.worklogs);
  const members = {
    id: (row: number) => String(ids.at(row)) as IssueId,
    key: present(texts<IssueKey>(columnOf('key'))),
    summary: present(texts(columnOf('summary'))),
    project: present<Project>(readCoded(project)),
    type: present<IssueType>(readCoded(type)),
    status: (row: number) => status.at(row) as Status,
    priority: readCoded(priority),
    resolution: readCoded(resolution),
    assignee: person('assignee'),
    reporter: person('reporter'),
    creator: person('creator'),
    created: present(longs(columnOf('created'))),
    updated: present(longs(columnOf('updated'))),
    resolved: longs(columnOf('resolved')),
    statusCategoryChanged: longs(columnOf('status_category_changed')),
    due: numbers(columnOf('due')),
    labels: wordsOfList(columnOf('labels')),
    components: components.read,
    fixVersions: fixVersions.read,
    sprints: sprints.read,
    parent: readCoded(parent),
    epic: readCoded(epic),
    otherParent: texts<IssueKey>(columnOf('other_parent')),
    epicName: texts(columnOf('epic_name')),
    team: readCoded(team),
    flagged: orElse(flags(columnOf('flagged')), false),
    links: links.read,
    points: numbers(columnOf('points')),
    bothPoints: orElse(flags(columnOf('both_points')), false),
    spentSeconds: numbers(columnOf('spent_seconds')),
    remainingSeconds: numbers(columnOf('remaining_seconds')),
    originalSeconds: numbers(columnOf('original_seconds')),
    votes: orElse(numbers(columnOf('votes')), 0),
    watches: orElse(numbers(columnOf('watches')), 0),
    progress: progressOf(columnOf('progress_done'), columnOf('progress_total')),
    sumProgress: progressOf(columnOf('sum_progress_done'), columnOf('sum_progress_total')),
    ...deskMembers(columnOf),
    custom: customOf(columnOf('custom'), plan.customFields),
    changes: rememberLast(row => changes.of(row)),
    historyComplete: (_: number) => plan.nameOf !== null,
    worklogs: worklogs.read,
    worklogsComplete: (_: number) => plan.worklogs !== 'none',
  };
  return {
    length: ids.length,
    members,
    ids,
    /** Adopters of the entities that rows name, by the part of an issue that needs them; null for entities of all issues. */
    adopters: new Map<IssuePart | null, () => readonly Adopter[]>([
      [null, () => [project, type, status, resolution].map(each => new Adopter(each))],
      ['priority', () => [new Adopter(priority)]],
      ['components', components.adopter],
      ['fixVersions', fixVersions.adopter],
      ['sprints', sprints.adopter],
      ['parent', () => [new Adopter(parent), new Adopter(epic)]],
      ['team', () => [new Adopter(team)]],
      ['links', links.adopter],
    ]),
    changes,
    worklogCount: worklogs.count,
    historyCount: present(numbers(columnOf('history_count'))),
  };
}

/** What issues of service projects have. */
const deskMembers = (columnOf: Columns) => ({
  slas: slasOf(columnOf('slas'), columnOf('sla_cycles')),
  requestType: words(columnOf('request_type')),
  organizations: wordsOfList(columnOf('organizations')),
  satisfaction: numbers(columnOf('satisfaction')),
});

const wordsOfList = (column: Column) => listOf(startsOf(column), present(words(itemsOf(column))));

function progressOf(doneColumn: Column, totalColumn: Column): Read<Progress | null> {
  const [done, total] = [numbers(doneColumn), numbers(totalColumn)];
  return row => {
    const all = total(row);
    return all === null ? null : { done: done(row) ?? 0, total: all };
  };
}

/** A column with the dictionary of people, which all of them share. */
function peopleColumn(columnOf: Columns): Column | undefined {
  const authorOf = (name: string) => childrenOf(itemsOf(columnOf(name)))('author');
  const named = ['assignee', 'reporter', 'creator'].map(columnOf);
  return firstPresent([...named, authorOf('changes'), authorOf('worklogs')]);
}

function changesOf(column: Column, people: Dictionary<Entities['user']>, plan: ColumnPlan) {
  const child = childrenOf(itemsOf(column));
  return new ChangeColumns(child, startsOf(column), people, plan.nameOf);
}

function linksOf(column: Column, statuses: Dictionary<Status>) {
  const child = childrenOf(itemsOf(column));
  const kind = present(words<IssueLink['kind']>(child('kind')));
  const otherId = present(texts<IssueId>(child('other_id')));
  const otherKey = present(texts<IssueKey>(child('other_key')));
  const description = words(child('description'));
  const otherType = words(child('other_type'));
  const otherStatus = new Coded(child('other_status'), statuses);
  const starts = startsOf(column);
  const read = listOf(
    starts,
    (at): IssueLink => ({
      kind: kind(at),
      otherId: otherId(at),
      description: description(at),
      otherKey: otherKey(at),
      otherType: otherType(at),
      otherStatus: otherStatus.at(at),
    }),
  );
  return { read, adopter: () => [new Adopter(otherStatus, starts)] };
}

function slasOf(column: Column, cycleColumn: Column): Read<ReadonlyMap<FieldId, Sla>> {
  const child = childrenOf(itemsOf(column));
  const field = present(words<FieldId>(child('field')));
  const name = present(words(child('name')));
  const read = listOf(startsOf(column), at => ({ field: field(at), name: name(at) }));
  const cycles = slaCyclesOf(cycleColumn);
  return row => {
    const slas = read(row);
    if (slas.length === 0) return NO_SLAS;
    const all = cycles(row);
    return new Map(
      slas.map(({ field, name }) => {
        const own = all.filter(each => each.field === field);
        const completed = own.filter(each => !each.ongoing).map(({ cycle }) => cycle);
        return [field, { name, completed, ongoing: own.find(each => each.ongoing)?.cycle ?? null }];
      }),
    );
  };
}

function slaCyclesOf(column: Column) {
  const child = childrenOf(itemsOf(column));
  const field = present(words<FieldId>(child('field')));
  const ongoing = present(flags(child('ongoing')));
  const [start, stop, breach] = [
    longs(child('start')),
    longs(child('stop')),
    longs(child('breach')),
  ];
  const goal = numbers(child('goal_ms'));
  const elapsed = numbers(child('elapsed_ms'));
  const remaining = numbers(child('remaining_ms'));
  const breached = flags(child('breached'));
  const paused = flags(child('paused'));
  const withinCalendarHours = flags(child('within_calendar_hours'));
  return listOf(startsOf(column), at => {
    const cycle: SlaCycle = {
      start: start(at),
      stop: stop(at),
      breach: breach(at),
      goal: goal(at),
      elapsed: elapsed(at),
      remaining: remaining(at),
      breached: breached(at),
      paused: paused(at),
      withinCalendarHours: withinCalendarHours(at),
    };
    return { field: field(at), ongoing: ongoing(at), cycle };
  });
}

function customOf(
  column: Column,
  fields: readonly FieldId[],
): Read<ReadonlyMap<FieldId, CustomValue>> {
  if (fields.length === 0) return () => NO_CUSTOM;
  const child = childrenOf(itemsOf(column));
  const field = present(words<FieldId>(child('field')));
  const value = readCoded(jsonOf<CustomValue>(child('value')));
  const read = listOf(startsOf(column), at => [field(at), value(at)] as const);
  return row => {
    const values = new Map(read(row));
    return new Map(fields.map(id => [id, values.get(id) ?? null]));
  };
}

function worklogsOf(
  column: Column,
  people: Dictionary<Entities['user']>,
  wanted: Requirement['worklogs'],
): { readonly read: Read<readonly Worklog[]>; readonly count: Read<number> } {
  if (wanted === 'none') return { read: () => NO_WORKLOGS, count: () => 0 };
  const child = childrenOf(itemsOf(column));
  const id = present(texts(child('id')));
  const created = longs(child('created'));
  const started = present(longs(child('started')));
  const spentSeconds = present(numbers(child('spent_seconds')));
  const author = readCoded(new Coded(child('author'), people));
  const comment = present(texts(child('comment')));
  const read = (at: number): Worklog => ({
    id: id(at),
    created: created(at),
    started: started(at),
    spentSeconds: spentSeconds(at),
    author: author(at),
    comment: comment(at),
  });
  const starts = startsOf(column);
  const range = (row: number) => worklogRange(starts, row, started, wanted);
  return {
    read: row => readBetween(read, ...range(row)),
    count(row) {
      const [start, end] = range(row);
      return end - start;
    },
  };
}
