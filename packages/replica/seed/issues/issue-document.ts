import type { RecordIssue } from '../../data/records.ts';
import { securityLevelOf } from '../site/access.ts';
import { FIELD } from '../site/fields.ts';
import { versionDocument } from '../site/organisation.ts';
import { paragraphs } from '../site/phrases.ts';
import type { Counters, Draft, SettledDraft } from './draft.ts';

interface Writing {
  readonly asOf: number;
  readonly counters: Counters;
  readonly timestamp: (instant: number) => string;
}

export function issueRef(draft: Draft): Record<string, unknown> {
  return {
    id: draft.id,
    key: draft.key,
    fields: {
      summary: draft.summary,
      status: draft.state.status.document,
      priority: draft.state.priority,
      issuetype: draft.type.document,
    },
  };
}

interface Times {
  original: number | null;
  remaining: number | null;
  spent: number | null;
}

const plus = (a: number | null, b: number | null) =>
  a === null && b === null ? null : (a ?? 0) + (b ?? 0);

function sum(times: readonly Times[]): Times {
  return times.reduce((total, one) => ({
    original: plus(total.original, one.original),
    remaining: plus(total.remaining, one.remaining),
    spent: plus(total.spent, one.spent),
  }));
}

function progress(times: Times): Record<string, number> {
  const done = times.spent ?? 0;
  const total = done + (times.remaining ?? 0);
  return { progress: done, total, ...(total > 0 && { percent: Math.floor((done / total) * 100) }) };
}

function timeTracking(times: Times): Record<string, unknown> {
  const short = (seconds: number) => {
    const parts = [
      Math.floor(seconds / 28_800),
      Math.floor(seconds / 3600) % 8,
      (seconds / 60) % 60,
    ];
    return (
      parts.flatMap((n, i) => (n >= 1 ? [`${Math.floor(n)}${'dhm'[i]}`] : [])).join(' ') || '0m'
    );
  };
  const result: Record<string, unknown> = {};
  const entries = [
    ['originalEstimate', times.original],
    ['remainingEstimate', times.remaining],
    ['timeSpent', times.spent],
  ] as const;
  for (const [name, seconds] of entries) {
    if (seconds === null) continue;
    result[name] = short(seconds);
    result[`${name}Seconds`] = seconds;
  }
  return result;
}

function timeFields(draft: Draft): Record<string, unknown> {
  const own: Times = draft.state;
  const all = sum([own, ...draft.children.map(child => child.state)]);
  return {
    timespent: own.spent,
    timeestimate: own.remaining,
    timeoriginalestimate: own.original,
    aggregatetimespent: all.spent,
    aggregatetimeestimate: all.remaining,
    aggregatetimeoriginalestimate: all.original,
    timetracking: timeTracking(own),
    workratio: own.original ? Math.floor(((own.spent ?? 0) / own.original) * 100) : -1,
    progress: progress(own),
    aggregateprogress: progress(all),
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
    fields[FIELD.sprint] = state.sprints.length
      ? state.sprints.map(({ document: { createdDate, originBoardId, ...rest } }) => ({
          ...rest,
          boardId: originBoardId,
        }))
      : null;
  if (project.kind !== 'team-managed') fields[FIELD.epicLink] = state.epic?.key ?? null;
  return fields;
}

function linksOf(draft: Draft): Record<string, unknown>[] {
  return draft.links.map(({ type, outward, other }) => ({
    // Both ends of a link have one id.
    id: String(Math.max(Number(draft.id), Number(other.id)) * 10 + (draft.id < other.id ? 1 : 1)),
    type,
    [outward ? 'outwardIssue' : 'inwardIssue']: issueRef(other),
  }));
}

function commentsOf(draft: Draft, { asOf, counters, timestamp }: Writing): Record<string, unknown> {
  const comments = draft.comments
    .filter(comment => comment.at <= asOf)
    .map(comment => {
      const at = timestamp(comment.at);
      const author = comment.by.ref;
      return {
        id: String(counters.comment++),
        author,
        updateAuthor: author,
        body: paragraphs(comment.text),
        created: at,
        updated: at,
        jsdPublic: true,
      };
    });
  return { comments, maxResults: comments.length, total: comments.length, startAt: 0 };
}

/** The issue as Jira would return it with every field and its whole changelog. */
export function issueDocument(draft: Draft, settled: SettledDraft, writing: Writing): RecordIssue {
  const { state, project } = draft;
  const asOfDay = Math.floor(writing.asOf / 86_400_000);
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
    resolutiondate: settled.resolvedAt === null ? null : writing.timestamp(settled.resolvedAt),
    created: writing.timestamp(draft.created),
    updated: writing.timestamp(settled.updatedAt),
    statuscategorychangedate: writing.timestamp(settled.categoryChangedAt),
    lastViewed: null,
    duedate: state.due,
    creator: draft.creator.ref,
    reporter: draft.reporter.ref,
    assignee: state.assignee?.ref ?? null,
    labels: state.labels,
    fixVersions: state.fixVersions.map(version => versionDocument(version, project.id, asOfDay)),
    versions: [],
    components: [],
    environment: null,
    security: securityLevelOf(project.key, (draft.parent ?? draft).state.labels),
    attachment: [],
    subtasks: draft.children.map(issueRef),
    issuelinks: linksOf(draft),
    ...timeFields(draft),
    ...agileFields(draft),
    votes: { votes: voters?.length ?? 0, hasVoted: false },
    watches: { watchCount: watchers?.length ?? 0, isWatching: false },
    comment: commentsOf(draft, writing),
    worklog: {
      startAt: 0,
      maxResults: settled.worklogs.length,
      total: settled.worklogs.length,
      worklogs: settled.worklogs,
    },
    ...extra,
  };
  const parent = draft.parent ? issueRef(draft.parent) : state.epic?.ref;
  if (parent) fields.parent = parent;
  return {
    id: draft.id,
    key: draft.key,
    fields,
    changelog: { total: settled.histories.length, histories: settled.histories },
    ...(watchers && { watchers }),
    ...(voters && { voters }),
  };
}
