import { isOfCustomField } from '@tallyboard/records/history-item.ts';
import type { Catalogue } from '../catalogue.ts';
import { type FieldType, fieldTypeOf } from '../issues/field-type.ts';
import type { RecordHistoryItem } from '../records.ts';
import { asObject, asText, type JsonObject } from '../shapes.ts';

/** Catalogue of the whole site. */
type Site = Pick<Catalogue, 'get' | 'named'>;

const KEY = /^[A-Z][A-Z0-9_]*-\d+$/;

/** The key of an object that is an issue, in upper case; null for other objects. */
export function keyOfIssue(object: JsonObject | null): string | null {
  const key = asText(object?.key)?.toUpperCase() ?? '';
  return KEY.test(key) ? key : null;
}

/** The issue keys among the words of a text, in upper case. */
const keysIn = (text: string): string[] =>
  text
    .split(/[^\w.-]+/)
    .map(word => word.replace(/\.+$/, '').toUpperCase())
    .filter(word => KEY.test(word));

/** System fields that name no issues: people write their texts, or they have other entities, numbers and dates. */
const OTHER_FIELDS: ReadonlySet<string> = new Set(
  `summary description environment comment worklog labels attachment thumbnail
  project issuetype status statuscategory statuscategorychangedate priority resolution resolutiondate
  versions fixversions components security issuerestriction
  assignee reporter creator created updated duedate lastviewed votes watches
  timetracking timespent timeestimate timeoriginalestimate workratio progress
  aggregatetimespent aggregatetimeestimate aggregatetimeoriginalestimate aggregateprogress`.split(
    /\s+/,
  ),
);

/** Names of other changes in changelogs. */
const OTHER_CHANGES: ReadonlySet<string> = new Set([
  ...OTHER_FIELDS,
  ...'workflow version component worklogid worklogtimespent'.split(' '),
  'fix version',
  'affects version',
  'due date',
]);

/** The same of custom fields. */
const OTHER_CUSTOM_CHANGES: ReadonlySet<string> = new Set([
  'sprint',
  'rank',
  'flagged',
  'story points',
]);

/** Types of custom fields whose values are other entities, numbers and dates. */
const OTHER_TYPES: ReadonlySet<FieldType> = new Set([
  ...(['sprint', 'rank', 'number', 'sla', 'requestType', 'team', 'date', 'datetime'] as const),
  ...(['user', 'group', 'version', 'component', 'project'] as const),
]);

/** Types whose values are texts of people, in fields of Jira itself. Apps store issue keys in fields of these types. */
const WRITTEN_TYPES: ReadonlySet<FieldType> = new Set(['text', 'labels', 'option', 'cascading']);
const JIRAS_OWN =
  /^(com\.atlassian\.jira\.plugin\.system\.customfieldtypes|com\.pyxis\.greenhopper\.jira):/;

/** What in the values of a field may name issues. */
type Naming = 'nothing' | 'objects' | 'texts';

function namingOf(site: Site, id: string): Naming {
  if (OTHER_FIELDS.has(id.toLowerCase())) return 'nothing';
  const field = site.get('field', id);
  if (!field || field.implied) return 'texts';
  const type = fieldTypeOf(field.document);
  const isJirasOwn = JIRAS_OWN.test(asText(asObject(field.document.schema)?.custom) ?? '');
  if (OTHER_TYPES.has(type)) return isJirasOwn ? 'nothing' : 'objects';
  return WRITTEN_TYPES.has(type) && isJirasOwn ? 'objects' : 'texts';
}

/** Whether texts in the values of a field may be issue keys. */
export const hasTextsOfKeys = (site: Site, id: string): boolean => namingOf(site, id) === 'texts';

/** Keys, or ids without them, of the issues that a value of a field names: in objects of issues, else in all texts. */
export function issuesInField(site: Site, id: string, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  const naming = namingOf(site, id);
  return naming === 'nothing' ? [] : issuesIn(value, naming === 'texts');
}

function issuesIn(value: unknown, areTextsNames: boolean): string[] {
  if (typeof value === 'string') return areTextsNames ? keysIn(value) : [];
  if (typeof value !== 'object' || value === null) return [];
  const object = asObject(value);
  // The summary of a visible issue may contain anything.
  const name = keyOfIssue(object) ?? idOfIssue(object);
  if (name !== null) return [name];
  const members = Object.values(value).flatMap(each => issuesIn(each, areTextsNames));
  return object && areTextsNames ? [...Object.keys(object).flatMap(keysIn), ...members] : members;
}

/** The id of an issue without a key, in the shape of Jira's. */
function idOfIssue(object: JsonObject | null): string | null {
  const id = asText(object?.id);
  const isIssue = asObject(object?.fields) !== null || /\/issue\/\d+$/.test(String(object?.self));
  return isIssue && id !== null && /^\d+$/.test(id) ? id : null;
}

/** Changes whose ids are those of issues. */
const WITH_ISSUE_IDS =
  /^(parent|issueparentassociation|epic link|epic child|parent issue|parent link)$/;

/** Keys, or ids without them, of the issues that a change names. */
export function issuesInChange(site: Site, item: RecordHistoryItem): string[] {
  const name = item.field.toLowerCase();
  if (OTHER_CUSTOM_CHANGES.has(name)) return [];
  if (!isOfCustomField(item) && OTHER_CHANGES.has(name)) return [];
  const isName = item.fieldId
    ? hasTextsOfKeys(site, item.fieldId)
    : isFieldOfIssues(site, item.field);
  if (!isName) return [];
  const { from, fromString, to } = item;
  const keysOf = (text: string | null) => (typeof text === 'string' ? keysIn(text) : []);
  const ofSide = (id: string | null, text: string | null) => {
    // A link has the key in both; the text keeps a former one.
    const keys = [keysOf(id), keysOf(text)].find(found => found.length > 0) ?? [];
    const isId = keys.length === 0 && WITH_ISSUE_IDS.test(name) && /^\d+$/.test(id ?? '');
    return isId ? [String(id)] : keys;
  };
  // An item without that text inherits the function of this name.
  const toText = asText(item.toString as unknown);
  return [...ofSide(from, fromString), ...ofSide(to, toText)];
}

/** By its name. */
function isFieldOfIssues(site: Site, name: string): boolean {
  const fields = site.named('field', name);
  return fields.length === 0 || fields.some(({ id }) => hasTextsOfKeys(site, id));
}
