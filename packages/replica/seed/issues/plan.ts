import { DAY, isWorkday, onWorkday } from '../clock.ts';
import type { Random } from '../random.ts';
import { DEPOTS, type ProjectDef, WINDOW_DAYS } from '../site/organisation.ts';

export const ROUTE = { epic: 0, planned: 1, added: 2, backlog: 3, flow: 4 } as const;
type Route = (typeof ROUTE)[keyof typeof ROUTE];

export type Slot = ReturnType<ReturnType<typeof planProject>['slot']>;

const CHILDREN_SHARE = 0.07;
const BACKLOG_SHARE = 0.14;
const ADDED_SHARE = 0.13;

/**
 * Creation time and route of each family (an issue with its sub-tasks), by time. Typed arrays keep 200,000 issues in a
 * few megabytes.
 */
export function planProject(project: ProjectDef, issues: number, asOf: number, random: Random) {
  const created = new Float64Array(issues);
  const route = new Uint8Array(issues);
  const sprint = new Int16Array(issues);
  const children = new Uint8Array(issues);
  const hasEpics = project.kind !== 'desk' && project.key !== DEPOTS.key;
  const epics = hasEpics ? Math.max(4, Math.round(issues / 45)) : 0;
  const weights = project.sprints.map((one, n): readonly [number, number] => [
    n,
    one.state === 'future' ? 0.6 : one.state === 'active' ? 1 : random.between(0.7, 1.35),
  ]);
  let families = 0;
  for (let left = issues; left > 0; families++) {
    const n = families;
    let at: number;
    if (n < epics) {
      route[n] = ROUTE.epic;
      at = someDay(random, asOf, n < 4 ? 0.02 : 0.8);
    } else if (weights.length > 0 && !random.chance(BACKLOG_SHARE)) {
      const index = random.weighted(weights);
      const one = project.sprints[index];
      sprint[n] = index;
      const added = one?.state !== 'future' && random.chance(ADDED_SHARE);
      route[n] = added ? ROUTE.added : ROUTE.planned;
      const start = one?.start ?? asOf;
      at = start + (added ? random.between(0.4, 9) : -(0.5 + random.logNormal(9, 0.9))) * DAY;
    } else {
      route[n] = weights.length > 0 ? ROUTE.backlog : ROUTE.flow;
      at = someDay(random, asOf, 1);
    }
    created[n] = atWork(random, project, at, asOf);
    const whole = project.kind !== 'desk' && route[n] !== ROUTE.epic && route[n] !== ROUTE.backlog;
    const wanted = whole && random.chance(CHILDREN_SHARE) ? 2 + random.int(3) : 0;
    children[n] = Math.min(wanted, left - 1);
    left -= 1 + (children[n] ?? 0);
  }
  const order = Array.from({ length: families }, (_, n) => n).sort(
    (a, b) => (created[a] ?? 0) - (created[b] ?? 0) || a - b,
  );
  const slot = (n: number) => {
    const at = order[n] ?? 0;
    return {
      created: created[at] ?? 0,
      route: (route[at] ?? ROUTE.flow) as Route,
      sprint: sprint[at] ?? 0,
      children: children[at] ?? 0,
    };
  };
  return { length: families, slot };
}

/** A random time, more likely later, because the company grows. */
function someDay(random: Random, asOf: number, maxShare: number): number {
  const share = random.next() ** 0.85 * maxShare;
  return asOf - WINDOW_DAYS * DAY * (1 - share);
}

/** Moves an instant into office hours, at most `asOf`. */
function atWork(random: Random, project: ProjectDef, at: number, asOf: number): number {
  const clock = project.lead.clock;
  const first = asOf - WINDOW_DAYS * DAY;
  const day = clock.dayOf(Math.max(at, first + random.next() * 4 * DAY));
  const weekend = project.kind === 'desk' ? 0.5 : 0.06;
  const used = isWorkday(day) || random.chance(weekend) ? day : onWorkday(day);
  const minute = project.kind === 'desk' ? random.between(5, 23) * 60 : random.between(8, 18) * 60;
  const created = clock.at(used, minute);
  const latest = asOf - 10 * 60_000;
  return created < latest ? created : Math.floor(latest - random.next() * 2 * DAY);
}
