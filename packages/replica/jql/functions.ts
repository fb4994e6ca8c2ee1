import { sql } from 'kysely';
import type { StoredEntity } from '../store/catalogue.ts';
import { asObject, asText } from '../store/shapes.ts';
import { fold } from '../store/words.ts';
import { type Condition, isOneOf, type JqlContext, wrongQuery, wrongValue } from './context.ts';
import { calendarFunction, type DateValue, exactly, parseDate } from './dates.ts';
import type { FunctionOperand } from './tree.ts';
import type { CalendarUnit } from './zone.ts';

/** What a function stands for: ids of entities, an instant, a set of issues, or the state of a service level. */
export type FunctionResult =
  | { type: 'ids'; ids: string[] }
  | { type: 'date'; date: DateValue }
  | { type: 'issues'; condition: Condition }
  | { type: 'sla'; flag: string }
  | { type: 'slaTime'; measure: 'remaining' | 'elapsed'; text: string }
  | { type: 'cascade'; parent: string; child: string | null };

/** Kinds of fields that a function can be asked for. */
export type FunctionKind =
  | 'user'
  | 'sprint'
  | 'version'
  | 'issue'
  | 'issueType'
  | 'date'
  | 'project'
  | 'component'
  | 'cascade'
  | 'sla';

export interface JqlFunction {
  /** As it is shown; looked up without regard to case. */
  name: string;
  kind: FunctionKind;
  /** Gives several values: for IN and NOT IN alone. */
  list: boolean;
  args: [number, number];
  run(context: JqlContext, args: string[], field: string): FunctionResult | null;
}

const ids = (list: readonly StoredEntity[]): FunctionResult => ({
  type: 'ids',
  ids: list.map(({ id }) => id),
});

/** Users of an id or name; complains when there are none. */
function usersNamed(context: JqlContext, name: string, field: string): string[] {
  const exact = context.catalogue.get('user', name);
  const users = exact ? [exact] : context.catalogue.named('user', name);
  if (users.length === 0) {
    wrongValue(context, `The value '${name}' does not exist for the field '${field}'.`);
  }
  return users.map(user => user.id);
}

function projectsNamed(context: JqlContext, names: readonly string[], field: string): string[] {
  return names.flatMap(name => {
    const found = context.catalogue
      .all('project')
      .filter(
        project =>
          fold(String(project.document.key)) === fold(name) ||
          project.id === name ||
          fold(project.name) === fold(name),
      );
    if (found.length === 0)
      wrongValue(context, `The value '${name}' does not exist for the field '${field}'.`);
    return found.map(project => project.id);
  });
}

function sprintsIn(name: string, state: string): JqlFunction {
  return {
    name,
    kind: 'sprint',
    list: true,
    args: [0, 0],
    run: context =>
      ids(context.catalogue.all('sprint').filter(sprint => sprint.document.state === state)),
  };
}

function versionsThat(name: string, released: boolean): JqlFunction {
  return {
    name,
    kind: 'version',
    list: true,
    args: [0, Number.POSITIVE_INFINITY],
    run(context, args, field) {
      const projects = args.length > 0 ? new Set(projectsNamed(context, args, field)) : null;
      return ids(
        context.catalogue
          .all('version')
          .filter(
            version =>
              (version.document.released === true) === released &&
              version.document.archived !== true,
          )
          .filter(version => !projects || projects.has(version.projectId ?? '')),
      );
    },
  };
}

function singleVersion(name: string, released: boolean): JqlFunction {
  const many = versionsThat(name, released);
  return {
    ...many,
    list: false,
    args: [1, 1],
    run(context, args, field) {
      const found = many.run(context, args, field);
      if (found?.type !== 'ids') return found;
      const one = released ? found.ids.at(-1) : found.ids[0];
      return { type: 'ids', ids: one === undefined ? [] : [one] };
    },
  };
}

function typesThat(name: string, subtask: boolean): JqlFunction {
  return {
    name,
    kind: 'issueType',
    list: true,
    args: [0, 0],
    run: context =>
      ids(context.catalogue.all('issueType').filter(type => isSubtask(type) === subtask)),
  };
}

export function isSubtask(type: StoredEntity): boolean {
  return type.document.subtask === true || type.document.hierarchyLevel === -1;
}

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

function linkedIssues(name: string): JqlFunction {
  return {
    name,
    kind: 'issue',
    list: true,
    args: [1, Number.POSITIVE_INFINITY],
    run(context, [key = '', ...types], field) {
      const issue = context.issues.get(key.toUpperCase());
      if (!issue) {
        wrongValue(context, `An issue with key '${key}' does not exist for field '${field}'.`);
        return null;
      }
      const ofType =
        types.length > 0
          ? sql<boolean>`and ${isOneOf(context, sql.ref('l.description'), types)}`
          : sql``;
      return {
        type: 'issues',
        condition: sql<boolean>`issues.key in (select l.other_key from issue_links l where l.issue_id = ${issue.id} ${ofType})`,
      };
    },
  };
}

/** Issues that the viewer follows or voted for. */
function mine(name: string, field: 'watcher' | 'voter'): JqlFunction {
  return {
    name,
    kind: 'issue',
    list: true,
    args: [0, 0],
    run: context => ({
      type: 'issues',
      condition: sql<boolean>`issues.id in (select v.issue_id from issue_values v where v.field = ${field} and v.value = ${context.viewer.userId ?? ''})`,
    }),
  };
}

function ledBy(name: string, kind: 'project' | 'component'): JqlFunction {
  return {
    name,
    kind,
    list: true,
    args: [0, 1],
    run(context, [user], field) {
      const leads = user === undefined ? [context.viewer.userId] : usersNamed(context, user, field);
      return ids(context.catalogue.all(kind).filter(entity => leads.includes(leadOf(entity))));
    },
  };
}

function leadOf(entity: StoredEntity): string | null {
  const lead = asObject(entity.document.lead);
  return (
    asText(lead?.accountId) ??
    asText(lead?.key) ??
    asText(lead?.name) ??
    asText(entity.document.leadAccountId)
  );
}

function viewed(name: string): JqlFunction {
  return {
    name,
    kind: 'issue',
    list: true,
    args: [0, 0],
    run: () => ({
      type: 'issues',
      condition: sql<boolean>`issues.id in (select h.id from issues h where h.viewed is not null order by h.viewed desc limit 50)`,
    }),
  };
}

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

/** Everybody may do everything here, so a permission or role asks for no more than that the project exists. */
function everyProject(name: string): JqlFunction {
  return {
    name,
    kind: 'project',
    list: true,
    args: [1, 1],
    run: context => ids(context.catalogue.all('project')),
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

/** Whoever created, changed, commented or logged; days are whole. Creation counts as an update. */
function updatedBy(context: JqlContext, args: string[], field: string): FunctionResult | null {
  const [user = '', from, to] = args;
  const users = usersNamed(context, user, field);
  const bounds: [number, number] = [0, Number.MAX_SAFE_INTEGER];
  for (const [at, text] of [from, to].entries()) {
    if (text === undefined) continue;
    const date = parseDate(text, true, context.clock);
    if (!date) {
      wrongQuery(context, `Date value '${text}' for function 'updatedBy' is invalid.`);
      return null;
    }
    bounds[at] = at === 0 ? date.start : date.end;
  }
  const by = (author: string) => isOneOf(context, sql.ref(author), users);
  const when = (time: string) =>
    sql<boolean>`${sql.ref(time)} >= ${bounds[0]} and ${sql.ref(time)} < ${bounds[1]}`;
  return {
    type: 'issues',
    condition: sql<boolean>`(issues.id in (select h.issue_id from histories h where ${by('h.author')} and ${when('h.created')})
      or issues.id in (select w.issue_id from worklogs w where ${by('w.author')} and ${when('w.updated')})
      or (${by('issues.creator')} and ${when('issues.created')}))`,
  };
}

const byName = new Map(jqlFunctions.map(one => [fold(one.name), one]));

export function functionNamed(name: string): JqlFunction | undefined {
  return byName.get(fold(name));
}

/** Calls a function for a field; null after a complaint. */
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
