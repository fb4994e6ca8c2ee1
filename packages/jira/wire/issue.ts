/**
 * The parts of an issue that we use, as Jira sends them. Absent fields pass, since a call names the fields it wants.
 */

import * as v from 'valibot';
import { maybe } from './parse.ts';
import { quickParser } from './quick-check.ts';

type Wire<Schema extends v.GenericSchema> = DeepReadonly<v.InferOutput<Schema>>;
type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

/** A user of Cloud (accountId) or Data Center (key and name). */
export const UserSchema = v.object({
  accountId: maybe(v.string()),
  key: maybe(v.string()),
  name: maybe(v.string()),
  displayName: maybe(v.string()),
  active: maybe(v.boolean()),
  timeZone: maybe(v.string()),
  accountType: maybe(v.unknown()),
  avatarUrls: maybe(v.record(v.string(), v.string())),
});
export type WireUser = v.InferOutput<typeof UserSchema>;

const id = v.union([v.string(), v.number()]);
/** A value or nothing, typed but not checked: another type does no harm where it is used. */
const unchecked = <T>() => maybe(v.unknown() as unknown as v.GenericSchema<T>);
/** An object or nothing, whose members are not checked. */
const looseObject = <T>() => maybe(v.looseObject({}) as unknown as v.GenericSchema<T>);
const user = maybe(
  v.object({
    accountId: maybe(v.string()),
    key: maybe(v.string()),
    name: maybe(v.string()),
    displayName: maybe(v.string()),
    active: maybe(v.boolean()),
    timeZone: maybe(v.string()),
    accountType: maybe(v.unknown()),
    avatarUrls: looseObject<Record<string, string>>(),
  }),
);

const named = { id: unchecked<string | number>(), name: v.string(), iconUrl: unchecked<string>() };
const WireNamed = v.object(named);
export type WireNamed = Wire<typeof WireNamed>;

const WireIssueStatus = v.object({
  id,
  name: v.string(),
  statusCategory: maybe(v.object({ id: v.number() })),
});
export type WireIssueStatus = Wire<typeof WireIssueStatus>;

const WireRelatedType = v.object({
  ...named,
  subtask: maybe(v.boolean()),
  hierarchyLevel: maybe(v.number()),
});
export type WireRelatedType = Wire<typeof WireRelatedType>;

const WireIssueType = v.object({ ...WireRelatedType.entries, id });
export type WireIssueType = Wire<typeof WireIssueType>;

const WireRelated = v.object({
  id: unchecked<string | number>(),
  key: v.string(),
  fields: maybe(
    v.object({
      summary: maybe(v.string()),
      status: maybe(WireIssueStatus),
      issuetype: maybe(WireRelatedType),
    }),
  ),
});
export type WireRelated = Wire<typeof WireRelated>;

const WireLink = v.object({
  type: v.object({
    name: maybe(v.string()),
    inward: maybe(v.string()),
    outward: maybe(v.string()),
  }),
  inwardIssue: maybe(WireRelated),
  outwardIssue: maybe(WireRelated),
});
export type WireLink = Wire<typeof WireLink>;

export const WireIssueVersion = v.object({
  ...named,
  released: maybe(v.boolean()),
  archived: maybe(v.boolean()),
  releaseDate: maybe(v.string()),
});
export type WireIssueVersion = Wire<typeof WireIssueVersion>;

const WireWorklog = v.object({
  id,
  created: maybe(v.string()),
  started: v.string(),
  timeSpentSeconds: v.number(),
  author: user,
  comment: v.unknown(),
});
export type WireWorklog = Wire<typeof WireWorklog>;

// `toString` is read with care where it is used: when absent, the language puts its own function there.
const WireChangeItem = v.object({
  field: v.string(),
  /** 'custom' for custom fields; anything else tells nothing. */
  fieldtype: unchecked<string>(),
  fieldId: maybe(v.string()),
  from: maybe(v.string()),
  fromString: maybe(v.string()),
  to: maybe(v.string()),
});
export type WireChangeItem = Wire<typeof WireChangeItem>;

const WireHistory = v.object({
  id,
  /** ISO text, or epoch ms as changelog/bulkfetch writes it. */
  created: id,
  author: user,
  items: v.array(WireChangeItem),
});
export type WireHistory = Wire<typeof WireHistory>;

const WireProgress = v.object({ progress: maybe(v.number()), total: maybe(v.number()) });
export type WireProgress = Wire<typeof WireProgress>;

const WireIssueFields = v.looseObject({
  summary: maybe(v.string()),
  project: maybe(v.object({ ...named, id, key: v.string() })),
  issuetype: maybe(WireIssueType),
  status: maybe(WireIssueStatus),
  priority: maybe(WireNamed),
  resolution: maybe(WireNamed),
  assignee: user,
  reporter: user,
  creator: user,
  created: maybe(v.string()),
  updated: maybe(v.string()),
  resolutiondate: maybe(v.string()),
  statuscategorychangedate: maybe(v.string()),
  duedate: maybe(v.string()),
  labels: maybe(v.array(v.string())),
  components: maybe(v.array(WireNamed)),
  fixVersions: maybe(v.array(WireIssueVersion)),
  issuelinks: maybe(v.array(WireLink)),
  parent: maybe(WireRelated),
  timespent: maybe(v.number()),
  timeestimate: maybe(v.number()),
  timeoriginalestimate: maybe(v.number()),
  votes: maybe(v.object({ votes: maybe(v.number()) })),
  watches: maybe(v.object({ watchCount: maybe(v.number()) })),
  progress: maybe(WireProgress),
  aggregateprogress: maybe(WireProgress),
  worklog: maybe(v.object({ total: unchecked<number>(), worklogs: v.array(WireWorklog) })),
});
export type WireIssueFields = Wire<typeof WireIssueFields>;

const WireIssue = v.object({
  id,
  key: v.string(),
  fields: WireIssueFields,
  properties: looseObject<Record<string, unknown>>(),
  changelog: maybe(v.object({ total: unchecked<number>(), histories: v.array(WireHistory) })),
});
export type WireIssue = Wire<typeof WireIssue>;

export const parseWireHistory = quickParser<WireHistory>(WireHistory);
export const parseWireWorklog = quickParser<WireWorklog>(WireWorklog);
const parseIssue = quickParser<WireIssue>(WireIssue);

/** Whether a value has the right types. */
export const isWireIssue = parseIssue.fits;
export const isWireHistory = parseWireHistory.fits;
export const isWireWorklog = parseWireWorklog.fits;

/** Returns the value as an issue. Throws WireError naming `where`, the issue's key and the key that failed. */
export const parseWireIssue = (value: unknown, where = 'issue'): WireIssue =>
  parseIssue(value, () => `${where} ${Object(value).key ?? rawIssueId(value) ?? ''}`.trim());

/** The id of an issue that is not checked yet; null when it has none. */
export function rawIssueId(value: unknown): string | null {
  const { id } = Object(value);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}
