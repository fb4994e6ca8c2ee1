/** One line of a story to one issue, replaying its events. */

import type { IssueKey } from '../model/ids.ts';
import type { Issue, ParentRef } from '../model/issue.ts';
import { parseDay } from '../time/day.ts';
import { issue, issueType, TO_DO } from './builders.ts';
import { type Story, splitWhen, sprintNamed, statusNamed } from './story.ts';
import { type Draft, durationOf, person, tell } from './story-event.ts';

const TYPES = ['Task', 'Story', 'Bug', 'Epic', 'Sub-task', 'Incident', 'Problem'];

/** Returns the issue of a line. Throws with the line when a word is not understood. */
export function storyIssue(line: string, story: Story): Issue {
  try {
    const [head = '', ...events] = line.split('|').map(part => part.trim());
    const draft = draftOf(head, story);
    const told = events
      .filter(event => event !== '')
      .map(splitWhen)
      .map(({ when, rest }) => ({ at: story.instant(when), rest }))
      .sort((a, b) => a.at - b.at);
    for (const { at, rest } of told) {
      const moment = { at, historyId: story.nextId() };
      for (const what of rest.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/))
        tell(what.trim(), draft, moment);
    }
    return finish(draft);
  } catch (cause) {
    throw new Error(`In '${line}': ${(cause as Error).message}`, { cause });
  }
}

function draftOf(head: string, story: Story): Draft {
  const [key = '', ...words] = head.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  const created = story.instant('Mon-1');
  const draft: Draft = {
    key,
    story,
    summary: undefined,
    type: 'Task',
    created,
    status: TO_DO,
    resolution: null,
    resolved: null,
    categoryChanged: null,
    points: null,
    original: null,
    assignee: null,
    sprints: [],
    parent: null,
    epic: null,
    due: null,
    priority: null,
    flagged: false,
    links: [],
    labels: [],
    changes: [],
    worklogs: [],
    updated: created,
  };
  for (const word of words) describe(word, draft);
  return draft;
}

function describe(word: string, draft: Draft): void {
  const [, name = '', quoted = ''] = /^(\w+):(.+)$/.exec(word) ?? [];
  const value = quoted.replaceAll('"', '');
  if (/^[\d.]+pt$/.test(word)) draft.points = Number.parseFloat(word);
  else if (TYPES.includes(word)) draft.type = word;
  else if (word.startsWith('@')) draft.assignee = person(word.slice(1));
  else if (word.startsWith('^')) draft.parent = reference(word.slice(1), null);
  else if (word.startsWith('#')) draft.labels.push(word.slice(1));
  else if (word.startsWith('"')) draft.summary = word.slice(1, -1);
  else if (name === 'in') draft.sprints.push(sprintNamed(value, draft.story));
  else if (name === 'epic') draft.epic = reference(value, 1);
  else if (name === 'due') draft.due = parseDay(value);
  else if (name === 'status') draft.status = statusNamed(value, draft.story);
  else if (name === 'priority') draft.priority = value;
  else if (name === 'created') draft.created = draft.story.instant(value);
  else if (durationOf(word) !== null) draft.original = durationOf(word);
  else throw new Error(`'${word}' is not understood.`);
}

function reference(key: string, level: number | null): ParentRef {
  return { id: null, key: key as IssueKey, summary: null, level };
}

function finish(draft: Draft): Issue {
  const spent = draft.worklogs.reduce((sum, each) => sum + each.spentSeconds, 0);
  const { original } = draft;
  return issue({
    key: draft.key,
    ...(draft.summary === undefined ? {} : { summary: draft.summary }),
    type: issueType(draft.type),
    created: draft.created,
    updated: Math.max(draft.created, draft.updated),
    status: draft.status,
    resolution: draft.resolution,
    resolved: draft.resolved,
    statusCategoryChanged: draft.categoryChanged,
    points: draft.points,
    originalSeconds: original,
    remainingSeconds: original === null ? null : Math.max(0, original - spent),
    spentSeconds: draft.worklogs.length > 0 ? spent : null,
    assignee: draft.assignee,
    flagged: draft.flagged,
    sprints: draft.sprints,
    parent: draft.parent ?? draft.epic,
    epic: draft.epic,
    due: draft.due,
    priority:
      draft.priority === null
        ? null
        : { id: priorityId(draft.priority), name: draft.priority, iconUrl: null },
    links: draft.links,
    labels: draft.labels,
    changes: draft.changes,
    worklogs: draft.worklogs,
  });
}

const PRIORITIES = ['Highest', 'High', 'Medium', 'Low', 'Lowest'];

/** Jira's own ids: Highest is 1. */
function priorityId(name: string): string {
  const index = PRIORITIES.indexOf(name);
  return index < 0 ? name.toLowerCase() : String(index + 1);
}
