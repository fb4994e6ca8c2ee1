import { DAY, isWorkday, MINUTE } from '../clock.ts';
import { noise, type Random } from '../random.ts';
import { RESOLUTION, type StatusDef } from '../site/catalog.ts';
import { memberAt } from '../site/members.ts';
import { versionFor } from '../site/organisation.ts';
import type { Person } from '../site/people.ts';
import { worklogText } from '../site/phrases.ts';
import type { Draft, State } from './draft.ts';

const HOUR = 60 * MINUTE;
const MAX_WORKLOGS = 45;

/** Limit of logged time per day. */
const MAX_SECONDS_PER_DAY = 8.5 * 3600;
/** By person and day. */
const loggedSeconds = new WeakMap<Person, Map<number, number>>();

/** Takes up to `seconds` of the person's remaining day. */
function takeFromDay(worker: Person, day: number, seconds: number): number {
  const days = loggedSeconds.get(worker) ?? new Map<number, number>();
  loggedSeconds.set(worker, days);
  const before = days.get(day) ?? 0;
  const taken = Math.max(0, Math.min(seconds, MAX_SECONDS_PER_DAY - before));
  days.set(day, before + taken);
  return taken;
}

export interface Stretch {
  readonly begin: number;
  readonly done: number;
}

/** Sometimes work takes six times as long. */
export const overrun = (random: Random) => (random.chance(1 / 70) ? 6 : 1);

/**
 * Moves an issue through statuses within some working days. Reviews and tests send some back to the first. The last
 * status sets the resolution and the version.
 */
export function walk(
  random: Random,
  draft: Draft,
  path: readonly StatusDef[],
  begin: number,
  workDays: number,
  worker: Person,
  asOf: number,
): Stretch {
  const { clock } = worker;
  const [first] = path;
  const last = path.length - 1;
  let at = begin;
  path.forEach((status, n) => {
    if (n === last) {
      draft.steps.push({ at, by: worker, set: finished(draft, status, at) });
      return;
    }
    const by = n === 0 ? worker : memberAt(random, draft.project, at, asOf);
    draft.steps.push({ at, by, set: { status } });
    const share = n === 0 ? 0.55 : 0.45 / Math.max(1, last - 1);
    at = clock.advance(at, workDays * share * random.between(0.6, 1.4));
    const back = first && draft.project.workflow.moves.get(status.id)?.includes(first.id);
    if (first && back && random.chance(0.11)) {
      draft.steps.push({ at, by, set: { status: first } });
      at = clock.advance(at, workDays * random.between(0.1, 0.3));
      for (const again of path.slice(1, n + 1)) {
        draft.steps.push({ at, by: worker, set: { status: again } });
        at = clock.advance(at, workDays * random.between(0.05, 0.2));
      }
    }
  });
  return { begin, done: at };
}

/** The changes when an issue is done. */
function finished(draft: Draft, status: StatusDef, at: number): Partial<State> {
  const set: Partial<State> = { status, resolution: RESOLUTION.done };
  const version = versionFor(draft.project, Math.floor(at / DAY));
  if (version && draft.state.fixVersions.length === 0) set.fixVersions = [version];
  return set;
}

/**
 * Worklogs of a stretch of work: a few hours on most working days within office hours, sometimes on weekends, none in
 * weeks off. Some are logged the next morning.
 */
export function logWork(
  random: Random,
  draft: Draft,
  { begin, done }: Stretch,
  worker: Person,
  rate: number,
): void {
  const { clock } = worker;
  const lastDay = clock.dayOf(done);
  let logs = 0;
  for (let day = clock.dayOf(begin); day <= lastDay && logs < MAX_WORKLOGS; day++) {
    const away = noise(worker.index, Math.floor((day + 3) / 7)) < 0.05;
    if (away || !random.chance(isWorkday(day) ? rate : 0.04)) continue;
    const from = Math.max(begin, clock.at(day, 9 * 60 + random.int(14) * 15));
    const until = Math.min(done, clock.at(day, 18 * 60));
    const length = Math.min(until - from, random.between(1, 6.5) * HOUR);
    const seconds = takeFromDay(worker, day, Math.floor(length / (15 * MINUTE)) * 900);
    if (seconds < 900) continue;
    const started = Math.floor(from / MINUTE) * MINUTE;
    const ended = started + seconds * 1000;
    const at = random.chance(0.12)
      ? Math.max(ended, clock.at(day + 1, 8 * 60 + 50))
      : ended + (1 + random.int(20)) * MINUTE;
    const comment = random.chance(0.8) ? worklogText(random, draft.project.words) : null;
    draft.steps.push({ at, by: worker, log: { started, seconds, comment } });
    logs++;
  }
}

/** Rank and label changes; a few issues have pages of them. */
export function addNoise(random: Random, draft: Draft, until: number, asOf: number): void {
  const busy = random.chance(1 / 150);
  const count = busy ? 45 + random.int(80) : random.chance(0.35) ? 1 + random.int(2) : 0;
  const end = Math.min(until, asOf);
  for (let n = 0; n < count; n++) {
    const at = Math.floor(random.between(draft.created + MINUTE, end));
    const by = memberAt(random, draft.project, at, asOf);
    const kind = random.next();
    if (kind < 0.2) {
      const label = random.pick(draft.project.labels);
      draft.steps.push({ at, by, set: { labels: [label] } });
    } else {
      const rank = {
        field: 'Rank',
        fieldtype: 'custom',
        fieldId: 'customfield_10019',
        from: '',
        fromString: '',
        to: '',
        toString: kind < 0.6 ? 'Ranked higher' : 'Ranked lower',
      };
      draft.steps.push({ at, by, items: [rank] });
    }
  }
}

/** Flags an issue for one to three days; some flags stay. */
export function flag(random: Random, draft: Draft, { begin, done }: Stretch, by: Person): void {
  const at = Math.floor(random.between(begin, begin + (done - begin) * 0.7));
  draft.steps.push({ at, by, set: { flagged: true } });
  if (random.chance(0.87))
    draft.steps.push({
      at: Math.min(by.clock.advance(at, random.between(0.3, 2.5)), done),
      by,
      set: { flagged: false },
    });
}
