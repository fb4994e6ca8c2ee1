import { epicsOf } from '@tallyboard/core/measure/grouping.ts';
import { doneInstant, isDone, wasReopened } from '@tallyboard/core/measure/resolution.ts';
import { cyclesOf } from '@tallyboard/core/measure/sla.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { loggedDay } from '@tallyboard/core/time/day-alone.ts';
import { knownZone } from '@tallyboard/core/time/known-zone.ts';
import type { Derivation } from './derivation.ts';

export function addIssues(derivation: Derivation): void {
  const { issues } = derivation.dataset;
  const epicOf = epicsOf(issues);
  for (const issue of issues) {
    addIssue(derivation, issue, epicOf(issue)?.key ?? null);
    addValues(derivation, issue);
    addSlas(derivation, issue);
    addLinks(derivation, issue);
    addWorklogs(derivation, issue);
  }
}

function addIssue(
  { add, done, dayOf, entities }: Derivation,
  issue: Issue,
  epicKey: string | null,
): void {
  const { status, project, type, created } = issue;
  entities.projects.set(project.id, project);
  entities.types.set(type.id, type);
  for (const version of issue.fixVersions) entities.versions.set(version.id, { version, project });
  const doneAt = doneInstant(issue, done);
  add('issue', {
    issue_id: Number(issue.id),
    issue_key: issue.key,
    project_id: project.id,
    summary: issue.summary,
    type_id: type.id,
    type: type.name,
    level: type.level,
    status_id: status.id,
    status: status.name,
    category: status.category,
    priority: issue.priority?.name ?? null,
    resolution: issue.resolution?.name ?? null,
    assignee_id: entities.person(issue.assignee),
    reporter_id: entities.person(issue.reporter),
    creator_id: entities.person(issue.creator),
    parent_key: issue.parent?.key ?? null,
    epic_key: epicKey,
    team: issue.team?.name ?? null,
    created_at: created,
    created_day: dayOf(created),
    updated_at: issue.updated,
    due_day: issue.due,
    done: isDone(issue, done),
    done_at: doneAt,
    done_day: doneAt === null ? null : dayOf(doneAt),
    lead_ms: doneAt === null || doneAt < created ? null : doneAt - created,
    reopened: wasReopened(issue, done),
    flagged: issue.flagged,
    points: issue.points,
    spent_seconds: issue.spentSeconds,
    remaining_seconds: issue.remainingSeconds,
    original_seconds: issue.originalSeconds,
    request_type: issue.requestType,
    satisfaction: issue.satisfaction,
    votes: issue.votes,
    watches: issue.watches,
    history_known: issue.historyComplete,
    worklogs_known: issue.worklogsComplete,
  });
}

function addValues({ add }: Derivation, issue: Issue): void {
  const issue_id = Number(issue.id);
  const addAll = (
    field: string,
    values: readonly {
      readonly id: string | null;
      readonly value: string;
      readonly number?: number;
    }[],
  ) =>
    values.forEach(({ id, value, number = null }, position) => {
      add('issue_value', { issue_id, field, position, value_id: id, value, number });
    });
  const named = ({ id, name }: { readonly id: string | number; readonly name: string }) => ({
    id: String(id),
    value: name,
  });
  addAll(
    'label',
    issue.labels.map(value => ({ id: null, value })),
  );
  addAll('component', issue.components.map(named));
  addAll('version', issue.fixVersions.map(named));
  addAll('sprint', issue.sprints.map(named));
  addAll(
    'organization',
    issue.organizations.map(value => ({ id: null, value })),
  );
  for (const [field, value] of issue.custom) {
    if (value === null) continue;
    const list = Array.isArray(value) ? value : [value];
    addAll(
      field,
      list.map(each => ({
        id: null,
        value: String(each),
        ...(typeof each === 'number' && { number: each }),
      })),
    );
  }
}

function addSlas({ add, dayOf }: Derivation, { id, slas }: Issue): void {
  const whole = (value: number | null) => value && Math.round(value);
  for (const [field, sla] of slas)
    for (const [position, cycle] of cyclesOf(sla).entries())
      add('sla_cycle', {
        issue_id: Number(id),
        field,
        sla_name: sla.name,
        position,
        ongoing: cycle === sla.ongoing,
        started_at: cycle.start,
        stopped_at: cycle.stop,
        stopped_day: cycle.stop === null ? null : dayOf(cycle.stop),
        breach_at: cycle.breach,
        goal_ms: whole(cycle.goal),
        elapsed_ms: whole(cycle.elapsed),
        remaining_ms: whole(cycle.remaining),
        breached: cycle.breached,
        paused: cycle.paused,
        within_calendar_hours: cycle.withinCalendarHours,
      });
}

function addLinks({ add }: Derivation, { id, links }: Issue): void {
  for (const [position, link] of links.entries())
    add('link', {
      issue_id: Number(id),
      position,
      kind: link.kind,
      description: link.description,
      other_id: link.otherId,
      other_key: link.otherKey,
      other_done: link.otherStatus && link.otherStatus.category === 'done',
    });
}

function addWorklogs({ add, context, entities }: Derivation, { id, worklogs }: Issue): void {
  for (const worklog of worklogs)
    add('worklog', {
      worklog_id: worklog.id,
      issue_id: Number(id),
      author_id: entities.person(worklog.author),
      started_at: worklog.started,
      day: loggedDay(worklog.started, knownZone(worklog.author) ?? context.zone),
      spent_seconds: worklog.spentSeconds,
    });
}
