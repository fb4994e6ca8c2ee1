import type { Field, SpecialFields } from '@tallyboard/core/model/field.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { IssuePart, Requirement } from '@tallyboard/core/model/requirement.ts';
import * as v from 'valibot';
import type { Flavour } from './flavour.ts';
import { maybe } from './wire/parse.ts';

const GREENHOPPER = 'com.pyxis.greenhopper.jira:';
const STANDARD = 'com.atlassian.jira.plugin.system.customfieldtypes:';

const SERVICE_DESK = 'com.atlassian.servicedesk:';
/** Names of the ratings of customers, where another type has them. */
const SATISFACTION: ReadonlySet<string> = new Set(['satisfaction', 'customer satisfaction']);

const TEAM_TYPES = new Set([
  `${STANDARD}atlassian-team`,
  'com.atlassian.teams:rm-teams-custom-field-team',
]);

/** The name of Jira's own field for impediments in the languages that Jira ships. */
const FLAGGED = new Set(
  'flagged,markiert,gekennzeichnet,avec indicateur,marqué,marcado,marcada,con indicador,contrassegnato,flag aggiunto,gemarkeerd,flaggad,flagget,markeret,merkitty,oznaczone,označeno,označené,megjelölt,помечено,отмечено,bayraklı,フラグ付き,已标记,已標記,플래그 지정됨'.split(
    ',',
  ),
);

/** `schema` is absent on a few system fields (issuekey, thumbnail). */
export const FieldSchema = v.object({
  id: v.string(),
  name: v.string(),
  custom: maybe(v.boolean()),
  untranslatedName: maybe(v.string()),
  schema: maybe(
    v.object({ type: v.string(), items: maybe(v.string()), custom: maybe(v.string()) }),
  ),
});
export type WireField = v.InferOutput<typeof FieldSchema>;

/** A field of the site in our words. */
export function normalizeField(wire: WireField): Field {
  return {
    id: wire.id as FieldId,
    name: wire.name,
    custom: wire.custom ?? wire.id.startsWith('customfield_'),
    type: wire.schema?.type ?? null,
    items: wire.schema?.items ?? null,
    customType: wire.schema?.custom ?? null,
  };
}

/** The special fields of a site, by the type keys of their schemas; by name only where Jira's type is a plain one. */
export function findSpecialFields(wires: readonly WireField[]): SpecialFields {
  const find = (test: (type: string, names: readonly string[]) => boolean): FieldId[] =>
    wires
      .filter(wire => wire.schema?.custom && test(wire.schema.custom, namesOf(wire)))
      .map(wire => wire.id as FieldId);
  return {
    storyPoints: find(
      (type, names) => type === `${STANDARD}float` && names.includes('story points'),
    ),
    storyPointEstimate: find(type => type === `${GREENHOPPER}jsw-story-points`),
    sprint: find(type => type === `${GREENHOPPER}gh-sprint`),
    epicLink: find(type => type === `${GREENHOPPER}gh-epic-link`),
    parentLink: find(type => type === 'com.atlassian.jpo:jpo-custom-field-parent'),
    epicName: find(type => type === `${GREENHOPPER}gh-epic-label`),
    // Older sites keep teams in a select field of that name.
    team: find((type, names) => TEAM_TYPES.has(type) || names.includes('team')),
    flagged: find(
      (type, names) =>
        type === `${STANDARD}multicheckboxes` && names.some(name => FLAGGED.has(name)),
    ),
    sla: find(type => type === `${SERVICE_DESK}sd-sla-field`),
    requestType: find(type => type === `${SERVICE_DESK}vp-origin`),
    organizations: find(type => type === `${SERVICE_DESK}sd-customer-organizations`),
    satisfaction: find(
      (type, names) =>
        type === `${SERVICE_DESK}sd-request-feedback` ||
        (type.startsWith(SERVICE_DESK) && names.some(name => SATISFACTION.has(name))),
    ),
  };
}

/** A field's name as shown and as it was before translation. */
function namesOf(wire: WireField): string[] {
  return [wire.name, wire.untranslatedName ?? ''].map(name => name.trim().toLowerCase());
}

const ALWAYS = [
  'summary',
  'project',
  'issuetype',
  'status',
  'resolution',
  'created',
  'updated',
  'resolutiondate',
];

/** Votes, sums of sub-tasks and running SLAs change without `updated`: they are never cached. */
export function isVolatile(part: IssuePart): boolean {
  return part === 'votes' || part === 'progress' || part === 'slas';
}

/** The wire fields of each part of an issue. */
function fieldsByPart(special: SpecialFields): Readonly<Record<IssuePart, readonly string[]>> {
  return {
    people: ['assignee', 'reporter', 'creator'],
    priority: ['priority'],
    due: ['duedate'],
    labels: ['labels'],
    components: ['components'],
    fixVersions: ['fixVersions'],
    sprints: special.sprint,
    // `epic` is in records of the agile API; Jira's own search leaves it out.
    parent: [
      'parent',
      'epic',
      ...special.epicLink,
      ...(special.parentLink ?? []),
      ...special.epicName,
    ],
    team: special.team,
    // `flagged` too is in records of the agile API alone.
    flagged: [...special.flagged, 'flagged'],
    links: ['issuelinks'],
    points: [...special.storyPoints, ...special.storyPointEstimate],
    time: ['timespent', 'timeestimate', 'timeoriginalestimate'],
    votes: ['votes', 'watches'],
    progress: ['progress', 'aggregateprogress'],
    slas: special.sla,
    desk: [
      ...(special.requestType ?? []),
      ...(special.organizations ?? []),
      ...(special.satisfaction ?? []),
    ],
  };
}

/** The fields to ask for, each once: no more than the requirement needs. */
export function fieldsOf(
  requirement: Requirement,
  special: SpecialFields,
  flavour: Flavour,
): readonly string[] {
  const byPart = fieldsByPart(special);
  return [
    ...new Set([
      ...ALWAYS,
      // Data Center has no such date; an unknown field would only be noise.
      ...(flavour === 'cloud' ? ['statuscategorychangedate'] : []),
      ...requirement.parts.flatMap(part => byPart[part]),
      ...requirement.customFields,
      ...(requirement.worklogs === 'none' ? [] : ['worklog']),
    ]),
  ];
}

/** The fields that a reader may choose as story points: custom numbers. */
export function pointsChoices(fields: readonly Field[]): readonly Field[] {
  return fields.filter(field => field.custom && field.type === 'number');
}

/** The fields that a reader may choose as sprint: custom lists of JSON. */
export function sprintChoices(fields: readonly Field[]): readonly Field[] {
  return fields.filter(field => field.custom && field.type === 'array' && field.items === 'json');
}
