import { DAY, isWorkday, MINUTE } from '../clock.ts';
import { noise, type Random } from '../random.ts';
import { RESOLUTION, type StatusDef, TYPE } from '../site/catalog.ts';
import { FIELD } from '../site/fields.ts';
import { type ProjectDef, versionFor } from '../site/organisation.ts';
import type { Person } from '../site/people.ts';
import { worklogText } from '../site/phrases.ts';
import { change, type Draft, memberAt, type World } from './draft.ts';
import { estimateTime, newDraft } from './new-draft.ts';

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

/** A time in which a person works on an issue. */
export interface Stretch {
  readonly begin: number;
  readonly done: number;
  readonly worker: Person;
}

/** The statuses of work before the review; only kanban teams select first. */
export const doingOf = ({ kind, workflow: { path } }: ProjectDef) =>
  path.slice(1, kind === 'kanban' ? 3 : 2);

/** Sometimes work takes six times as long. */
export const overrun = (random: Random) => (random.chance(1 / 70) ? 6 : 1);

/**
 * Moves an issue through statuses within some working days. Reviews and tests send some back to the first. The last
 * status sets the resolution and the version.
 */
export function walk(
  world: World,
  draft: Draft,
  path: readonly StatusDef[],
  { begin, days, worker }: { begin: number; days: number; worker: Person },
): Stretch {
  const { random } = world;
  const { clock } = worker;
  const { project, state } = draft;
  const [first] = path;
  const last = path.length - 1;
  let at = begin;
  path.forEach((status, n) => {
    if (n === last) {
      const version = versionFor(project, Math.floor(at / DAY));
      const fix = version && state.fixVersions.length === 0 && { fixVersions: [version] };
      change(draft, at, worker, { status, resolution: RESOLUTION.done, ...fix });
      return;
    }
    const by = n === 0 ? worker : memberAt(world, at);
    change(draft, at, by, { status });
    const share = n === 0 ? 0.55 : 0.45 / Math.max(1, last - 1);
    at = clock.advance(at, days * share * random.between(0.6, 1.4));
    if (!first || !project.workflow.moves.get(status.id)?.includes(first.id)) return;
    if (!random.chance(0.11)) return;
    change(draft, at, by, { status: first });
    at = clock.advance(at, days * random.between(0.1, 0.3));
    for (const again of path.slice(1, n + 1)) {
      change(draft, at, worker, { status: again });
      at = clock.advance(at, days * random.between(0.05, 0.2));
    }
  });
  return { begin, done: at, worker };
}

/** Sub-tasks of a day or two each, within the parent's work. */
export function subtasks(world: World, parent: Draft, count: number, stretch?: Stretch): void {
  const { random, asOf, project } = world;
  const type = project.kind === 'team-managed' ? TYPE.siteSubtask : TYPE.subtask;
  const path = [...doingOf(project), project.workflow.done];
  for (let n = 0; n < count; n++) {
    const created = Math.min(parent.created + (n + 1) * MINUTE, asOf);
    const child = newDraft(world, type, created, { parent });
    parent.children.push(child);
    if (!stretch) continue;
    const part = (stretch.done - stretch.begin) / (count + 1);
    const from = Math.floor(stretch.begin + part * (n + random.next()));
    const begin = Math.max(from, created + 5 * MINUTE);
    const worker = memberAt(world, begin);
    change(child, begin - MINUTE, worker, { assignee: worker });
    const days = random.between(0.2, 1.6);
    estimateTime(random, child, days * 5);
    logWork(random, child, walk(world, child, path, { begin, days, worker }), 0.9);
  }
}

/**
 * Worklogs of a stretch of work: a few hours on most working days within office hours, sometimes on weekends, none in
 * weeks off. Some are logged the next morning.
 */
export function logWork(
  random: Random,
  draft: Draft,
  { begin, done, worker }: Stretch,
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
export function addNoise(world: World, draft: Draft, until: number): void {
  const { random, asOf, project } = world;
  const busy = random.chance(1 / 150);
  const count = busy ? 45 + random.int(80) : random.chance(0.35) ? 1 + random.int(2) : 0;
  const end = Math.min(until, asOf);
  const nothing = { from: '', fromString: '', to: '' };
  for (let n = 0; n < count; n++) {
    const at = Math.floor(random.between(draft.created + MINUTE, end));
    const by = memberAt(world, at);
    const kind = random.next();
    if (kind < 0.2) change(draft, at, by, { labels: [random.pick(project.labels)] });
    else {
      const text = kind < 0.6 ? 'Ranked higher' : 'Ranked lower';
      const field = { field: 'Rank', fieldtype: 'custom', fieldId: FIELD.rank };
      draft.steps.push({ at, by, items: [{ ...field, ...nothing, toString: text }] });
    }
  }
}

/** Flags an issue for one to three days; some flags stay. */
export function flag(random: Random, draft: Draft, { begin, done, worker }: Stretch): void {
  const at = Math.floor(random.between(begin, begin + (done - begin) * 0.7));
  change(draft, at, worker, { flagged: true });
  if (!random.chance(0.87)) return;
  const end = worker.clock.advance(at, random.between(0.3, 2.5));
  change(draft, Math.min(end, done), worker, { flagged: false });
}
