import { asObject, asObjects, type JsonObject, jiraInstant } from '../data/shapes.ts';

/** A problem of a field, and its replacement. */
export interface Repair {
  /** Path within `fields`, or 'changelog'. */
  field: string;
  what: string;
  done: string;
}

type Report = (field: string, what: string, done: string) => void;

const EMPTIED = 'left empty';
const LEFT_OUT = 'left out';

/**
 * Repairs an issue in place: unreadable values become empty and are reported. @throws if a required value is missing or
 * unreadable.
 */
export function repairIssue(issue: JsonObject, onRepair: (repair: Repair) => void): void {
  const fields = asObject(issue.fields);
  if (!fields) return;
  const report: Report = (field, what, done) => onRepair({ field, what, done });
  for (const name of ['status', 'issuetype']) {
    const value = namedValue(fields[name], name, report);
    if (value === null) throw new Error(`${name} ${problemOf(fields[name])}.`);
    fields[name] = value;
  }
  repairProject(fields, String(issue.key), report);
  repairTimes(fields, issue, report);
  for (const [name, read] of READERS)
    if (!isEmpty(fields[name])) fields[name] = read(fields[name], name, report);
  const changelog = isEmpty(issue.changelog)
    ? null
    : readHistories(issue.changelog, 'changelog', report);
  if (changelog) issue.changelog = changelog;
  else delete issue.changelog;
}

type Reader = (value: unknown, field: string, report: Report) => unknown;

const orEmpty =
  (read: Reader): Reader =>
  (value, field, report) =>
    read(value, field, report) ?? emptied(field, report);

const object = orEmpty(asObject);
const named = orEmpty(namedValue);
const label = (value: unknown) => (typeof value === 'string' ? value : null);

/** Readers of the optional fields: null if the value is unreadable. */
const READERS = Object.entries<Reader>({
  priority: named,
  resolution: named,
  assignee: person,
  reporter: person,
  creator: person,
  timespent: wholeNumber,
  timeestimate: wholeNumber,
  timeoriginalestimate: wholeNumber,
  summary: textOf,
  votes: object,
  watches: object,
  progress: object,
  aggregateprogress: object,
  labels: listOf(label),
  components: listOf(namedValue),
  fixVersions: listOf(namedValue),
  versions: listOf(namedValue),
  issuelinks: listOf(link),
  parent: relatedIssue,
  worklog: (...given) => readWorklogs(...given) ?? { total: null, worklogs: [] },
});

const isEmpty = (value: unknown): boolean => value === null || value === undefined;

const problemOf = (value: unknown) => (isEmpty(value) ? 'is missing' : 'cannot be read');

/** The object with a text as a member; null for anything else. */
function fromText(value: unknown, name: string, done: string, field: string, report: Report) {
  if (typeof value !== 'string' || value === '') return null;
  report(field, 'is a text', `taken as ${done}`);
  return { [name]: value };
}

function emptied(field: string, report: Report): null {
  report(field, 'cannot be read', EMPTIED);
  return null;
}

function textOf(value: unknown, field: string, report: Report): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return emptied(field, report);
  report(field, 'is a number', 'taken as text');
  return String(value);
}

const isId = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);

/** Null without a name and an id. */
function namedValue(value: unknown, field: string, report: Report): JsonObject | null {
  const object = asObject(value);
  if (!object) return fromText(value, 'name', 'its name', field, report);
  const { id, name } = object;
  const hasName = typeof name === 'string' && name !== '';
  if (!isEmpty(id) && !isId(id)) {
    if (!hasName) return null;
    report(`${field}.id`, 'cannot be read', LEFT_OUT);
    const { id: _id, ...rest } = object;
    return rest;
  }
  if (hasName) return object;
  if (isEmpty(id)) return null;
  report(`${field}.name`, 'is missing', 'the id is taken');
  return { ...object, name: String(id) };
}

function repairProject(fields: JsonObject, key: string, report: Report): void {
  const given = asObject(fields.project);
  const projectKey = key.slice(0, key.lastIndexOf('-')).toUpperCase();
  if (!given) {
    report('project', problemOf(fields.project), 'made from the key');
    fields.project = { key: projectKey, name: projectKey };
    return;
  }
  const repaired = { ...given };
  if (!isEmpty(given.id) && !isId(given.id)) {
    report('project.id', 'cannot be read', LEFT_OUT);
    delete repaired.id;
  }
  for (const name of ['key', 'name']) {
    if (typeof given[name] === 'string' && given[name] !== '') continue;
    report(`project.${name}`, problemOf(given[name]), 'made from the key');
    repaired[name] = projectKey;
  }
  fields.project = repaired;
}

/** The years of Jira: 1900 to 2155. */
const EARLIEST = -2_208_988_800_000;
const LATEST = 5_869_584_000_000;

const TIMESTAMP =
  /^\d{4}-\d\d-\d\d(?:[Tt ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?:[Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?))?$/;

function isDay(text: string): boolean {
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  if (year < 1900 || year > 2155 || month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The problem with a time; null if it is valid. */
function timeProblem(value: unknown): string | null {
  if (isEmpty(value) || value === '') return 'is missing';
  if (typeof value !== 'string') return 'is not a timestamp';
  const instant = jiraInstant(value);
  if (instant !== null && instant >= EARLIEST && instant < LATEST) return null;
  if (TIMESTAMP.test(value)) return isDay(value) ? null : 'is not a calendar date';
  return /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/.test(value)
    ? 'has no time zone, or is not a time'
    : 'is not a timestamp';
}

/** Formats an instant as Jira does; null outside Jira's range. */
function timestampOf(value: unknown): string | null {
  const isInstant = typeof value === 'number' && value >= EARLIEST && value < LATEST;
  return isInstant ? new Date(value).toISOString().replace('Z', '+0000') : null;
}

function repairTimes(fields: JsonObject, issue: JsonObject, report: Report): void {
  for (const name of ['created', 'updated', 'resolutiondate', 'statuscategorychangedate']) {
    const written = timestampOf(fields[name]);
    if (written === null) continue;
    report(name, 'is a number', 'taken as milliseconds');
    fields[name] = written;
  }
  const { created, updated } = fields;
  const problem = timeProblem(created);
  if (problem)
    throw new Error(`created ${problem}${isEmpty(created) ? '' : `: '${String(created)}'`}.`);
  const updatedProblem = timeProblem(updated);
  if (updatedProblem) {
    report('updated', updatedProblem, 'taken from the last change, else from created');
    const changes = asObjects(asObject(issue.changelog)?.histories).map(change => change.created);
    const times = changes.filter(time => timeProblem(time) === null).map(String);
    times.sort((a, b) => Date.parse(a) - Date.parse(b));
    fields.updated = times.at(-1) ?? created;
  }
  for (const name of ['resolutiondate', 'statuscategorychangedate', 'lastViewed', 'duedate']) {
    const wrong = isEmpty(fields[name]) ? null : timeProblem(fields[name]);
    if (!wrong) continue;
    if (fields[name] !== '') report(name, wrong, EMPTIED);
    fields[name] = null;
  }
}

function person(value: unknown, field: string, report: Report): JsonObject | null {
  const object = asObject(value);
  if (!object)
    return (
      fromText(value, 'displayName', 'a display name', field, report) ?? emptied(field, report)
    );
  const names = ['accountId', 'key', 'name', 'displayName'];
  const wrong = names.filter(name => !isEmpty(object[name]) && typeof object[name] !== 'string');
  const repaired = { ...object };
  for (const name of wrong) {
    report(`${field}.${name}`, 'is not a text', LEFT_OUT);
    delete repaired[name];
  }
  if (names.some(name => repaired[name])) return wrong.length > 0 ? repaired : object;
  return emptied(field, report);
}

function wholeNumber(value: unknown, field: string, report: Report): number | null {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'string' && /^-?\d+$/.test(value.trim())) {
    report(field, 'is a text', 'taken as a number');
    return Number(value);
  }
  report(field, 'is not a number', EMPTIED);
  return null;
}

/** Keeps the readable elements. */
function listOf(read: Reader): Reader {
  return (value, field, report) => {
    if (!Array.isArray(value)) {
      report(field, 'is not a list', EMPTIED);
      return [];
    }
    return value.flatMap(element => {
      const one = read(element, field, report);
      if (one === null)
        report(field, 'has an element that cannot be read', `${LEFT_OUT} of the list`);
      return one ?? [];
    });
  };
}

function link(value: unknown, field: string, report: Report): JsonObject | null {
  const object = asObject(value);
  if (!object || !asObject(object.type)) return null;
  const repaired = { ...object };
  for (const name of ['inwardIssue', 'outwardIssue']) {
    if (isEmpty(object[name])) continue;
    const other = relatedIssue(object[name], `${field}.${name}`, report);
    if (other === null) return null;
    repaired[name] = other;
  }
  return repaired;
}

function relatedIssue(value: unknown, field: string, report: Report): JsonObject | null {
  const object = asObject(value);
  const text = fromText(value, 'key', 'its key', field, report);
  if (text) return text;
  if (!object || typeof object.key !== 'string' || object.key === '') return emptied(field, report);
  if (isEmpty(object.fields)) return object;
  const { status, issuetype } = asObject(object.fields) ?? {};
  const isNamed = (one: unknown) => isEmpty(one) || typeof asObject(one)?.name === 'string';
  const hasId = isEmpty(status) || isId(asObject(status)?.id);
  if (asObject(object.fields) && isNamed(status) && hasId && isNamed(issuetype)) return object;
  report(`${field}.fields`, 'cannot be read', LEFT_OUT);
  const { fields: _fields, ...rest } = object;
  return rest;
}

/** A list with a total of its own, e.g. the changelog. `repair` returns the problem of an entry, or the entry repaired. */
function entriesOf(
  [member, what]: readonly [member: string, what: string],
  repair: (entry: JsonObject, report: Report) => string | JsonObject,
) {
  return (value: unknown, field: string, report: Report): JsonObject | null => {
    const holder = asObject(value);
    const list = holder?.[member];
    if (!holder || !Array.isArray(list)) {
      report(field, 'cannot be read', `the ${what} not received`);
      return null;
    }
    const read = list.flatMap(element => {
      const entry = asObject(element);
      const repaired = entry ? repair(entry, report) : 'has an entry that is not an object';
      if (typeof repaired !== 'string') return repaired;
      report(field, repaired, `the entry is ${LEFT_OUT}`);
      return [];
    });
    if (read.length === list.length && read.every((entry, at) => entry === list[at])) return holder;
    if (holder.total === null) return { ...holder, [member]: read };
    // Removed entries still count, so that the list is known to be partial.
    const given = Number(holder.total);
    const total = Number.isSafeInteger(given) ? Math.max(given, list.length) : list.length;
    return { ...holder, total, [member]: read };
  };
}

const readWorklogs = entriesOf(['worklogs', 'worklogs count as'], (worklog, report) => {
  const problem = timeProblem(worklog.started);
  if (problem) return `has an entry whose start ${problem}`;
  if (!Number.isFinite(worklog.timeSpentSeconds)) return 'has an entry without timeSpentSeconds';
  const { author } = worklog;
  if (isEmpty(author) || asObject(author)) return worklog;
  return { ...worklog, author: person(author, 'worklog.author', report) };
});

const readHistories = entriesOf(['histories', 'history counts as'], (history, report) => {
  const problem = timeProblem(history.created);
  if (problem) return `has an entry whose time ${problem}`;
  const items = Array.isArray(history.items) ? history.items : [];
  if (items.every(isItem)) return history;
  return { ...history, items: items.flatMap(item => changeItem(asObject(item), report) ?? []) };
});

const ITEM_TEXTS = ['fieldId', 'from', 'fromString', 'to', 'toString'];

const isTextOrEmpty = (value: unknown): boolean => typeof value === 'string' || isEmpty(value);

function isItem(value: unknown): boolean {
  const item = asObject(value);
  if (!item || typeof item.field !== 'string') return false;
  const { fieldId, from, fromString, to } = item;
  return (
    isTextOrEmpty(fieldId) &&
    isTextOrEmpty(from) &&
    isTextOrEmpty(fromString) &&
    isTextOrEmpty(to) &&
    (isTextOrEmpty(item.toString) || !Object.hasOwn(item, 'toString'))
  );
}

function changeItem(item: JsonObject | null, report: Report): JsonObject | null {
  if (!item || typeof item.field !== 'string') {
    report('changelog', 'has a change without a field', `the change is ${LEFT_OUT}`);
    return null;
  }
  const repaired = { ...item };
  for (const name of ITEM_TEXTS) {
    if (!Object.hasOwn(item, name) || isTextOrEmpty(item[name])) continue;
    repaired[name] = textOf(item[name], `changelog.${name}`, report);
  }
  return repaired;
}
