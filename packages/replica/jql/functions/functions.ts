import { fold } from '../../data/words.ts';
import type { CalendarUnit } from '../../data/zone.ts';
import { type JqlContext, wrongQuery, wrongValue } from '../context.ts';
import { calendarFunction, exactly } from '../dates.ts';
import type { FunctionOperand } from '../tree.ts';
import {
  everyProject,
  ledBy,
  singleVersion,
  sprintsIn,
  typesThat,
  versionsThat,
} from './entity-functions.ts';
import type { FunctionResult, JqlFunction } from './function.ts';
import { linkedIssues, mine, updatedBy, viewed } from './issue-functions.ts';

function calendar(edge: 'start' | 'end', unit: CalendarUnit, label: string): JqlFunction {
  const name = `${edge}Of${label}`;
  return {
    name,
    kind: 'date',
    list: false,
    args: [0, 1],
    run(context, [increment]) {
      const at = calendarFunction(edge, unit, increment, context.clock);
      if (at !== null) return { type: 'date', date: exactly(at) };
      wrongQuery(
        context,
        `Duration for function '${name}' should have the format (+/-)n(yMwdm), e.g -1M for 1 month earlier.`,
      );
      return null;
    },
  };
}

const calendarUnits: [CalendarUnit, string][] = [
  ['day', 'Day'],
  ['week', 'Week'],
  ['month', 'Month'],
  ['year', 'Year'],
];

function sla(name: string): JqlFunction {
  return {
    name,
    kind: 'sla',
    list: false,
    args: [0, 0],
    run: () => ({ type: 'sla', flag: name.toLowerCase() }),
  };
}

function slaTime(name: 'remaining' | 'elapsed'): JqlFunction {
  return {
    name,
    kind: 'sla',
    list: false,
    args: [0, 1],
    run: (_context, [text = '0m']) => ({ type: 'slaTime', measure: name, text }),
  };
}

function moment(name: string): JqlFunction {
  return {
    name,
    kind: 'date',
    list: false,
    args: [0, 0],
    run: context => ({ type: 'date', date: exactly(context.clock.now) }),
  };
}

export const jqlFunctions: readonly JqlFunction[] = [
  {
    name: 'currentUser',
    kind: 'user',
    list: false,
    args: [0, 0],
    run: context => ({
      type: 'ids',
      ids: context.viewer.userId === null ? [] : [context.viewer.userId],
    }),
  },
  {
    name: 'membersOf',
    kind: 'user',
    list: true,
    args: [1, 1],
    run(context, [name = '']) {
      const group =
        context.catalogue.named('group', name)[0] ?? context.catalogue.get('group', name);
      const members = context.catalogue.all('user').filter(user => {
        const groups = user.document.groups;
        return (
          Array.isArray(groups) &&
          groups.some(member => typeof member === 'string' && fold(member) === fold(name))
        );
      });
      if (!group && members.length === 0) {
        wrongValue(
          context,
          `Function 'membersOf' can not generate a list of usernames for group '${name}'; the group does not exist.`,
        );
        return null;
      }
      const listed = Array.isArray(group?.document.members)
        ? group.document.members.map(String)
        : [];
      return { type: 'ids', ids: [...new Set([...listed, ...members.map(user => user.id)])] };
    },
  },
  moment('now'),
  moment('currentLogin'),
  moment('lastLogin'),
  ...calendarUnits.flatMap(([unit, label]) => [
    calendar('start', unit, label),
    calendar('end', unit, label),
  ]),
  sprintsIn('openSprints', 'active'),
  sprintsIn('closedSprints', 'closed'),
  sprintsIn('futureSprints', 'future'),
  versionsThat('unreleasedVersions', false),
  versionsThat('releasedVersions', true),
  singleVersion('earliestUnreleasedVersion', false),
  singleVersion('latestReleasedVersion', true),
  typesThat('standardIssueTypes', false),
  typesThat('standardWorkTypes', false),
  typesThat('subtaskIssueTypes', true),
  typesThat('subtaskWorkTypes', true),
  viewed('issueHistory'),
  viewed('workItemHistory'),
  linkedIssues('linkedIssues'),
  linkedIssues('linkedWorkItems'),
  mine('watchedIssues', 'watcher'),
  mine('watchedWorkItems', 'watcher'),
  mine('votedIssues', 'voter'),
  mine('votedWorkItems', 'voter'),
  ledBy('projectsLeadByUser', 'project'),
  ledBy('componentsLeadByUser', 'component'),
  everyProject('projectsWhereUserHasPermission'),
  everyProject('projectsWhereUserHasRole'),
  {
    name: 'updatedBy',
    kind: 'issue',
    list: true,
    args: [1, 3],
    run: updatedBy,
  },
  {
    name: 'cascadeOption',
    kind: 'cascade',
    list: true,
    args: [1, 2],
    run: (_context, [parent = '', child]) => ({
      type: 'cascade',
      parent: fold(parent),
      child: child === undefined ? null : fold(child),
    }),
  },
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
  if (!found) {
    wrongQuery(
      context,
      `Unable to find JQL function '${operand.name}(${operand.args.join(', ')})'.`,
    );
    return null;
  }
  const [least, most] = found.args;
  if (operand.args.length < least || operand.args.length > most) {
    const expected =
      most === Number.POSITIVE_INFINITY
        ? `at least '${least}'`
        : least === most
          ? `'${least}'`
          : `between '${least}' and '${most}'`;
    wrongQuery(
      context,
      `Function '${found.name}' expected ${expected} arguments but received '${operand.args.length}'.`,
    );
    return null;
  }
  return found.run(context, operand.args, field);
}
