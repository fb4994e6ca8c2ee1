/** Records of lists: fields, boards, versions, projects and others. Each reader throws where a record has no id. */

import { isRecord } from '@tallyboard/core/unknown.ts';
import { readPerson } from './people.ts';
import { readSprintRecord } from './sprint.ts';
import { readStatusRecord, withId } from './status.ts';
import { readDay } from './time.ts';
import {
  asObject,
  isEmpty,
  isId,
  isName,
  isText,
  type JsonObject,
  LEFT_OUT,
  listOf,
  numberIn,
  problemOf,
  type RecordKind,
  type Report,
  readNamed,
  without,
} from './values.ts';

const STANDARD = 'com.atlassian.jira.plugin.system.customfieldtypes:';
const GREENHOPPER = 'com.pyxis.greenhopper.jira:';

/** The schemas of fields that reports know by their types. */
const SCHEMAS: readonly JsonObject[] = [
  { type: 'number', custom: `${STANDARD}float` },
  { type: 'number', custom: `${GREENHOPPER}jsw-story-points` },
  { type: 'array', items: 'json', custom: `${GREENHOPPER}gh-sprint` },
  { type: 'any', custom: `${GREENHOPPER}gh-epic-link` },
  { type: 'string', custom: `${GREENHOPPER}gh-epic-label` },
];

const [FLOAT, ESTIMATE, SPRINT, EPIC_LINK, EPIC_NAME] = SCHEMAS;

/** Jira's own names of these fields. */
const BY_NAME: Readonly<Record<string, JsonObject | undefined>> = {
  'story points': FLOAT,
  'story point estimate': ESTIMATE,
  sprint: SPRINT,
  'epic link': EPIC_LINK,
  'epic name': EPIC_NAME,
};

const isCustom = (id: unknown): boolean => isText(id) && id.startsWith('customfield_');

/** The schema of a field, as far as it or the field's name says. */
function schemaOf({ id, name, schema }: JsonObject): JsonObject | null {
  const object = asObject(schema);
  const type = object ? object.type : schema;
  const custom = isText(object?.custom) ? object.custom : null;
  const known = custom === null ? undefined : SCHEMAS.find(each => each.custom === custom);
  const named = isCustom(id) ? BY_NAME[String(name).trim().toLowerCase()] : undefined;
  const guess = known ?? (custom === null ? named : undefined);
  if (!isName(type))
    return guess ? { ...object, ...guess } : custom === null ? null : { ...object, type: 'any' };
  const isGuessOfType = guess !== undefined && guess.type === type;
  return { ...(isGuessOfType ? guess : {}), ...object, type };
}

function readField(value: unknown, report: Report): JsonObject {
  let field = readNamed(withId(value, 'field'), '', report) as JsonObject;
  if (!isText(field.id)) field = { ...field, id: String(field.id) };
  for (const name of ['custom', 'untranslatedName']) {
    const isFine = name === 'custom' ? typeof field[name] === 'boolean' : isText(field[name]);
    if (isEmpty(field[name]) || isFine) continue;
    report.read(name, 'cannot be read', LEFT_OUT);
    field = without(field, name);
  }
  const { schema } = field;
  const object = asObject(schema);
  const isWhole =
    object &&
    isName(object.type) &&
    [object.items, object.custom].every(each => isEmpty(each) || isText(each));
  if (isWhole || isEmpty(schema)) return field;
  const read = schemaOf(field);
  if (read === null) {
    report.read('schema', problemOf(object?.type ?? null), LEFT_OUT);
    return without(field, 'schema');
  }
  report.read('schema', object ? 'has no type' : 'is not an object', `taken as '${read.type}'`);
  const texts = Object.entries(read).filter(
    ([name, each]) => !['items', 'custom'].includes(name) || isText(each),
  );
  return { ...field, schema: Object.fromEntries(texts) };
}

/** The custom fields that a search reply with `expand=names,schema` describes. */
export function fieldsOfReply(names: unknown, schema: unknown): JsonObject[] {
  const schemas = asObject(schema) ?? {};
  return Object.entries(asObject(names) ?? {}).flatMap(([id, name]) => {
    if (!isCustom(id) || !isName(name)) return [];
    const own = schemaOf({ id, name, schema: schemas[id] });
    return { id, key: id, name, custom: true, ...(own && { schema: own }) };
  });
}

/** Removes members of the wrong type. */
function keepOnly(
  object: JsonObject,
  isFine: Readonly<Record<string, (value: unknown) => boolean>>,
  report: Report,
): JsonObject {
  let kept = object;
  for (const [name, test] of Object.entries(isFine)) {
    if (isEmpty(object[name]) || test(object[name])) continue;
    report.lost(name, 'cannot be read', LEFT_OUT);
    kept = without(kept, name);
  }
  return kept;
}

function wholeId(value: unknown, kind: string): JsonObject {
  const object = withId(value, kind);
  const id = numberIn(object.id);
  if (id === null || !Number.isSafeInteger(id))
    throw new Error(`The id of the ${kind} is not a number.`);
  return { ...object, id };
}

function readBoard(value: unknown, report: Report): JsonObject {
  const board = readNamed(wholeId(value, 'board'), '', report) as JsonObject;
  const kept = keepOnly(
    board,
    { type: isText, location: isRecord, configuration: isRecord },
    report,
  );
  const place = asObject(kept.location);
  const location =
    place && keepOnly(place, { projectKey: isText, projectName: isText, projectId: isId }, report);
  const configuration = asObject(kept.configuration);
  return {
    ...kept,
    ...(location && { location }),
    ...(configuration && { configuration: readBoardConfiguration(configuration, report) }),
  };
}

/** The columns, filter and estimation of a board. */
function readBoardConfiguration(value: unknown, report: Report): JsonObject {
  const given = asObject(value) ?? {};
  const kept = keepOnly(
    given,
    { columnConfig: isRecord, filter: each => isId(asObject(each)?.id), estimation: isRecord },
    report,
  );
  const columns = asObject(kept.columnConfig)?.columns;
  const field = asObject(kept.estimation)?.field;
  const isEstimation =
    isEmpty(field) ||
    (isRecord(field) && (isEmpty(asObject(field)?.fieldId) || isText(asObject(field)?.fieldId)));
  if (!isEstimation) report.lost('estimation', 'cannot be read', LEFT_OUT);
  const whole = isEstimation ? kept : without(kept, 'estimation');
  if (isEmpty(kept.columnConfig)) return whole;
  if (!Array.isArray(columns)) {
    report.lost('columnConfig', 'has no list of columns', LEFT_OUT);
    return without(whole, 'columnConfig');
  }
  const column = (each: unknown) => {
    const object = asObject(each);
    if (!object || !isName(object.name)) return null;
    const statuses = isEmpty(object.statuses)
      ? []
      : listOf(status => (isId(asObject(status)?.id) ? status : null))(
          object.statuses,
          'columnConfig.statuses',
          report,
        );
    return { ...object, statuses };
  };
  const read = listOf(column)(columns, 'columnConfig.columns', report);
  return { ...whole, columnConfig: { ...asObject(kept.columnConfig), columns: read } };
}

function readVersion(value: unknown, report: Report): JsonObject {
  return readVersionOf(withId(value, 'version'), '', report) as JsonObject;
}

/** A version of an issue or of a list. Null without a name and an id. */
export function readVersionOf(value: unknown, field: string, report: Report): JsonObject | null {
  const version = readNamed(value, field, report);
  if (!version) return null;
  const flags: JsonObject = {};
  for (const name of ['released', 'archived']) {
    const flag = version[name];
    if (isEmpty(flag) || typeof flag === 'boolean') continue;
    const path = field === '' ? name : `${field}.${name}`;
    const isKnown = flag === 'true' || flag === 'false';
    if (isKnown) report.read(path, 'is a text', 'taken as yes or no');
    else report.lost(path, 'cannot be read', LEFT_OUT);
    flags[name] = isKnown ? flag === 'true' : null;
  }
  const { releaseDate } = version;
  const isDay =
    isEmpty(releaseDate) || (isText(releaseDate) && /^\d{4}-\d\d-\d\d$/.test(releaseDate));
  if (isDay && Object.keys(flags).length === 0) return version;
  const path = field === '' ? 'releaseDate' : `${field}.releaseDate`;
  return {
    ...version,
    ...flags,
    ...(!isDay && { releaseDate: readDay(releaseDate, path, report) }),
  };
}

function readProject(value: unknown, report: Report): JsonObject {
  const project = readNamed(withId(value, 'project'), '', report) as JsonObject;
  if (isName(project.key)) return project;
  report.read('key', problemOf(project.key), 'the id is taken');
  return { ...project, key: String(project.id) };
}

const readFilter = (value: unknown, report: Report): JsonObject =>
  keepOnly(
    readNamedRecord(value, report),
    { jql: isText, description: isText, owner: isRecord, sharePermissions: Array.isArray },
    report,
  );

function readUser(value: unknown, report: Report): JsonObject {
  const user = asObject(value);
  if (!user) throw new Error('The user is not an object.');
  // Jira writes both as `{size, items}`, mostly without the items.
  const read = readPerson(user, 'user', report);
  if (read === null || !USER_IDS.some(name => isName(read[name])))
    throw new Error('The user has no accountId, key or name.');
  return keepOnly(read, { emailAddress: isText, accountType: isText, locale: isText }, report);
}

const USER_IDS = ['accountId', 'key', 'name'];

const isHolder = (holder: unknown): boolean => isText(asObject(holder)?.type);

/** Grants that cannot be read are left out: they grant nothing. */
function readPermissionScheme(value: unknown, report: Report): JsonObject {
  const scheme = readNamedRecord(value, report);
  const grant = (each: unknown) => {
    const { permission, holder } = asObject(each) ?? {};
    return isName(permission) && isHolder(holder) ? each : null;
  };
  return { ...scheme, permissions: listOf(grant)(scheme.permissions, 'permissions', report) };
}

/** A level without a readable list of members is one that nobody is in. */
function readSecurityScheme(value: unknown, report: Report): JsonObject {
  const scheme = readNamedRecord(value, report);
  const level = (each: unknown) => {
    const object = asObject(each);
    if (!object || !isId(object.id)) return null;
    if (isEmpty(object.members)) return object;
    const member = (one: unknown) => (isHolder(asObject(one)?.holder) ? one : null);
    return { ...object, members: listOf(member)(object.members, 'levels.members', report) };
  };
  return { ...scheme, levels: listOf(level)(scheme.levels, 'levels', report) };
}

/** A scheme that cannot be read grants nothing. */
function readProjectAccess(value: unknown, report: Report): JsonObject {
  const access = withId(value, 'project');
  const read: JsonObject = { ...access };
  for (const name of ['permissionScheme', 'securityScheme']) {
    if (isEmpty(access[name]) || isId(access[name])) continue;
    report.lost(name, 'cannot be read', 'nothing is granted by it');
    read[name] = 'unknown';
  }
  const actor = (each: unknown) => (isRecord(each) ? each : null);
  const roles = Object.entries(asObject(access.roles) ?? {}).map(([id, actors]) => {
    return [id, listOf(actor)(actors, 'roles', report)] as const;
  });
  return { ...read, roles: Object.fromEntries(roles) };
}

const readNamedRecord = (value: unknown, report: Report): JsonObject =>
  readNamed(withId(value, 'record'), '', report) as JsonObject;

type RecordReader = (value: unknown, report: Report) => JsonObject;

/** By the kind of the record. */
export const CATALOGUE: Readonly<Record<RecordKind, RecordReader>> = {
  field: readField,
  status: readStatusRecord,
  sprint: readSprintRecord,
  board: readBoard,
  version: readVersion,
  project: readProject,
  component: readNamedRecord,
  priority: readNamedRecord,
  resolution: readNamedRecord,
  issueType: readNamedRecord,
  boardConfiguration: readBoardConfiguration,
  filter: readFilter,
  user: readUser,
  role: readNamedRecord,
  permissionScheme: readPermissionScheme,
  securityScheme: readSecurityScheme,
  projectAccess: readProjectAccess,
};
