import { IN_THE_FUTURE, instantOf, isFutureDay, LAST_SPRINT } from '@tallyboard/core/time/as-of.ts';
import { HOUR } from '@tallyboard/core/time/units.ts';
import type { AsOf, AsOfScope } from '@tallyboard/engine/as-of.ts';
import { asOfPast, type ReportRequest } from '@tallyboard/engine/run-report.ts';
import { useSession } from '../start/session.ts';
import { useLoaded } from '../use-loaded.ts';

export interface AsOfState {
  /** Null for now, and while it is not known. */
  readonly time: AsOf | null;
  /** False while sprints load, and where a rule gives no time. */
  readonly isKnown: boolean;
  readonly problem: string | null;
}

/** The time of a stored rule or day. Rules of sprints read them again each hour: wallboards stay open for days. */
export function useAsOf(asOf: string | null, scope: AsOfScope): AsOfState {
  const { engine, zone, site, now } = useSession();
  const present = { now: now(), zone, weekStart: site.settings.weekStart };
  const isOfSprint = asOf === LAST_SPRINT;
  const key = JSON.stringify([scope, Math.floor(present.now / HOUR)]);
  const { value, error } = useLoaded(isOfSprint ? key : null, async () => {
    const { AsOfError, resolveAsOf } = await import('@tallyboard/engine/as-of.ts');
    return resolveAsOf(engine, asOf, scope, present).catch((error: unknown) => {
      if (error instanceof AsOfError) return error.message;
      throw error;
    });
  });
  if (isOfSprint) {
    const problem = error === null ? value : 'The sprints of the board could not be loaded.';
    if (typeof problem === 'string') return { time: null, isKnown: false, problem };
    return { time: problem, isKnown: problem !== null, problem: null };
  }
  if (isFutureDay(asOf, present)) return { time: null, isKnown: false, problem: IN_THE_FUTURE };
  const at = instantOf(asOf, present);
  return { time: at === null ? null : { at, sprint: null }, isKnown: true, problem: null };
}

/** The request as of a past time; the same for now. */
export const requestAt = (request: ReportRequest, time: AsOf | null): ReportRequest =>
  time === null ? request : asOfPast(request, time.at);
