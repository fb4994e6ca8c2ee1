/** What the lines of a story share: its clock, sprints and statuses. */

import type { Sprint } from '../model/sprint.ts';
import type { Status, StatusCategory } from '../model/status.ts';
import { parseDay } from '../time/day.ts';
import { DAY, type Instant, MINUTE, type ZoneId } from '../time/units.ts';
import { instantOfWall } from '../time/zone.ts';
import { DONE, IN_PROGRESS, sprint, status, TO_DO } from './builders.ts';

export interface Story {
  readonly sprints: Map<string, Sprint>;
  readonly statuses: Map<string, Status>;
  /** Returns the instant of a WHEN. */
  instant(when: string): Instant;
  /** History ids count through the whole story. */
  nextId(): string;
}

const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const WHEN =
  /^(?:(mon|tue|wed|thu|fri|sat|sun)(?:([+-]\d+))?|(\d{4}-\d\d-\d\d))(?: (\d\d?):(\d\d))?$/i;

/** The WHEN that a text begins with, and what follows it. */
export function splitWhen(text: string): { when: string; rest: string } {
  const match = /^(\S+(?:\s+\d\d?:\d\d)?)(?:\s+|$)(.*)$/.exec(text.trim());
  if (!match) throw new Error(`No time in '${text}'.`);
  return { when: match[1] as string, rest: match[2] as string };
}

/** Returns an empty story in a week and a zone. */
export function storyOf(week: string, zone: ZoneId): Story {
  const monday = parseDay(week);
  if (monday === null) throw new Error(`Not a day: '${week}'.`);
  let id = 10_000;
  return {
    sprints: new Map(),
    statuses: new Map([TO_DO, IN_PROGRESS, DONE].map(each => [each.name, each])),
    nextId: () => String(++id),
    instant(when) {
      const match = WHEN.exec(when.trim().replace(/\s+/g, ' '));
      if (!match) throw new Error(`Not a time: '${when}'.`);
      const [, weekdayName, weeks, date, hour, minute] = match;
      const day =
        weekdayName === undefined
          ? parseDay(date as string)
          : monday + WEEK.indexOf(weekdayName.toLowerCase()) + 7 * Number(weeks ?? 0);
      if (day === null) throw new Error(`Not a day: '${date}'.`);
      const minutes = Number(hour ?? 12) * 60 + Number(minute ?? 0);
      return instantOfWall(day * DAY + minutes * MINUTE, zone);
    },
  };
}

/** 'NAME = WHEN .. WHEN closed' to a sprint of the story. */
export function declareSprint(text: string, story: Story): void {
  const match = /^(.+?)\s*=\s*(.+?)\s*\.\.\s*(.+)$/.exec(text);
  if (!match) throw new Error(`Not a sprint: '${text}'.`);
  const [, name, from, tail] = match as unknown as [string, string, string, string];
  const { when: to, rest } = splitWhen(tail);
  const end = story.instant(to);
  const state = /^(active|future)?/.exec(rest)?.[1] ?? 'closed';
  const closing = /^closed\s+(.+)$/.exec(rest)?.[1];
  story.sprints.set(
    name,
    sprint({
      id: story.sprints.size + 1,
      name,
      state: state as Sprint['state'],
      start: state === 'future' ? null : story.instant(from),
      end,
      complete: state === 'closed' ? (closing ? story.instant(closing) : end) : null,
    }),
  );
}

/** 'NAME = in-progress' to a status of the story. */
export function declareStatus(text: string, story: Story): void {
  const match = /^(.+?)\s*=\s*(to-do|in-progress|done|none)$/.exec(text);
  if (!match) throw new Error(`Not a status: '${text}'.`);
  const name = match[1] as string;
  story.statuses.set(name, status(name, match[2] as StatusCategory));
}

/** Returns the status of a name; one nobody declared is in progress, '?Name' is unknown to the host. */
export function statusNamed(name: string, story: Story): Status {
  let found = story.statuses.get(name);
  if (!found) {
    found = name.startsWith('?')
      ? { ...status(name.slice(1), 'none'), name: 'Unknown status', known: false }
      : status(name, 'in-progress');
    story.statuses.set(name, found);
  }
  return found;
}

/** Returns the sprint of a name, the first one without a name. */
export function sprintNamed(name: string, story: Story): Sprint {
  const found = name === '' ? [...story.sprints.values()][0] : story.sprints.get(name);
  if (!found) throw new Error(`No such sprint: '${name}'.`);
  return found;
}
