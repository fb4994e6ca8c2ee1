import { readVersionOf } from './catalogue.ts';
import { readHistories, readWorklogs } from './entries.ts';
import { readPerson } from './people.ts';
import { MAX_SECONDS } from './plain.ts';
import { readSprint } from './sprint.ts';
import { readStatus } from './status.ts';
import { readDay, readStamp, timeProblem } from './time.ts';
import {
  asObject,
  EMPTIED,
  emptied,
  isEmpty,
  isId,
  isName,
  isText,
  type JsonObject,
  LEFT_OUT,
  listOf,
  type OnRepair,
  objectIn,
  problemOf,
  type Reader,
  Report,
  readNamed,
  readNumber,
  readText,
} from './values.ts';

/** A custom field whose values reports read. */
export interface KnownField {
  readonly name: string;
  readonly kind: 'number' | 'sprint';
}

/**
 * An issue in Jira's own form: unreadable values become empty and are reported. The given one stays as it is. @throws if
 * a value without which there is no issue is missing or unreadable.
 */
export function readIssue(
  given: JsonObject,
  onRepair: OnRepair,
  fieldOf: (id: string) => KnownField | undefined = () => undefined,
): JsonObject {
  const fields = objectIn(given.fields);
  if (!fields) return given;
  if (!isName(given.key)) throw new Error(`the key ${problemOf(given.key || null)}.`);
  const issue: JsonObject = { ...given };
  const report = new Report(onRepair);
  if (fields !== given.fields) report.read('fields', 'is a text', 'taken as JSON');
  const read = { ...fields };
  issue.fields = read;
  for (const [name, reader] of [
    ['status', readStatus],
    ['issuetype', readIssueType],
  ] as const) {
    const value = reader(fields[name], name, report);
    if (value === null) throw new Error(`${name} ${problemOf(fields[name])}.`);
    read[name] = value;
  }
  repairProject(read, given.key, report);
  const changelog = isEmpty(given.changelog)
    ? null
    : readHistories(given.changelog, 'changelog', report);
  if (changelog) issue.changelog = changelog;
  else delete issue.changelog;
  repairTimes(read, changelog, report);
  for (const [name, reader] of READERS)
    if (!isEmpty(fields[name])) read[name] = reader(fields[name], name, report);
  fillTimes(read, report);
  for (const [id, value] of Object.entries(fields)) {
    if (!id.startsWith('customfield_') || isEmpty(value)) continue;
    const field = fieldOf(id) ?? (holdsSprints(value) ? SPRINTS : undefined);
    if (field) read[id] = readCustom(value, field, report);
  }
  return issue;
}

/** An unreadable number stays, so that reports know of it. */
function readCustom(value: unknown, { name, kind }: KnownField, report: Report): unknown {
  if (kind === 'sprint') return readSprints(value, name, report);
  return value === '' ? null : (readNumber(value, name, report) ?? value);
}

const SPRINTS: KnownField = { name: 'Sprint', kind: 'sprint' };

/** Whether a field that no list describes is a Sprint field. */
const holdsSprints = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.some(each => {
    const members = asObject(each);
    return members
      ? 'state' in members && 'startDate' in members
      : isText(each) && /\.Sprint@[^[]*\[/.test(each);
  });

/** The list of a Sprint field; a single sprint is a list of one. */
function readSprints(value: unknown, field: string, report: Report): unknown {
  if (value === '') return null;
  return listOf((each, _, own) => readSprint(each, own))(
    Array.isArray(value) ? value : [value],
    field,
    report,
  );
}

const orEmpty =
  (read: Reader): Reader =>
  (value, field, report) =>
    read(value, field, report) ?? emptied(field, report);

const named = orEmpty(readNamed);
const label: Reader = value => (isText(value) ? value : null);

/** An object whose members are numbers. */
function numbersOf(...names: readonly string[]): Reader {
  return orEmpty((value, field, report) => {
    const holder = asObject(value);
    if (!holder) return null;
    const odd = names.filter(name => !isEmpty(holder[name]) && typeof holder[name] !== 'number');
    if (odd.length === 0) return holder;
    const read = odd.map(name => [name, readNumber(holder[name], `${field}.${name}`, report)]);
    return { ...holder, ...Object.fromEntries(read) };
  });
}

/** Readers of the optional fields. */
const READERS = Object.entries<Reader>({
  priority: named,
  resolution: named,
  assignee: readPerson,
  reporter: readPerson,
  creator: readPerson,
  timespent: readSeconds,
  timeestimate: readSeconds,
  timeoriginalestimate: readSeconds,
  duedate: readDay,
  summary: readText,
  votes: numbersOf('votes'),
  watches: numbersOf('watchCount'),
  progress: numbersOf('progress', 'total'),
  aggregateprogress: numbersOf('progress', 'total'),
  timetracking: readTracking,
  labels: listOf(label),
  components: listOf(readNamed),
  fixVersions: listOf(readVersionOf),
  versions: listOf(readVersionOf),
  issuelinks: listOf(link),
  parent: relatedIssue,
  worklog: (...given) => readWorklogs(...given) ?? { total: null, worklogs: [] },
});

/** Plain fields of time tracking, by the members of `timetracking`. */
const TRACKED = {
  timeoriginalestimate: 'originalEstimateSeconds',
  timeestimate: 'remainingEstimateSeconds',
  timespent: 'timeSpentSeconds',
} as const;

function readTracking(value: unknown, field: string, report: Report): unknown {
  const tracking = asObject(value);
  if (!tracking) return emptied(field, report);
  const read: JsonObject = {};
  for (const name of Object.values(TRACKED))
    if (!isEmpty(tracking[name]))
      read[name] = readSeconds(tracking[name], `${field}.${name}`, report);
  return { ...tracking, ...read };
}

/** Takes times from `timetracking` where the plain fields were not asked for: null is a value that was received. */
function fillTimes(fields: JsonObject, report: Report): void {
  const tracking = asObject(fields.timetracking);
  for (const [name, member] of Object.entries(TRACKED)) {
    if (fields[name] !== undefined || isEmpty(tracking?.[member])) continue;
    report.read(name, 'is missing', 'taken from timetracking');
    fields[name] = tracking?.[member];
  }
}

function readSeconds(value: unknown, field: string, report: Report): number | null {
  const seconds = readNumber(value, field, report);
  if (seconds === null || Math.abs(seconds) <= MAX_SECONDS) return seconds;
  report.lost(field, 'is more than 1,000 years', EMPTIED);
  return null;
}

/** A type of an issue. Null without a name and an id. */
function readIssueType(value: unknown, field: string, report: Report): JsonObject | null {
  let type = readNamed(value, field, report);
  if (!type) return null;
  const { subtask, hierarchyLevel } = type;
  if (!isEmpty(subtask) && typeof subtask !== 'boolean') {
    report.read(`${field}.subtask`, 'is not true or false', 'read as text');
    type = { ...type, subtask: String(subtask) === 'true' };
  }
  if (isEmpty(hierarchyLevel) || typeof hierarchyLevel === 'number') return type;
  const level = readNumber(hierarchyLevel, `${field}.hierarchyLevel`, report);
  return { ...type, hierarchyLevel: level };
}

function repairProject(fields: JsonObject, key: string, report: Report): void {
  const given = asObject(fields.project);
  const projectKey = key.slice(0, key.lastIndexOf('-')).toUpperCase();
  if (!given) {
    report.read('project', problemOf(fields.project), 'made from the key');
    fields.project = { key: projectKey, name: projectKey };
    return;
  }
  const repaired = { ...given };
  if (!isEmpty(given.id) && !isId(given.id)) {
    report.read('project.id', 'cannot be read', LEFT_OUT);
    delete repaired.id;
  }
  for (const name of ['key', 'name']) {
    if (isName(given[name])) continue;
    report.read(`project.${name}`, problemOf(given[name]), 'made from the key');
    repaired[name] = projectKey;
  }
  fields.project = repaired;
}

const TIMES = ['created', 'updated', 'resolutiondate', 'statuscategorychangedate', 'lastViewed'];

function repairTimes(fields: JsonObject, changelog: JsonObject | null, report: Report): void {
  for (const name of TIMES) {
    const read = readStamp(fields[name]);
    if (typeof read === 'string' || read.what === null) continue;
    report.read(name, read.what, read.done);
    fields[name] = read.text;
  }
  const { created, updated } = fields;
  const problem = timeProblem(created);
  if (problem)
    throw new Error(`created ${problem}${isEmpty(created) ? '' : `: '${String(created)}'`}.`);
  const updatedProblem = timeProblem(updated);
  if (updatedProblem) {
    report.read('updated', updatedProblem, 'taken from the last change, else from created');
    const changes = (changelog?.histories ?? []) as JsonObject[];
    const times = changes.map(change => String(change.created));
    times.sort((a, b) => Date.parse(a) - Date.parse(b));
    fields.updated = times.at(-1) ?? created;
  }
  for (const name of TIMES.slice(2)) {
    const wrong = isEmpty(fields[name]) ? null : timeProblem(fields[name]);
    if (!wrong) continue;
    if (fields[name] !== '') report.lost(name, wrong, EMPTIED);
    fields[name] = null;
  }
}

const LINK_NAMES = ['name', 'inward', 'outward'];

/** The object without texts that cannot be read. */
function readTexts(
  object: JsonObject,
  names: readonly string[],
  field: string,
  report: Report,
): JsonObject {
  const odd = names.filter(name => !isEmpty(object[name]) && !isText(object[name]));
  if (odd.length === 0) return object;
  const read = odd.map(name => [name, readText(object[name], `${field}.${name}`, report)]);
  return { ...object, ...Object.fromEntries(read) };
}

function link(value: unknown, field: string, report: Report): JsonObject | null {
  const given = asObject(value);
  const type = asObject(given?.type);
  if (!given || !type) return null;
  const repaired: JsonObject = {
    ...given,
    type: readTexts(type, LINK_NAMES, `${field}.type`, report),
  };
  for (const name of ['inwardIssue', 'outwardIssue']) {
    if (isEmpty(given[name])) continue;
    const other = relatedIssue(given[name], `${field}.${name}`, report);
    if (other === null) return null;
    repaired[name] = other;
  }
  return repaired;
}

/** A parent or the other end of a link. */
function relatedIssue(value: unknown, field: string, report: Report): JsonObject | null {
  if (isName(value)) {
    report.read(field, 'is a text', 'taken as its key');
    return { key: value };
  }
  const given = asObject(value);
  if (!given || !isName(given.key)) return emptied(field, report);
  if (isEmpty(given.fields)) return given;
  const fields = asObject(given.fields);
  const { status, issuetype } = fields ?? {};
  const readStatusOf = () =>
    isEmpty(status) ? null : readStatus(status, `${field}.status`, report);
  const readTypeOf = () =>
    isEmpty(issuetype) ? null : readIssueType(issuetype, `${field}.issuetype`, report);
  const [ownStatus, ownType] = fields ? [readStatusOf(), readTypeOf()] : [null, null];
  const isLost =
    !fields || (!isEmpty(status) && !isId(ownStatus?.id)) || (!isEmpty(issuetype) && !ownType);
  if (isLost) {
    report.read(`${field}.fields`, 'cannot be read', LEFT_OUT);
    const { fields: _, ...rest } = given;
    return rest;
  }
  const read = readTexts(fields, ['summary'], `${field}.fields`, report.unlost());
  const isSame = (ownStatus ?? status) === status && (ownType ?? issuetype) === issuetype;
  if (isSame && read === fields) return given;
  return { ...given, fields: { ...read, status: ownStatus, issuetype: ownType } };
}
