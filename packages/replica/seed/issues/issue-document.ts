import type { RecordIssue } from '../../data/records.ts';
import { formatDuration } from '../../rest/duration.ts';
import { timestamp } from '../clock.ts';
import { securityLevelOf } from '../site/access.ts';
import { TYPE } from '../site/catalog.ts';
import { FIELD } from '../site/fields.ts';
import { versionDocument } from '../site/organisation.ts';
import { paragraphs } from '../site/phrases.ts';
import type { SprintDef } from '../site/sprints.ts';
import type { Draft, SettledDraft, World } from './draft.ts';

export const issueRef = ({ id, key, summary, state, type }: Draft) => ({
  id,
  key,
  fields: {
    summary,
    status: state.status.document,
    priority: state.priority,
    issuetype: type.document,
  },
});

const TIMES = [
  ['spent', 'timespent', 'timeSpent'],
  ['remaining', 'timeestimate', 'remainingEstimate'],
  ['original', 'timeoriginalestimate', 'originalEstimate'],
] as const;

function timeFields({ state, children }: Draft): Record<string, unknown> {
  const states = [state, ...children.map(child => child.state)];
  const all = (name: (typeof TIMES)[number][0]) => {
    const known = states.flatMap(one => one[name] ?? []);
    return known.length > 0 ? known.reduce((sum, seconds) => sum + seconds) : null;
  };
  const progress = (done: number | null, left: number | null) => {
    const total = (done ?? 0) + (left ?? 0);
    const percent = total > 0 && { percent: Math.floor(((done ?? 0) / total) * 100) };
    return { progress: done ?? 0, total, ...percent };
  };
  const tracking: Record<string, unknown> = {};
  for (const [name, , label] of TIMES) {
    const seconds = state[name];
    if (seconds === null) continue;
    tracking[label] = formatDuration(seconds, 'dhm');
    tracking[`${label}Seconds`] = seconds;
  }
  return {
    ...Object.fromEntries(TIMES.map(([name, field]) => [field, state[name]])),
    ...Object.fromEntries(TIMES.map(([name, field]) => [`aggregate${field}`, all(name)])),
    timetracking: tracking,
    workratio: state.original ? Math.floor(((state.spent ?? 0) / state.original) * 100) : -1,
    progress: progress(state.spent, state.remaining),
    aggregateprogress: progress(all('spent'), all('remaining')),
  };
}

function agileFields(draft: Draft): Record<string, unknown> {
  const { project, state } = draft;
  const estimate = project.kind === 'team-managed' ? FIELD.storyPointEstimate : FIELD.storyPoints;
  const fields: Record<string, unknown> = {
    [FIELD.flagged]: state.flagged ? [{ value: 'Impediment', id: '10019' }] : null,
    [FIELD.rank]: `0|i${(Number(draft.id) * 36).toString(36).padStart(6, '0')}:`,
  };
  if (project.kind === 'desk') return fields;
  fields[estimate] = state.points;
  if (project.kind === 'scrum')
    fields[FIELD.sprint] = state.sprints.length > 0 ? state.sprints.map(sprintValue) : null;
  if (project.kind !== 'team-managed')
    fields[FIELD.epicLink] = draft.type === TYPE.epic ? null : (state.epic?.key ?? null);
  return fields;
}

function sprintValue({ document: { createdDate: _, originBoardId, ...rest } }: SprintDef) {
  return { ...rest, boardId: originBoardId };
}

function linksOf(draft: Draft): Record<string, unknown>[] {
  return draft.links.map(({ type, outward, other }) => ({
    // Both ends of a link have one id.
    id: String(Math.max(Number(draft.id), Number(other.id)) * 10 + 1),
    type,
    [outward ? 'outwardIssue' : 'inwardIssue']: issueRef(other),
  }));
}

function commentsOf(draft: Draft, { asOf, counters }: World): Record<string, unknown> {
  const past = draft.comments.filter(comment => comment.at <= asOf);
  const comments = past.map(({ at, by: { ref: author }, text }) => ({
    id: String(counters.comment++),
    author,
    updateAuthor: author,
    body: paragraphs(text),
    created: timestamp(at),
    updated: timestamp(at),
    jsdPublic: true,
  }));
  return { comments, maxResults: comments.length, total: comments.length, startAt: 0 };
}

/** The issue as Jira would return it with every field and its whole changelog. */
export function issueDocument(world: World, draft: Draft, settled: SettledDraft): RecordIssue {
  const { state, project } = draft;
  const { histories, worklogs } = settled;
  const { watchers, voters, ...extra } = draft.extra as {
    watchers?: string[];
    voters?: string[];
  } & Record<string, unknown>;
  const fields: Record<string, unknown> = {
    summary: draft.summary,
    issuetype: draft.type.document,
    project: project.ref,
    status: state.status.document,
    statusCategory: state.status.document.statusCategory,
    priority: state.priority,
    resolution: state.resolution,
    resolutiondate: settled.resolvedAt === null ? null : timestamp(settled.resolvedAt),
    created: timestamp(draft.created),
    updated: timestamp(settled.updatedAt),
    statuscategorychangedate: timestamp(settled.categoryChangedAt),
    lastViewed: null,
    duedate: state.due,
    creator: draft.creator.ref,
    reporter: draft.reporter.ref,
    assignee: state.assignee?.ref ?? null,
    labels: state.labels,
    fixVersions: state.fixVersions.map(version => versionDocument(version, project.id, world.asOf)),
    versions: [],
    components: [],
    environment: null,
    security: securityLevelOf(project, (draft.parent ?? draft).state.labels),
    attachment: [],
    subtasks: draft.children.map(issueRef),
    issuelinks: linksOf(draft),
    ...timeFields(draft),
    ...agileFields(draft),
    votes: { votes: voters?.length ?? 0, hasVoted: false },
    watches: { watchCount: watchers?.length ?? 0, isWatching: false },
    comment: commentsOf(draft, world),
    worklog: { startAt: 0, maxResults: worklogs.length, total: worklogs.length, worklogs },
    ...extra,
  };
  const parent = draft.parent ? issueRef(draft.parent) : state.epic?.ref;
  if (parent) fields.parent = parent;
  return {
    id: draft.id,
    key: draft.key,
    fields,
    changelog: { total: histories.length, histories },
    ...(watchers && { watchers }),
    ...(voters && { voters }),
  };
}
