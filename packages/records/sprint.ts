import { withId } from './status.ts';
import { readTime } from './time.ts';
import {
  asObject,
  isEmpty,
  isName,
  isText,
  type JsonObject,
  LEFT_OUT,
  numberIn,
  problemOf,
  type Report,
} from './values.ts';

/** Data Center writes the members of a Sprint as text; names and goals may hold any of the signs between them. */
const MEMBER =
  /(?:\[|,)(id|rapidViewId|state|name|startDate|endDate|completeDate|activatedDate|sequence|goal|synced|autoStartStop|incompleteIssuesDestinationId)=/g;

/** The members of a text 'com.atlassian...Sprint@4263b21c[id=444,...]'; null if it is no such text. */
function sprintOfText(text: string): JsonObject | null {
  const start = text.indexOf('[');
  const end = text.lastIndexOf(']');
  if (start < 0 || end < start) return null;
  const members = new Map<string, string>();
  const hits = [...text.slice(0, end).matchAll(MEMBER)].filter(hit => hit.index >= start);
  hits.forEach((hit, index) => {
    const from = hit.index + hit[0].length;
    const value = text.slice(from, hits[index + 1]?.index ?? end);
    const name = hit[1] ?? '';
    // A name such as 'Team,id=5' repeats a key: the first one is the sprint's own.
    if (!members.has(name)) members.set(name, value === '<null>' ? '' : value);
  });
  const id = numberIn(members.get('id'));
  if (id === null || !Number.isSafeInteger(id)) return null;
  const given = (name: string) => members.get(name) || null;
  return {
    id,
    name: members.get('name') ?? '',
    state: members.get('state') ?? '',
    originBoardId: numberIn(given('rapidViewId')),
    startDate: given('startDate'),
    activatedDate: given('activatedDate'),
    endDate: given('endDate'),
    completeDate: given('completeDate'),
    sequence: numberIn(given('sequence')),
    goal: given('goal'),
  };
}

const TIMES = ['startDate', 'activatedDate', 'endDate', 'completeDate'] as const;
const BOARDS = ['originBoardId', 'boardId'] as const;
const STATES = /^(active|closed|future)$/i;

const plainTime = (value: unknown): boolean =>
  isEmpty(value) || (isText(value) && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(value));

/** Whether reports read the object as it is. */
function isPlainSprint(sprint: JsonObject): boolean {
  return (
    Number.isSafeInteger(sprint.id) &&
    isText(sprint.name) &&
    sprint.name !== '' &&
    isText(sprint.state) &&
    STATES.test(sprint.state) &&
    TIMES.every(name => plainTime(sprint[name])) &&
    BOARDS.every(name => isEmpty(sprint[name]) || typeof sprint[name] === 'number') &&
    (isEmpty(sprint.goal) || isText(sprint.goal))
  );
}

function stateOf({ state, completeDate, startDate }: JsonObject, report: Report): string {
  if (isText(state) && STATES.test(state)) return state.toLowerCase();
  const taken = isName(completeDate) ? 'closed' : isName(startDate) ? 'active' : 'future';
  report.lost('state', problemOf(state), `taken as ${taken}`);
  return taken;
}

/** The sprint of an object with an id, in the form of the agile API. */
function readMembers(sprint: JsonObject, report: Report): JsonObject {
  const times: JsonObject = {};
  for (const name of TIMES) {
    // Old resources write the same time a second time as ISO.
    const iso = sprint[`iso${name.slice(0, 1).toUpperCase()}${name.slice(1)}`];
    const given = plainTime(iso) && !isEmpty(iso) ? iso : sprint[name];
    if (given !== undefined) times[name] = readTime(given, name, report);
  }
  const boards: JsonObject = {};
  for (const name of BOARDS) {
    if (isEmpty(sprint[name])) continue;
    boards[name] = numberIn(sprint[name]);
    if (boards[name] === null) report.read(name, 'is not a number', LEFT_OUT);
  }
  let { name, goal } = sprint;
  if (!isName(name)) {
    name = typeof name === 'number' ? String(name) : `Sprint ${sprint.id}`;
    report.read('name', problemOf(sprint.name), `taken as '${name}'`);
  }
  if (!isEmpty(goal) && !isText(goal)) {
    report.read('goal', 'is not a text', LEFT_OUT);
    goal = null;
  }
  const state = stateOf({ ...sprint, ...times }, report);
  return { ...sprint, name, state, ...times, ...boards, ...(goal !== undefined && { goal }) };
}

/**
 * A sprint of an issue: an object, a text of Java, or an id alone, which a list describes. Null if it is neither, or has
 * no id.
 */
export function readSprint(value: unknown, report: Report): JsonObject | null {
  const alone = numberIn(value);
  const sprint =
    alone !== null ? { id: alone } : isText(value) ? sprintOfText(value) : asObject(value);
  const id = numberIn(sprint?.id);
  if (!sprint || id === null || !Number.isSafeInteger(id)) return null;
  const whole = sprint.id === id ? sprint : { ...sprint, id };
  if (isPlainSprint(whole) || (isEmpty(whole.name) && isEmpty(whole.state))) return whole;
  return readMembers(whole, report.part(`sprint ${id} `));
}

/** A record of a list of sprints. @throws without a number as id. */
export function readSprintRecord(value: unknown, report: Report): JsonObject {
  const object = withId(value, 'sprint');
  const id = numberIn(object.id);
  if (id === null || !Number.isSafeInteger(id))
    throw new Error('The id of the sprint is not a number.');
  const whole = { ...object, id };
  return isPlainSprint(whole) ? whole : readMembers(whole, report);
}

/** The ids of the sprints that a history names, as '12, 15'; null if a name fits no sprint, or several. */
export function sprintIdsOfNames(
  text: string,
  idsOf: (name: string) => readonly (string | number)[],
): string | null {
  const found: (string | number)[] = [];
  const parts = text.split(',');
  for (let from = 0; from < parts.length; ) {
    // A name may hold commas: the longest one that fits.
    let to = parts.length;
    let ids: readonly (string | number)[] = [];
    for (; to > from; to--) {
      ids = idsOf(parts.slice(from, to).join(',').trim());
      if (ids.length > 0) break;
    }
    const [id, ...others] = ids;
    if (id === undefined || others.length > 0) return null;
    found.push(id);
    from = to;
  }
  return found.join(', ');
}
