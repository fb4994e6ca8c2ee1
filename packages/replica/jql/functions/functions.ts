import { fold } from '@tallyboard/database/text/words.ts';
import type { CalendarUnit } from '../../data/zone.ts';
import type { JqlContext } from '../context.ts';
import { calendarFunction, exactly } from '../dates.ts';
import type { ValueType } from '../fields/field.ts';
import { describe, type FunctionOperand } from '../tree.ts';
import {
  entitiesWhere,
  isSubtask,
  ledBy,
  membersOf,
  projectsWithPermission,
  projectsWithRole,
  singleVersion,
  versionsThat,
} from './entity-functions.ts';
import { forestOf } from './forest-function.ts';
import type { FunctionResult, FunctionRun, JqlFunction } from './function.ts';
import { everInSprint, linkedIssues, mine, updatedBy, viewed } from './issue-functions.ts';

type Args = readonly [number, number];
const NONE: Args = [0, 0];
const ANY = Number.POSITIVE_INFINITY;

const ofNobody = () => false;

/** Functions that return a list, for IN and NOT IN only. */
const lists = (names: string, type: ValueType, args: Args, run: FunctionRun) =>
  names
    .split(' ')
    .map((name): JqlFunction => ({ name, type, list: true, args, ofReader: ofNobody, run }));

const single = (name: string, type: ValueType, args: Args, run: FunctionRun): JqlFunction => {
  return { name, type, list: false, args, ofReader: ofNobody, run };
};

const ofReader = (...functions: JqlFunction[]): readonly JqlFunction[] =>
  functions.map(each => ({ ...each, ofReader: () => true }));

/** Those of the person who asks, if none is named. */
const ofReaderWithoutName = (...functions: JqlFunction[]): readonly JqlFunction[] =>
  functions.map(each => ({ ...each, ofReader: args => args.length === 0 }));

function calendar(edge: 'start' | 'end', unit: CalendarUnit): JqlFunction {
  const name = `${edge}Of${unit.charAt(0).toUpperCase()}${unit.slice(1)}`;
  return single(name, 'date', [0, 1], (context, [increment]) => {
    const at = calendarFunction(edge, unit, increment, context.clock);
    if (at !== null) return { type: 'date', date: exactly(at) };
    return context.wrongQuery(
      `Duration for function '${name}' should have the format (+/-)n(yMwdm), e.g -1M for 1 month earlier.`,
    );
  });
}

const now: FunctionRun = ({ clock }) => ({ type: 'date', date: exactly(clock.now) });

const sla = (name: string) =>
  single(name, 'sla', NONE, () => ({ type: 'sla', name, flag: name.toLowerCase() }));

const slaTime = (measure: 'remaining' | 'elapsed') =>
  single(measure, 'sla', [0, 1], (_, [text = '0m']) => ({ type: 'slaTime', measure, text }));

const sprintsIn = (state: string) =>
  entitiesWhere('sprint', ({ document }) => document.state === state);

const typesThat = (areSubtasks: boolean) =>
  entitiesWhere('issueType', type => isSubtask(type) === areSubtasks);

export const jqlFunctions: readonly JqlFunction[] = [
  ...ofReader(
    single('currentUser', 'user', NONE, ({ userId, catalogue, warnings }) => {
      const isKnown = userId !== null && catalogue.get('user', userId) !== undefined;
      if (!isKnown) warnings.add('currentUser() is nobody: you are no user of this Jira.');
      return { type: 'ids', ids: userId === null ? [] : [userId] };
    }),
  ),
  ...lists('membersOf', 'user', [1, 1], membersOf),
  ...['now', 'currentLogin', 'lastLogin'].map(name => single(name, 'date', NONE, now)),
  ...(['day', 'week', 'month', 'year'] as const).flatMap(unit => [
    calendar('start', unit),
    calendar('end', unit),
  ]),
  ...lists('openSprints', 'sprint', NONE, sprintsIn('active')),
  ...lists('closedSprints', 'sprint', NONE, sprintsIn('closed')),
  ...lists('futureSprints', 'sprint', NONE, sprintsIn('future')),
  ...lists('unreleasedVersions', 'version', [0, ANY], versionsThat(false)),
  ...lists('releasedVersions', 'version', [0, ANY], versionsThat(true)),
  single('earliestUnreleasedVersion', 'version', [1, 1], singleVersion(false)),
  single('latestReleasedVersion', 'version', [1, 1], singleVersion(true)),
  ...lists('standardIssueTypes standardWorkTypes', 'issueType', NONE, typesThat(false)),
  ...lists('subtaskIssueTypes subtaskWorkTypes', 'issueType', NONE, typesThat(true)),
  ...lists('issueHistory workItemHistory', 'issue', NONE, viewed),
  ...lists('linkedIssues linkedWorkItems', 'issue', [1, ANY], linkedIssues),
  ...lists('everInSprint', 'issue', [1, ANY], everInSprint),
  ...lists('forestOf', 'issue', [1, 4], forestOf).map(each => ({
    ...each,
    ofQuery: true as const,
  })),
  ...ofReader(
    ...lists('watchedIssues watchedWorkItems', 'issue', NONE, mine('watcher')),
    ...lists('votedIssues votedWorkItems', 'issue', NONE, mine('voter')),
  ),
  ...ofReaderWithoutName(
    ...lists('projectsLeadByUser', 'project', [0, 1], ledBy('project')),
    ...lists('componentsLeadByUser', 'component', [0, 1], ledBy('component')),
  ),
  ...ofReader(
    ...lists('projectsWhereUserHasPermission', 'project', [1, 1], projectsWithPermission),
    ...lists('projectsWhereUserHasRole', 'project', [1, 1], projectsWithRole),
  ),
  ...lists('updatedBy', 'issue', [1, 3], updatedBy),
  ...lists('cascadeOption', 'cascade', [1, 2], (_, [parent = '', child]) => ({
    type: 'cascade',
    parent: fold(parent),
    child: child === undefined ? null : fold(child),
  })),
  ...['breached', 'everBreached', 'completed', 'running', 'paused', 'withinCalendarHours'].map(sla),
  slaTime('remaining'),
  slaTime('elapsed'),
];

const byName = new Map(jqlFunctions.map(one => [fold(one.name), one]));

export function functionNamed(name: string): JqlFunction | undefined {
  return byName.get(fold(name));
}

/** Null after reporting an error. */
export function callFunction(
  context: JqlContext,
  operand: FunctionOperand,
  field: string,
): FunctionResult | null {
  const found = functionNamed(operand.name);
  if (!found) return context.wrongQuery(`Unable to find JQL function '${describe(operand)}'.`);
  const [min, max] = found.args;
  if (operand.args.length < min || operand.args.length > max) {
    const expected =
      max === Number.POSITIVE_INFINITY
        ? `at least '${min}'`
        : min === max
          ? `'${min}'`
          : `between '${min}' and '${max}'`;
    return context.wrongQuery(
      `Function '${found.name}' expected ${expected} arguments but received '${operand.args.length}'.`,
    );
  }
  const before = context.readsOfUser;
  const result = found.run(context, operand.args, field);
  if (context.readsOfUser > before && !found.ofReader(operand.args))
    throw new Error(`The JQL function '${found.name}' reads its reader without 'ofReader'.`);
  return result;
}
