import { fold, foldSummary, hasWords } from '@tallyboard/database/text/words.ts';
import { systemFieldOf } from '@tallyboard/records/history-item.ts';
import { restrictionOf } from '../access/grants.ts';
import type { RecordHistory, RecordHistoryItem, RecordIssue } from '../records.ts';
import {
  accountOf,
  asDay,
  asInstant,
  asInteger,
  asNumber,
  asObject,
  asObjects,
  asText,
  type JsonObject,
  plainText,
} from '../shapes.ts';
import type { Row } from '../tables.ts';
import { changelogRow, type HistoryEntry } from './changelogs.ts';
import {
  type DatedHistory,
  datedHistories,
  deriveHistory,
  type HistoryName,
  hasNameOnly,
  kindOfItem,
} from './derive-history.ts';
import { customValues, type FieldValue, keyInParentLink } from './derive-values.ts';
import { fieldTypeOf } from './field-type.ts';
import type { References } from './references.ts';
import { parseSprints } from './sprint-value.ts';

/** Tables whose rows are replaced with the issue. */
export const issueTables = [
  'issues',
  'issue_documents',
  'issue_values',
  'issue_links',
  'changelogs',
  'histories',
  'spans',
  'worklogs',
  'texts',
] as const;

export type IssueRows = { [Table in (typeof issueTables)[number]]: Row<Table>[] } & {
  names: HistoryName[];
  /** Histories or custom fields name entities of the site other than by stored ids. */
  byName: boolean;
};

/** A rank after all others, for an issue without one. */
export function rankOf(id: number): string {
  return `0|h${id.toString(36).padStart(9, '0')}:`;
}

/** Throws if a required field is missing. */
export function checkIssue(record: RecordIssue) {
  const key = asText(record.key)?.toUpperCase() ?? '';
  const parts = /^([A-Z][A-Z0-9_]*)-(\d+)$/.exec(key);
  if (!parts) throw new Error(`'${String(record.key)}' is not an issue key.`);
  if (!asObject(record.fields)) throw new Error('The issue has no fields.');
  const created = asInstant(record.fields.created);
  if (created === null)
    throw new Error(`The issue's created date '${String(record.fields.created)}' cannot be read.`);
  return { key, projectKey: String(parts[1]), number: Number(parts[2]), created };
}

/** In place of a security level: team-managed projects restrict issues to roles, which have no scheme. */
const RESTRICTED = 'restricted';

function isRestricted({ issuerestriction }: JsonObject): boolean {
  const roles = asObject(asObject(issuerestriction)?.issuerestrictions);
  return roles !== null && Object.keys(roles).length > 0;
}

/** The field of the keys that issues had before they were moved, in `issue_values`. */
export const FORMER_KEY = '#key';

/** The system field of an issue's key, by name and by id. */
const KEY_FIELDS: readonly string[] = ['key', 'issuekey'];

export function formerKeys(
  histories: readonly Pick<RecordHistory, 'items'>[],
  key: string,
): string[] {
  const keys = new Set<string>();
  for (const { items } of histories)
    for (const item of items)
      if (KEY_FIELDS.includes(systemFieldOf(item) ?? '') && item.fromString)
        keys.add(item.fromString.toUpperCase());
  keys.delete(key);
  return [...keys];
}

/** The field of the sprints that the history of an issue names, in `issue_values`. */
export const FORMER_SPRINT = '#sprint';

/** By the ids of history items, else by their names. */
function formerSprints({ changelog }: RecordIssue, refs: References): string[] {
  const found = new Set<string>();
  const add = (ids: string | null, names: string | null) => {
    const own = ids
      ? listed(ids).map(id => refs.aliasOf('sprint', id) ?? id)
      : listed(names).flatMap(name => refs.catalogue.named('sprint', name).map(({ id }) => id));
    for (const id of own) found.add(id);
  };
  for (const { items } of changelog?.histories ?? [])
    for (const item of items) {
      if (kindOfItem(ownField(item, refs), refs.catalogue) !== 'sprint') continue;
      add(item.from, item.fromString);
      add(item.to, asText(item.toString as unknown));
    }
  return [...found];
}

const listed = (list: string | null | undefined): readonly string[] =>
  list?.split(',').flatMap(each => each.trim() || []) ?? [];

/** Derives the rows of an issue and adds the entities that it refers to to the catalogue. Throws if it is invalid. */
export function deriveIssue(
  given: RecordIssue,
  id: number,
  refs: References,
  textId: () => number,
): IssueRows {
  const record = refs.withAccounts(given);
  const { key, projectKey, number, created } = checkIssue(record);
  const fields = { ...record.fields };
  const projectId = ensureProject(fields, projectKey, refs);
  const status = single(fields, 'status', 'status', refs);
  const priority = single(fields, 'priority', 'priority', refs);
  const resolution = single(fields, 'resolution', 'resolution', refs);
  const type = single(fields, 'issuetype', 'issueType', refs);
  const fixVersions = several(fields, 'fixVersions', 'version', projectId, refs);
  const assignee = person(fields, 'assignee', refs);
  const reporter = person(fields, 'reporter', refs);
  const creator = person(fields, 'creator', refs);

  const histories = datedHistories(record.changelog?.histories ?? [], refs);
  const current = { status, priority, resolution, assignee, reporter, fixVersion: fixVersions };
  const creation = { start: created, author: creator ?? reporter };
  const updated = asInstant(fields.updated) ?? histories.at(-1)?.at ?? created;
  const resolved = asInstant(fields.resolutiondate);
  const categoryChanged = asInstant(fields.statuscategorychangedate);
  const category = asObject(
    refs.catalogue.get('status', status ?? '')?.document.statusCategory,
  )?.key;
  const isOpen = category === 'new' || category === 'indeterminate';
  const dates = { updated, resolved, categoryChanged, isOpen };
  const history = deriveHistory(histories, current, creation, dates, refs);
  const worklogs = deriveWorklogs(fields.worklog, { id, projectId, created }, refs);
  const level = asObject(fields.security);
  const values = systemValues(record, fields, { key, projectId, fixVersions }, refs);
  const texts = systemTexts(fields, projectId);
  const { rank, epicKey, aboveKey } = deriveCustomFields(fields, refs, { values, texts });
  const isKnown = (account: string) => refs.catalogue.get('user', account) !== undefined;
  const byName =
    histories.some(({ items }) => items.some(item => hasNameOnly(item, refs.catalogue))) ||
    customFieldsOf(fields).some(fieldId => namesUnknownUser(fields[fieldId], isKnown));
  const links = deriveLinks(fields.issuelinks, id, refs);
  const parentKey =
    asText(asObject(fields.parent)?.key) ??
    epicKey ??
    asText(asObject(fields.epic)?.key) ??
    aboveKey;
  const time = times(fields);
  // An issue without time spent has no worklogs, so that no list is needed.
  const worklogHolder = fields.worklog ?? (time.time_spent ? null : {});
  // Copying the others would be slow.
  fields.worklog = undefined;

  return {
    issues: [
      {
        id,
        key,
        project_id: projectId,
        project_key: projectKey,
        number,
        type_id: type,
        status_id: status,
        priority_id: priority,
        resolution_id: resolution,
        assignee,
        reporter,
        creator,
        created,
        updated,
        resolved,
        due: asDay(fields.duedate),
        viewed: asInstant(fields.lastViewed),
        category_changed: categoryChanged,
        parent_key: parentKey?.toUpperCase() ?? null,
        security_id: asText(level?.id) ?? (isRestricted(fields) ? RESTRICTED : null),
        summary_fold: foldSummary(asText(fields.summary) ?? ''),
        ...time,
        votes: asInteger(asObject(fields.votes)?.votes) ?? record.voters?.length ?? 0,
        watchers: asInteger(asObject(fields.watches)?.watchCount) ?? record.watchers?.length ?? 0,
        attachments: Array.isArray(fields.attachment) ? fields.attachment.length : 0,
        rank: rank ?? rankOf(id),
        history_count: histories.length,
        worklog_count: worklogs.rows.length,
        history_total: totalOf(record.changelog, histories.length),
        worklog_total: totalOf(worklogHolder, worklogs.rows.length),
      },
    ],
    issue_documents: [{ issue_id: id, document: JSON.stringify(fields) }],
    issue_values: distinct(values).map((value, position) => ({ ...value, issue_id: id, position })),
    issue_links: links,
    changelogs: histories.length === 0 ? [] : [changelogRow(id, entriesOf(histories, refs))],
    ...historyRows(id, histories, history.spans),
    worklogs: worklogs.rows,
    texts: [...texts, ...worklogs.texts].flatMap(({ text, field, part, visibility }) =>
      hasWords(text) ? { id: textId(), issue_id: id, field, part, visibility, words: text } : [],
    ),
    names: history.names,
    byName,
  };
}

/** The values of fields that have several, and of what an issue had before. */
function systemValues(
  record: RecordIssue,
  fields: JsonObject,
  of: { readonly key: string; readonly projectId: string; readonly fixVersions: readonly string[] },
  refs: References,
): FieldValue[] {
  const { key, projectId, fixVersions } = of;
  const level = asObject(fields.security);
  return [
    ...ids('labels', asTexts(fields.labels).map(fold)),
    ...ids('fixVersions', fixVersions),
    ...ids('versions', several(fields, 'versions', 'version', projectId, refs)),
    ...ids('components', several(fields, 'components', 'component', projectId, refs)),
    ...ids('security', [level?.name, level?.id].flatMap(text => asText(text) ?? []).map(fold)),
    ...ids('sprint', extractSprints(fields, refs)),
    ...ids('watcher', ownUsers(record.watchers, refs)),
    ...ids('voter', ownUsers(record.voters, refs)),
    ...ids(FORMER_SPRINT, formerSprints(record, refs)),
    ...ids(FORMER_KEY, formerKeys(record.changelog?.histories ?? [], key)),
  ];
}

const ownUsers = (users: readonly string[] | undefined, refs: References): readonly string[] =>
  users?.map(id => refs.aliasOf('user', id) ?? id) ?? [];

/** The rows of the history of an issue. */
function historyRows(
  id: number,
  histories: readonly Pick<DatedHistory, 'id' | 'author' | 'at'>[],
  spans: ReturnType<typeof deriveHistory>['spans'],
): Pick<IssueRows, 'histories' | 'spans'> {
  return {
    // Spread members take five times as long, and an issue has a dozen of these rows.
    histories: histories.map(entry => ({
      issue_id: id,
      id: entry.id,
      author: entry.author,
      created: entry.at,
    })),
    spans: spans.map(({ field, value, start, finish, author, old_value }, position) => ({
      issue_id: id,
      position,
      field,
      value,
      start,
      finish,
      author,
      old_value,
    })),
  };
}

/** Adds the values and texts of custom fields, which `fields` then has under our own ids. */
function deriveCustomFields(
  fields: JsonObject,
  refs: References,
  { values, texts }: { readonly values: FieldValue[]; readonly texts: IssueText[] },
) {
  let rank: string | null = null;
  let epicKey: string | null = null;
  let aboveKey: string | null = null;
  for (const fieldId of customFieldsOf(fields)) {
    const value = fields[fieldId];
    const own = refs.aliasOf('field', fieldId) ?? fieldId;
    if (own !== fieldId) {
      fields[own] = value;
      delete fields[fieldId];
    }
    const kind = fieldTypeOf(refs.field(fieldId, value).document);
    if (kind === 'rank' && typeof value === 'string') rank = value;
    if (kind === 'epicLink') epicKey ??= asText(value);
    if (kind === 'parentLink') aboveKey ??= keyInParentLink(value);
    const custom = customValues(own, value, refs);
    values.push(...custom.values);
    if (custom.text !== null)
      texts.push({ field: own, part: 0, text: custom.text, visibility: null });
  }
  return { rank, epicKey, aboveKey };
}

/** The ids of custom fields with a value. */
const customFieldsOf = (fields: JsonObject): readonly string[] =>
  Object.keys(fields).filter(id => id.startsWith('customfield_') && fields[id] !== null);

/** Whether a JSON value holds a user whom `isKnown` does not know. */
function namesUnknownUser(value: unknown, isKnown: (account: string) => boolean): boolean {
  if (Array.isArray(value)) return value.some(item => namesUnknownUser(item, isKnown));
  const object = asObject(value);
  if (!object) return false;
  const account = accountOf(object);
  if (account !== null) return !isKnown(account);
  return Object.values(object).some(item => namesUnknownUser(item, isKnown));
}

/** Total at the source; null without a list. */
function totalOf(holder: unknown, count: number): number | null {
  const list = asObject(holder);
  if (!list || list.total === null) return null;
  return Math.max(asInteger(list.total) ?? 0, count);
}

function distinct(values: readonly FieldValue[]): FieldValue[] {
  const seen = new Set<string>();
  return values.filter(value => {
    const name = `${value.field}\n${value.value}\n${value.number}`;
    return !seen.has(name) && seen.add(name);
  });
}

function ids(field: string, list: readonly string[]): FieldValue[] {
  return list.map(value => ({ field, value, number: null }));
}

function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}

/** By the issue key if the issue names no project. */
function ensureProject(fields: JsonObject, projectKey: string, refs: References): string {
  const given = asObject(fields.project);
  const hasKey = ({ document }: { document: JsonObject }) => asText(document.key) === projectKey;
  const known = refs.catalogue.named('project', asText(given?.name) ?? projectKey);
  // The name may be another one: of a time before, or unreadable.
  const byKey = known.find(hasKey) ?? refs.catalogue.all('project').find(hasKey);
  const reference = { name: projectKey, ...given, key: projectKey };
  const id = byKey?.id ?? refs.entity('project', reference) ?? projectKey;
  if (asText(given?.id) !== id) fields.project = { ...reference, id };
  return id;
}

function single(
  fields: JsonObject,
  member: string,
  kind: 'status' | 'priority' | 'resolution' | 'issueType',
  refs: References,
): string | null {
  const given = asObject(fields[member]);
  const id = refs.entity(kind, given);
  if (given && id !== null && given.id !== id) fields[member] = { ...given, id };
  return id;
}

/** By account, else by name. */
function person(fields: JsonObject, member: string, refs: References): string | null {
  const given = asObject(fields[member]);
  const id = refs.user(given);
  if (given && id !== null && !(given.accountId || given.key || given.name))
    fields[member] = { ...given, accountId: id };
  return id;
}

function several(
  fields: JsonObject,
  member: string,
  kind: 'version' | 'component',
  projectId: string,
  refs: References,
): string[] {
  const given = asObjects(fields[member]);
  if (given.length === 0) return [];
  const own = given.map(item => refs.entity(kind, item, projectId) ?? '');
  if (given.some((item, at) => item.id !== own[at])) {
    fields[member] = given.map((item, at) => ({ ...item, id: own[at] }));
  }
  return own;
}

/**
 * Removes the sprints from a document: those of Sprint fields, and `sprint` and `closedSprints` of the agile API, in
 * order of assignment. Sprint fields remain as null and are filled on reading.
 */
function extractSprints(fields: JsonObject, refs: References): string[] {
  const found = new Set<string>();
  for (const fieldId of customFieldsOf(fields)) {
    const value = fields[fieldId];
    const own = refs.aliasOf('field', fieldId) ?? fieldId;
    if (fieldTypeOf(refs.field(fieldId, value).document) !== 'sprint') continue;
    for (const sprint of parseSprints(value)) found.add(refs.sprint(sprint) ?? '');
    if (own !== fieldId) delete fields[fieldId];
    fields[own] = null;
  }
  for (const sprint of [...parseSprints(fields.closedSprints), ...parseSprints(fields.sprint)]) {
    if (found.size === 0) refs.sprintField();
    found.add(refs.sprint(sprint) ?? '');
  }
  // `delete` makes later reads slow, even of a missing member.
  if ('closedSprints' in fields) delete fields.closedSprints;
  if ('sprint' in fields) delete fields.sprint;
  found.delete('');
  return [...found];
}

function times(fields: JsonObject) {
  const tracking = asObject(fields.timetracking);
  // A plain null was received.
  const timeOf = (name: string, member: string) =>
    asNumber(fields[name] === undefined ? tracking?.[member] : fields[name]);
  const spent = timeOf('timespent', 'timeSpentSeconds');
  const original = timeOf('timeoriginalestimate', 'originalEstimateSeconds');
  return {
    time_spent: spent,
    time_original: original,
    time_remaining: timeOf('timeestimate', 'remainingEstimateSeconds'),
    work_ratio:
      asInteger(fields.workratio) ?? (original ? Math.floor(((spent ?? 0) * 100) / original) : -1),
  };
}

type IssueText = Pick<Row<'texts'>, 'field' | 'part' | 'visibility'> & { text: string };

function systemTexts(fields: JsonObject, projectId: string): IssueText[] {
  const texts = ['summary', 'description', 'environment'].map(
    (field): IssueText => ({ field, part: 0, text: plainText(fields[field]), visibility: null }),
  );
  asObjects(asObject(fields.comment)?.comments).forEach((comment, at) => {
    texts.push({
      field: 'comment',
      part: asInteger(comment.id) ?? at,
      text: plainText(comment.body),
      visibility: restrictionOf(comment, projectId),
    });
  });
  return texts;
}

function deriveLinks(value: unknown, issueId: number, refs: References): Row<'issue_links'>[] {
  return asObjects(value).flatMap((link, position) => {
    const outward = asObject(link.outwardIssue);
    const other = asText((outward ?? asObject(link.inwardIssue))?.key);
    const type = asObject(link.type);
    const typeId = refs.entity('linkType', type);
    if (other === null || typeId === null || !type) return [];
    const description = asText(outward ? type.outward : type.inward) ?? asText(type.name) ?? '';
    return [
      { issue_id: issueId, position, type_id: typeId, description, other_key: other.toUpperCase() },
    ];
  });
}

function deriveWorklogs(
  value: unknown,
  issue: { id: number; projectId: string; created: number },
  refs: References,
) {
  const rows: Row<'worklogs'>[] = [];
  const texts: IssueText[] = [];
  asObjects(asObject(value)?.worklogs).forEach((worklog, at) => {
    const started = asInstant(worklog.started);
    if (started === null)
      throw new Error(`Worklog ${String(worklog.id)} has no start: '${String(worklog.started)}'.`);
    const id = asInteger(refs.aliasOf('worklog', asText(worklog.id) ?? '') ?? worklog.id) ?? at + 1;
    const visibility = restrictionOf(worklog, issue.projectId);
    rows.push({
      issue_id: issue.id,
      id,
      author: refs.user(worklog.author),
      started,
      updated: asInstant(worklog.updated) ?? asInstant(worklog.created) ?? issue.created,
      visibility,
      document: JSON.stringify(worklog),
    });
    texts.push({ field: 'worklogComment', part: id, text: plainText(worklog.comment), visibility });
  });
  return { rows, texts };
}

const entriesOf = (
  histories: ReturnType<typeof datedHistories>,
  refs: References,
): HistoryEntry[] =>
  refs.hasAliases
    ? histories.map(entry => ({ ...entry, items: ownItems(entry.items, refs) }))
    : histories;

/** An item with the store's id of its field. */
const ownField = (item: RecordHistoryItem, refs: References): RecordHistoryItem => {
  const fieldId = item.fieldId && refs.aliasOf('field', item.fieldId);
  return fieldId ? { ...item, fieldId } : item;
};

/** Maps the ids of history items to those of the store. */
const ownItems = (items: RecordHistoryItem[], refs: References): RecordHistoryItem[] =>
  items.map(item => {
    const own = ownField(item, refs);
    const kind = kindOfItem(own, refs.catalogue);
    if (!kind) return own;
    const map = (list: string | null) =>
      list === null
        ? null
        : list
            .split(', ')
            .map(id => refs.aliasOf(kind, id) ?? id)
            .join(', ');
    return { ...own, from: map(item.from), to: map(item.to) };
  });
