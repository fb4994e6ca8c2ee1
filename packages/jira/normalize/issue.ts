import { orderChanges } from '@tallyboard/core/history/order.ts';
import { SLA_STATES, slaState } from '@tallyboard/core/measure/sla.ts';
import type { Field, SpecialFields } from '@tallyboard/core/model/field.ts';
import type { FieldId, IssueId, IssueKey } from '@tallyboard/core/model/ids.ts';
import type {
  CustomValue,
  Issue,
  IssueLink,
  IssueType,
  Named,
  ParentRef,
  Progress,
  Sla,
} from '@tallyboard/core/model/issue.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import { parseInstant } from '@tallyboard/core/time/instant.ts';
import { isRecord } from '@tallyboard/core/unknown.ts';
import { readSla } from '@tallyboard/records/sla.ts';
import { numberIn } from '@tallyboard/records/values.ts';
import { WireError } from '../errors.ts';
import type {
  WireIssue,
  WireIssueFields,
  WireLink,
  WireProgress,
  WireRelated,
} from '../wire/issue.ts';
import { receivedOf } from '../wire/received.ts';
import { type ChangeNames, nameChanges, normalizeHistories } from './changes.ts';
import type { Pool } from './pool.ts';
import { instantOrNull } from './sprint.ts';
import { displayName, isFlagged, normalizeCustom, teamOf } from './values.ts';
import { normalizeWorklogs } from './worklog.ts';

/** The plan of normalizing a dataset. */
export interface NormalizePlan {
  readonly pool: Pool;
  readonly special: SpecialFields;
  readonly customFields: readonly FieldId[];
  readonly changeNames: ChangeNames;
  readonly withHistory: boolean;
  readonly slaNames: ReadonlyMap<FieldId, string>;
  /** Names of the required fields of numbers. */
  readonly numberNames: ReadonlyMap<FieldId, string>;
}

export function planNormalizing(
  requirement: Requirement,
  fields: readonly Field[],
  special: SpecialFields,
  pool: Pool,
): NormalizePlan {
  const slas = new Set<string>(special.sla);
  const points = [...special.storyPoints, ...special.storyPointEstimate];
  const numbers = fields.filter(
    ({ id, type }) =>
      (requirement.parts.includes('points') && points.includes(id)) ||
      (type === 'number' && requirement.customFields.includes(id)),
  );
  return {
    pool,
    special,
    customFields: requirement.customFields,
    changeNames: nameChanges(requirement, fields, special),
    withHistory: requirement.history.length > 0,
    slaNames: new Map(
      fields.filter(field => slas.has(field.id)).map(field => [field.id, field.name]),
    ),
    numberNames: new Map(numbers.map(({ id, name }) => [id, name])),
  };
}

/** The names of required number fields that have a value which is no number. */
export function unreadNumbers({ fields }: WireIssue, { numberNames }: NormalizePlan): string[] {
  const names: string[] = [];
  for (const [id, name] of numberNames) {
    const value = fields[id];
    const isEmpty = value === null || value === undefined || value === '';
    if (!isEmpty && numberIn(value) === null) names.push(name);
  }
  return names;
}

const NONE: readonly never[] = [];
const NO_SLAS: ReadonlyMap<FieldId, Sla> = new Map();
const NO_CUSTOM: ReadonlyMap<FieldId, CustomValue> = new Map();

/**
 * A checked wire issue as ours. Objects that issues have in common are shared through the plan's pool. Throws
 * WireError when a part that every issue has is missing or cannot be read.
 */
export function normalizeIssue(wire: WireIssue, plan: NormalizePlan): Issue {
  const { fields } = wire;
  const { pool, special } = plan;
  const type = pool.type(insist(fields.issuetype, wire, 'issuetype'));
  const parent = fields.parent ? pool.parent(fields.parent) : null;
  const epic = epicOf(fields, type, parent, plan);
  const above = parent ?? epic ?? parentLinkOf(fields, plan);
  const storyPoints = firstNumber(fields, special.storyPoints);
  const estimate = firstNumber(fields, special.storyPointEstimate);
  const histories = wire.changelog?.histories;
  const links = fields.issuelinks;
  const received = receivedOf(wire);
  const issue: Issue = {
    id: (typeof wire.id === 'string' ? wire.id : String(wire.id)) as IssueId,
    key: wire.key as IssueKey,
    summary: fields.summary ?? '',
    project: pool.project(insist(fields.project, wire, 'project')),
    type,
    status: pool.status(insist(fields.status, wire, 'status')),
    priority: fields.priority ? pool.priority(fields.priority) : null,
    resolution: fields.resolution ? pool.resolution(fields.resolution) : null,
    assignee: pool.user(fields.assignee),
    reporter: pool.user(fields.reporter),
    creator: pool.user(fields.creator),
    created: instant(fields.created, wire, 'created'),
    updated: instant(fields.updated, wire, 'updated'),
    resolved: instantOrNull(fields.resolutiondate),
    statusCategoryChanged: instantOrNull(fields.statuscategorychangedate),
    due: pool.day(fields.duedate),
    labels: fields.labels ?? NONE,
    components: fields.components?.map(pool.component) ?? NONE,
    fixVersions: fields.fixVersions?.map(pool.version) ?? NONE,
    sprints: sprintsOf(fields, plan),
    parent: above,
    epic,
    otherParent: otherParentOf(fields, above, epic, plan),
    epicName: firstText(fields, special.epicName),
    team: teamIn(fields, plan),
    flagged: special.flagged.some(id => isFlagged(fields[id])) || isFlagged(fields.flagged),
    links: links && links.length > 0 ? linksOf(links, pool) : NONE,
    points: storyPoints ?? estimate,
    bothPoints: storyPoints !== null && estimate !== null,
    spentSeconds: fields.timespent ?? null,
    remainingSeconds: fields.timeestimate ?? null,
    originalSeconds: fields.timeoriginalestimate ?? null,
    votes: fields.votes?.votes ?? 0,
    watches: fields.watches?.watchCount ?? 0,
    progress: progressOf(fields.progress),
    sumProgress: progressOf(fields.aggregateprogress),
    slas: special.sla.length === 0 ? NO_SLAS : slasOf(fields, plan),
    requestType: requestTypeOf(fields, special),
    organizations: organizationsOf(fields, special),
    satisfaction: satisfactionOf(fields, special),
    custom: plan.customFields.length === 0 ? NO_CUSTOM : customOf(fields, plan),
    changes: NONE,
    historyComplete:
      plan.withHistory &&
      received.changelog === undefined &&
      histories !== undefined &&
      (wire.changelog?.total ?? 0) <= histories.length,
    worklogs: fields.worklog ? normalizeWorklogs(fields.worklog.worklogs, pool) : NONE,
    worklogsComplete:
      received.worklog === undefined &&
      Boolean(fields.worklog) &&
      (fields.worklog?.total ?? 0) <= (fields.worklog?.worklogs.length ?? 0),
  };
  if (!histories || !plan.withHistory) return issue;
  const changes = normalizeHistories(histories, plan.changeNames, pool);
  return changes.length === 0
    ? issue
    : Object.assign(issue, { changes: orderChanges(changes, issue) });
}

function insist<T>(value: T | null | undefined, wire: WireIssue, key: string): T {
  if (value === null || value === undefined) {
    throw new WireError(`issue ${wire.key} fields.${key}`, 'a value', value);
  }
  return value;
}

function instant(text: string | null | undefined, wire: WireIssue, key: string): number {
  const at = parseInstant(text ?? '');
  if (Number.isNaN(at)) throw new WireError(`issue ${wire.key} fields.${key}`, 'a timestamp', text);
  return at;
}

function firstNumber(fields: WireIssueFields, ids: readonly FieldId[]): number | null {
  for (const id of ids) {
    const number = numberIn(fields[id]);
    if (number !== null) return number;
  }
  return null;
}

function firstText(fields: WireIssueFields, ids: readonly FieldId[]): string | null {
  for (const id of ids) {
    const text = fields[id];
    if (typeof text === 'string' && text !== '') return text;
  }
  return null;
}

/**
 * The epic: a parent of level 1, the parent of unknown level of a plain issue, or what Epic Link names. A sub-task of
 * another issue has none of its own.
 */
function epicOf(
  fields: WireIssueFields,
  type: IssueType,
  parent: ParentRef | null,
  { pool, special }: NormalizePlan,
): ParentRef | null {
  if (parent !== null && (parent.level === 1 || (parent.level === null && type.level === 0))) {
    return parent;
  }
  if (type.level < 0) return null;
  const key = firstText(fields, special.epicLink);
  if (key !== null) return pool.epic(key);
  const agile = agileEpic(fields.epic);
  return agile && pool.parent(agile);
}

function parentLinkOf(fields: WireIssueFields, plan: NormalizePlan): ParentRef | null {
  const key = parentLinkKey(fields, plan);
  return key === null ? null : plan.pool.parent({ id: null, key, fields: null });
}

/** What Parent Link names: a key on Data Center, an object with the issue as `data` on Cloud. */
function parentLinkKey(fields: WireIssueFields, { special }: NormalizePlan): string | null {
  for (const id of special.parentLink ?? []) {
    const value = fields[id];
    const key = typeof value === 'string' ? value : Object(Object(value).data).key;
    if (typeof key === 'string' && key !== '') return key;
  }
  return null;
}

function otherParentOf(
  fields: WireIssueFields,
  parent: ParentRef | null,
  epic: ParentRef | null,
  plan: NormalizePlan,
): IssueKey | null {
  if (parent === null) return null;
  const keys = [firstText(fields, plan.special.epicLink), parentLinkKey(fields, plan)];
  const key = keys.find(each => each !== null && each !== parent.key && each !== epic?.key);
  return (key ?? null) as IssueKey | null;
}

/** The agile API names the epic itself, with its key on newer hosts alone. */
function agileEpic(value: unknown): WireRelated | null {
  const { id = null, key, summary } = Object(value);
  if (typeof key !== 'string') return null;
  const name = displayName(Object(value)) ?? (typeof summary === 'string' ? summary : null);
  const issuetype = { id: 'epic', name: 'Epic', hierarchyLevel: 1 };
  return { id, key, fields: { summary: name, issuetype } };
}

function sprintsOf(fields: WireIssueFields, { pool, special }: NormalizePlan): readonly Sprint[] {
  const sprints: Sprint[] = [];
  for (const id of special.sprint) add(fields[id]);
  // The agile API has them under names of its own.
  if (fields.closedSprints !== undefined) add(fields.closedSprints);
  if (fields.sprint) add([fields.sprint]);
  return sprints.length === 0 ? NONE : sprints;

  function add(values: unknown) {
    if (values === null || values === undefined || values === '') return;
    // Some hosts send a single sprint without its list.
    for (const value of Array.isArray(values) ? values : [values]) {
      const sprint = pool.sprint(value);
      if (sprint !== null && !sprints.includes(sprint)) sprints.push(sprint);
    }
  }
}

function teamIn(fields: WireIssueFields, { pool, special }: NormalizePlan): Named | null {
  for (const id of special.team) {
    const team = teamOf(fields[id]);
    if (team !== null) return pool.team(team);
  }
  return null;
}

function linksOf(wires: readonly WireLink[], pool: Pool): readonly IssueLink[] {
  const links: IssueLink[] = [];
  for (const { type, inwardIssue, outwardIssue } of wires) {
    const blocks = type.name === 'Blocks';
    if (inwardIssue)
      links.push(linkTo(inwardIssue, blocks ? 'blocked-by' : 'other', type.inward, pool));
    if (outwardIssue)
      links.push(linkTo(outwardIssue, blocks ? 'blocks' : 'other', type.outward, pool));
  }
  return links;
}

function linkTo(
  other: WireRelated,
  kind: IssueLink['kind'],
  description: string | null | undefined,
  pool: Pool,
): IssueLink {
  const status = other.fields?.status;
  return {
    kind,
    description: description ?? null,
    otherId: String(other.id ?? other.key) as IssueId,
    otherKey: other.key as IssueKey,
    otherType: other.fields?.issuetype?.name ?? null,
    otherStatus: status ? pool.status(status) : null,
  };
}

function progressOf(wire: WireProgress | null | undefined): Progress | null {
  return wire ? { done: wire.progress ?? 0, total: wire.total ?? 0 } : null;
}

function slasOf(fields: WireIssueFields, plan: NormalizePlan): ReadonlyMap<FieldId, Sla> {
  const slas = new Map<FieldId, Sla>();
  for (const id of plan.special.sla) {
    const sla = readSla(fields[id], plan.slaNames.get(id) ?? id);
    if (sla !== null) slas.set(id, sla);
  }
  return slas.size === 0 ? NO_SLAS : slas;
}

function customOf(fields: WireIssueFields, plan: NormalizePlan): ReadonlyMap<FieldId, CustomValue> {
  const custom = new Map<FieldId, CustomValue>();
  for (const id of plan.customFields) {
    const value = fields[id];
    if (plan.numberNames.has(id)) custom.set(id, numberIn(value));
    else if (plan.slaNames.has(id)) custom.set(id, slaText(value));
    else custom.set(id, normalizeCustom(value));
  }
  return custom;
}

/** An SLA as a custom field: its state. */
function slaText(value: unknown): string | null {
  const sla = readSla(value, '');
  const state = sla && slaState(sla, null);
  return state && SLA_STATES[state];
}

function requestTypeOf(
  fields: WireIssueFields,
  { requestType = NONE }: SpecialFields,
): string | null {
  for (const id of requestType) {
    const name = normalizeCustom(fields[id]);
    if (typeof name === 'string') return name;
  }
  return null;
}

function organizationsOf(
  fields: WireIssueFields,
  { organizations = NONE }: SpecialFields,
): readonly string[] {
  for (const id of organizations) {
    const names = normalizeCustom(fields[id]);
    if (Array.isArray(names)) return names;
  }
  return NONE;
}

/** A number, or an object with a `rating`, from 1 to 5. */
function satisfactionOf(
  fields: WireIssueFields,
  { satisfaction = NONE }: SpecialFields,
): number | null {
  for (const id of satisfaction) {
    const value = fields[id];
    const rating = numberIn(isRecord(value) ? value.rating : value);
    if (rating !== null && rating >= 1 && rating <= 5) return rating;
  }
  return null;
}
